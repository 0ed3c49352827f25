/** Threads' containers: how they are made, and what their errors mean. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, ThreadParent } from '../port/publish.ts';
import { textAt } from '../lib/http.ts';
import type { ContainerNetwork } from '../meta/container-network.ts';
import { type Caller, post } from '../meta/request.ts';
import { readError, failureOfMessage } from './errors.ts';
import { endpoints, version } from './version.ts';

const SECOND = 1000;

export const containers: ContainerNetwork = {
  name: 'Threads',
  start: {},
  callerOf,
  edges: { publish: 'threads_publish', list: 'threads', parts: 'replies' },
  /** The field is `status` here (`status_code` on Instagram). */
  status: { fields: 'id,status,error_message', code: 'status' },
  post: { words: 'text', more: 'media_type' },
  /** The quota is 250 posts a day. */
  list: { limit: 100, maxPages: 3 },
  readError,
  failureOfStatus: ({ json }) => failureOfMessage(textAt(json, 'error_message') ?? 'UNKNOWN'),
  /** 24/4279009 says "not ready" as well as "unknown". */
  missedAfterMs: [10 * SECOND, 30 * SECOND, 60 * SECOND],
  missing: 'not_ready',
  unreadable: ['missing', 'permanent'],
};

export function callerOf({ endpoints: own, credentials }: AccountAccess): Caller {
  return {
    base: `${own['graph'] ?? endpoints.graph}/${version.version}`,
    accessToken: credentials['accessToken'] ?? '',
  };
}

/**
 * @param media the item, and the address Threads fetches it from; null for a text alone
 * @param parent of a part of a thread
 */
export function containerRequest(
  account: AccountAccess,
  text: string,
  media: { item: MediaItem; url: string } | null,
  parent?: ThreadParent,
): Request {
  const words = text === '' ? {} : { text };
  return post(callerOf(account), `${encodeURIComponent(account.remoteId)}/threads`, {
    ...mediaOf(media),
    ...words,
    ...(parent && { reply_to_id: parent.parentId }),
  });
}

function mediaOf(media: { item: MediaItem; url: string } | null) {
  if (media === null) return { media_type: 'TEXT' };
  const url = new URL(media.url).href; // ASCII, because Threads' fetcher takes nothing else
  const described = media.item.alt === undefined ? {} : { alt_text: media.item.alt };
  return media.item.kind === 'video'
    ? { media_type: 'VIDEO', video_url: url, ...described }
    : { media_type: 'IMAGE', image_url: url, ...described };
}
