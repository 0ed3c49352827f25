/**
 * DEV (dev.to), a Forem site, by its API v1. An article is created as a draft, whose id is kept, and then published by
 * an update that may be repeated as often as one likes. The site refuses the same title and body twice, and a canonical
 * address twice: a draft whose answer was lost is found in the account's own list and taken over.
 *
 * Steps: addresses of the pictures → the draft → its publication. Credentials: `apiKey`, secret.
 */
import { SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'devto',
  name: 'DEV',
  mark: { letters: 'De', color: '#2a2a2e' },
  endpoints: { api: 'https://dev.to/api' },
  /** Creating articles: 10 in 30 seconds. */
  budget: { limits: [limit(10, 30 * SECOND_MS, 'post')] },
  publish: { evidence: 'container', plan, repeatable, publish, verify },
  connect,
};
