/** What simulated tiktok knows: the Content Posting API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'content/init': {
    body: {
      media_type: { oneOf: ['PHOTO'] },
      post_mode: { oneOf: ['DIRECT_POST', 'MEDIA_UPLOAD'] },
      post_info: {
        object: {
          title: 'text',
          privacy_level: {
            oneOf: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
          },
          disable_comment: 'boolean',
          brand_content_toggle: 'boolean',
          brand_organic_toggle: 'boolean',
          description: 'text',
          auto_add_music: 'boolean',
        },
      },
      source_info: {
        object: {
          source: { oneOf: ['PULL_FROM_URL'] },
          photo_images: { listOf: 'text' },
          photo_cover_index: 'number',
        },
      },
    },
  },
  'status/fetch': { body: { publish_id: 'text' } },
  'user/info': { query: { fields: 'text' } },
  'video/init': {
    body: {
      post_info: {
        object: {
          title: 'text',
          privacy_level: {
            oneOf: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
          },
          disable_comment: 'boolean',
          brand_content_toggle: 'boolean',
          brand_organic_toggle: 'boolean',
          disable_duet: 'boolean',
          disable_stitch: 'boolean',
          is_aigc: 'boolean',
        },
      },
      source_info: {
        object: {
          source: { oneOf: ['FILE_UPLOAD'] },
          video_size: 'number',
          chunk_size: 'number',
          total_chunk_count: 'number',
        },
      },
    },
  },
  'video/list': { query: { fields: 'text' }, body: { max_count: 'number', cursor: 'number' } },
};
