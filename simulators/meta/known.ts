/** What Meta's networks know alike: nodes, lists, writes, conversations, messages and subscriptions of the Graph API. */
import type { Fields, KnownCall, KnownCalls, Type } from '../known.ts';

/** Parameters of every call of the Graph API. */
const SIGNED: Fields = { access_token: 'text', appsecret_proof: 'text' };
const PAGES: Fields = { fields: 'text', limit: 'number', after: 'text', before: 'text' };
export const TIMES: Fields = { since: 'text', until: 'text' };

export const node: KnownCall = { query: { fields: 'text', ...SIGNED } };

/** @param more what the list takes beside its pages and fields */
export function list(more: Fields = {}, signed = SIGNED): KnownCall {
  return { query: { ...PAGES, ...more, ...signed } };
}

export function insights(more: Fields = {}, signed = SIGNED): KnownCall {
  return { query: { metric: 'text', ...more, ...signed } };
}

/** A write takes its parameters in the address as well as in the body. */
export function write(fields: Fields = {}, signed = SIGNED): KnownCall {
  return { query: { ...fields, ...signed }, body: { ...fields, ...signed } };
}

/** A write that takes `fields` and goes wrong by it: the network's own code says how. */
export function spoilt(fields: Fields): KnownCall {
  const { query, body } = write(fields);
  return { query: { fields: 'text', ...query }, body: body ?? {} };
}

const MESSAGE: Type = {
  object: { text: 'text', attachment: 'any', quick_replies: { listOf: 'any' }, metadata: 'text' },
};

/** Conversations and messages of Messenger and of Instagram. */
export function messaging(platform: 'instagram' | 'messenger'): KnownCalls {
  return {
    conversations: list({ platform: { oneOf: [platform] }, user_id: 'text' }),
    conversation: node,
    message: node,
    messages: spoilt({
      recipient: { object: { id: 'text', comment_id: 'text' } },
      message: MESSAGE,
      messaging_type: { oneOf: ['RESPONSE', 'UPDATE', 'MESSAGE_TAG'] },
      tag: { oneOf: ['HUMAN_AGENT'] },
      sender_action: { oneOf: ['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'] },
      payload: 'any',
    }),
    'subscribed_apps/get': { query: SIGNED },
    'subscribed_apps/post': write({ subscribed_fields: 'any' }),
    'subscribed_apps/delete': write(),
    delete: write(),
  };
}
