/**
 * Gives the messages that a network reports to their conversations, in the transaction of the caller. A message is stored
 * once, whatever the order in which its repeats, its echo and the response to its own send arrive.
 */
import type { InboundEvent, InboundMessage } from '../../adapters/port/inbound.ts';
import type { ConversationContext } from '../../machines/conversation.ts';
import type { Tx } from '../../store/connect.ts';
import { findConversationsWith, retouchConversation, touchConversations } from '../../store/conversations.ts';
import {
  type AutomationOutcome,
  countSameText,
  editMessage,
  eraseMessage,
  findMessages,
  findUnconfirmed,
  insertMessages,
  isAnsweredSince,
  lastInboundAt,
  type MessageBy,
  type MessageDetails,
  nameMessage,
  type NewMessage,
  reactToMessage,
} from '../../store/direct-messages.ts';
import { insertCopies, markCopiesGone } from '../../store/message-copies.ts';
import { readConsentWords } from '../../store/message-retention.ts';
import { findUnanswered, isRuleMessage, type Unanswered } from '../../store/private-replies.ts';
import { findCutoffs } from '../../store/person-cutoffs.ts';
import { countArrivals } from '../../store/inbound.ts';
import { askSoon, REPORTED_WITHIN_MS, saveReceiving } from '../../store/receiving.ts';
import type { FeedEvent } from '../engine/feed-event.ts';
import type { Actor, Turn } from '../engine/turn.ts';
import { newId, timeOfId } from '../ids.ts';
import { isoOf } from '../time.ts';
import { type Consent, consentOf, mayBeWord } from './consent.ts';
import { activeRuns, asksFor } from './runs.ts';
import { conversationsWith, type InboxAccount, saveDecisions } from './conversations.ts';
import { CLOCKS_APART_MS, saveAnswered, saveSeenByWriting, takeReads } from './seen.ts';

export interface ReceivingAccount extends InboxAccount {
  /** What is older is history: shown, and nothing else. Epoch ms; null: nothing is. */
  receivingSince: number | null;
}

/** An answer this soon after the person's message is a machine's, ms. */
const MACHINE_FAST_MS = 10_000;
/** The message of a rule is sent within 7 days of its comment. */
const RULE_MESSAGE_MS = 8 * 24 * 3_600_000;
/** The same text to this many people within an hour is a machine's. */
const MACHINE_COPIES = 3;
const HOUR = 3_600_000;
/** Characters of a message in lists. */
const PREVIEW_CHARS = 200;

type MessageEvent = Extract<InboundEvent, { kind: 'message' }>;
type Unconfirmed = Awaited<ReturnType<typeof findUnconfirmed>>[number];

/** The kinds of events that this file takes. */
export const MESSAGE_KINDS: ReadonlySet<InboundEvent['kind']> = new Set([
  'message',
  'message_edited',
  'message_deleted',
  'reaction',
  'referral',
  'read',
]);

/** What became of events. */
export interface TakenMessages {
  /** The live events of what changed beside the conversations themselves. */
  feed: FeedEvent[];
  /** Edits and deletions of messages that are not known, reactions to them and marks that they were read: they may arrive later. */
  early: InboundEvent[];
}

/** What a person did, for automations. */
export interface PersonAct {
  conversation: Actor;
  /** The network's id of the person. */
  personId: string;
  /** By the network's clock, epoch ms. */
  at: number;
  /** null: a ref link alone. */
  message: InboundMessage | null;
  /** The code of a ref link; null: none. */
  ref: string | null;
  /** The automation of the rule whose message this answers first; null: it answers none that names one. */
  then: string | null;
}

/** The automations of an account, as messages are taken (src/flows/start-runs.ts). */
export interface Automations {
  /** Whether there is an active one. */
  any: boolean;
  /** Whether a text has a keyword that starts one of them. */
  isKeyword(text: string): boolean;
  /** Starts the one whose trigger the act is. */
  start(act: PersonAct): Promise<Started>;
  /** Writes what the starts of the turn decided. Called once, after all of them. */
  save(): Promise<void>;
}

