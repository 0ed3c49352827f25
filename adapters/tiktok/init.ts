/** The calls that start a post: read the creator, then request a publish id. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Plan } from '../port/publish.ts';
import { type NetworkResponse, at, textAt } from '../lib/http.ts';
import { isOk } from './errors.ts';
import type { Initing } from './checkpoint.ts';
import { chunksOf } from './chunks.ts';
import type { Settings } from './plan.ts';
import { post } from './request.ts';

export function creatorRequest(account: AccountAccess): Request {
  return post(account, '/post/publish/creator_info/query/', null);
}

interface Creator {
  username: string;
  /** Null if TikTok does not say. */
  privacyLevels: string[] | null;
  off: Initing['off'];
}

/** @returns null if the response has no creator */
export function creatorIn(answer: NetworkResponse): Creator | null {
  const info = at(answer.json, 'data');
  const username = textAt(info, 'creator_username');
  if (!isOk(answer) || username === null) return null;
  const levels = at(info, 'privacy_level_options');
  return {
    username,
    privacyLevels: Array.isArray(levels) ? levels.filter((level) => typeof level === 'string') : null,
    off: {
      comment: at(info, 'comment_disabled') === true,
      duet: at(info, 'duet_disabled') === true,
      stitch: at(info, 'stitch_disabled') === true,
    },
  };
}

/** This call alone posts nothing: the bytes follow. */
export function videoRequest(
  account: AccountAccess,
  plan: Plan,
  { settings, off, size }: { settings: Settings; off: Initing['off']; size: number },
): Request {
  const { chunkSize, count } = chunksOf(size);
  return post(account, '/post/publish/video/init/', {
    post_info: {
      title: plan.text,
      privacy_level: settings.privacyLevel,
      disable_comment: settings.disableComment || off.comment,
      disable_duet: settings.disableDuet || off.duet,
      disable_stitch: settings.disableStitch || off.stitch,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: false,
    },
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: size,
      chunk_size: chunkSize,
      total_chunk_count: count,
    },
  });
}

/** TikTok fetches the photos itself and posts them: no step follows. */
export function photosRequest(
  account: AccountAccess,
  plan: Plan,
  { settings, off, urls }: { settings: Settings; off: Initing['off']; urls: string[] },
): Request {
  const words: { [name: string]: Json } = {
    ...(plan.title === null ? {} : { title: plan.title }),
    ...(plan.text === '' ? {} : { description: plan.text }),
  };
  return post(account, '/post/publish/content/init/', {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: {
      ...words,
      privacy_level: settings.privacyLevel,
      disable_comment: settings.disableComment || off.comment,
      auto_add_music: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
    },
    source_info: { source: 'PULL_FROM_URL', photo_images: urls, photo_cover_index: 0 },
  });
}

/** @returns null if the response has no publish id */
export function publishIdIn(answer: NetworkResponse): string | null {
  return isOk(answer) ? textAt(answer.json, 'data', 'publish_id') || null : null;
}

export function uploadAddressIn(answer: NetworkResponse): string | null {
  const address = textAt(answer.json, 'data', 'upload_url');
  return address !== null && URL.canParse(address) ? address : null;
}
