/** What X's rows of direct messages say (API v2, `dm_events`). */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import { timeIn } from '../lib/inbound-facts.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Attachment, Conversation, Message } from '../port/messages.ts';
import { listOf, wordsOf } from './words.ts';

/** The words of a message: links as they were written, without those to its own pictures. */
export function messageWords(content: Json): string {
  const links = listOf(at(content, 'entities', 'urls'));
  const own = links.filter((link) => OWN_PICTURE.test(textAt(link, 'expanded_url') ?? ''));
  let { words } = wordsOf(content);
  for (const link of own) words = words.replaceAll(textAt(link, 'expanded_url') ?? '', '');
  return words.trim();
}

const OWN_PICTURE = /^https:\/\/(?:twitter|x)\.com\/messages\/media\/\d+$/;

/** @returns null for what is no message between the account and one person: groups, people who joined */
export function messageIn(row: Json, includes: Json | undefined, account: AccountAccess): Message | null {
  const id = textAt(row, 'id');
  const conversationId = textAt(row, 'dm_conversation_id');
  const createdAt = timeIn(row, 'created_at');
  const sender = textAt(row, 'sender_id');
  const personId = conversationId === null ? null : personOf(conversationId, account.remoteId);
  const isMessage = (textAt(row, 'event_type') ?? 'MessageCreate') === 'MessageCreate';
  if (id === null || conversationId === null || createdAt === null || personId === null || !isMessage)
    return null;
  return {
    id,
    conversationId,
    direction: sender === account.remoteId ? 'out' : 'in',
    personId,
    text: messageWords(row),
    attachments: attachmentsIn(row, includes),
    createdAt,
  };
}

/** The id of a conversation of two is made of theirs, the smaller first; a group has one number. */
function personOf(conversationId: string, remoteId: string): string | null {
  const sides = conversationId.split('-');
  if (sides.length !== 2 || !sides.includes(remoteId)) return null;
  return sides.find((side) => side !== remoteId) ?? null;
}

/** The conversations that these messages belong to, newest first. X has no list of conversations. */
export function conversationsIn(messages: Message[], includes: Json | undefined): Conversation[] {
  const found = new Map<string, Conversation>();
  for (const { conversationId: id, personId, createdAt } of messages) {
    const conversation = found.get(id);
    if (conversation) conversation.updatedAt = Math.max(conversation.updatedAt, createdAt);
    else found.set(id, { id, person: personIn(personId, includes), updatedAt: createdAt });
  }
  return [...found.values()];
}

function personIn(id: string, includes: Json | undefined): Conversation['person'] {
  const user = listOf(at(includes, 'users')).find((one) => textAt(one, 'id') === id);
  return { id, username: textAt(user, 'username'), name: textAt(user, 'name') };
}

/** Pictures open with the account's access alone, so they have no address here. */
function attachmentsIn(row: Json, includes: Json | undefined): Attachment[] {
  return listOf(at(row, 'attachments', 'media_keys')).map((key) => {
    const media = listOf(at(includes, 'media')).find((one) => textAt(one, 'media_key') === key);
    const type = textAt(media, 'type') ?? 'media';
    const name = type === 'photo' ? 'image' : type;
    return { type: name, url: null, assetId: textAt(key), title: null, mayCopy: false };
  });
}
