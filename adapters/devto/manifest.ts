/**
 * DEV (dev.to), a Forem site, with its API v1. An article is created as a draft, whose id is kept, and then published
 * by an update, which can be repeated safely. The site refuses a second article with the same title and body, or with
 * the same canonical address. So a draft whose response was lost is found in the account's own list and used.
 *
 * Steps: addresses of the pictures → the draft → its publication. Credentials: `apiKey`, secret.
 */
import { SECOND_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from '../article/options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'devto',
  name: 'DEV',
  mark: { letters: 'De', color: '#2a2a2e' },
  mention: '@',
  endpoints: { api: 'https://dev.to/api' },
  /** Creating articles: 10 in 30 seconds. */
  budget: { limits: [limit(10, 30 * SECOND_MS, 'post')] },
  options,
  publish: { evidence: 'container', showsFromHere: true, plan, measure, repeatable, publish, verify },
  connect,
  insights,
};
