/** What a person does in a conversation, and the events that follow from it. */
import { BadInput } from '../bad-input.ts';
import type { Act, PersonActResult, Ad, SentType } from '../people.ts';
import type { Dialect } from './dialect.ts';
import { messageItem, sendMessaging } from './events.ts';
import { addMessage, openConversation } from './send.ts';
import {
  type Attachment,
  type Conversation,
  conversationWith,
  factsOf,
  type Message,
  messagesIn,
  mustBe,
  type PeopleWorld,
  type Person,
} from './state.ts';

/** Acts of a conversation; a comment is the network's own matter. */
export type ConversationAct = Exclude<Act, { kind: 'comment' | 'review' | 'like' | 'goLive' | 'endLive' }>;

export function actInConversation(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  act: ConversationAct,
): PersonActResult {
  const done = (): PersonActResult => ({ person: factsOf(person) });
  const wrote = ({ id }: Message): PersonActResult => ({ ...done(), messageId: id });
  const free = ['block', 'unblock', 'follow', 'unfollow', 'human'].includes(act.kind);
  if (person.blocked && !free) {
    throw new BadInput(`act: ${person.username} has blocked the account; unblock first`);
  }
  switch (act.kind) {
    case 'block':
    case 'unblock':
      person.blocked = act.kind === 'block';
      return done();
    case 'follow':
    case 'unfollow':
      person.follows = act.kind === 'follow';
      return done();
    case 'human':
      return wrote(humanWrites(world, dialect, person, act.text));
    case 'say': {
      const answered = messageNamed(world, person, act.replyTo, 'replyTo');
      return wrote(say(world, dialect, person, { text: act.text, replyTo: answered?.id ?? null }));
    }
    case 'mentionStory':
      return wrote(say(world, dialect, person, { story: storyOf(world, 'mention', null) }));
    case 'replyStory': {
      const story = storyOf(world, 'reply', person.account);
      return wrote(say(world, dialect, person, { text: act.text, story }));
    }
    case 'send':
      return wrote(say(world, dialect, person, sentThing(world, act.type, act.url)));
    case 'tap':
      return tap(world, dialect, person, act.label);
    case 'openRef':
      return openRef(world, dialect, person, act);
    case 'react':
    case 'unreact':
      return wrote(react(world, dialect, person, act));
    case 'edit':
      return wrote(edit(world, dialect, person, act));
    case 'delete':
      return wrote(unsend(world, dialect, person, act.messageId));
    case 'read':
      return wrote(read(world, dialect, person));
    default:
      act satisfies never;
      throw new BadInput('act is not known');
  }
}

/** The person's own act opens the reply window, and lets the account read their profile. */
function renew(world: PeopleWorld, conversation: Conversation): void {
  conversation.lastInboundAt = world.now();
  conversation.consented = true;
}

function say(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  content: Partial<Message>,
  more: { [name: string]: { [name: string]: string } } = {},
): Message {
  const conversation = openConversation(world, dialect, person);
  const { pendingRef, pendingAd } = conversation;
  const message = addMessage(world, dialect, person, { ...content, byAccount: false });
  renew(world, conversation);
  conversation.pendingRef = null;
  delete conversation.pendingAd;
  const referral = pendingRef === null ? {} : { referral: referralOf({ ref: pendingRef, ad: pendingAd }) };
  if (world.webhooks.manner().emptyEdits) {
    sendMessaging(world, dialect, person, 'edit', { message_edit: { mid: message.id, num_edit: 0 } });
  }
  sendMessaging(world, dialect, person, 'message', messageItem(message, { ...more, ...referral }));
  return message;
}

