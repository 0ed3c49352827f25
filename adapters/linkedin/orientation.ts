/**
 * Reads how a JPEG has to be turned before it is shown. Cameras store the unturned picture and record how they were
 * held.
 */

const EXIF = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;

/**
 * Reads Exif's orientation (CIPA DC-008, tag 274).
 * @returns 1 to 8; 1 (unturned) if there is none
 */
export function orientationOf(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (marker === 0xda || length < 2) return 1; // the image data starts; no metadata follows
    const end = Math.min(at + 2 + length, view.byteLength);
    if (marker === 0xe1 && latin1(jpeg.subarray(at + 4, at + 10)) === EXIF) {
      return inTiff(new DataView(jpeg.buffer, jpeg.byteOffset + at + 10, Math.max(0, end - at - 10)));
    }
    at += 2 + length;
  }
  return 1;
}

function inTiff(tiff: DataView): number {
  if (tiff.byteLength < 10) return 1;
  const little = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(entry, little) !== ORIENTATION_TAG) continue;
    const value = tiff.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
