/**
 * Direct messages by Meta's Conversations API and Send API, the same for Instagram and Messenger. No call takes an
 * idempotency key. Never add `fields` to a send: it is refused with a code that looks like a missing permission.
 */
import type { Json } from '../../machines/outcome.ts';
import { type Lost, type NetworkResponse, ask, at, textAt } from '../lib/http.ts';
import type { AccountAccess } from '../port/account.ts';
import type {
  FileLimits,
  Message,
  MessageLimits,
  MessageWindow,
  MessagesPort,
  MessagesStep,
  OutgoingFile,
  OutgoingMessage,
  PersonProfile,
  Recipient,
} from '../port/messages.ts';
import type { Missing, Page } from '../port/read.ts';
import type { Access } from './access.ts';
import { askWithFewer, pageOf, readFailure, rowsIn, rowsOf } from './calls.ts';
import { graphErrorOf, messageOf } from './errors.ts';
import { conversationIn, messageIn } from './message-rows.ts';
import { type Caller, get, post } from './request.ts';
import { isHiddenPerson, sendFailure } from './send-errors.ts';

/** The differences between Instagram and Messenger. */
export interface Inbox {
  platform: 'instagram' | 'messenger';
  limits: MessageLimits;
  /** @returns `node`: whose conversations these are, for paths */
  of(account: AccountAccess): { caller: Caller; node: string; access: Access };
  /** Details of a message that an account may be refused, in the order in which they are left out. */
  parts: string[];
  /** What every send says beside the message: Messenger names the reason of a message, Instagram's examples do not. */
  reason: { [name: string]: string };
  /** Whether `metadata` comes back in an echo. */
  hasMetadata: boolean;
  profile: { fields: string; read(row: Json): Omit<PersonProfile, 'kind' | 'id'> };
}

/** One file in a message, without a text beside it. @param most bytes of a picture, and of any other file */
export const fileLimits = (most: { picture: number; other: number }): FileLimits => ({
  most: 1,
  withText: false,
  kinds: {
    image: { types: ['image/png', 'image/jpeg', 'image/gif'], maxBytes: most.picture },
    video: { types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes: most.other },
    file: { types: ['application/pdf'], maxBytes: most.other },
  },
});

/** Only the 20 newest messages of a conversation have details. */
const MESSAGES_PER_PAGE = 20;
const CONVERSATIONS_PER_PAGE = 25;

/** 24 hours, and 7 days for what a person writes (the Human Agent feature of Meta's messaging documentation). */
const WINDOW: MessageWindow = { ms: 24 * 3_600_000, humanMs: 7 * 24 * 3_600_000 };

export function messagesPort(
  inbox: Inbox,
): Required<Omit<MessagesPort, 'follows' | 'recent' | 'noPrivateReplies'>> {
  return {
    limits: inbox.limits,
    window: WINDOW,

    async conversations(step) {
      const { caller, node, access } = inbox.of(step.account);
      const request = get(caller, `${node}/conversations`, {
        platform: inbox.platform,
        fields: 'id,updated_time,participants',
        limit: String(CONVERSATIONS_PER_PAGE),
        ...(step.cursor === null ? {} : { after: step.cursor }),
      });
      const answer = await ask(step.fetch, request, step.signal);
      const found = rowsIn(answer);
      if (found === null) return readFailure(access, answer, step.now);
      const items = found.rows.flatMap((row) => conversationIn(row, step.account));
      return pageOf(items, { cursor: found.cursor });
    },

    messages: (step) => readMessages(inbox, step),

    async message(step) {
      const { caller, access } = inbox.of(step.account);
      const { answer } = await askWithFewer(step, inbox.parts, (left) =>
        get(caller, encodeURIComponent(step.messageId), { fields: detailsOf(inbox, left) }),
      );
      const isRead = answer.kind === 'response' && answer.status < 300;
      const found = isRead ? messageIn(answer.json, '', step.account) : null;
      if (found !== null) return found;
      if (!isRead) return readFailure(access, answer, step.now);
      return { kind: 'missing', reason: `${access.name} shows no details of this message any more` };
    },

    async send(step) {
      const { caller, node, access } = inbox.of(step.account);
      const request = post(caller, `${node}/messages`, bodyOf(inbox, step.to, step.message));
      const answer = await ask(step.fetch, request, step.signal);
      const id = sentIn(answer, 'message_id');
      const personId = sentIn(answer, 'recipient_id');
      if (id === null && personId === null) return sendFailure(access, answer, step.now);
      return { kind: 'sent', id, personId };
    },

    async profile(step) {
      const { answer, access } = await askProfile(inbox, step, inbox.profile.fields);
      if (answer.kind === 'response' && answer.status < 300) {
        return { kind: 'profile', id: step.personId, ...inbox.profile.read(answer.json) };
      }
      if (answer.kind === 'response' && isHiddenPerson(answer)) {
        return { kind: 'missing', reason: messageOf(answer, access.name) };
      }
      return readFailure(access, answer, step.now);
    },
  };
}

/** Makes `follows`, from a field of the profile. What is not said, or refused, is unknown. */
export function followsBy(inbox: Inbox, field: string): NonNullable<MessagesPort['follows']> {
  return async (step) => {
    const { answer, access } = await askProfile(inbox, step, field);
    if (answer.kind === 'response' && answer.status < 300) {
      const follows = at(answer.json, field);
      return typeof follows === 'boolean' ? (follows ? 'yes' : 'no') : 'unknown';
    }
    if (answer.kind === 'response' && isHiddenPerson(answer)) return 'unknown';
    const failure = readFailure(access, answer, step.now);
    return failure.kind === 'missing' ? 'unknown' : failure;
  };
}

