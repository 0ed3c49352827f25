/** What simulated ghost knows: posts, pictures and lists of the Admin API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'GET /newsletters/': { query: { limit: 'number' } },
  'GET /posts/': {
    query: { filter: 'text', include: 'text', order: 'text', limit: 'number', page: 'number' },
  },
  'GET /posts/:id/': { query: { include: 'text' } },
  'GET /posts/slug/:slug/': { query: { include: 'text' } },
  'POST /images/upload/': {
    body: { file: 'file', purpose: { oneOf: ['image', 'profile_image', 'icon'] }, ref: 'text' },
  },
  'POST /posts/': {
    query: { source: { oneOf: ['html'] }, newsletter: 'text', email_segment: 'text' },
    body: {
      posts: {
        listOf: {
          object: {
            title: 'text',
            html: 'text',
            slug: 'text',
            canonical_url: 'text',
            feature_image: 'text',
            feature_image_alt: 'text',
            status: { oneOf: ['draft', 'published', 'scheduled'] },
            tags: { listOf: { object: { name: 'text' } } },
          },
        },
      },
    },
  },
  'PUT /posts/:id/': {
    query: { newsletter: 'text', email_segment: 'text' },
    body: {
      posts: {
        listOf: {
          object: {
            title: 'text',
            html: 'text',
            updated_at: 'text',
            status: { oneOf: ['draft', 'published', 'scheduled'] },
            email_only: 'boolean',
          },
        },
      },
    },
  },
};
