/** What simulated threads knows: nodes, lists and writes of the Threads API, which takes no proof of the app's secret. */
import type { Fields, KnownCalls } from '../known.ts';
import { insights, list, TIMES, write } from '../meta/known.ts';

const SIGNED: Fields = { access_token: 'text' };
const node = { query: { fields: 'text', ...SIGNED } } as const;

export const known: KnownCalls = {
  app_token: { query: { grant_type: 'text', client_id: 'text', client_secret: 'text' } },
  me: node,
  threads: write(
    {
      text: 'text',
      alt_text: 'text',
      image_url: 'text',
      video_url: 'text',
      reply_to_id: 'text',
      media_type: 'text',
      auto_publish_text: 'boolean',
    },
    SIGNED,
  ),
  container: node,
  threads_publish: write({ creation_id: 'text' }, SIGNED),
  own_threads: list(TIMES, SIGNED),
  media_node: node,
  replies: list({ reverse: 'boolean', ...TIMES }, SIGNED),
  conversation: list({ reverse: 'boolean' }, SIGNED),
  manage_reply: write({ hide: 'any' }, SIGNED),
  insights: insights({}, SIGNED),
  threads_insights: insights(TIMES, SIGNED),
};
