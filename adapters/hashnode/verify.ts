/**
 * Looks up an article whose response was lost. The article is found under its slug once it is published. Before that
 * the draft has the slug, and with its id it can be read directly. Reads may be about 25 seconds old.
 */
import type { PublishStep } from '../port/publish.ts';
import { articleSettings } from '../article/settings.ts';
import { at, textAt } from '../lib/http.ts';
import type { Finding, Json } from '../../machines/outcome.ts';
import type { Work } from './checkpoint.ts';
import { findingOf } from '../lib/outcome.ts';
import { codeOf, readError } from './errors.ts';
import { call, type Operation } from './graphql.ts';

/** Within this time after the try, "not found" proves nothing. */
const READS_AGE_MS = 30_000;
/** By then a draft that no longer exists must show as an article. */
const SHOWN_WITHIN_MS = 5 * 60_000;

export async function verify(step: PublishStep): Promise<Finding> {
  const work = step.checkpoint as Work | null;
  if (work === null) return { kind: 'absent' };
  if (work.slug === null) return { kind: 'absent', checkpoint: work };
  const publicationId = step.account.credentials['publicationId'] ?? step.account.remoteId;
  const read = await call(step, articleOf(publicationId, work.slug));
  if ('failed' in read) return findingOf(readError(read.failed, step));
  const post = at(read.data, 'publication', 'post');
  const id = textAt(post, 'id');
  if (id !== null) return { kind: 'live', networkPostId: id, url: textAt(post, 'url') };
  return work.draftId === null ? findDraft(step, work, publicationId) : checkDraft(step, work, work.draftId);
}

/** Searches the draft whose id was lost, by its slug. Drafts are few, and the newest come first. */
async function findDraft(step: PublishStep, work: Work, publicationId: string): Promise<Finding> {
  const read = await call(step, draftsOf(publicationId));
  if ('failed' in read) return findingOf(readError(read.failed, step));
  const edges = at(read.data, 'publication', 'drafts', 'edges');
  const drafts = Array.isArray(edges) ? edges : [];
  const found = drafts.find((edge: Json) => textAt(edge, 'node', 'slug') === work.slug);
  const draftId = textAt(found, 'node', 'id');
  if (draftId === null) return absentAfter(step, work, READS_AGE_MS);
  return articleSettings(step.options).asDraft
    ? { kind: 'live', networkPostId: draftId, url: editAddress(draftId) }
    : { kind: 'progress', checkpoint: { ...work, draftId } };
}

/** A draft that still exists was not published. One that does not was published, or deleted by a person. */
async function checkDraft(step: PublishStep, work: Work, draftId: string): Promise<Finding> {
  const read = await call(step, draftOf(draftId));
  if (textAt(read.data, 'draft', 'id') !== null) return absentAfter(step, work, READS_AGE_MS);
  if ('failed' in read && codeOf(read.failed) !== 'NOT_FOUND') {
    return findingOf(readError(read.failed, step));
  }
  const waitMs = work.triedAt + SHOWN_WITHIN_MS - step.now;
  if (waitMs > 0) {
    return { kind: 'retry', reason: 'Hashnode: the draft is gone and the article does not show yet' };
  }
  return {
    kind: 'cannot_tell',
    reason: 'Hashnode: the draft no longer exists, and there is no article for it: check the blog',
  };
}

function absentAfter({ now }: PublishStep, work: Work, ageMs: number): Finding {
  const afterMs = work.triedAt + ageMs - now;
  return afterMs > 0
    ? { kind: 'retry', reason: 'Hashnode: what it shows may be older than the try', afterMs }
    : { kind: 'absent', checkpoint: work };
}

/** The page on which a person continues with a draft. */
export function editAddress(draftId: string): string {
  return `https://hashnode.com/draft/${encodeURIComponent(draftId)}`;
}

function articleOf(id: string, slug: string): Operation {
  return {
    query:
      'query($id: ObjectId!, $slug: String!){ publication(id:$id){ post(slug:$slug){ id slug url publishedAt } } }',
    variables: { id, slug },
  };
}

function draftsOf(id: string): Operation {
  return {
    query:
      'query($id: ObjectId!){ publication(id:$id){ drafts(first:20){ edges{ node{ id title slug updatedAt } } } } }',
    variables: { id },
  };
}

function draftOf(id: string): Operation {
  return { query: 'query($id: ObjectId!){ draft(id:$id){ id slug } }', variables: { id } };
}
