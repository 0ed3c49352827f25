/** What simulated pinterest knows: pins, boards and uploads, API v5. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'boards/list': {
    query: {
      page_size: 'number',
      bookmark: 'text',
      privacy: { oneOf: ['ALL', 'PROTECTED', 'PUBLIC', 'SECRET'] },
    },
  },
  'boards/list_pins': { query: { page_size: 'number', bookmark: 'text' } },
  'media/create': { body: { media_type: { oneOf: ['video'] } } },
  'pins/create': {
    body: {
      board_id: 'text',
      title: 'text',
      description: 'text',
      link: 'text',
      alt_text: 'text',
      media_source: {
        object: {
          source_type: { oneOf: ['image_url', 'video_id'] },
          url: 'text',
          media_id: 'text',
          cover_image_url: 'text',
        },
      },
    },
  },
};