function tap(world: PeopleWorld, dialect: Dialect, person: Person, label: string): PersonActResult {
  const conversation = conversationWith(world, person);
  const all = conversation ? messagesIn(world, conversation) : [];
  const choice = all.at(-1)?.choices.find(({ title }) => title === label);
  const done = ({ id }: Message): PersonActResult => ({ person: factsOf(person), messageId: id });
  if (choice) {
    return done(say(world, dialect, person, { text: label }, { quick_reply: { payload: choice.payload } }));
  }
  const buttons = all.toReversed().flatMap(({ buttons }) => buttons);
  const button = buttons.find(({ title }) => title === label);
  if (!conversation || !button) {
    const shown = [...(all.at(-1)?.choices ?? []), ...buttons].map(({ title }) => title).join(', ');
    throw new BadInput(`tap: ${label} is not shown to ${person.username}; what is: ${shown || 'nothing'}`);
  }
  if (button.url !== null) return { person: factsOf(person), opened: button.url };
  const message = addMessage(world, dialect, person, { text: label, byAccount: false });
  renew(world, conversation);
  const postback = { mid: message.id, title: label, payload: button.payload ?? '' };
  sendMessaging(world, dialect, person, 'postback', { postback });
  return done(message);
}

/** In a conversation that exists the app hears of it at once; else the code comes with what begins the conversation. */
function openRef(world: PeopleWorld, dialect: Dialect, person: Person, opened: Opened): PersonActResult {
  const known = conversationWith(world, person);
  const facts = factsOf(person);
  if (known && known.messages.length > 0) {
    renew(world, known);
    sendMessaging(world, dialect, person, 'referral', { referral: referralOf(opened) });
    return { person: facts };
  }
  const conversation = openConversation(world, dialect, person);
  if (dialect.object === 'instagram') {
    conversation.pendingRef = opened.ref;
    if (opened.ad) conversation.pendingAd = opened.ad;
    return { person: facts };
  }
  const message = addMessage(world, dialect, person, { text: 'Get Started', byAccount: false });
  renew(world, conversation);
  const postback = {
    mid: message.id,
    title: 'Get Started',
    payload: 'GET_STARTED',
    referral: referralOf(opened),
  };
  sendMessaging(world, dialect, person, 'postback', { postback });
  return { person: facts, messageId: message.id };
}

interface Opened {
  ref: string;
  ad?: Ad | undefined;
}

function referralOf({ ref, ad }: Opened): { [name: string]: string | { [name: string]: string } } {
  const code = ref === '' ? {} : { ref };
  if (ad === undefined) return { ...code, source: 'SHORTLINK', type: 'OPEN_THREAD' };
  const { id, title, pictureUrl } = ad;
  const shown = { ad_title: title, photo_url: pictureUrl, post_id: `${id}_1` };
  return { ...code, ad_id: id, source: 'ADS', type: 'OPEN_THREAD', ads_context_data: shown };
}

function react(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  act: Extract<Act, { kind: 'react' | 'unreact' }>,
): Message {
  const message = messageNamed(world, person, act.messageId, 'messageId') ?? newest(world, person, true);
  const { id: mid } = message;
  if (act.kind === 'unreact') {
    delete message.reactions[person.id];
    if (dialect.sendsUnreact)
      sendMessaging(world, dialect, person, 'reaction', { reaction: { mid, action: 'unreact' } });
    return message;
  }
  message.reactions[person.id] = act.emoji;
  const conversation = conversationWith(world, person);
  if (dialect.reactionOpensWindow && conversation) conversation.lastInboundAt = world.now();
  const reaction = NAMED_REACTIONS[act.emoji] ?? 'other';
  sendMessaging(world, dialect, person, 'reaction', {
    reaction: { mid, action: 'react', reaction, emoji: act.emoji },
  });
  return message;
}

const NAMED_REACTIONS: { [emoji: string]: string } = {
  '❤': 'love',
  '❤️': 'love',
  '😆': 'smile',
  '😮': 'wow',
  '😢': 'sad',
  '😠': 'angry',
  '👍': 'like',
  '👎': 'dislike',
};