async function askProfile(
  inbox: Inbox,
  { account, personId, fetch, signal }: MessagesStep & { personId: string },
  fields: string,
): Promise<{ answer: NetworkResponse | Lost; access: Access }> {
  const { caller, access } = inbox.of(account);
  return { answer: await ask(fetch, get(caller, encodeURIComponent(personId), { fields }), signal), access };
}

type MessagesOf = Parameters<MessagesPort['messages']>[0];

/**
 * By the conversation, or by the person. The cursor of a person's messages names the conversation, so that the next page
 * needs no lookup: `<conversation>|<cursor>`.
 */
async function readMessages(inbox: Inbox, step: MessagesOf): ReturnType<MessagesPort['messages']> {
  const { conversation, cursor } = step;
  if ('id' in conversation) return messagesOf(inbox, step, conversation.id, cursor);
  if (cursor !== null) {
    const at = cursor.lastIndexOf('|');
    const id = cursor.slice(0, at);
    return withConversation(await messagesOf(inbox, step, id, cursor.slice(at + 1)), id);
  }
  const { caller, node, access } = inbox.of(step.account);
  const { answer, without } = await askWithFewer(step, inbox.parts, (left) =>
    get(caller, `${node}/conversations`, {
      platform: inbox.platform,
      user_id: conversation.personId,
      fields: `id,${edgeOf(inbox, left, null)}`,
    }),
  );
  const found = rowsIn(answer);
  if (found === null) return noSuchPerson(access, answer) ?? readFailure(access, answer, step.now);
  const [row] = found.rows;
  if (row === undefined) return pageOf<Message>([], { cursor: null });
  const id = textAt(row, 'id') ?? '';
  return withConversation(messagesIn(row, id, step, without), id);
}

async function messagesOf(
  inbox: Inbox,
  step: MessagesOf,
  id: string,
  cursor: string | null,
): ReturnType<MessagesPort['messages']> {
  const { caller, access } = inbox.of(step.account);
  const { answer, without } = await askWithFewer(step, inbox.parts, (left) =>
    get(caller, encodeURIComponent(id), { fields: edgeOf(inbox, left, cursor) }),
  );
  if (answer.kind === 'lost' || answer.status >= 300) return readFailure(access, answer, step.now);
  return messagesIn(answer.json, id, step, without);
}

function messagesIn(row: Json, id: string, { account }: MessagesOf, without: string[]): Page<Message> {
  const found = rowsOf(at(row, 'messages')) ?? { rows: [], cursor: null };
  const items = found.rows.flatMap((message) => messageIn(message, id, account) ?? []);
  return pageOf(items, { cursor: found.cursor, without, isIncomplete: items.length < found.rows.length });
}

function withConversation<Found extends { kind: string; cursor?: string | null }>(
  page: Found,
  id: string,
): Found {
  return page.kind === 'page' && typeof page.cursor === 'string'
    ? { ...page, cursor: `${id}|${page.cursor}` }
    : page;
}

/** Nobody who can be written to: there are no messages. */
function noSuchPerson({ name }: Access, answer: NetworkResponse | Lost): Missing | null {
  if (answer.kind === 'lost' || !isHiddenPerson(answer)) return null;
  return { kind: 'missing', reason: messageOf(answer, name) };
}

function edgeOf(inbox: Inbox, without: string[], cursor: string | null): string {
  const after = cursor === null ? '' : `.after(${cursor})`;
  return `messages.limit(${MESSAGES_PER_PAGE})${after}{${detailsOf(inbox, without)}}`;
}

function detailsOf({ parts }: Inbox, without: string[]): string {
  const more = parts.filter((part) => !without.includes(part));
  return ['id,created_time,from,to,message', ...more].join(',');
}

/** A file, a text, or a text with a button: a template. Choices come below each. Text and file exclude each other. */
function bodyOf(
  { reason, hasMetadata }: Inbox,
  to: Recipient,
  { text, files = [], button, choices = [], asHumanAgent, metadata }: OutgoingMessage,
): { [name: string]: Json } {
  const isPrivateReply = 'commentId' in to;
  const [file] = files;
  const tag = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
  return {
    recipient: isPrivateReply ? { comment_id: to.commentId } : { id: to.personId },
    ...(isPrivateReply ? {} : asHumanAgent === true ? tag : reason),
    message: {
      ...(file
        ? { attachment: attachmentOf(file) }
        : button
          ? { attachment: templateOf(text, button) }
          : { text }),
      ...(choices.length === 0 ? {} : { quick_replies: choices.map(quickReply) }),
      ...(metadata === undefined || !hasMetadata ? {} : { metadata }),
    },
  };
}

function attachmentOf({ kind, url }: OutgoingFile): Json {
  return { type: kind, payload: { url } };
}

function templateOf(text: string, { title, url }: { title: string; url: string }): Json {
  const buttons = [{ type: 'web_url', title, url }];
  return { type: 'template', payload: { template_type: 'button', text, buttons } };
}

function quickReply({ label, payload }: { label: string; payload: string }): Json {
  return { content_type: 'text', title: label, payload };
}

function sentIn(answer: NetworkResponse | Lost, name: string): string | null {
  if (answer.kind === 'lost' || answer.status >= 300 || graphErrorOf(answer).code !== undefined) return null;
  return textAt(answer.json, name) || null;
}
