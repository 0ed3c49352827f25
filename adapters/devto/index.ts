/**
 * DEV (dev.to), a Forem site, by its API v1. An article is created as a draft, whose id is kept, and then published by
 * an update that may be repeated as often as one likes. The site refuses the same title and body twice, and a canonical
 * address twice: a draft whose answer was lost is found in the account's own list and taken over.
 *
 * Steps: addresses of the pictures → the draft → its publication. Credentials: `apiKey`, secret.
 */
import type { Adapter } from '../port/publish.ts';
import type { Work } from './checkpoint.ts';
import { lookForArticle } from './verify.ts';
import { planArticle } from './plan.ts';
import { publish } from './publish.ts';

export const devto: Adapter = {
  platform: 'devto',
  endpoints: { api: 'https://dev.to/api' },
  evidence: 'container',
  plan: planArticle,
  /** Creating is looked after; publishing concerns the one article whose id is known, whatever was edited since. */
  repeatable: (step) => {
    const work = step.checkpoint as Work | null;
    return work === null || work.id !== null;
  },
  publish,
  verify: lookForArticle,
};
