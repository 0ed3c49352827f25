/** Fetching the picture or video of a container, and what Instagram accepts. */
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { World } from '../simulator.ts';
import { refusal, unfetched } from './errors.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, RATIO, type State } from './state.ts';

/** Fetches a media URL as Meta does: no redirect, no login, the type by its header. */
export async function download(
  world: World<State>,
  url: string,
  kind: 'image' | 'video',
  inAnyShape: boolean,
): Promise<{ type: string; bytes: number; failure: string | null } | Response> {
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    response = await world.fetch(url, {
      redirect: 'manual',
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
    });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return unfetched('The media could not be fetched from this URI.');
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200) {
    return unfetched(`The media could not be fetched from this URI: it answered ${response.status}.`);
  }
  if (!type.startsWith(`${kind}/`)) return unfetched('Only photo or video can be accepted as media type.');
  const failure = /^fail:(\d+)/.exec(new TextDecoder().decode(bytes.subarray(0, 16)))?.[1] ?? null;
  if (kind === 'video') {
    const usable = ['video/mp4', 'video/quicktime'].includes(type) && bytes.length <= MAX_VIDEO_BYTES;
    return { type, bytes: bytes.length, failure: failure ?? (usable ? null : '2207026') };
  }
  return imageFault(bytes, type, inAnyShape) ?? { type, bytes: bytes.length, failure };
}

/** JPEG is the one format that is documented; PNG passes in practice, so it does here. */
function imageFault(bytes: Uint8Array, type: string, inAnyShape: boolean): Response | null {
  if (bytes.length > MAX_IMAGE_BYTES) {
    return refusal(400, { code: 36_000, subcode: 2207004 }, 'The image size is too large.', {
      title: 'Image size too large',
      message: 'The image is too large to download. It should be less than 8 MiB.',
    });
  }
  if (!['image/jpeg', 'image/png'].includes(type)) {
    return refusal(400, { code: 36_001, subcode: 2207005 }, 'The image format is not supported.', {
      title: 'Image format not supported',
      message: `The image format ${type} is not supported. Use JPEG.`,
    });
  }
  const found = sniff(bytes);
  const pixels = found && pixelsOf(bytes, found);
  const ratio = pixels ? pixels.width / pixels.height : 1;
  if (inAnyShape || (ratio >= RATIO.least && ratio <= RATIO.most)) return null;
  return refusal(400, { code: 36_003, subcode: 2207009 }, 'The aspect ratio is not supported.', {
    title: 'Invalid aspect ratio',
    message: `The submitted image with aspect ratio ${ratio.toFixed(2)}:1 cannot be published. Use 4:5 to 1.91:1.`,
  });
}
