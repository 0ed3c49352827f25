/**
 * What simulated X knows: posts, uploads, messages and subscriptions of API v2, by the names of August 2026 (API description
 * 2.167). `parameters.ts` has those of before.
 */
import type { Fields, KnownCalls, Type } from '../known.ts';
import { EVENT_TYPES } from './events.ts';

const anyOf = (...values: string[]): Type => ({ listOf: { oneOf: values } });

const PEOPLE = {
  'user.fields': anyOf('id', 'name', 'profile_image_url', 'public_metrics', 'subscription_type', 'username'),
};
const FILES = {
  'media.fields': anyOf(
    'media_key',
    'non_public_metrics',
    'preview_image_url',
    'public_metrics',
    'type',
    'url',
  ),
};
const POST_FIELDS = {
  'post.fields': anyOf(
    'attachments',
    'conversation_id',
    'created_at',
    'entities',
    'id',
    'non_public_metrics',
    'note_post',
    'organic_metrics',
    'public_metrics',
    'text',
  ),
};
const POST: Fields = {
  ...POST_FIELDS,
  expansions: anyOf('attachments.media_keys', 'author_id', 'in_reply_to_user_id', 'referenced_posts'),
  ...FILES,
  ...PEOPLE,
};
const PAGES: Fields = { max_results: 'number', pagination_token: 'text' };
const TIMES: Fields = { start_time: 'text', end_time: 'text', since_id: 'text', until_id: 'text' };
const MESSAGE: Fields = {
  'dm_event.fields': anyOf(
    'attachments',
    'created_at',
    'dm_conversation_id',
    'entities',
    'event_type',
    'id',
    'text',
  ),
  expansions: anyOf('attachments.media_keys', 'participant_ids', 'referenced_posts', 'sender_id'),
  ...FILES,
  ...POST_FIELDS,
  ...PEOPLE,
};
const MESSAGES: Fields = {
  ...PAGES,
  event_types: anyOf('MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'),
  ...MESSAGE,
};
const TYPES = ['video/mp4', 'video/webm', 'video/mp2t', 'video/quicktime', 'image/jpeg', 'image/gif'];
const CATEGORY: Type = { oneOf: ['tweet_image', 'tweet_video', 'tweet_gif', 'dm_image'] };

export const known: KnownCalls = {
  'GET /2/tweets': { query: { ids: { listOf: 'text' }, ...POST } },
  'GET /2/tweets/:id': { query: POST },
  'GET /2/tweets/search/recent': {
    query: { query: 'text', next_token: 'text', ...PAGES, ...TIMES, ...POST },
  },
  'GET /2/users/:id/tweets': {
    query: { ...PAGES, ...TIMES, exclude: anyOf('replies', 'retweets'), ...POST },
  },
  'POST /2/tweets': {
    body: {
      text: 'text',
      media: { object: { media_ids: { listOf: 'text' } } },
      reply: { object: { in_reply_to_tweet_id: 'text' } },
    },
  },
  'GET /2/dm_events': { query: MESSAGES },
  'GET /2/dm_events/:id': { query: MESSAGE },
  'GET /2/dm_conversations/with/:person/dm_events': { query: MESSAGES },
  'GET /2/dm_conversations/:conversation/dm_events': { query: MESSAGES },
  'POST /2/dm_conversations/with/:person/messages': {
    body: { text: 'text', attachments: { listOf: { object: { media_id: 'text' } } } },
  },
  'GET /2/users': { query: { ids: { listOf: 'text' }, ...PEOPLE } },
  'GET /2/users/me': { query: PEOPLE },
  'GET /2/users/:id': { query: PEOPLE },
  'GET /2/media/upload': { query: { media_id: 'text', command: { oneOf: ['STATUS'] } } },
  'POST /2/media/upload': { body: { media: 'file', media_category: CATEGORY } },
  'POST /2/media/upload/initialize': {
    body: { media_type: { oneOf: TYPES }, media_category: CATEGORY, total_bytes: 'number' },
  },
  'POST /2/media/upload/:id/append': { body: { media: 'file', segment_index: 'number' } },
  'POST /2/media/upload/:id/finalize': {},
  'POST /2/media/metadata': {
    body: { id: 'text', metadata: { object: { alt_text: { object: { text: 'text' } } } } },
  },
  'GET /2/activity/subscriptions': { query: PAGES },
  'POST /2/activity/subscriptions': {
    body: {
      event_type: { oneOf: EVENT_TYPES },
      filter: { object: { user_id: 'text' } },
      tag: 'text',
      webhook_id: 'text',
    },
  },
  'DELETE /2/activity/subscriptions/:id': {},
  'GET /2/activity/stream': { query: { backfill_minutes: 'number' } },
  'GET /2/webhooks': {},
  'POST /2/webhooks': { body: { url: 'text' } },
  'PUT /2/webhooks/:id': {},
  'DELETE /2/webhooks/:id': {},
};
