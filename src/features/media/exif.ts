/**
 * Two facts of Exif that matter here: the orientation of the photo, and whether it holds the place where it was taken.
 * Exif is a small TIFF file inside the photo (Exif 2.32, 4.5 and 4.6).
 */

interface ExifFacts {
  /** 1 (upright) to 8; 1 when it is missing. */
  orientation: number;
  /** It has a GPS directory. Also true for Exif that cannot be read, because then the place is unknown. */
  hasLocation: boolean;
}

const ORIENTATION = 0x0112;
const GPS_DIRECTORY = 0x8825;
const UNREADABLE: ExifFacts = { orientation: 1, hasLocation: true };

/** Reads Exif, with or without the signature `Exif\0\0` in front. */
export function exifIn(bytes: Uint8Array): ExifFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasMark = view.byteLength >= 6 && view.getUint32(0) === 0x45786966; // 'Exif'
  const tiff = hasMark ? 6 : 0;
  if (tiff + 8 > view.byteLength) return UNREADABLE;
  const order = view.getUint16(tiff);
  if (order !== 0x4949 && order !== 0x4d4d) return UNREADABLE;
  const little = order === 0x4949; // 'II', else 'MM'
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > view.byteLength) return UNREADABLE;
  const facts: ExifFacts = { orientation: 1, hasLocation: false };
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > view.byteLength) return { ...facts, hasLocation: true };
    const tag = view.getUint16(entry, little);
    if (tag === GPS_DIRECTORY) facts.hasLocation = true;
    if (tag === ORIENTATION) facts.orientation = orientationFrom(view.getUint16(entry + 8, little));
  }
  return facts;
}

function orientationFrom(value: number): number {
  return value >= 1 && value <= 8 ? value : 1;
}

/** Exif that holds only the orientation, without the signature in front; null for an upright photo. */
export function exifOf(orientation: number): Uint8Array<ArrayBuffer> | null {
  if (orientation === 1) return null;
  // 'II', 42, the directory's offset; one entry: the tag, a SHORT, once, its value; no further directory
  const header = [0x49, 0x49, 42, 0, 8, 0, 0, 0];
  return Uint8Array.from([...header, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]);
}
