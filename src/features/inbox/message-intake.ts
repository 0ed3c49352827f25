/** What each new message of an account means for its conversation, its run and the automations. */
import type { InboundEvent, InboundMessage } from '../../../adapters/port/inbound.ts';
import type { FlowContext } from '../../../machines/flow/setup.ts';
import type { Tx } from '../../../store/connect.ts';
import {
  addTap,
  type AutomationOutcome,
  countSameText,
  isAnsweredSince,
  isReferralStored,
  lastInboundAt,
  type MessageBy,
  nameMessage,
  type NewMessage,
  saveOutcome,
} from '../../../store/direct-messages.ts';
import { isRuleMessage, type Unanswered } from '../../../store/private-replies.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { newId, timeOfId } from '../../base/ids.ts';
import type { Automations, PersonAct } from './automations.ts';
import type { Consent } from './consent.ts';
import type { Unconfirmed } from './stored-messages.ts';
import { detailsOf } from './message-rows.ts';
import { isHistory, isNews, type MessageEvent, type ReceivingAccount } from './reported.ts';
import { asksFor } from './runs.ts';
import { CLOCKS_APART_MS } from './seen.ts';
import { HOUR_MS } from '../../base/durations.ts';

/** An answer this soon after the person's message is a machine's, ms. */
const MACHINE_FAST_MS = 10_000;
/** The message of a rule is sent within 7 days of its comment. */
const RULE_MESSAGE_MS = 8 * 24 * 3_600_000;
/** The same text to this many people within an hour is a machine's. */
const MACHINE_COPIES = 3;

/** An act without words. */
const NO_WORDS: Omit<InboundMessage, 'personId' | 'ref'> = {
  id: null,
  echo: null,
  text: '',
  attachments: [],
  tap: null,
  storyReply: null,
  storyMention: null,
  replyTo: null,
  isUnsupported: false,
};

/**
 * When a run started, epoch ms: earlier messages do not belong to it. A run that the database had lost continues with a tap that
 * is later than its id; times of reads are whole seconds.
 */
function startOfRun({ id, snapshot }: Actor): number {
  const { actedAt } = snapshot.context as FlowContext;
  const startedAt = timeOfId(id);
  return actedAt > startedAt ? Math.floor(actedAt / 1_000) * 1_000 : startedAt - CLOCKS_APART_MS;
}

/** Whether an echo is that of a send. Some networks add an address to the text beside a file. */
function isEchoOf(
  send: Pick<Unconfirmed, 'text' | 'hasButton' | 'hasFile'>,
  { text, attachments }: Pick<InboundMessage, 'text' | 'attachments'>,
): boolean {
  if (send.hasFile) return attachments.length > 0 && text.trim().startsWith(send.text.trim());
  return send.text.trim() === text.trim() || (send.hasButton && text === '');
}

/** Gives each new message to its conversation. */
export class MessageIntake {
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
    facts: {
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
    this.#conversations = facts.conversations;
    this.#pending = [...facts.pending];
    this.#consent = facts.consent;
    this.#runs = facts.runs;
    this.#automations = facts.automations;
    this.#unanswered = facts.unanswered;
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

  /**
   * A tap whose message a read has stored before, which knows no taps. It is stored, and continues the run that the database has
   * lost, unless a run took the message.
   * @returns its message; null if nothing changed
   */
  async tapOfContact({
    message,
    at,
    standby,
  }: MessageEvent): Promise<{ id: string; conversationId: string } | null> {
    const { id: networkId, personId, ref, tap } = message;
    const conversation = this.#conversations.get(personId);
    if (!conversation || networkId === null || tap === null) return null;
    const stored = await addTap(this.#tx, { accountId: this.#account.id, networkId, tap });
    if (!stored) return null;
    const isNone = stored.isTaken || standby || isHistory(this.#account, at);
    if (isNone || this.#runOf(conversation)) return stored;
    const act: PersonAct = { conversation, personId, at, message, ref, then: null };
    const { run, outcome } = await this.#automations.goOn(act);
    if (!run || !outcome) return stored;
    this.#runs.set(conversation.id, run);
    await saveOutcome(this.#tx, stored.id, outcome);
    return stored;
  }

  /** A reaction keeps the window open, and a run of the person hears of it. */
  async reaction({ personId, byAccount, at }: Extract<InboundEvent, { kind: 'reaction' }>): Promise<void> {
    const actor = byAccount ? undefined : this.#conversations.get(personId);
    if (!actor || !isNews(actor, at)) return;
    this.#deliver(actor, { type: 'person.acted', at });
    const run = isHistory(this.#account, at) ? null : this.#runOf(actor);
    if (run) this.#deliver(run, { type: 'person.reacted' });
  }

  /**
   * An ad or a link that was opened, without a message: it keeps the window open, may start an automation, and has a place in
   * the conversation.
   * @returns the row to store; null when it has one
   */
  async referral(event: Extract<InboundEvent, { kind: 'referral' }>): Promise<NewMessage | null> {
    const { personId, at, ref, standby, referral } = event;
    const actor = this.#conversations.get(personId);
    if (!actor || (await isReferralStored(this.#tx, { conversationId: actor.id, at }))) return null;
    const outcome = await this.#opened({ personId, at, ref }, actor);
    const message = { ...NO_WORDS, personId, ref: ref === '' ? null : ref, ...(referral && { referral }) };
    const row = this.#row(message, { actor, at, standby, by: 'contact', outcome });
    return { ...row, details: { ...row.details, opened: true } };
  }

  async #opened(
    { personId, at, ref }: { personId: string; at: number; ref: string },
    actor: Actor,
  ): Promise<AutomationOutcome | null> {
    if (!isNews(actor, at)) return null;
    this.#deliver(actor, { type: 'person.acted', at });
    if (isHistory(this.#account, at)) return null;
    const run = this.#runOf(actor);
    if (run) {
      this.#deliver(run, { type: 'person.reacted' });
      return { did: 'heard', runId: run.id };
    }
    return this.#start({ conversation: actor, personId, at, message: null, ref, then: null });
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
    // a message of the run answers earlier messages of the person; later ones answer it
    if (run) return startOfRun(run) > at;
    return answered || isAnsweredSince(this.#tx, actor.id, at);
  }

  /**
   * Notes which messages of rules a person answers by writing.
   * @returns the automation that the last of those rules names; null if none
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
  #ownSend({ echo, text, attachments }: InboundMessage, conversationId: string): Unconfirmed | undefined {
    const index = this.#pending.findIndex(
      (send) =>
        send.conversationId === conversationId &&
        (echo!.metadata !== null ? send.id === echo!.metadata : isEchoOf(send, { text, attachments })),
    );
    return index < 0 ? undefined : this.#pending.splice(index, 1)[0];
  }

  /** A rule, an automation, a person of the team who used the network's own app, or another tool. */
  async #writerOf(
    { personId, text }: InboundMessage,
    { actor, at }: { actor: Actor; at: number },
  ): Promise<MessageBy> {
    const find = { accountId: this.#account.id, text, since: at - RULE_MESSAGE_MS };
    if (text !== '' && (await isRuleMessage(this.#tx, find))) return 'automation';
    if (await this.#automations.says(actor.id, text)) return 'automation';
    const wroteAt = this.wroteAt.get(personId) ?? (await lastInboundAt(this.#tx, actor.id));
    if (wroteAt !== null && at >= wroteAt && at - wroteAt < MACHINE_FAST_MS) return 'other_tool';
    if (text === '') return 'team';
    const copies = await countSameText(this.#tx, { accountId: this.#account.id, text, since: at - HOUR_MS });
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
