/**
 * Looks up a post whose response was lost, in the account's own list since the first try. Its files are the strongest
 * evidence, because no other post has them; without files the words must be the same. A part of a thread stands below its
 * parent, any other post below none.
 */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { at, type NetworkResponse, textAt } from '../lib/http.ts';
import { findFirst, LIST_AGAIN_AFTER_MS, LISTED_WITHIN_MS } from '../lib/own-list.ts';
import type { Finding, Json } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { authorization } from '../lib/request.ts';
import { addressOf } from './request.ts';
import type { Work } from './checkpoint.ts';
import { askByNames } from './names.ts';
import { postAddress } from './post.ts';
import { listOf, wordsOf } from './words.ts';

/** Each post that is read costs money, so the pages are small. */
const PAGE = 20;
const MAX_PAGES = 5;
/** How far X's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000;

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.since === null) return { kind: 'absent', checkpoint: work };
  const since = work.since - CLOCK_SKEW_MS;
  const found = await findFirst(step, {
    maxPages: MAX_PAGES,
    ask: askByNames,
    requestFor: (token) => listRequest(step.account, since, token),
    read: postsIn,
    isOurs: (post) => isBelow(post, step.parent?.parentId ?? null) && isOurs(post, work, since),
    idOf: (post) => textAt(post, 'id'),
  });
  switch (found.kind) {
    case 'found': {
      const id = textAt(found.row, 'id');
      return { kind: 'live', networkPostId: id, url: id === null ? null : postAddress(step.account, id) };
    }
    case 'none':
      return notListed(work, step.now, found.hasTwin);
    case 'too_many':
      return {
        kind: 'cannot_tell',
        reason: `more than ${MAX_PAGES * PAGE} posts were made since: check the account`,
      };
    case 'unread':
      return findingOf(readError(found.response, step));
    default:
      return found satisfies never;
  }
}

/** An empty list has no `data`, only its count. */
function postsIn({ status, json }: NetworkResponse): { rows: Json[]; next: string | null } | null {
  const posts = at(json, 'data');
  if (status !== 200 || (posts === undefined && at(json, 'meta', 'result_count') !== 0)) return null;
  return { rows: listOf(posts), next: textAt(json, 'meta', 'next_token') };
}

/** @param hasTwin another delivery has a post with the same words, which explains a refusal as a duplicate */
function notListed(work: Work, now: number, hasTwin: boolean): Finding {
  const age = now - (work.triedAt ?? work.since ?? now);
  if (age < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'X does not list the post yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  if (hasTwin)
    return { kind: 'absent', checkpoint: { ...work, triedAt: null, triedBefore: false, duplicate: null } };
  if (work.duplicate !== null) {
    return { kind: 'cannot_tell', reason: `X has such a post and does not list it: ${work.duplicate}` };
  }
  return { kind: 'absent', checkpoint: { ...work, triedAt: null, triedBefore: true } };
}

export function listRequest(account: AccountAccess, since: number, token: string | null): Request {
  const query = new URLSearchParams({
    max_results: String(PAGE),
    start_time: new Date(since).toISOString().replace(/\.\d+Z$/, 'Z'),
    'post.fields': 'created_at,text,note_post,entities,attachments',
    expansions: 'referenced_posts',
  });
  if (token !== null) query.set('pagination_token', token);
  const path = `/2/users/${encodeURIComponent(account.remoteId)}/tweets?${query.toString()}`;
  return new Request(addressOf(account, path), { headers: authorization(account) });
}

function isOurs(post: Json, work: Work, since: number): boolean {
  if (!(Date.parse(textAt(post, 'created_at') ?? '') >= since)) return false;
  const keys = at(post, 'attachments', 'media_keys');
  const ids = Array.isArray(keys) ? keys.map((key) => textAt(key)?.split('_').at(-1)) : [];
  if (ids.length > 0) {
    return ids.length === work.files.length && work.files.every(({ id }) => ids.includes(id));
  }
  const { words, mediaLinks } = wordsOf(post);
  // If the attachments are not listed, they still show as a link after the words
  return flat(words) === flat(work.text) && mediaLinks > 0 === work.files.length > 0;
}

/** Normalizes the text as written and as listed: X adds the scheme to a link, and a slash after a bare host. */
function flat(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\/(?=\s|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Whether a post answers this one and refers to no other; with null, whether it refers to none. Quotes and reposts are never ours. */
function isBelow(post: Json, parentId: string | null): boolean {
  const posts = [...listOf(at(post, 'referenced_tweets')), ...listOf(at(post, 'referenced_posts'))];
  if (parentId === null) return posts.length === 0;
  return (
    posts.length === 1 && textAt(posts[0], 'type') === 'replied_to' && textAt(posts[0], 'id') === parentId
  );
}