/** What an act of a person started. */
export interface Started {
  /** null: nothing. */
  run: Actor | null;
  /** What is kept of it with the person's message; null: no automation is active. */
  outcome: AutomationOutcome | null;
}

/**
 * Reads the automations of an account, in the transaction that stores the messages.
 * @param conversations those that may start one, by the network's ids of their people. They are locked.
 */
export type ReadAutomations = (
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  conversations: ReadonlyMap<string, Actor>,
) => Promise<Automations>;

export async function takeMessages(
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  reported: readonly InboundEvent[],
  readAutomations: ReadAutomations,
): Promise<TakenMessages> {
  // In this order: a send that is named after the first of these reads is known to the second, and a deletion that commits after
  // the second is seen by the third. The other way round, an echo of our own message would be nobody's, and so an answer by hand.
  const said = reported.filter(isMessage);
  const pending = await pendingSends(
    tx,
    account,
    said.filter(({ message }) => message.echo !== null),
  );
  const unknown = await freshOf(tx, account.id, said);
  const events = await withoutDeleted(tx, account.id, reported);
  const feed: FeedEvent[] = [];
  const early: InboundEvent[] = [];
  const told = (type: string, id: string, data: object) =>
    feed.push({
      workspaceId: account.workspaceId,
      type,
      resource: { type: 'message', id },
      at: isoOf(turn.now),
      data: { id, ...data },
    });
  const kept = new Set(events);
  const fresh = unknown.filter((event) => kept.has(event));
  const acts = events.filter((event) => !isMessage(event));
  const personIds = [...new Set([...fresh, ...acts].flatMap((event) => personOf(event) ?? []))];
  const conversations = await conversationsWith(tx, turn, account, {
    personIds,
    others: pending.map(({ id }) => id),
  });

  const consent = await consentWords(tx, account, fresh);
  const runs = await activeRuns(
    tx,
    turn,
    [...conversations.values()].map(({ id }) => id),
  );
  const automations = await readAutomations(tx, turn, account, conversations);
  const unanswered = await findUnanswered(tx, {
    accountId: account.id,
    personIds: writersOf(account, fresh),
  });
  const known = { conversations, pending, consent, runs, automations, unanswered };
  const taken = new Taken(tx, turn, account, known);
  const stored: NewMessage[] = [];
  for (const event of fresh) {
    const message = await taken.message(event);
    if (message) stored.push(message);
  }
  await saveAnswered(tx, account, taken.answered, turn.now);
  await saveSeenByWriting(tx, account, taken.wroteAt, turn.now);
  if (stored.length > 0) {
    const first = await countArrivals(tx, account.workspaceId, stored.length);
    for (const [index, message] of stored.entries()) message.seq = String(first + BigInt(index));
    await insertMessages(tx, stored);
    await insertCopies(tx, {
      workspaceId: account.workspaceId,
      files: stored.flatMap(filesOf),
      now: turn.now,
    });
    await touchConversations(tx, [...newestOf(stored).values()].map(lineOf));
    for (const { id, conversationId, direction, by, text, at } of stored)
      if (!isHistory(account, at))
        told('message.created', id, { conversationId, direction, by, text, createdAt: isoOf(at) });
    if (isUnreported(account, fresh, turn.now)) await askSoon(tx, account.id, turn.now);
    if (automations.any)
      for (const { id, direction, at, workspaceId } of stored)
        if (direction === 'in' && !isHistory(account, at))
          turn.announcements.push({ workspaceId, actorId: id, event: 'message.received' });
  }
  for (const event of events) {
    const changes = await changed(tx, account.id, event);
    if (event.kind === 'message_deleted')
      await markCopiesGone(
        tx,
        changes.map(({ id }) => id),
        turn.now,
      );
    for (const { id, conversationId } of changes) {
      if (event.kind === 'message_edited' || event.kind === 'message_deleted')
        await retouchConversation(tx, { conversationId, id, text: 'text' in event ? event.text : '' });
      told('message.updated', id, { conversationId });
    }
    if (changes.length === 0 && (await isEarly(tx, account.id, event))) early.push(event);
    const person = event.kind === 'reaction' && event.byAccount ? null : personOf(event);
    const actor = person === null ? undefined : conversations.get(person);
    const isAct = event.kind === 'reaction' || event.kind === 'referral';
    if (actor && isAct && isNews(actor, event.at)) {
      turn.deliver(actor, { type: 'person.acted', at: event.at } as { type: string });
      if (!isHistory(account, event.at)) await taken.act(event, actor);
    }
  }
  await automations.save();
  early.push(...(await takeReads(tx, account, events, turn.now)));
  await saveDecisions(tx, turn);
  return { feed, early };
}

