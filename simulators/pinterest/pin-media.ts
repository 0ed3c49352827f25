/** The picture or video of a pin. */
import { sniff } from '../../src/features/media/sniff.ts';
import type { LedgerEntry, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { type Body, textIn } from './input.ts';
import { type Account, MAX_PICTURE_BYTES, type State } from './state.ts';
import { statusOf } from './videos.ts';

export async function mediaOf(
  world: World<State>,
  account: Account,
  given: unknown,
): Promise<LedgerEntry['media'] | Response> {
  const source = (typeof given === 'object' && given !== null ? given : {}) as Body;
  if (source['source_type'] === 'image_url') {
    const picture = await fetchPicture(world, textIn(source, 'url'));
    return picture instanceof Response ? picture : [picture];
  }
  if (source['source_type'] !== 'video_id') {
    return refusal(400, 1, "Invalid request: 'media_source' is not valid under any of the given schemas.");
  }
  const video = world.state.videos[textIn(source, 'media_id')];
  if (!video?.file || video.account !== account.id)
    return refusal(400, 1, 'Invalid request: media_id is unknown.');
  if (statusOf(video) !== 'succeeded') {
    return refusal(400, 1, 'Invalid request: the video is not ready. Please try again later.');
  }
  const cover = textIn(source, 'cover_image_url');
  if (cover === '') return refusal(400, 1, 'Invalid request: a cover image is required for video pins.');
  const picture = await fetchPicture(world, cover);
  return picture instanceof Response ? picture : [video.file, picture];
}

/** Fetches a picture's address at once, as Pinterest does. */
async function fetchPicture(
  world: World<State>,
  url: string,
): Promise<LedgerEntry['media'][number] | Response> {
  const unfetched = refusal(400, 235, 'Sorry, we could not fetch the image from this url.');
  if (!URL.canParse(url)) return refusal(400, 1, "Invalid request: 'url' is no URI.");
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await world.fetch(url);
    if (!response.ok) return unfetched;
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return unfetched;
  }
  const type = sniff(bytes);
  if (!type?.startsWith('image/'))
    return refusal(400, 1, 'Invalid request: the image format is not supported.');
  if (bytes.length > MAX_PICTURE_BYTES) return refusal(400, 1, 'Invalid request: the image is too large.');
  return { url, type, bytes: bytes.length };
}
