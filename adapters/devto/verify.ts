/**
 * Looks up an article whose response was lost. A published one is public under its id. A draft is only in the
 * account's own list, where its title with its body, or its canonical address, identifies it.
 */
import type { PublishStep } from '../port/publish.ts';
import { articleSettings } from '../article/settings.ts';
import { withoutHeld } from '../lib/held.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { findFirst } from '../lib/own-list.ts';
import type { Finding, Json } from '../../machines/outcome.ts';
import { readError } from './errors.ts';
import { findingOf } from '../lib/outcome.ts';
import { bodyDigestOf, type Work } from './checkpoint.ts';
import { call } from './request.ts';

const PAGE = 100;
/** The list is newest first, so the article is among the first ones. */
const MAX_PAGES = 3;

export interface Draft {
  id: string;
  url: string | null;
}

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  // a draft that was taken for ours may belong to another delivery with the same words
  if (work.id !== null && (await withoutHeld(step, [work.id], (id) => id)).length > 0)
    return checkArticle(step, work, work.id);
  const found = await findDraft(step, work);
  if (found === null) return { kind: 'absent', checkpoint: { ...work, id: null } };
  if ('kind' in found) return found;
  const { id, url } = found;
  return articleSettings(step.options).asDraft
    ? { kind: 'live', networkPostId: id, url: editAddress(url) }
    : { kind: 'progress', checkpoint: { ...work, id } };
}

/** 404 means a draft, or one that a person deleted. Publishing it again shows which. */
async function checkArticle(step: PublishStep, work: Work, id: string): Promise<Finding> {
  const { account, fetch, signal } = step;
  const answer = await ask(fetch, call(account, 'GET', `/articles/${encodeURIComponent(id)}`), signal);
  if (answer.kind === 'response' && answer.status === 404) return { kind: 'absent', checkpoint: work };
  if (answer.kind === 'response' && answer.status === 200 && textAt(answer.json, 'id') === id) {
    return { kind: 'live', networkPostId: id, url: textAt(answer.json, 'url') };
  }
  return findingOf(readError(answer, step));
}

/** The page on which a person continues with a draft. */
export function editAddress(url: string | null): string | null {
  return url === null ? null : `${url}/edit`;
}

/** The draft that an earlier try of this article left; null where the list has none. */
export async function findDraft(
  step: PublishStep,
  work: Work,
): Promise<Draft | Exclude<Finding, { kind: 'live' | 'absent' | 'progress' }> | null> {
  const { canonicalUrl } = articleSettings(step.options);
  const found = await findFirst(step, {
    maxPages: MAX_PAGES,
    requestFor: (_cursor, index) =>
      call(step.account, 'GET', `/articles/me/all?page=${index + 1}&per_page=${PAGE}`),
    read: ({ status, json }) =>
      status === 200 && Array.isArray(json) ? { rows: json, next: json.length < PAGE ? null : 'more' } : null,
    isOurs: (article) => isOurs(article, work, canonicalUrl),
    idOf: (article) => textAt(article, 'id'),
  });
  switch (found.kind) {
    case 'found':
      return { id: textAt(found.row, 'id') ?? '', url: textAt(found.row, 'url') };
    case 'none':
    case 'too_many':
      return null;
    case 'unread':
      return findingOf(readError(found.response, step));
    default:
      return found satisfies never;
  }
}

/**
 * A draft with the same words equals what would be created now, however old it is. Published articles never come from
 * `create`.
 */
function isOurs(article: Json, work: Work, canonicalUrl: string | null): boolean {
  if (at(article, 'published') === true || textAt(article, 'title') !== work.title) return false;
  const sameBody = bodyDigestOf(textAt(article, 'body_markdown') ?? '') === work.bodyDigest;
  const sameAddress = canonicalUrl !== null && textAt(article, 'canonical_url') === canonicalUrl;
  return sameBody || sameAddress;
}