/** What messages of people say about automatic messages. The words of the workspace are read where one may be there. */
async function consentWords(tx: Tx, { workspaceId }: ReceivingAccount, events: readonly MessageEvent[]) {
  const isNeeded = events.some(({ message: { echo, text } }) => echo === null && mayBeWord(text));
  return isNeeded ? consentOf(await readConsentWords(tx, workspaceId)) : () => null;
}

const isMessage = (event: InboundEvent): event is MessageEvent => event.kind === 'message';

/** The people who wrote now. */
const writersOf = (account: ReceivingAccount, events: readonly MessageEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ message, at }) =>
      message.echo === null && !isHistory(account, at) ? message.personId : [],
    ),
  ),
];

/** Whether a person wrote something that was found by reading, and should have been reported before. */
const isUnreported = (account: ReceivingAccount, events: readonly MessageEvent[], now: number): boolean =>
  events.some(
    ({ found, message, at }) =>
      found !== undefined &&
      message.echo === null &&
      !isHistory(account, at) &&
      at < now - REPORTED_WITHIN_MS,
  );

/** Whether the conversation knows of no later act of the person. What is tried again tells it only once. */
function isNews({ snapshot }: Actor, at: number): boolean {
  return ((snapshot.context as ConversationContext).lastActAt ?? 0) < at;
}

/** Whether something is from before the account received: it is shown, and makes no live event and no unread message. */
const isHistory = ({ receivingSince }: ReceivingAccount, at: number): boolean =>
  receivingSince !== null && at < receivingSince;

/** Without what was written before it was deleted here: polls and repeats do not bring it back. */
async function withoutDeleted(
  tx: Tx,
  accountId: string,
  events: readonly InboundEvent[],
): Promise<readonly InboundEvent[]> {
  const people = [...new Set(events.flatMap((event) => personOf(event) ?? []))];
  const cutoffs = await findCutoffs(tx, accountId, people);
  if (cutoffs.size === 0) return events;
  return events.filter(
    (event) => event.at > (cutoffs.get(personOf(event) ?? '')?.messagesUntil ?? -Infinity),
  );
}

/** What a person uploads. Stories and what is shared belong to others and are shown by their addresses only. */
const UPLOADED = new Set(['image', 'video', 'audio', 'file']);

function filesOf({ id, direction, attachments }: NewMessage) {
  if (direction === 'out') return [];
  return attachments.flatMap(({ type, url }, place) =>
    UPLOADED.has(type) && url !== null ? { messageId: id, place } : [],
  );
}

/** Whether it is about a message that is not stored. */
async function isEarly(tx: Tx, accountId: string, event: InboundEvent): Promise<boolean> {
  const { kind } = event;
  if (kind !== 'message_edited' && kind !== 'message_deleted' && kind !== 'reaction') return false;
  return (await findMessages(tx, accountId, [event.messageId])).length === 0;
}

/** Events that only say that messages exist: the account's conversations are read soon if one of them is not known. */
export async function noticeMessages(
  tx: Tx,
  turn: Pick<Turn, 'now'>,
  account: { id: string },
  events: readonly InboundEvent[],
): Promise<TakenMessages> {
  const ids = events.flatMap((event) => (event.kind === 'message_exists' ? event.messageId : []));
  const known = await findMessages(tx, account.id, ids);
  if (known.length < new Set(ids).size) await saveReceiving(tx, account.id, { readSoonAt: turn.now });
  return { feed: [], early: [] };
}

function personOf(event: InboundEvent): string | null {
  if (event.kind === 'message') return event.message.personId;
  if (event.kind === 'reaction' || event.kind === 'referral') return event.personId;
  return null;
}

