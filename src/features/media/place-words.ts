/** Properties of XMP that hold places: exif:GPS…, photoshop:City and Country, Iptc4xmpCore:Location and others. */
export function namesPlace(xmp: string): boolean {
  return /GPS|Location|City|Country|ProvinceState|photoshop:State/i.test(xmp);
}
