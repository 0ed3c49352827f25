/** What simulated instagram knows: edges of the Instagram API, by either login. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  comments: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      appsecret_proof: 'text',
    },
  },
  replies: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      appsecret_proof: 'text',
    },
  },
  conversations: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      appsecret_proof: 'text',
      platform: { oneOf: ['instagram'] },
      user_id: 'text',
    },
  },
  hide: {
    query: { hide: 'any', appsecret_proof: 'text', access_token: 'text' },
    body: { hide: 'any', appsecret_proof: 'text', access_token: 'text' },
  },
  media: {
    query: {
      caption: 'text',
      image_url: 'text',
      video_url: 'text',
      media_type: 'text',
      children: 'any',
      is_carousel_item: 'boolean',
      share_to_feed: 'boolean',
      appsecret_proof: 'text',
      access_token: 'text',
    },
    body: {
      caption: 'text',
      image_url: 'text',
      video_url: 'text',
      media_type: 'text',
      children: 'any',
      is_carousel_item: 'boolean',
      share_to_feed: 'boolean',
      appsecret_proof: 'text',
      access_token: 'text',
    },
  },
  media_publish: {
    query: { creation_id: 'text', appsecret_proof: 'text', access_token: 'text' },
    body: { creation_id: 'text', appsecret_proof: 'text', access_token: 'text' },
  },
  own_media: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      appsecret_proof: 'text',
      since: 'text',
      until: 'text',
    },
  },
  own_stories: {
    query: {
      fields: 'text',
      limit: 'number',
      after: 'text',
      before: 'text',
      access_token: 'text',
      appsecret_proof: 'text',
      since: 'text',
      until: 'text',
    },
  },
  'replies/post': {
    query: { message: 'text', appsecret_proof: 'text', access_token: 'text' },
    body: { message: 'text', appsecret_proof: 'text', access_token: 'text' },
  },
};