/** Messages that are not stored yet, each once. */
async function freshOf(
  tx: Tx,
  accountId: string,
  messages: readonly MessageEvent[],
): Promise<MessageEvent[]> {
  const ids = messages.flatMap(({ message: { id } }) => id ?? []);
  const known = new Set((await findMessages(tx, accountId, ids)).map(({ networkId }) => networkId));
  return messages.filter(({ message: { id } }) => {
    if (id === null) return true;
    const isKnown = known.has(id);
    known.add(id);
    return !isKnown;
  });
}

/** Sends of this service that the network has not confirmed, in the conversations of these echoes. */
async function pendingSends(
  tx: Tx,
  account: InboxAccount,
  echoes: readonly MessageEvent[],
): Promise<Unconfirmed[]> {
  if (echoes.length === 0) return [];
  const found = await findConversationsWith(tx, account.id, [
    ...new Set(echoes.map(({ message }) => message.personId)),
  ]);
  return findUnconfirmed(
    tx,
    found.map(({ id }) => id),
  );
}

/** Gives each new message to its conversation. */
class Taken {
  readonly #tx: Tx;
  readonly #turn: Turn;
  readonly #account: ReceivingAccount;
  readonly #conversations: ReadonlyMap<string, Actor>;
  readonly #pending: Unconfirmed[];
  readonly #consent: (text: string) => Consent | null;
  /** The runs that have not ended, by conversation. */
  readonly #runs: Map<string, Actor>;
  readonly #automations: Automations;
  /** Messages of rules that their people have not answered yet, oldest first. */
  #unanswered: readonly Unanswered[];
  /** Those of them that were answered now. */
  readonly answered: Unanswered[] = [];
  /** When each person wrote last among these messages, epoch ms. */
  readonly wroteAt = new Map<string, number>();

  constructor(
    tx: Tx,
    turn: Turn,
    account: ReceivingAccount,
    known: {
      conversations: ReadonlyMap<string, Actor>;
      pending: readonly Unconfirmed[];
      consent: (text: string) => Consent | null;
      runs: Map<string, Actor>;
      automations: Automations;
      unanswered: readonly Unanswered[];
    },
  ) {
    this.#tx = tx;
    this.#turn = turn;
    this.#account = account;
    this.#conversations = known.conversations;
    this.#pending = [...known.pending];
    this.#consent = known.consent;
    this.#runs = known.runs;
    this.#automations = known.automations;
    this.#unanswered = known.unanswered;
  }

