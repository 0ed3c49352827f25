/** One durable step: upload a picture, choose the slug, create the draft, or publish it. */
import type { PublishStep, Repeatable, RepeatableStep } from '../port/publish.ts';
import { articleSettings } from '../article/settings.ts';
import { slugFor } from '../article/slug.ts';
import { textAt } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { isFor, progress, resume, type Work } from './checkpoint.ts';
import { draftInput } from './draft.ts';
import { codeOf, readPublishError } from './errors.ts';
import { call } from './graphql.ts';
import { editAddress } from './verify.ts';
import { uploadPicture } from './pictures.ts';

const PUBLISH =
  'mutation($i: PublishDraftInput!){ publishDraft(input:$i){ post { id slug url title publishedAt } } }';

export async function publish(step: PublishStep): Promise<Outcome> {
  const work = resume(step);
  const item = step.plan.media[work.pictures.length];
  if (item !== undefined) return uploadPicture(step, work, item);
  if (work.slug === null) {
    // The slug is unique to this try: how Hashnode treats one that is in use is not documented.
    const slug = slugFor(step.plan.title ?? '', `${step.deliveryId} ${step.now}`);
    return progress({ ...work, slug, triedAt: step.now });
  }
  return work.draftId === null ? create(step, work, work.slug) : goLive(step, work.draftId);
}

/** Pictures are invisible. A lost draft is looked up. A published draft no longer exists. */
export function repeatable(step: RepeatableStep): Repeatable {
  const work = step.checkpoint as Work | null;
  if (work === null || work.slug === null) return 'yes';
  if (work.draftId === null) return 'no';
  return isFor(work, step) ? 'yes' : 'no_longer';
}

async function create(step: PublishStep, work: Work, slug: string): Promise<Outcome> {
  const { plan, options, account } = step;
  const publicationId = account.credentials['publicationId'] ?? account.remoteId;
  const { pictures } = work;
  const made = await call(step, draftInput({ plan, options, publicationId, pictures, slug }));
  const draftId = textAt(made.data, 'createDraft', 'draft', 'id');
  if (draftId === null) return 'failed' in made ? readPublishError(made.failed, step) : NO_ID;
  if (articleSettings(options).asDraft) return left(draftId);
  return progress({ ...work, draftId, triedAt: step.now });
}

async function goLive(step: PublishStep, draftId: string): Promise<Outcome> {
  // The setting changed after the draft was made, so it stays a draft.
  if (articleSettings(step.options).asDraft) return left(draftId);
  const made = await call(step, { query: PUBLISH, variables: { i: { draftId } } });
  const id = textAt(made.data, 'publishDraft', 'post', 'id');
  if (id !== null) {
    return { kind: 'published', networkPostId: id, url: textAt(made.data, 'publishDraft', 'post', 'url') };
  }
  if (!('failed' in made)) return NO_ID;
  const failure = readPublishError(made.failed, step);
  // A draft that does not exist was published by an earlier try, or deleted by a person.
  return codeOf(made.failed) === 'NOT_FOUND' ? { kind: 'unknown', reason: failure.reason } : failure;
}

function left(draftId: string): Outcome {
  return { kind: 'published', networkPostId: draftId, url: editAddress(draftId) };
}

const NO_ID: Outcome = { kind: 'unknown', reason: 'Hashnode: a response that names no article' };
