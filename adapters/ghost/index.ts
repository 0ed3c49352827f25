/**
 * Ghost sites, by the Admin API. A post is created as a draft under a slug of our own, by which it is found again when
 * the answer was lost; publishing it is an update that carries the time of the last change, so a repetition meets a
 * refusal instead of a second mail.
 *
 * Steps: the newsletter looked up, where one is named → each picture → slug kept → the draft → its publication, which mails
 * it. After a refusal for good: the draft deleted.
 * Credentials: `keyId` and `secret` of a custom integration's Admin API key.
 */
import type { Adapter } from '../port/publish.ts';
import { isFor, type Work } from './checkpoint.ts';
import { lookForPost } from './verify.ts';
import { planPost } from './plan.ts';
import { publish } from './publish.ts';

export const ghost: Adapter = {
  platform: 'ghost',
  /** Each account brings its own site. */
  endpoints: { admin: 'https://demo.ghost.io' },
  evidence: 'container',
  plan: planPost,
  /** Pictures are seen by nobody; a draft is looked up; the same publication twice is refused (409), a deletion changes nothing. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    return (
      work === null ||
      work.refused !== undefined ||
      work.slug === null ||
      (work.draft !== null && isFor(work, step))
    );
  },
  publish,
  verify: lookForPost,
};
