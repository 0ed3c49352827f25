/**
 * Looks up a post whose response was lost, in the account's own list since the first try. Subreddit, title, and text
 * or link must be the same. A post that a moderator removed counts too: it was sent.
 */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { at, type NetworkResponse, textAt } from '../lib/http.ts';
import { findFirst, LIST_AGAIN_AFTER_MS, LISTED_WITHIN_MS } from '../lib/own-list.ts';
import type { Finding, Json } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { getRequest } from './request.ts';
import { flat, markOf, type Work } from './checkpoint.ts';

const PAGE = 100;
const MAX_PAGES = 3;
/** How far Reddit's clock may be behind ours; it reports whole seconds. */
const CLOCK_SKEW_MS = 60_000;

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.since === null) return { kind: 'absent', checkpoint: work };
  const since = work.since - CLOCK_SKEW_MS;
  const found = await findFirst(step, {
    maxPages: MAX_PAGES,
    requestFor: (after) => listRequest(step.account, after),
    read: postsIn,
    isOurs: (post) => madeAt(post) >= since && isOurs(post, work),
    idOf: nameOf,
    isPast: (post) => madeAt(post) < since,
  });
  switch (found.kind) {
    case 'found':
      return live(found.row, step);
    case 'none':
      return notListed(work, step.now);
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

function listRequest(account: AccountAccess, after: string | null): Request {
  const path = `/user/${encodeURIComponent(account.username)}/submitted`;
  return getRequest(account, path, { sort: 'new', limit: String(PAGE), ...(after !== null && { after }) });
}

function postsIn({ status, json }: NetworkResponse): { rows: Json[]; next: string | null } | null {
  const rows = at(json, 'data', 'children');
  if (status !== 200 || !Array.isArray(rows)) return null;
  return { rows: rows.map((row) => at(row, 'data') ?? null), next: textAt(json, 'data', 'after') };
}

function notListed(work: Work, now: number): Finding {
  if (now - (work.triedAt ?? work.since ?? now) < LISTED_WITHIN_MS) {
    return { kind: 'retry', reason: 'Reddit does not list the post yet', afterMs: LIST_AGAIN_AFTER_MS };
  }
  return { kind: 'absent', checkpoint: { ...work, triedAt: null, triedBefore: true } };
}

function madeAt(post: Json): number {
  const seconds = at(post, 'created_utc');
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}

function isOurs(post: Json, work: Work): boolean {
  if ((textAt(post, 'subreddit') ?? '').toLowerCase() !== work.subreddit.toLowerCase()) return false;
  if (flat(textAt(post, 'title') ?? '') !== flat(work.title)) return false;
  if (work.url !== null) return URL.parse(textAt(post, 'url') ?? '')?.href === work.url;
  return at(post, 'is_self') === true && markOf(textAt(post, 'selftext') ?? '') === work.text;
}

function live(post: Json, { account }: PublishStep): Finding {
  const permalink = textAt(post, 'permalink');
  return {
    kind: 'live',
    networkPostId: nameOf(post),
    url: permalink === null ? null : `${account.endpoints['www']}${permalink}`,
  };
}

function nameOf(post: Json): string {
  return textAt(post, 'name') ?? `t3_${textAt(post, 'id') ?? ''}`;
}
