/**
 * A carousel: a PDF with one page for each image, in the image's shape. The same images make the same bytes, because
 * the file contains no date and no random id.
 */
import type { OpenedMedia } from '../port/publish.ts';
import { orientationOf } from './orientation.ts';

/** Points of a page's longer side. The picture keeps its pixels; only the nominal page size depends on this. */
const LONGER_SIDE = 1080;

/**
 * @param pages JPEG images
 * @returns the file, or a sentence that says why there is none
 */
export async function pdfOf(
  pages: OpenedMedia[],
  { title, maxBytes }: { title: string; maxBytes: number },
): Promise<Uint8Array<ArrayBuffer> | string> {
  const size = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > maxBytes) return `the images have ${size} bytes and LinkedIn takes ${maxBytes} in one document`;
  // loaded on first use, because most posts need no PDF
  const { PDFDocument, concatTransformationMatrix, drawObject, popGraphicsState, pushGraphicsState } =
    await import('pdf-lib');
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  for (const [index, { bytes, contentType }] of pages.entries()) {
    if (contentType !== 'image/jpeg')
      return `media/${index} is ${contentType}, and only JPEG images make a carousel`;
    const image = await document.embedJpg(bytes).catch(() => null);
    if (image === null || image.width === 0 || image.height === 0) {
      return `media/${index} is no JPEG image that can be read`;
    }
    const orientation = orientationOf(bytes);
    const [across, down] = orientation >= 5 ? [image.height, image.width] : [image.width, image.height];
    const scale = LONGER_SIDE / Math.max(across, down);
    const [width, height] = [across * scale, down * scale];
    const page = document.addPage([width, height]);
    const name = page.node.newXObject('Image', image.ref);
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...matrixOf(orientation, width, height)),
      drawObject(name),
      popGraphicsState(),
    );
  }
  return Uint8Array.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
}

type Matrix = [number, number, number, number, number, number];

/** Transforms the unit square of an image so that it appears upright on its page (ISO 32000-1, 8.3.4; Exif tag 274). */
function matrixOf(orientation: number, width: number, height: number): Matrix {
  const [w, h] = [width, height];
  const matrices: { [orientation: number]: Matrix } = {
    1: [w, 0, 0, h, 0, 0],
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return matrices[orientation] ?? [w, 0, 0, h, 0, 0];
}
