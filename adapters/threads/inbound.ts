/**
 * What Threads sends: replies to the account's posts. Its envelope is unlike those of the other networks of Meta: one
 * notification with the account inside it (Threads API, "Webhooks"). The fields are chosen in the app's dashboard; there
 * is no call to subscribe an account.
 */
import type { Json } from '../../machines/outcome.ts';
import { at } from '../lib/http.ts';
import { storable } from '../lib/storable.ts';
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
import { challenge, signedRequest, verify } from '../meta/inbound/signature.ts';
import type { InboundComment, InboundEvent, InboundPort } from '../port/inbound.ts';
import { attachmentsIn } from './reply-media.ts';

export const inbound: InboundPort = { challenge, verify, split, signedRequest };

function split(body: Json, arrivedAt: number): InboundEvent[] {
  return notificationsIn(body).map((notification, index) => {
    const clean = storable(notification);
    if (clean === undefined) return tooDeep({ remoteId: null, timeMs: null }, index, arrivedAt);
    const raw = Array.isArray(clean) ? [clean] : clean; // no notification, and read as one again
    const values = at(clean, 'values');
    const [value = null] = Array.isArray(values) ? values : [values];
    const around: Around = { remoteId: accountIn(raw, value), timeMs: timeIn(raw, 'time') };
    const isTest = around.remoteId === '0';
    return eventFrom(isTest ? testOf(value, around) : readValue(value, around), named(around), {
      raw,
      arrivedAt,
    });
  });
}

/** One per value. The documents show one value; an array of them, and an array of notifications, are accepted too. */
function notificationsIn(body: Json): Json[] {
  return (Array.isArray(body) ? body : [body]).flatMap((part) => {
    const values = at(part, 'values');
    if (!Array.isArray(values)) return [part];
    return values.map((value) => ({ ...(part as { [key: string]: Json }), values: [value] }));
  });
}

/** `target_id` is the post for replies and deletions, and the account for the others. */
function accountIn(notification: Json, value: Json): string | null {
  return (
    idIn(value, 'value', 'root_post', 'owner_id') ??
    idIn(value, 'value', 'owner', 'owner_id') ??
    idIn(value, 'value', 'owner_id') ??
    idIn(notification, 'target_id')
  );
}

function named(around: Around): Around {
  return around.remoteId === '0' ? { ...around, remoteId: null } : around;
}

function testOf(value: Json, { timeMs }: Around): Reading {
  const field = nameOf(wordsIn(value, 'field') ?? 'values');
  return { happening: { kind: 'test', field }, dedupeKey: keyOf('test', field, timeMs), at: null };
}

function readValue(item: Json, around: Around): Reading {
  const field = wordsIn(item, 'field');
  const value = at(item, 'value') ?? null;
  const id = idIn(value, 'id');
  if (field === null || id === null) return unknown(nameOf(field ?? 'values'), item, around);
  switch (field) {
    case 'replies':
      return {
        happening: { kind: 'comment', comment: replyIn(id, value) },
        dedupeKey: keyOf('comment', id),
        at: timeIn(value, 'timestamp'),
      };
    case 'delete':
      return {
        happening: { kind: 'comment_changed', commentId: id, change: 'deleted', text: null },
        dedupeKey: keyOf('comment_deleted', id),
        at: timeIn(value, 'deleted_at'),
      };
    case 'publish':
      return { ...ignored(field, item, around), at: timeIn(value, 'timestamp') };
    default:
      return unknown(nameOf(field), item, around);
  }
}

/** Writers have a name only. Parts of the account's own thread come as replies too. */
function replyIn(id: string, value: Json): InboundComment {
  const root = idIn(value, 'root_post', 'id');
  const parent = idIn(value, 'replied_to', 'id');
  const username = wordsIn(value, 'username');
  const attachments = attachmentsIn(value);
  return {
    id,
    networkPostId: root ?? parent,
    originalPostId: null,
    postKind: 'post',
    parentId: parent === root || root === null ? null : parent,
    text: wordsIn(value, 'text') ?? '',
    from: { id: null, username, name: null },
    isOwn:
      at(value, 'is_reply_owned_by_me') === true ||
      (username !== null && username === wordsIn(value, 'root_post', 'username')),
    rating: null,
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}
