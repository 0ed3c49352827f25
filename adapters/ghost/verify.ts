/** Looks up a post whose response was lost: by its slug while its id is unknown, by its id afterwards. */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { articleSettings } from '../article/settings.ts';
import { ask, textAt } from '../lib/http.ts';
import type { Finding } from '../../machines/outcome.ts';
import { firstOf, readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import type { Work } from './checkpoint.ts';
import { call } from './request.ts';

export interface SitePost {
  id: string;
  /** draft, published, scheduled, sent. */
  status: string;
  updatedAt: string;
  url: string | null;
}

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.slug === null || work.refused !== undefined) return { kind: 'absent', checkpoint: work };
  const path =
    work.draft === null
      ? `/posts/slug/${encodeURIComponent(work.slug)}/?include=email,newsletter`
      : `/posts/${encodeURIComponent(work.draft.id)}/?include=email,newsletter`;
  const post = await readPost(step, path);
  if ('kind' in post) {
    // A person deleted it, or it was never created. Repeating the step shows which.
    return post.kind === 'missing' ? { kind: 'absent', checkpoint: work } : post;
  }
  const { id, status, updatedAt, url } = post;
  if (status === 'published' || status === 'sent') return { kind: 'live', networkPostId: id, url };
  if (articleSettings(step.options).asDraft) {
    return { kind: 'live', networkPostId: id, url: editAddress(step.account, id) };
  }
  const checkpoint = { ...work, draft: { id, updatedAt } };
  return { kind: work.draft === null ? 'progress' : 'absent', checkpoint };
}

/** Reads one post of the site; or the reason why there is none. */
export async function readPost(
  step: PublishStep,
  path: string,
): Promise<SitePost | Exclude<Finding, { kind: 'live' | 'absent' | 'progress' }> | { kind: 'missing' }> {
  const { account, fetch, signal, now } = step;
  const answer = await ask(fetch, call(account, now, 'GET', path), signal);
  const post = firstOf(answer, 'posts');
  const id = textAt(post, 'id');
  if (id !== null) {
    return {
      id,
      status: textAt(post, 'status') ?? '',
      updatedAt: textAt(post, 'updated_at') ?? '',
      url: textAt(post, 'url'),
    };
  }
  const isMissing =
    answer.kind === 'response' &&
    answer.status === 404 &&
    textAt(answer.json, 'errors', 0, 'type') === 'NotFoundError';
  if (isMissing) return { kind: 'missing' };
  return findingOf(readError(answer, step));
}

/** The page on which a person continues with a draft. */
export function editAddress({ endpoints }: Pick<AccountAccess, 'endpoints'>, id: string): string {
  return `${endpoints['admin']}/ghost/#/editor/post/${encodeURIComponent(id)}`;
}
