/** The account's own posts: the address of one, and the search for one whose id was lost. */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { type Answer, ask, at, type Lost, textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { get } from './containers.ts';

/** A permalink cannot be built from the id. @returns null where it is not to be had: the post is live all the same */
export async function permalinkOf(step: PublishStep, mediaId: string): Promise<string | null> {
  const request = get(step.account, encodeURIComponent(mediaId), { fields: 'permalink' });
  const answer = await ask(step.fetch, request, step.signal);
  return answer.kind === 'answer' && answer.status < 300 ? textAt(answer.json, 'permalink') : null;
}

export interface OwnPost {
  id: string;
  permalink: string | null;
  caption: string;
  /** Epoch ms; their clock tells whole seconds. */
  at: number;
}

/** Quota is 100 posts a day: more pages than this since a container was made cannot be. */
const MOST_PAGES = 4;

/** The account's posts since a time, or the answer that was none. */
export async function postsSince(step: PublishStep, sinceMs: number): Promise<OwnPost[] | Answer | Lost> {
  const posts: OwnPost[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(step.fetch, listRequest(step.account, sinceMs, after), step.signal);
    if (answer.kind === 'lost') return answer;
    const rows = at(answer.json, 'data');
    if (answer.status >= 300 || !Array.isArray(rows)) return answer;
    posts.push(...rows.flatMap(ownPost));
    after =
      at(answer.json, 'paging', 'next') === undefined
        ? null
        : textAt(answer.json, 'paging', 'cursors', 'after');
    if (after === null) break;
  }
  return posts;
}

function listRequest(account: AccountAccess, sinceMs: number, after: string | null): Request {
  return get(account, `${encodeURIComponent(account.remoteId)}/media`, {
    fields: 'id,caption,timestamp,permalink',
    limit: '50',
    since: String(Math.floor(sinceMs / 1000)),
    ...(after === null ? {} : { after }),
  });
}

function ownPost(row: Json): OwnPost[] {
  const id = at(row, 'id');
  const time = Date.parse(textAt(row, 'timestamp') ?? '');
  if (typeof id !== 'string' || Number.isNaN(time)) return [];
  return [{ id, permalink: textAt(row, 'permalink'), caption: textAt(row, 'caption') ?? '', at: time }];
}

/**
 * The one post with exactly this caption that is no older than the container. Never simply the newest: people post by
 * hand as well. Without a caption nothing tells two posts apart.
 */
export function uniqueMatch(posts: OwnPost[], caption: string, madeAt: number): OwnPost | null {
  const madeAtSecond = Math.floor(madeAt / 1000) * 1000;
  const matches = alike(posts, caption).filter((post) => post.at >= madeAtSecond);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Posts with this caption. Instagram trims the ends. */
export function alike(posts: OwnPost[], caption: string): OwnPost[] {
  const wanted = caption.trim();
  return wanted === '' ? [] : posts.filter((post) => post.caption.trim() === wanted);
}
