/**
 * Items of `messaging[]` and `standby[]`: messages, taps, reactions, read marks. Instagram and Messenger send the same
 * shapes (Instagram Platform and Messenger Platform, "Webhooks").
 */
import type { Json } from '../../../machines/outcome.ts';
import { at, textAt } from '../../lib/http.ts';
import type { InboundMessage } from '../../port/inbound.ts';
import type { StoryLink } from '../../port/messages.ts';
import { attachmentsIn } from './attachments.ts';
import {
  type Around,
  type Happening,
  idIn,
  ignored,
  keyOf,
  nameOf,
  type Reading,
  timeIn,
  unknown,
  wordsIn,
} from '../../lib/inbound-facts.ts';

/** What else can happen in a conversation, which is of no use here. */
const OF_NO_USE = [
  'delivery',
  'optin',
  'account_linking',
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'app_roles',
  'policy_enforcement',
  'response_feedback',
];

/** Who wrote to whom. The other person is never read from `sender` alone: an echo has the account there. */
interface Sides {
  byAccount: boolean;
  personId: string | null;
}

/** Reads one item. The order matters: a deletion and an echo are messages too. */
export function readMessaging(item: Json, around: Around): Reading {
  const sides = sidesOf(item, around);
  const message = at(item, 'message');
  const postback = at(item, 'postback');
  if ([item, message, postback].some((part) => at(part, 'is_self') === true)) {
    return ignored('self_message', item, around); // the account wrote to itself, to try something out
  }
  const reading = isObject(message)
    ? readMessage(item, message, sides)
    : isObject(postback)
      ? readPostback(item, postback, sides)
      : (readReaction(item, sides) ??
        readEdit(item, sides) ??
        readRead(item, sides) ??
        readReferral(item, sides));
  if (reading !== null) return { ...reading, at: timeIn(item, 'timestamp') };
  const useless = OF_NO_USE.find((name) => at(item, name) !== undefined);
  const read =
    useless === undefined ? unknown(unknownName(item), item, around) : ignored(useless, item, around);
  return { ...read, at: timeIn(item, 'timestamp') };
}

type Read = Omit<Reading, 'at'> | null;

function sidesOf(item: Json, { remoteId }: Around): Sides {
  const sender = idIn(item, 'sender', 'id');
  const recipient = idIn(item, 'recipient', 'id');
  const isEcho = at(item, 'message', 'is_echo') === true;
  const byAccount = isEcho || (sender !== null && sender === remoteId);
  const personId = byAccount ? recipient : sender;
  return { byAccount, personId: personId === remoteId ? null : personId };
}

function readMessage(item: Json, message: Json, sides: Sides): Read {
  const id = idIn(message, 'mid');
  if (id === null) return null;
  const { personId } = sides;
  if (at(message, 'is_deleted') === true) {
    return {
      happening: { kind: 'message_deleted', messageId: id, personId },
      dedupeKey: keyOf('deleted', id),
    };
  }
  if (personId === null) return null;
  const tap = at(message, 'quick_reply');
  const attachments = attachmentsIn(message);
  const text = wordsIn(message, 'text') ?? '';
  const content: InboundMessage = {
    ...who(message, personId, sides),
    id,
    text,
    attachments,
    tap: isObject(tap) ? { payload: wordsIn(tap, 'payload'), label: text } : null,
    storyReply: storyIn(at(message, 'reply_to', 'story') ?? at(item, 'reply_to', 'story')),
    storyMention: mentionIn(message),
    replyTo: idIn(message, 'reply_to', 'mid') ?? idIn(item, 'reply_to', 'mid'),
    ...referred(at(message, 'referral') ?? at(item, 'referral')),
    isUnsupported:
      at(message, 'is_unsupported') === true || attachments.some(({ type }) => type === 'unsupported_type'),
  };
  return { happening: { kind: 'message', message: content }, dedupeKey: keyOf('message', id) };
}

/** A tap on a button, an icebreaker or a menu entry: a message whose text is the button's title. */
function readPostback(item: Json, postback: Json, sides: Sides): Read {
  const { personId } = sides;
  if (personId === null) return null;
  if (sides.byAccount) {
    return {
      happening: { kind: 'ignored', name: 'self_message' },
      dedupeKey: keyOf('self_postback', idIn(postback, 'mid'), timeIn(item, 'timestamp')),
    };
  }
  const id = idIn(postback, 'mid');
  const label = wordsIn(postback, 'title') ?? '';
  const payload = wordsIn(postback, 'payload');
  const content: InboundMessage = {
    ...who(postback, personId, sides),
    id,
    text: label,
    attachments: [],
    tap: { payload, label }, // standby sends no payload
    storyReply: null,
    storyMention: null,
    replyTo: null,
    ...referred(at(postback, 'referral') ?? at(item, 'referral')),
    isUnsupported: false,
  };
  const dedupeKey =
    id === null ? keyOf('tap', personId, timeIn(item, 'timestamp'), payload ?? label) : keyOf('postback', id);
  return { happening: { kind: 'message', message: content }, dedupeKey };
}

