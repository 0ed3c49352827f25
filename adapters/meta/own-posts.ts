/** The account's own posts: the address of one, and the search for one whose id was lost (instagram, threads). */
import type { PublishStep } from '../port/publish.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import type { ContainerNetwork } from './container-network.ts';
import { get, readList } from './request.ts';

/**
 * Requests a permalink, which cannot be built from the id. @returns null if there is none; the post is live all the
 * same
 */
export async function permalinkOf(
  network: ContainerNetwork,
  step: PublishStep,
  postId: string,
): Promise<string | null> {
  const caller = network.callerOf(step.account);
  const request = get(caller, encodeURIComponent(postId), { fields: 'id,permalink' });
  const answer = await ask(step.fetch, request, step.signal);
  return answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'permalink') : null;
}

export interface OwnPost {
  id: string;
  permalink: string | null;
  text: string;
  /** Epoch ms. The network gives whole seconds. */
  at: number;
}

/** The account's posts since a time (epoch ms), those below its parent for a part of a thread; or the response that contained none. */
export async function postsSince(
  network: ContainerNetwork,
  step: PublishStep,
  sinceMs: number,
): Promise<OwnPost[] | NetworkResponse | Lost> {
  const { limit, maxPages } = network.list;
  const { words, more } = network.post;
  const caller = network.callerOf(step.account);
  const { list, parts = list } = network.edges;
  const { parent } = step;
  const path = `${encodeURIComponent(step.account.remoteId)}/${parent ? parts : list}`;
  const own = ['id', words, 'timestamp', 'permalink'];
  const fields = [...own, ...(more === undefined ? [] : [more]), ...(parent ? ['replied_to{id}'] : [])].join(
    ',',
  );
  const since = String(Math.floor(sinceMs / 1000));
  const rows = await readList({ fetch: step.fetch, signal: step.signal, maxPages: maxPages }, (cursor) =>
    get(caller, path, { fields, limit: String(limit), since, ...cursor }),
  );
  // a list of stories takes no `since`
  const from = Math.floor(sinceMs / 1000) * 1000;
  return Array.isArray(rows)
    ? rows
        .filter((row) => !parent || textAt(row, 'replied_to', 'id') === parent.parentId)
        .flatMap((row) => ownPost(row, words))
        .filter((one) => one.at >= from)
    : rows;
}

function ownPost(row: Json, words: string): OwnPost[] {
  const id = at(row, 'id');
  const time = Date.parse(textAt(row, 'timestamp') ?? '');
  if (typeof id !== 'string' || Number.isNaN(time)) return [];
  return [{ id, permalink: textAt(row, 'permalink'), text: textAt(row, words) ?? '', at: time }];
}

/**
 * The one post with exactly this text that is no older than the container. Never simply the newest, because people
 * post by hand as well. Without a text, two posts cannot be distinguished.
 */
export function uniqueMatch(posts: OwnPost[], text: string, madeAt: number): OwnPost | null {
  const madeAtSecond = Math.floor(madeAt / 1000) * 1000;
  const matches = alike(posts, text).filter((post) => post.at >= madeAtSecond);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Posts with this text. Both networks remove white space at the ends. */
export function alike(posts: OwnPost[], text: string): OwnPost[] {
  const sentText = text.trim();
  return sentText === '' ? [] : posts.filter((post) => post.text.trim() === sentText);
}
