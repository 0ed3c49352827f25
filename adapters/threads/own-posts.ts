/** The account's own posts: the address of one, and the search for one whose id was lost. */
import type { PublishStep } from '../port/publish.ts';
import { type Answer, ask, at, type Lost, textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { get, readList } from '../meta/graph-call.ts';
import { callerOf } from './containers.ts';

/** @returns null where it is not to be had: the post is live all the same */
export async function permalinkOf(step: PublishStep, mediaId: string): Promise<string | null> {
  const request = get(callerOf(step.account), encodeURIComponent(mediaId), { fields: 'id,permalink' });
  const answer = await ask(step.fetch, request, step.signal);
  return answer.kind === 'answer' && answer.status < 300 ? textAt(answer.json, 'permalink') : null;
}

export interface OwnPost {
  id: string;
  permalink: string | null;
  text: string;
  /** Epoch ms; their clock tells whole seconds. */
  at: number;
}

/** The account's posts since a time (epoch ms), or the answer that was none. The quota is 250 a day. */
export async function postsSince(step: PublishStep, sinceMs: number): Promise<OwnPost[] | Answer | Lost> {
  const path = `${encodeURIComponent(step.account.remoteId)}/threads`;
  const rows = await readList({ fetch: step.fetch, signal: step.signal, mostPages: 3 }, (cursor) =>
    get(callerOf(step.account), path, {
      fields: 'id,text,timestamp,permalink,media_type',
      limit: '100',
      since: String(Math.floor(sinceMs / 1000)),
      ...cursor,
    }),
  );
  return Array.isArray(rows) ? rows.flatMap(ownPost) : rows;
}

function ownPost(row: Json): OwnPost[] {
  const id = at(row, 'id');
  const time = Date.parse(textAt(row, 'timestamp') ?? '');
  if (typeof id !== 'string' || Number.isNaN(time)) return [];
  return [{ id, permalink: textAt(row, 'permalink'), text: textAt(row, 'text') ?? '', at: time }];
}

/**
 * The one post with exactly this text that is no older than the container. Never simply the newest: people post by hand
 * as well. Without a text nothing tells two posts apart.
 */
export function uniqueMatch(posts: OwnPost[], text: string, madeAt: number): OwnPost | null {
  const madeAtSecond = Math.floor(madeAt / 1000) * 1000;
  const matches = alike(posts, text).filter((post) => post.at >= madeAtSecond);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Posts with this text, the ends apart. */
export function alike(posts: OwnPost[], text: string): OwnPost[] {
  const wanted = text.trim();
  return wanted === '' ? [] : posts.filter((post) => post.text.trim() === wanted);
}