function who(
  message: Json,
  personId: string,
  { byAccount }: Sides,
): Pick<InboundMessage, 'personId' | 'echo'> {
  const echo = { appId: idIn(message, 'app_id'), metadata: wordsIn(message, 'metadata') };
  return { personId, echo: byAccount ? echo : null };
}

function readReaction(item: Json, { byAccount, personId }: Sides): Read {
  const reaction = at(item, 'reaction');
  const messageId = idIn(reaction, 'mid');
  const action = wordsIn(reaction, 'action');
  if (messageId === null || personId === null || (action !== 'react' && action !== 'unreact')) return null;
  const happening: Happening = {
    kind: 'reaction',
    messageId,
    personId,
    byAccount,
    action,
    emoji: wordsIn(reaction, 'emoji'),
  };
  // with the time: the same person may react, take it off, and react again
  const writer = byAccount ? 'account' : personId;
  return { happening, dedupeKey: keyOf('reaction', messageId, writer, action, timeIn(item, 'timestamp')) };
}

/**
 * `num_edit: 0` is no edit: it comes beside a message or instead of one, often without its sender. An edit without its text
 * is read from the network as well.
 */
function readEdit(item: Json, { personId }: Sides): Read {
  const edit = at(item, 'message_edit');
  const messageId = idIn(edit, 'mid');
  if (messageId === null) return null;
  const count = Number(textAt(edit, 'num_edit') ?? 0);
  const edits = Number.isSafeInteger(count) && count > 0 ? count : 0;
  const text = wordsIn(edit, 'text');
  if (edits === 0 || text === null) {
    return { happening: { kind: 'message_exists', messageId }, dedupeKey: keyOf('exists', messageId, edits) };
  }
  return {
    happening: { kind: 'message_edited', messageId, personId, text, edits },
    dedupeKey: keyOf('edit', messageId, edits),
  };
}

/** Instagram names the message, Messenger the time up to which everything was read. */
function readRead(item: Json, { byAccount, personId }: Sides): Read {
  const read = at(item, 'read');
  if (!isObject(read) || personId === null) return null;
  const messageId = idIn(read, 'mid');
  const upTo = timeIn(read, 'watermark');
  if (messageId === null && upTo === null) return null;
  const dedupeKey = keyOf('read', messageId ?? upTo, byAccount ? 'account' : personId);
  if (byAccount) return { happening: { kind: 'ignored', name: 'own_read' }, dedupeKey };
  return { happening: { kind: 'read', personId, messageId, upTo }, dedupeKey };
}

/** A link with a code, opened in a conversation that exists. An ad's may come without a code. */
function readReferral(item: Json, { personId }: Sides): Read {
  const referral = at(item, 'referral');
  if (!isObject(referral) || personId === null) return null;
  const { ref, ...more } = referred(referral);
  return {
    happening: { kind: 'referral', personId, ref: ref ?? '', ...more },
    dedupeKey: keyOf('referral', personId, timeIn(item, 'timestamp'), ref ?? ''),
  };
}

/** The ad or link that brought the person here (Messenger Platform, "messaging_referrals"; Instagram, "messaging_referral"). */
function referred(referral: Json | undefined): Pick<InboundMessage, 'ref' | 'referral'> {
  if (!isObject(referral)) return { ref: null };
  const ref = wordsIn(referral, 'ref');
  const ad = at(referral, 'ads_context_data');
  return {
    ref,
    referral: {
      source: wordsIn(referral, 'source'),
      ref,
      adId: idIn(referral, 'ad_id'),
      title: wordsIn(ad, 'ad_title'),
      mediaUrl: wordsIn(ad, 'photo_url') ?? wordsIn(ad, 'video_url'),
    },
  };
}

function mentionIn(message: Json): StoryLink | null {
  const items = at(message, 'attachments');
  const mention = Array.isArray(items)
    ? items.find((item) => wordsIn(item, 'type') === 'story_mention')
    : undefined;
  if (mention === undefined) return null;
  const payload = at(mention, 'payload');
  return { storyId: idIn(payload, 'story_media_id') ?? idIn(payload, 'id'), url: wordsIn(payload, 'url') };
}

function storyIn(story: Json | undefined): StoryLink | null {
  return isObject(story) ? { storyId: idIn(story, 'id'), url: wordsIn(story, 'url') } : null;
}

/** The item's own word for what happened: `message` where one could not be read. */
function unknownName(item: Json): string {
  const around = ['sender', 'recipient', 'timestamp'];
  const word = isObject(item) ? Object.keys(item).find((key) => !around.includes(key)) : undefined;
  return nameOf('messaging', word ?? null);
}

function isObject(json: Json | undefined): json is { [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
