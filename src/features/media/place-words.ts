/** Properties of XMP that hold places: exif:GPS…, photoshop:City and Country, Iptc4xmpCore:Location and others. */
export function namesPlace(xmp: string): boolean {
  return /GPS|Location|City|Country|ProvinceState|photoshop:State/i.test(xmp);
}

/**
 * Whether subtitles were written by a camera that says where it is: `GPS(13.4,52.5,17)`, `[latitude: 52.5]`, or sentences of a
 * receiver (NMEA 0183).
 */
export function subtitlesHavePlace(subtitles: string): boolean {
  return /\bGPS\s*[(:[]|\blatitude\s*[:=]|\blat\s*[:=]\s*-?\d|\$G[A-Z](?:RMC|GGA)\b/i.test(subtitles);
}