  /** @returns the row to store; null when the message is one that this service sent */
  async message({ message, at, standby, found }: MessageEvent): Promise<NewMessage | null> {
    const actor = this.#conversations.get(message.personId);
    if (!actor) return null;
    if (message.echo === null) {
      const type = isHistory(this.#account, at) ? 'person.wrote_before' : 'person.wrote';
      this.#deliver(actor, { type, at });
      const word =
        type === 'person.wrote' && message.tap === null ? await this.#wordOf(message.text, actor) : null;
      if (word !== null) this.#deliver(actor, { type: word, at });
      this.wroteAt.set(message.personId, at);
      const outcome =
        type === 'person.wrote' ? await this.#heard({ message, at, standby, found }, actor, word) : null;
      return this.#row(message, { actor, at, standby, by: 'contact', outcome });
    }
    const own = this.#ownSend(message, actor.id);
    if (own) {
      const send = this.#turn.actors.get(own.id);
      const isNews = message.id === null || (await nameMessage(this.#tx, own.id, message.id));
      // otherwise the response to a call named a message since the sends were read, and settles it
      if (send && isNews) this.#deliver(send, { type: 'echo', networkId: message.id });
      return null;
    }
    const by = await this.#writerOf(message, { actor, at });
    if (by === 'team') {
      this.#deliver(actor, { type: 'team.answered', at });
      const run = isHistory(this.#account, at) ? null : this.#runOf(actor);
      if (run) this.#deliver(run, { type: 'human.replied' });
    }
    return this.#row(message, { actor, at, standby, by });
  }

  /** What an act that is no message means for automations: a reaction, or a ref link in a conversation that exists. */
  async act(event: InboundEvent, actor: Actor): Promise<void> {
    const run = this.#runOf(actor);
    if (run) return this.#deliver(run, { type: 'person.reacted' });
    if (event.kind !== 'referral') return;
    const { personId, at, ref } = event;
    await this.#start({ conversation: actor, personId, at, message: null, ref, then: null });
  }

  /** What a word means for automatic messages. One that the person is asked for, or that starts an automation, means nothing. */
  async #wordOf(text: string, actor: Actor): Promise<Consent | null> {
    const word = this.#consent(text);
    if (word === null || this.#automations.isKeyword(text)) return null;
    const run = this.#runOf(actor);
    return run && (await asksFor(this.#tx, run, text)) ? null : word;
  }

  /** Gives what a person wrote to their run; without one it may start an automation. @returns what is kept of it */
  async #heard(
    {
      message,
      at,
      standby,
      found,
    }: Pick<MessageEvent, 'message' | 'at' | 'standby'> & { found: MessageEvent['found'] | undefined },
    actor: Actor,
    word: Consent | null,
  ): Promise<AutomationOutcome | null> {
    const run = this.#runOf(actor);
    const { personId, ref, tap } = message;
    const then = this.#answers(personId, at);
    if (word === 'person.opted_out') {
      if (run) this.#deliver(run, { type: 'stop', reason: 'the person asked for no more messages' });
      return { did: 'nothing', why: 'stop_word' };
    }
    if (found && (await this.#isAnswered({ actor, run, at, answered: found.answered })))
      return this.#automations.any || run ? { did: 'nothing', why: 'answered' } : null;
    if (run) {
      if (tap) this.#deliver(run, { type: 'person.tapped', text: tap.label });
      else this.#deliver(run, { type: 'person.replied', text: message.text || null });
      return { did: 'heard', runId: run.id };
    }
    if (word === 'person.opted_in') return { did: 'nothing', why: 'start_word' };
    if (standby) return this.#automations.any ? { did: 'nothing', why: 'other_app' } : null;
    return this.#start({ conversation: actor, personId, at, message, ref, then });
  }

  /** Whether a message that was found by reading has an answer, or its person is in a run that started later. */
  async #isAnswered({
    actor,
    run,
    at,
    answered,
  }: {
    actor: Actor;
    run: Actor | null;
    at: number;
    answered: boolean;
  }): Promise<boolean> {
    // what the run itself wrote answers what was said before it, and asks what is said since
    if (run) return timeOfId(run.id) - CLOCKS_APART_MS > at;
    return answered || isAnsweredSince(this.#tx, actor.id, at);
  }

  /**
   * Notes which messages of rules a person answers by writing.
   * @returns the automation that the last of those rules names; null: none
   */
  #answers(personId: string, at: number): string | null {
    const isAnswered = (one: Unanswered) =>
      one.personId === personId && one.messagedAt - CLOCKS_APART_MS <= at;
    const answered = this.#unanswered.filter(isAnswered);
    if (answered.length === 0) return null;
    this.#unanswered = this.#unanswered.filter((one) => !isAnswered(one));
    this.answered.push(...answered);
    return answered.findLast(({ automationId }) => automationId !== null)?.automationId ?? null;
  }

  async #start(act: PersonAct): Promise<AutomationOutcome | null> {
    const { run, outcome } = await this.#automations.start(act);
    if (run) this.#runs.set(act.conversation.id, run);
    return outcome;
  }

  /** The run of a conversation, unless it ended in this turn. */
  #runOf(conversation: Actor): Actor | null {
    const run = this.#runs.get(conversation.id);
    return run && run.status !== 'done' ? run : null;
  }

  #deliver(actor: Actor, event: { type: string; [field: string]: unknown }): void {
    this.#turn.deliver(actor, event);
  }

  /** The send of this service that an echo confirms: by its id where the network returns it, else by the text, in their order. */
  #ownSend({ echo, text }: InboundMessage, conversationId: string): Unconfirmed | undefined {
    const index = this.#pending.findIndex(
      (send) =>
        send.conversationId === conversationId &&
        (echo!.metadata !== null
          ? send.id === echo!.metadata
          : send.text.trim() === text.trim() || (send.hasButton && text === '')),
    );
    return index < 0 ? undefined : this.#pending.splice(index, 1)[0];
  }

