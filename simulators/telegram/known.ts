/** What simulated telegram knows: methods of the Bot API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  getChat: { body: { chat_id: 'any' } },
  getChatMember: { body: { chat_id: 'any', user_id: 'any' } },
  getChatMemberCount: { body: { chat_id: 'any' } },
  getUpdates: {
    body: { offset: 'number', limit: 'number', timeout: 'number', allowed_updates: { listOf: 'text' } },
  },
  sendMessage: { body: { chat_id: 'any', text: 'text' } },
  sendPhoto: { body: { chat_id: 'any', caption: 'text', photo: 'any' } },
  sendVideo: {
    body: {
      chat_id: 'any',
      caption: 'text',
      video: 'any',
      width: 'number',
      height: 'number',
      supports_streaming: 'boolean',
    },
  },
  sendAnimation: {
    body: { chat_id: 'any', caption: 'text', animation: 'any', width: 'number', height: 'number' },
  },
};
