/** What simulated mastodon knows: statuses, media and apps of the client API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'GET /api/v1/accounts/:id/statuses': {
    query: {
      max_id: 'text',
      min_id: 'text',
      since_id: 'text',
      limit: 'number',
      exclude_reblogs: 'boolean',
      exclude_replies: 'boolean',
      only_media: 'boolean',
    },
  },
  'GET /api/v1/accounts/verify_credentials': {},
  'GET /api/v1/media/:id': {},
  'GET /api/v1/statuses/:id': {},
  'GET /api/v1/statuses/:id/context': {},
  'GET /api/v1/statuses/:id/source': {},
  'POST /api/v1/media': { body: { file: 'file', description: 'text' } },
  'POST /api/v2/media': { body: { file: 'file', description: 'text' } },
  'POST /api/v1/apps': {
    body: { client_name: 'text', redirect_uris: 'any', scopes: 'text', website: 'text' },
  },
  'POST /api/v1/statuses': {
    body: {
      status: 'text',
      media_ids: { listOf: 'text' },
      visibility: { oneOf: ['public', 'unlisted', 'private', 'direct'] },
      in_reply_to_id: 'text',
      language: 'text',
      spoiler_text: 'text',
      sensitive: 'boolean',
    },
  },
};
