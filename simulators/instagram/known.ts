/** What simulated instagram knows: edges of the Instagram API, by either login. */
import type { KnownCalls } from '../known.ts';
import { insights, list, messaging, node, spoilt, TIMES, write } from '../meta/known.ts';

export const known: KnownCalls = {
  ...messaging('instagram'),
  media: write({
    caption: 'text',
    alt_text: 'text',
    image_url: 'text',
    video_url: 'text',
    media_type: 'text',
    children: 'any',
    is_carousel_item: 'boolean',
    share_to_feed: 'boolean',
  }),
  container: node,
  media_publish: write({ creation_id: 'text' }),
  own_media: list(TIMES),
  own_stories: list(TIMES),
  media_node: node,
  comments: list(),
  'comments/post': spoilt({ message: 'text' }),
  comment_node: node,
  replies: list(),
  'replies/post': write({ message: 'text' }),
  hide: write({ hide: 'any' }),
  media_insights: insights(),
  account_insights: insights({
    period: { oneOf: ['day'] },
    metric_type: { oneOf: ['total_value', 'time_series'] },
    ...TIMES,
  }),
  profile: node,
};
