/** Starting a photo post, and fetching its pictures. */
import { sniff } from '../../src/features/media/sniff.ts';
import type { LedgerEntry, World } from '../simulator.ts';
import { ok, refusal } from './errors.ts';
import { type Body, objectIn } from './input.ts';
import { infoFault } from './post-info.ts';
import { goLive, newPost } from './posts.ts';
import { type Account, MAX_PHOTOS, MAX_PHOTO_BYTES, type State } from './state.ts';

export async function initPhotos(world: World<State>, account: Account, body: Body): Promise<Response> {
  const info = objectIn(body, 'post_info');
  const source = objectIn(body, 'source_info');
  if (body['media_type'] !== 'PHOTO' || body['post_mode'] !== 'DIRECT_POST') {
    return refusal(400, 'invalid_params', 'media_type or post_mode is invalid');
  }
  const fault = infoFault(account, info, 'photo');
  if (fault) return fault;
  const urls = source['photo_images'];
  if (source['source'] !== 'PULL_FROM_URL' || !Array.isArray(urls) || urls.length < 1) {
    return refusal(400, 'invalid_params', 'photo_images is required');
  }
  if (urls.length > MAX_PHOTOS)
    return refusal(400, 'invalid_params', `photo_images has more than ${MAX_PHOTOS}`);
  const number = world.nextNumber();
  const post = newPost(world, { account: account.id, kind: 'photo', number, info, upload: null });
  const media: LedgerEntry['media'] = [];
  for (const url of urls as string[]) {
    const photo = await pull(world, url);
    if (typeof photo === 'string') post.failure ??= photo;
    else media.push(photo);
  }
  if (post.failure === null) goLive(world, post, media);
  return ok({ publish_id: post.id });
}

/** Fetches a photo as TikTok does. @returns why it cannot be used, where it cannot */
async function pull(world: World<State>, url: string): Promise<LedgerEntry['media'][number] | string> {
  if (!URL.canParse(url)) return 'photo_pull_failed';
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await world.fetch(url, { redirect: 'manual' });
    if (response.status !== 200) return 'photo_pull_failed';
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    return 'photo_pull_failed';
  }
  const type = sniff(bytes);
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'file_format_check_failed';
  return bytes.length > MAX_PHOTO_BYTES ? 'picture_size_check_failed' : { url, type, bytes: bytes.length };
}
