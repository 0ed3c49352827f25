/** What Meta's rows of conversations and messages say, on Instagram and on Messenger. */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Attachment, Conversation, Message, StoryLink } from '../port/messages.ts';
import { rowsOf, timeOf } from './calls.ts';

/** @returns nothing for a conversation of the account with itself */
export function conversationIn(row: Json, account: AccountAccess): Conversation[] {
  const id = textAt(row, 'id');
  const updatedAt = timeOf(row, 'updated_time');
  const others = rowsOf(at(row, 'participants'))?.rows.filter((one) => !isAccount(one, account)) ?? [];
  const [person] = others;
  const personId = textAt(person, 'id');
  if (id === null || updatedAt === null || personId === null) return [];
  const names = { username: textAt(person, 'username'), name: textAt(person, 'name') };
  return [{ id, person: { id: personId, ...names }, updatedAt }];
}

/** @returns null for a message without details: the network gives those of the latest ones alone */
export function messageIn(row: Json, conversationId: string, account: AccountAccess): Message | null {
  const id = textAt(row, 'id');
  const createdAt = timeOf(row, 'created_time');
  const from = at(row, 'from');
  if (id === null || createdAt === null || from === undefined) return null;
  const isOut = isAccount(from, account);
  const personId = isOut ? textAt(rowsOf(at(row, 'to'))?.rows[0], 'id') : textAt(from, 'id');
  if (personId === null) return null;
  const storyReply = storyIn(at(row, 'story', 'reply_to'));
  const storyMention = storyIn(at(row, 'story', 'mention'));
  return {
    id,
    conversationId,
    direction: isOut ? 'out' : 'in',
    personId,
    text: textAt(row, 'message') ?? '',
    attachments: [
      ...(rowsOf(at(row, 'attachments'))?.rows ?? []).map(attachmentIn),
      ...(rowsOf(at(row, 'shares'))?.rows ?? []).map(shareIn),
    ],
    ...(storyReply === null ? {} : { storyReply }),
    ...(storyMention === null ? {} : { storyMention }),
    ...(at(row, 'is_unsupported') === true ? { isUnsupported: true } : {}),
    createdAt,
  };
}

/** The account has several ids at Instagram, and one name. */
function isAccount(user: Json, { remoteId, username }: AccountAccess): boolean {
  return textAt(user, 'id') === remoteId || textAt(user, 'username') === username;
}

/** Attachments are told apart by what they contain; in a webhook they have a type. */
function attachmentIn(row: Json): Attachment {
  const image = textAt(row, 'image_data', 'url');
  const video = textAt(row, 'video_data', 'url');
  const file = textAt(row, 'file_url');
  const isSticker = at(row, 'image_data', 'render_as_sticker') === true;
  const isAudio = textAt(row, 'mime_type')?.startsWith('audio/') === true;
  const type =
    image !== null
      ? isSticker
        ? 'sticker'
        : 'image'
      : video !== null
        ? 'video'
        : file !== null
          ? isAudio
            ? 'audio'
            : 'file'
          : at(row, 'generic_template') === undefined
            ? 'unsupported_type'
            : 'template';
  return {
    type,
    url: image ?? video ?? file,
    assetId: null,
    title: textAt(row, 'name'),
    mayCopy: ['image', 'video', 'audio', 'file'].includes(type),
  };
}

function shareIn(row: Json): Attachment {
  return {
    type: 'share',
    url: textAt(row, 'link'),
    assetId: textAt(row, 'id'),
    title: textAt(row, 'name'),
    mayCopy: false,
  };
}

/** The link is empty where the story has ended, or is private. */
function storyIn(story: Json | undefined): StoryLink | null {
  return story === undefined ? null : { storyId: textAt(story, 'id'), url: textAt(story, 'link') || null };
}
