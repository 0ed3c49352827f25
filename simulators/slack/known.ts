/** What simulated slack knows: methods of the Web API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'chat.postMessage': {
    body: {
      channel: 'text',
      text: 'text',
      unfurl_links: 'boolean',
      unfurl_media: 'boolean',
      metadata: { object: { event_type: 'text', event_payload: 'any' } },
    },
  },
  'conversations.history': {
    body: {
      channel: 'text',
      cursor: 'text',
      include_all_metadata: 'boolean',
      inclusive: 'boolean',
      limit: 'number',
      oldest: 'text',
      latest: 'text',
    },
  },
  'conversations.join': { body: { channel: 'text' } },
  'conversations.list': {
    body: { cursor: 'text', exclude_archived: 'boolean', limit: 'number', types: 'text' },
  },
  'files.completeUploadExternal': {
    body: {
      channel_id: 'text',
      files: { listOf: { object: { id: 'text', title: 'text' } } },
      initial_comment: 'text',
    },
  },
  'files.getUploadURLExternal': { body: { filename: 'text', length: 'number', alt_txt: 'text' } },
  'files.info': { body: { file: 'text' } },
};
