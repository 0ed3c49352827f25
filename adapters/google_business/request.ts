/** Builds the calls about posts and reviews of a location, and reads the responses about posts. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { type NetworkResponse, textAt } from '../lib/http.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import type { Posting } from './checkpoint.ts';
import { version, endpoints } from './version.ts';

export function createRequest(account: AccountAccess, { summary, action, photos }: Posting): Request {
  const media = photos.map((sourceUrl) => ({ mediaFormat: 'PHOTO', sourceUrl }));
  const body = {
    languageCode: account.credentials['languageCode'] || 'en',
    summary,
    topicType: 'STANDARD',
    ...(action === null ? {} : { callToAction: action }),
    ...(media.length === 0 ? {} : { media }),
  };
  const address = `${baseOf(account)}/${pathOf(parentOf(account))}/localPosts`;
  return jsonPost(address, body, { headers: authorization(account) });
}

export function postRequest(account: AccountAccess, name: string): Request {
  return new Request(`${baseOf(account)}/${pathOf(name)}`, { headers: authorization(account) });
}

export function listRequest(account: AccountAccess, pageToken: string | null): Request {
  const query = new URLSearchParams({ pageSize: '100', ...(pageToken === null ? {} : { pageToken }) });
  const path = `${pathOf(parentOf(account))}/localPosts?${query.toString()}`;
  return new Request(`${baseOf(account)}/${path}`, { headers: authorization(account) });
}

/** Newest first, by when they were written or edited. */
export function reviewsRequest(account: AccountAccess, pageToken: string | null, pageSize: number): Request {
  const query = new URLSearchParams({
    pageSize: String(pageSize),
    orderBy: 'updateTime desc',
    ...(pageToken === null ? {} : { pageToken }),
  });
  return new Request(`${reviewsOf(account)}?${query.toString()}`, { headers: authorization(account) });
}

export function reviewRequest(account: AccountAccess, reviewId: string): Request {
  const address = `${reviewsOf(account)}/${encodeURIComponent(reviewId)}`;
  return new Request(address, { headers: authorization(account) });
}

/** @param text null deletes the reply */
export function replyRequest(account: AccountAccess, reviewId: string, text: string | null): Request {
  const address = `${reviewsOf(account)}/${encodeURIComponent(reviewId)}/reply`;
  const headers = authorization(account);
  if (text === null) return new Request(address, { method: 'DELETE', headers });
  return new Request(jsonPost(address, { comment: text }, { headers }), { method: 'PUT' });
}

function reviewsOf(account: AccountAccess): string {
  return `${baseOf(account)}/${pathOf(parentOf(account))}/reviews`;
}

/** The location below the account that leads to it: v4 requires both. */
function parentOf({ remoteId, credentials }: AccountAccess): string {
  return `${credentials['account'] ?? ''}/${remoteId}`;
}

function pathOf(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

function baseOf({ endpoints: own }: AccountAccess): string {
  return `${own['posts'] ?? endpoints.posts}/${version.version}`;
}

export interface LocalPost {
  name: string;
  state: 'live' | 'rejected' | 'processing';
  url: string | null;
  summary: string;
  buttonUrl: string | null;
  /** Epoch ms; 0 if the response has none. */
  createdAt: number;
}

/** @returns null if the response contains no post */
export function postIn(answer: NetworkResponse): LocalPost | null {
  return answer.status < 300 ? readPost(answer.json) : null;
}

export function readPost(json: Json): LocalPost | null {
  const name = textAt(json, 'name');
  if (name === null || name === '') return null;
  const created = Date.parse(textAt(json, 'createTime') ?? '');
  return {
    name,
    state: stateOf(textAt(json, 'state')),
    url: textAt(json, 'searchUrl'),
    summary: textAt(json, 'summary') ?? '',
    buttonUrl: textAt(json, 'callToAction', 'url'),
    createdAt: Number.isNaN(created) ? 0 : created,
  };
}

function stateOf(state: string | null): LocalPost['state'] {
  if (state === 'LIVE') return 'live';
  return state === 'REJECTED' ? 'rejected' : 'processing';
}
