/**
 * Hashnode, by its GraphQL API. An article is made as a draft under a slug of our own and then published, whereby the
 * draft disappears: publishing it twice is impossible, and the slug tells whether it was published.
 *
 * Steps: each picture → slug kept → the draft → its publication. Credentials: `token` (secret) and `publicationId`.
 */
import type { Adapter } from '../port/publish.ts';
import { isFor, type Work } from './checkpoint.ts';
import { lookForArticle } from './verify.ts';
import { planArticle } from './plan.ts';
import { publish } from './publish.ts';

export const hashnode: Adapter = {
  platform: 'hashnode',
  /** The free address was closed in May 2026, and "beta" in this one suggests another move. */
  endpoints: { api: 'https://gql-beta.hashnode.com', cdn: 'https://cdn.hashnode.com' },
  evidence: 'container',
  plan: planArticle,
  /** Pictures are seen by nobody; a draft is looked for; one that was published is there no more. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    return work === null || work.slug === null || (work.draftId !== null && isFor(work, step));
  },
  publish,
  verify: lookForArticle,
};
