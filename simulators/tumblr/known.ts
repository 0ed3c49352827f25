/** What simulated tumblr knows: lists of a blog. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'GET /v2/blog/:blog/notes': {
    query: {
      id: 'text',
      mode: { oneOf: ['all', 'likes', 'conversation', 'rollup', 'reblogs_with_tags'] },
      before_timestamp: 'number',
    },
  },
  'GET /v2/blog/:blog/posts': {
    query: {
      after: 'number',
      before: 'number',
      limit: 'number',
      npf: 'boolean',
      offset: 'number',
      sort: { oneOf: ['asc', 'desc'] },
    },
  },
};
