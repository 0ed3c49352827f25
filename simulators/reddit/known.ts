/** What simulated reddit knows: submissions and lists. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'GET /api/info': { query: { id: 'text', raw_json: 'number' } },
  'GET /r/:subreddit/api/link_flair_v2': { query: { raw_json: 'number' } },
  'GET /user/:name/submitted': {
    query: { after: 'text', limit: 'number', raw_json: 'number', sort: { oneOf: ['new', 'hot', 'top'] } },
  },
  'GET /comments/:id': {
    query: { sort: { oneOf: ['new', 'top', 'old'] }, limit: 'number', depth: 'number', raw_json: 'number' },
  },
  'POST /api/comment': {
    query: { raw_json: 'number' },
    body: { api_type: { oneOf: ['json'] }, thing_id: 'text', text: 'text' },
  },
  'POST /api/submit': {
    query: { raw_json: 'number' },
    body: {
      sr: 'text',
      title: 'text',
      text: 'text',
      url: 'text',
      flair_id: 'text',
      api_type: { oneOf: ['json'] },
      kind: { oneOf: ['link', 'self'] },
      resubmit: 'boolean',
      sendreplies: 'boolean',
      validate_on_submit: 'boolean',
    },
  },
};
