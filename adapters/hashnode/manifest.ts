/**
 * Hashnode, with its GraphQL API. An article is created as a draft under a slug of our own and then published.
 * Publishing removes the draft, so it cannot happen twice, and the slug shows whether the article was published.
 *
 * Steps: each picture (address, PUT, confirmation) → slug kept → the draft → its publication. Credentials: `token` (secret) and `publicationId`.
 */
import { MINUTE_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from '../article/options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'hashnode',
  name: 'Hashnode',
  mark: { letters: 'Hn', color: '#2150c9' },
  /** The free address was closed in May 2026, and "beta" in this one suggests another move. */
  endpoints: { api: 'https://gql-beta.hashnode.com' },
  /** 500 mutations a minute. */
  budget: { limits: [limit(500, MINUTE_MS, 'step')] },
  options,
  publish: { evidence: 'container', plan, measure, repeatable, publish, verify },
  connect,
  insights,
};
