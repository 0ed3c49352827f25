/** What simulated devto knows: articles as DEV's API takes them. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'GET /articles/me/:which': { query: { page: 'number', per_page: 'number' } },
  'POST /articles': {
    body: {
      article: {
        object: {
          title: 'text',
          body_markdown: 'text',
          published: 'boolean',
          tags: { listOf: 'text' },
          canonical_url: 'text',
          main_image: 'text',
          ai_disclosure_level: 'text',
        },
      },
    },
  },
  'PUT /articles/:id': {
    body: {
      article: {
        object: {
          title: 'text',
          body_markdown: 'text',
          published: 'boolean',
          tags: { listOf: 'text' },
          canonical_url: 'text',
          main_image: 'text',
          ai_disclosure_level: 'text',
        },
      },
    },
  },
};
