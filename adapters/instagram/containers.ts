/** Instagram's containers: how they are made, and what their errors mean. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, Plan } from '../port/publish.ts';
import { textAt } from '../lib/http.ts';
import type { ContainerNetwork } from '../meta/container-network.ts';
import { type Caller, post } from '../meta/request.ts';
import { readError, failureOfStatus } from './errors.ts';
import { loginOf } from './login.ts';

const SECOND = 1000;

export const containers: ContainerNetwork = {
  name: 'Instagram',
  start: { children: [] },
  callerOf,
  edges: { publish: 'media_publish', list: 'media' },
  status: { fields: 'status_code,status', code: 'status_code' },
  post: { words: 'caption' },
  /** The quota is 100 posts a day. */
  list: { limit: 50, maxPages: 4 },
  readError,
  failureOfStatus: ({ json }) =>
    failureOfStatus(textAt(json, 'status') ?? 'Instagram could not process the media'),
  /** A container usually exists within two minutes (24/2207008). */
  missedAfterMs: [20 * SECOND, 60 * SECOND],
  missing: 'hidden',
  unreadable: ['missing'],
};

/** Stories: they are listed on their own, for as long as they are shown, and have no text to be known by. */
export const stories: ContainerNetwork = {
  ...containers,
  edges: { publish: 'media_publish', list: 'stories' },
  wordless: true,
};

function callerOf(account: AccountAccess): Caller {
  return loginOf(account).caller;
}

/** A post of its own: one photo, or one video, which is always a Reel (VIDEO is only for carousel items). */
export function singleRequest(account: AccountAccess, plan: Plan, item: MediaItem): Request {
  const url = new URL(item.url).href; // ASCII, because Instagram's fetcher takes nothing else
  const media =
    item.kind === 'video'
      ? { media_type: 'REELS', video_url: url, share_to_feed: true }
      : pictureOf(item, url);
  return makeRequest(account, { ...media, ...captionOf(plan) });
}

const pictureOf = ({ alt }: MediaItem, url: string) => ({
  image_url: url,
  ...(alt !== undefined && { alt_text: alt }),
});

/** A story. It has no caption. */
export function storyRequest(account: AccountAccess, item: MediaItem): Request {
  const url = new URL(item.url).href;
  const media = item.kind === 'video' ? { video_url: url } : { image_url: url };
  return makeRequest(account, { media_type: 'STORIES', ...media });
}

/** An item of a carousel. The caption belongs to the parent only. */
export function childRequest(account: AccountAccess, item: MediaItem): Request {
  const url = new URL(item.url).href;
  const media = item.kind === 'video' ? { media_type: 'VIDEO', video_url: url } : pictureOf(item, url);
  return makeRequest(account, { ...media, is_carousel_item: true });
}

export function parentRequest(account: AccountAccess, plan: Plan, children: string[]): Request {
  return makeRequest(account, { media_type: 'CAROUSEL', children: children.join(','), ...captionOf(plan) });
}

function captionOf({ text }: Plan): { caption?: string } {
  return text === '' ? {} : { caption: text };
}

function makeRequest(account: AccountAccess, body: { [name: string]: string | boolean }): Request {
  return post(callerOf(account), `${encodeURIComponent(account.remoteId)}/media`, body);
}
