/** What simulated facebook knows: a Page's posts, comments, videos and numbers, and Messenger. */
import type { KnownCalls } from '../known.ts';
import { insights, list, messaging, node, spoilt, TIMES, write } from '../meta/known.ts';

export const known: KnownCalls = {
  ...messaging('messenger'),
  feed: write({
    message: 'text',
    link: 'text',
    attached_media: { listOf: { object: { media_fbid: 'text' } } },
  }),
  photos: write({ published: 'boolean', source: 'file', alt_text_custom: 'text' }),
  posts: list(TIMES),
  post: node,
  // a number, or one as text
  'videos/start': write({ upload_phase: { oneOf: ['start'] }, file_size: 'any' }),
  'videos/transfer': write({
    upload_phase: { oneOf: ['transfer'] },
    upload_session_id: 'text',
    start_offset: 'number',
    video_file_chunk: 'file',
  }),
  'videos/finish': write({
    upload_phase: { oneOf: ['finish'] },
    upload_session_id: 'text',
    description: 'text',
  }),
  video: node,
  video_reels: list(TIMES),
  comments: list({
    filter: { oneOf: ['stream', 'toplevel'] },
    order: { oneOf: ['chronological', 'reverse_chronological'] },
  }),
  comment: node,
  'comments/post': spoilt({ message: 'text' }),
  hide: write({ is_hidden: 'boolean' }),
  insights: insights({ period: { oneOf: ['day', 'week', 'days_28', 'lifetime'] }, ...TIMES }),
  profile: node,
};
