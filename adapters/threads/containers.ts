/** Calls about containers: what is asked and how the answers read. */
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem } from '../port/publish.ts';
import { type Answer, textAt } from '../lib/http.ts';
import { type Caller, get, post } from '../meta/graph-call.ts';
import { endpoints, version } from './version.ts';

export function callerOf({ endpoints: own, credentials }: AccountAccess): Caller {
  return {
    base: `${own['graph'] ?? endpoints.graph}/${version.version}`,
    accessToken: credentials['accessToken'] ?? '',
  };
}

/** @param media its item and the address that Threads is to fetch it from; null for text alone */
export function containerRequest(
  account: AccountAccess,
  text: string,
  media: { item: MediaItem; url: string } | null,
): Request {
  const words = text === '' ? {} : { text };
  return post(callerOf(account), `${encodeURIComponent(account.remoteId)}/threads`, {
    ...mediaOf(media),
    ...words,
  });
}

function mediaOf(media: { item: MediaItem; url: string } | null) {
  if (media === null) return { media_type: 'TEXT' };
  const url = new URL(media.url).href; // ASCII: their fetcher takes nothing else
  return media.item.kind === 'video'
    ? { media_type: 'VIDEO', video_url: url }
    : { media_type: 'IMAGE', image_url: url };
}

export function publishRequest(account: AccountAccess, containerId: string): Request {
  return post(callerOf(account), `${encodeURIComponent(account.remoteId)}/threads_publish`, {
    creation_id: containerId,
  });
}

export function statusRequest(account: AccountAccess, containerId: string): Request {
  return get(callerOf(account), encodeURIComponent(containerId), { fields: 'id,status,error_message' });
}

export type ContainerStatus =
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' }
  | { code: 'ERROR'; message: string };

/** The field is `status` here (`status_code` on Instagram). @returns null where the answer does not tell */
export function containerStatus(answer: Answer): ContainerStatus | null {
  if (answer.status >= 300) return null;
  const code = textAt(answer.json, 'status');
  switch (code) {
    case 'IN_PROGRESS':
    case 'FINISHED':
    case 'PUBLISHED':
    case 'EXPIRED':
      return { code };
    case 'ERROR':
      return { code, message: textAt(answer.json, 'error_message') ?? 'UNKNOWN' };
    case null:
    default:
      return null;
  }
}