  /** A rule, a person of the team who used the network's own app, or another tool. */
  async #writerOf(
    { personId, text }: InboundMessage,
    { actor, at }: { actor: Actor; at: number },
  ): Promise<MessageBy> {
    const find = { accountId: this.#account.id, text, since: at - RULE_MESSAGE_MS };
    if (text !== '' && (await isRuleMessage(this.#tx, find))) return 'automation';
    const wroteAt = this.wroteAt.get(personId) ?? (await lastInboundAt(this.#tx, actor.id));
    if (wroteAt !== null && at >= wroteAt && at - wroteAt < MACHINE_FAST_MS) return 'other_tool';
    if (text === '') return 'team';
    const copies = await countSameText(this.#tx, { accountId: this.#account.id, text, since: at - HOUR });
    return copies + 1 >= MACHINE_COPIES ? 'other_tool' : 'team';
  }

  #row(
    message: InboundMessage,
    {
      actor,
      at,
      standby,
      by,
      outcome = null,
    }: { actor: Actor; at: number; standby: boolean; by: MessageBy; outcome?: AutomationOutcome | null },
  ): NewMessage {
    const { workspaceId, id: accountId } = this.#account;
    return {
      id: newId('msg', this.#turn.now),
      workspaceId,
      conversationId: actor.id,
      accountId,
      networkId: message.id,
      direction: by === 'contact' ? 'in' : 'out',
      by,
      text: message.text,
      attachments: message.attachments.map(({ type, url, title }) => ({ type, url, title })),
      details: detailsOf(message, { standby, outcome }),
      at,
      seq: '',
    };
  }
}

function detailsOf(
  message: InboundMessage,
  { standby, outcome }: { standby: boolean; outcome: AutomationOutcome | null },
): MessageDetails | null {
  const { tap, storyReply, storyMention, replyTo, ref, isUnsupported } = message;
  const details: MessageDetails = {
    ...(tap && { tap }),
    ...(storyReply && { story: { kind: 'reply' as const, url: storyReply.url } }),
    ...(storyMention && { story: { kind: 'mention' as const, url: storyMention.url } }),
    ...(replyTo !== null && { replyTo }),
    ...(ref !== null && { ref }),
    ...(isUnsupported && { unsupported: true as const }),
    ...(standby && { standby: true as const }),
    ...(outcome && { automation: outcome }),
  };
  return Object.keys(details).length > 0 ? details : null;
}

/** The newest message of each conversation, by the network's time. */
function newestOf(stored: readonly NewMessage[]): Map<string, NewMessage> {
  const newest = new Map<string, NewMessage>();
  for (const message of stored) {
    const before = newest.get(message.conversationId);
    if (!before || message.at >= before.at) newest.set(message.conversationId, message);
  }
  return newest;
}

/** What the list of conversations shows of its newest message. */
export function lineOf({ id, conversationId, direction, text, attachments, at, seq }: NewMessage) {
  const kinds = attachments.map(({ type }) => `(${type})`).join(' ');
  const lastMessage = { id, direction, text: (text || kinds).slice(0, PREVIEW_CHARS), createdAt: isoOf(at) };
  return { id: conversationId, seq, at, lastMessage };
}

/** Edits, deletions and reactions: what they change in stored messages. */
async function changed(tx: Tx, accountId: string, event: InboundEvent) {
  if (event.kind === 'message_edited')
    return editMessage(tx, { accountId, networkId: event.messageId, text: event.text, edits: event.edits });
  if (event.kind === 'message_deleted') return eraseMessage(tx, { accountId, networkId: event.messageId });
  if (event.kind === 'reaction') {
    const emoji = event.action === 'react' ? event.emoji : null;
    return reactToMessage(tx, { accountId, networkId: event.messageId, emoji, at: event.at });
  }
  return [];
}
