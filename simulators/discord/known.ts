/** What simulated discord knows: a webhook's message, as JSON or in the field `payload_json` beside its files. */
import type { Fields, KnownCalls } from '../known.ts';

const message: Fields = {
  content: 'text',
  allowed_mentions: { object: { parse: { listOf: { oneOf: ['roles', 'users', 'everyone'] } } } },
  attachments: { listOf: { object: { id: 'any', filename: 'text', description: 'text' } } },
};

const files: Fields = Object.fromEntries(
  Array.from({ length: 11 }, (_, index) => [`files[${index}]`, 'file']),
);

export const known: KnownCalls = {
  getWebhook: {},
  executeWebhook: {
    query: { wait: 'boolean' },
    body: { ...message, payload_json: { object: message }, ...files },
  },
  getWebhookMessage: {},
};