function edit(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  act: Extract<Act, { kind: 'edit' }>,
): Message {
  const message = messageNamed(world, person, act.messageId, 'messageId') ?? newest(world, person, false);
  if (message.byAccount) throw new BadInput(`messageId: ${message.id} was not written by ${person.username}`);
  message.text = act.text;
  message.edits += 1;
  const { id: mid, text, edits: num_edit } = message;
  sendMessaging(world, dialect, person, 'edit', { message_edit: { mid, text, num_edit } });
  return message;
}

function unsend(world: PeopleWorld, dialect: Dialect, person: Person, messageId: string | null): Message {
  const message = messageNamed(world, person, messageId, 'messageId') ?? newest(world, person, false);
  if (message.byAccount) throw new BadInput(`messageId: ${message.id} was not written by ${person.username}`);
  message.deleted = true;
  sendMessaging(world, dialect, person, 'deleted', { message: { mid: message.id, is_deleted: true } });
  return message;
}

function read(world: PeopleWorld, dialect: Dialect, person: Person): Message {
  const message = newest(world, person, true);
  const conversation = conversationWith(world, person);
  if (conversation) conversation.readAt = world.now();
  const what = dialect.object === 'instagram' ? { mid: message.id } : { watermark: message.at };
  sendMessaging(world, dialect, person, 'read', { read: what });
  return message;
}

/** Page inbox replies name Meta's inbox as the app; Instagram echoes name none. */
const INBOX_APP_ID = 263_902_037_430_900;

function humanWrites(world: PeopleWorld, dialect: Dialect, person: Person, text: string): Message {
  const message = addMessage(world, dialect, person, { text, byAccount: true });
  const app = dialect.echoAppId === null ? {} : { app_id: INBOX_APP_ID };
  sendMessaging(world, dialect, person, 'echo', messageItem(message, { is_echo: true, ...app }));
  return message;
}

/** Null where no id was given. */
function messageNamed(world: PeopleWorld, person: Person, id: string | null, field: string): Message | null {
  if (id === null) return null;
  const message = world.state.people.messages[id];
  const conversation = conversationWith(world, person);
  if (message && conversation?.messages.includes(id) && !message.deleted) return message;
  throw new BadInput(`${field}: ${person.username} has no message ${id} with this account`);
}

function newest(world: PeopleWorld, person: Person, byAccount: boolean): Message {
  const conversation = conversationWith(world, person);
  const all = conversation ? messagesIn(world, conversation) : [];
  const found = all.findLast((message) => message.byAccount === byAccount && !message.deleted);
  const whose = byAccount ? `received no message` : `wrote no message`;
  return mustBe(found, `messageId: ${person.username} ${whose} yet`);
}

function storyOf(world: PeopleWorld, kind: 'mention' | 'reply', account: string | null): Message['story'] {
  const number = world.nextNumber();
  const id = account === null ? `180${String(number).padStart(14, '0')}` : `1809${account.slice(-13)}`;
  return { kind, id, url: sample(world, 'photo.jpg', `story=${id}`) };
}

/** Shared content comes twice, as it does there: under the old type and under the new one. */
function sentThing(world: PeopleWorld, type: SentType, given: string | null): Partial<Message> {
  if (type === 'unsupported') return { unsupported: true };
  const file = { video: 'clip.mp4', sticker: 'wide.png' }[type as string] ?? 'photo.jpg';
  const url = given ?? sample(world, file, `number=${world.nextNumber()}`);
  const one: Attachment = { type, url, more: {} };
  if (type !== 'share') return { attachments: [one] };
  const more = {
    ig_post_media_id: `180${String(world.nextNumber()).padStart(14, '0')}`,
    title: 'A shared post',
  };
  return { attachments: [one, { type: 'ig_post', url, more }] };
}

function sample(world: PeopleWorld, name: string, query: string): string {
  return new URL(`/samples/${name}?${query}`, world.baseUrl).href;
}
