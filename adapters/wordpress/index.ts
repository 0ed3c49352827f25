/**
 * WordPress, on any site of its own with the REST API and application passwords (5.6 and later).
 *
 * Steps: each file into the library → the tags looked up or created → the name (slug) of the post kept → a draft under
 * that name → published by a second call, which only ever changes the post it names. After a refusal for good: draft and
 * files deleted. What is known of a lost response comes from the names we chose and from the post itself (`verify.ts`).
 * Credentials: `username`, `applicationPassword`; endpoints: `api`, the root of the REST API, which ends in
 * `?rest_route=` on sites without pretty permalinks.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { Adapter, PublishStep } from '../port/publish.ts';
import { goOn, resume, slugFor, type Work } from './checkpoint.ts';
import { createDraft, publishDraft } from './draft.ts';
import { cleanUp } from './clean-up.ts';
import { finishFile, uploadFile } from './files.ts';
import { findTags } from './tags.ts';
import { look } from './verify.ts';
import { plan } from './plan.ts';

export const wordpress: Adapter = {
  platform: 'wordpress',
  /** Each account brings its own site; this one never resolves (RFC 2606). */
  endpoints: { site: 'https://wordpress.invalid', api: 'https://wordpress.invalid/wp-json' },
  evidence: 'record_key',
  plan,
  /**
   * To publish a draft again changes the same post, and to delete it again does nothing. A draft or a file that is sent
   * again would be there twice.
   */
  repeatable({ checkpoint }) {
    const work = checkpoint as Work | null;
    return work?.postId != null || work?.refused != null;
  },
  publish: (step) => takeStep(step, resume(step)),
  verify: look,
};

async function takeStep(step: PublishStep, work: Work): Promise<Outcome> {
  if (work.refused != null) return cleanUp(step, work, work.refused);
  if (work.unfinished !== null) return finishFile(step, work, work.unfinished);
  const item = step.plan.media[work.files.length];
  if (item !== undefined) return uploadFile(step, work, item);
  if (work.tags == null && work.tagNames?.length) return findTags(step, work, work.tagNames);
  if (work.postId !== null) return publishDraft(step, work, work.postId);
  if (work.slug === null) return goOn({ ...work, slug: slugFor(step) });
  return createDraft(step, work, work.slug);
}
