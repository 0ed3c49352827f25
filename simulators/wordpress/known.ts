/** What simulated wordpress knows: posts, tags and files of the REST API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'DELETE /wp/v2/media/:id': { query: { force: 'boolean' } },
  'DELETE /wp/v2/posts/:id': { query: { force: 'boolean' } },
  'GET /wp/v2/posts/:id': { query: { context: { oneOf: ['view', 'embed', 'edit'] }, _fields: 'text' } },
  'GET /wp/v2/tags': { query: { per_page: 'number', search: 'text' } },
  'POST /wp/v2/posts': {
    body: {
      title: 'text',
      content: 'text',
      slug: 'text',
      status: { oneOf: ['draft', 'publish', 'future', 'pending', 'private'] },
      featured_media: 'number',
      tags: { listOf: 'number' },
    },
  },
  'POST /wp/v2/posts/:id': {
    body: {
      title: 'text',
      content: 'text',
      slug: 'text',
      status: { oneOf: ['draft', 'publish', 'future', 'pending', 'private'] },
      featured_media: 'number',
      tags: { listOf: 'number' },
    },
  },
  'POST /wp/v2/tags': { body: { name: 'text' } },
};
