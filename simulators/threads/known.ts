/** What simulated threads knows: nodes, lists and writes of the Threads API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  container: { query: { fields: 'text', access_token: 'text' } },
  conversation: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      reverse: 'boolean',
    },
  },
  insights: { query: { metric: 'text', access_token: 'text' } },
  manage_reply: {
    query: { hide: 'any', access_token: 'text' },
    body: { hide: 'any' },
  },
  me: { query: { fields: 'text', access_token: 'text' } },
  own_threads: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      since: 'text',
      until: 'text',
    },
  },
  threads: {
    query: {
      text: 'text',
      image_url: 'text',
      video_url: 'text',
      reply_to_id: 'text',
      media_type: 'text',
      auto_publish_text: 'boolean',
      access_token: 'text',
    },
    body: {
      text: 'text',
      image_url: 'text',
      video_url: 'text',
      reply_to_id: 'text',
      media_type: 'text',
      auto_publish_text: 'boolean',
    },
  },
  threads_insights: { query: { metric: 'text', since: 'text', until: 'text', access_token: 'text' } },
  threads_publish: {
    query: { creation_id: 'text', access_token: 'text' },
    body: { creation_id: 'text' },
  },
};
