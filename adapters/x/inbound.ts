/**
 * What X's Activity API sends: replies to the account's posts, mentions, and direct messages (X API, "X Activity API",
 * "Event payloads"). One body is one event, about the account in `filter`.
 */
import type { Json } from '../../machines/outcome.ts';
import { at } from '../lib/http.ts';
import {
  type Around,
  eventFrom,
  idIn,
  ignored,
  keyOf,
  nameOf,
  type Reading,
  timeIn,
  tooDeep,
  unknown,
  wordsIn,
} from '../lib/inbound-facts.ts';
import { storable } from '../lib/storable.ts';
import type { InboundEvent, InboundPort } from '../port/inbound.ts';
import { readChat, readMessage } from './inbound-messages.ts';
import { includedIn, permissionsOf, replyRow } from './reply-row.ts';
import { challenge, verify } from './signature.ts';
import { stream, subscriptions } from './subscriptions.ts';

export const inbound: InboundPort = {
  challenge,
  challengeType: 'application/json; charset=utf-8',
  verify,
  split,
  subscriptions,
  stream,
};

function split(body: Json, arrivedAt: number): InboundEvent[] {
  return itemsIn(body).map((item, index) => {
    const raw = storable(item);
    if (raw === undefined) return tooDeep({ remoteId: null, timeMs: null }, index, arrivedAt);
    const data = at(raw, 'data') ?? null;
    const around: Around = { remoteId: idIn(data, 'filter', 'user_id'), timeMs: null };
    return eventFrom(readEvent(data, around), around, { raw, arrivedAt });
  });
}

/** Each with one message at most. The documents show one event in a body; a list of them is taken too. */
function itemsIn(body: Json): Json[] {
  return (Array.isArray(body) ? body : [body]).flatMap((part) => {
    const data = at(part, 'data');
    return (Array.isArray(data) ? data : [data ?? part]).flatMap((one): Json[] => {
      const payload = at(one, 'payload');
      const messages = at(payload, 'direct_message_events');
      if (!Array.isArray(messages) || messages.length < 2) return [{ data: one }];
      return messages.map((message) => ({
        data: {
          ...(one as { [name: string]: Json }),
          payload: { ...(payload as { [name: string]: Json }), direct_message_events: [message] },
        },
      }));
    });
  });
}

function readEvent(data: Json, around: Around): Reading {
  const type = wordsIn(data, 'event_type');
  const payload = at(data, 'payload') ?? null;
  const { remoteId } = around;
  if (type === null || remoteId === null) return unknown(nameOf(type ?? 'event'), data, around);
  switch (type) {
    case 'post.reply.create':
    case 'post.mention.create':
      return readReply(type, data, { ...around, remoteId });
    case 'dm.received':
    case 'dm.sent':
      return readMessage(payload, remoteId) ?? unknown(nameOf(type), data, around);
    case 'chat.received':
    case 'chat.sent':
      return readChat(payload, remoteId) ?? unknown(nameOf(type), data, around);
    default:
      return ignored(nameOf(type), data, around);
  }
}

/** A reply to the account, or one below a post of the account that names it. Other mentions are no comments. */
function readReply(type: string, data: Json, around: Around & { remoteId: string }): Reading {
  const { remoteId } = around;
  const payload = at(data, 'payload') ?? null;
  const { users, posts } = includedIn(data);
  const included = { users: users.map(unwrapped), posts: posts.map(unwrapped) };
  const reply = replyRow(payload, included, { remoteId, username: null });
  if (reply === null)
    return type === 'post.mention.create' ? ignored(type, data, around) : unknown(nameOf(type), data, around);
  const isBelowOwn = included.posts.some(
    (post) => idIn(post, 'id') === reply.networkPostId && idIn(post, 'author_id') === remoteId,
  );
  const { takesReply, ...comment } = reply;
  const answersAccount = idIn(payload, 'in_reply_to_user_id') === remoteId;
  const isMention = type === 'post.mention.create';
  if (isMention && !answersAccount && !isBelowOwn) return ignored(type, data, around);
  return {
    happening: {
      kind: 'comment',
      comment: {
        ...comment,
        originalPostId: null,
        postKind: 'post',
        rating: null,
        ...permissionsOf(answersAccount || isMention || takesReply),
      },
    },
    // a reply that also mentions the account comes under both types
    dedupeKey: keyOf('comment', reply.id),
    at: timeIn(payload, 'created_at'),
  };
}

/** Some events have the user or the post in `data`. */
function unwrapped(one: Json): Json {
  return at(one, 'data') ?? one;
}
