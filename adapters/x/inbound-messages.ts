/** Direct messages in webhooks: those that can be read, and those of encrypted chats, which cannot. */
import type { Json } from '../../machines/outcome.ts';
import { at } from '../lib/http.ts';
import { idIn, keyOf, type Reading, timeIn, wordsIn } from '../lib/inbound-facts.ts';
import type { InboundMessage } from '../port/inbound.ts';
import type { Attachment } from '../port/messages.ts';
import { messageWords } from './message-rows.ts';
import { listOf } from './words.ts';

/** @returns null where it is not a message between the account and one person */
export function readMessage(payload: Json, remoteId: string): Reading | null {
  const event = listOf(at(payload, 'direct_message_events'))[0] ?? null;
  const id = idIn(event, 'id');
  const created = at(event, 'message_create') ?? null;
  const sender = idIn(created, 'sender_id');
  const personId = otherOf(remoteId, sender, idIn(created, 'target', 'recipient_id'));
  if (id === null || wordsIn(event, 'type') !== 'message_create' || personId === null) return null;
  const content = at(created, 'message_data') ?? null;
  return {
    happening: {
      kind: 'message',
      message: {
        ...plain,
        id,
        personId,
        echo: sender === remoteId ? ECHO : null,
        text: messageWords(content),
        attachments: attachmentsIn(content),
      },
    },
    dedupeKey: keyOf('message', id),
    at: timeIn(event, 'created_timestamp'),
  };
}

/**
 * A message of an encrypted chat. Only the account's own devices have the key, so what is kept is that there was one.
 * Its conversation is named by both ids.
 */
export function readChat(payload: Json, remoteId: string): Reading | null {
  const id = idIn(payload, 'id');
  const sender = idIn(payload, 'sender_id');
  const sides = wordsIn(payload, 'conversation_id')?.split(':') ?? [];
  const other = sides.length === 2 ? sides.find((side) => side !== remoteId) : undefined;
  const personId = otherOf(remoteId, sender, sender === remoteId ? (other ?? null) : remoteId);
  if (id === null || personId === null) return null;
  return {
    happening: {
      kind: 'message',
      message: {
        ...plain,
        id: `chat ${id}`,
        personId,
        echo: sender === remoteId ? ECHO : null,
        attachments: [
          { type: 'encrypted', url: null, assetId: null, title: 'To be read in X alone', mayCopy: false },
        ],
        isUnsupported: true,
      },
    },
    dedupeKey: keyOf('chat', id),
    at: timeIn(payload, 'created_at_msec'),
  };
}

const ECHO = { appId: null, metadata: null };

const plain: InboundMessage = {
  id: null,
  personId: '',
  echo: null,
  text: '',
  attachments: [],
  tap: null,
  storyReply: null,
  storyMention: null,
  replyTo: null,
  ref: null,
  isUnsupported: false,
};

/** The other side; null where the account is not one of the two, or both. */
function otherOf(remoteId: string, sender: string | null, recipient: string | null): string | null {
  if (sender === null || recipient === null || sender === recipient) return null;
  if (sender === remoteId) return recipient;
  return recipient === remoteId ? sender : null;
}

/** Pictures open with the account's access alone, so they have no address here. */
function attachmentsIn(content: Json): Attachment[] {
  const media = at(content, 'attachment', 'media');
  if (media === undefined) return [];
  const type = wordsIn(media, 'type') ?? 'media';
  const name = type === 'photo' ? 'image' : type;
  return [{ type: name, url: null, assetId: idIn(media, 'id'), title: null, mayCopy: false }];
}
