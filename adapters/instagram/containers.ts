/** Calls about containers: what is asked and how the answers read. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import type { MediaItem, Plan } from '../port/publish.ts';
import { type Answer, at, textAt } from '../lib/http.ts';
import { endpoints, version } from './version.ts';

/** A post of its own: one photo, or one video, which is always a Reel (VIDEO is for carousel items only). */
export function singleRequest(account: AccountAccess, plan: Plan, item: MediaItem): Request {
  const caption = plan.text === '' ? {} : { caption: plan.text };
  const url = new URL(item.url).href; // ASCII: their fetcher takes nothing else
  const media =
    item.kind === 'video' ? { media_type: 'REELS', video_url: url, share_to_feed: true } : { image_url: url };
  return post(account, 'media', { ...media, ...caption });
}

/** A carousel's item. Caption and the like belong to the parent only. */
export function childRequest(account: AccountAccess, item: MediaItem): Request {
  const url = new URL(item.url).href;
  const media = item.kind === 'video' ? { media_type: 'VIDEO', video_url: url } : { image_url: url };
  return post(account, 'media', { ...media, is_carousel_item: true });
}

export function parentRequest(account: AccountAccess, plan: Plan, children: string[]): Request {
  const caption = plan.text === '' ? {} : { caption: plan.text };
  return post(account, 'media', { media_type: 'CAROUSEL', children: children.join(','), ...caption });
}

export function publishRequest(account: AccountAccess, containerId: string): Request {
  return post(account, 'media_publish', { creation_id: containerId });
}

/** The id of what was made: of a container, or of the post by `media_publish`. */
export function createdId(answer: Answer): string | null {
  const id = at(answer.json, 'id');
  // Seventeen digits do not survive as a JSON number; one that came as a number is not the id.
  return answer.status < 300 && typeof id === 'string' && id !== '' ? id : null;
}

export function statusRequest(account: AccountAccess, containerId: string): Request {
  return get(account, encodeURIComponent(containerId), { fields: 'status_code,status' });
}

export type ContainerStatus =
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' }
  | { code: 'ERROR'; status: string };

/** @returns null where the answer does not tell */
export function containerStatus(answer: Answer): ContainerStatus | null {
  if (answer.status >= 300) return null;
  const code = textAt(answer.json, 'status_code');
  switch (code) {
    case 'IN_PROGRESS':
    case 'FINISHED':
    case 'PUBLISHED':
    case 'EXPIRED':
      return { code };
    case 'ERROR':
      return { code, status: textAt(answer.json, 'status') ?? 'Instagram could not process the media' };
    case null:
    default:
      return null;
  }
}

function post(account: AccountAccess, edge: string, body: { [name: string]: Json }): Request {
  return new Request(addressOf(account, `${encodeURIComponent(account.remoteId)}/${edge}`), {
    method: 'POST',
    headers: { ...authorization(account), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A GET below the versioned base. The token goes into a header: addresses end up in logs. */
export function get(account: AccountAccess, path: string, query: { [name: string]: string }): Request {
  const address = `${addressOf(account, path)}?${new URLSearchParams(query).toString()}`;
  return new Request(address, { headers: authorization(account) });
}

export function baseOf(account: AccountAccess): string {
  return account.endpoints['graph'] ?? endpoints.graph;
}

function addressOf(account: AccountAccess, path: string): string {
  return `${baseOf(account)}/${version.version}/${path}`;
}

function authorization(account: AccountAccess): { authorization: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}` };
}
