/**
 * Gives the messages that a network reports to their conversations, in the transaction of the caller. A message is stored
 * once, whatever the order in which its repeats, its echo and the response to its own send arrive.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Tx } from '../../../store/connect.ts';
import { retouchConversation, touchConversations } from '../../../store/conversations.ts';
import { findMessages, insertMessages, type NewMessage } from '../../../store/direct-messages.ts';
import { countArrivals } from '../../../store/inbound.ts';
import { insertCopies, markCopiesDeleted } from '../../../store/message-copies.ts';
import { readConsentWords } from '../../../store/message-retention.ts';
import { findUnanswered } from '../../../store/private-replies.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Turn } from '../../engine/turn.ts';
import { isoOf } from '../../base/time.ts';
import { tellReceiver } from '../accounts/index.ts';
import type { Automations, ReadAutomations } from './automations.ts';
import { consentOf, mayBeWord } from './consent.ts';
import { conversationsWith, saveDecisions } from './conversations.ts';
import { changed, freshOf, isEarly, pendingSends, withoutDeleted } from './stored-messages.ts';
import { filesOf, lineOf, newestOf } from './message-rows.ts';
import {
  isHistory,
  isMessage,
  isUnreported,
  type MessageEvent,
  personOf,
  type ReceivingAccount,
  writersOf,
} from './reported.ts';
import { activeRuns } from './runs.ts';
import { saveAnswered, saveReadByWriting, takeReads } from './seen.ts';
import { removeCopies, startCopy } from '../../kinds/media-copy.ts';
import { MessageIntake } from './message-intake.ts';

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
interface MessageChanges {
  /** The live events of what changed beside the conversations themselves. */
  feed: FeedEvent[];
  /** Edits and deletions of messages that are not known, reactions to them and marks that they were read: they may arrive later. */
  early: InboundEvent[];
}

export async function takeMessages(
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  reported: readonly InboundEvent[],
  readAutomations: ReadAutomations,
): Promise<MessageChanges> {
  const { events, fresh, taps, intake, automations } = await prepare(
    tx,
    turn,
    account,
    reported,
    readAutomations,
  );
  const stored: NewMessage[] = [];
  // the same event may be reported twice at once
  const left = new Set<InboundEvent>(fresh);
  for (const event of events) {
    const message =
      isMessage(event) && left.delete(event)
        ? await intake.message(event)
        : event.kind === 'referral'
          ? await intake.referral(event)
          : null;
    if (message) stored.push(message);
  }
  await saveAnswered(tx, account, intake.answered, turn.now);
  await saveReadByWriting(tx, account, intake.wroteAt, turn.now);
  const feed = await store(tx, turn, account, { stored, automations });
  if (isUnreported(account, fresh, turn.now))
    await tellReceiver(tx, turn, account.id, { type: 'check', force: false });
  for (const tap of taps) {
    const changed = await intake.tapOfContact(tap);
    if (changed) feed.push(updated(account, turn, changed));
  }
  const early: InboundEvent[] = [];
  for (const event of events) {
    const changes = await change(tx, turn, account, event);
    feed.push(...changes);
    if (changes.length === 0 && (await isEarly(tx, account.id, event))) early.push(event);
    if (event.kind === 'reaction') await intake.reaction(event);
  }
  await automations.save();
  early.push(...(await takeReads(tx, account, events, turn.now)));
  await saveDecisions(tx, turn);
  return { feed, early };
}

/** Reads and locks what the events are about. */
async function prepare(
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  reported: readonly InboundEvent[],
  readAutomations: ReadAutomations,
) {
  // The order matters: the second read finds a send that got its id after the first, and the third finds a deletion that was
  // committed after the second. In another order an echo of our message could match no send, and count as a person's answer.
  const messages = reported.filter(isMessage);
  const pending = await pendingSends(
    tx,
    account,
    messages.filter(({ message }) => message.echo !== null),
  );
  const unknown = await freshOf(tx, account.id, messages);
  const events = await withoutDeleted(tx, account.id, reported);
  const stored = new Set(events);
  const fresh = unknown.filter((event) => stored.has(event));
  const acts = events.filter((event) => !isMessage(event));
  const isFresh = new Set<InboundEvent>(fresh);
  const taps = events.filter(
    (event): event is MessageEvent => isMessage(event) && event.message.tap !== null && !isFresh.has(event),
  );
  const personIds = [...new Set([...fresh, ...taps, ...acts].flatMap((event) => personOf(event) ?? []))];
  const others = pending.map(({ id }) => id);
  const conversations = await conversationsWith(tx, turn, account, { personIds, others });
  const consent = await consentWords(tx, account, fresh);
  const runs = await activeRuns(
    tx,
    turn,
    [...conversations.values()].map(({ id }) => id),
  );
  const automations = await readAutomations(tx, turn, account, conversations);
  const writers = { accountId: account.id, personIds: writersOf(account, fresh) };
  const unanswered = await findUnanswered(tx, writers);
  const facts = { conversations, pending, consent, runs, automations, unanswered };
  return { events, fresh, taps, automations, intake: new MessageIntake(tx, turn, account, facts) };
}

const describe = (
  { id: accountId, workspaceId }: ReceivingAccount,
  { now }: Turn,
  of: { type: string; id: string; data: object },
): FeedEvent => ({
  workspaceId,
  type: of.type,
  resource: { type: 'message', id: of.id },
  accountIds: [accountId],
  at: isoOf(now),
  data: { id: of.id, ...of.data },
});

/** Stores new messages. @returns the live events about them */
async function store(
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  { stored, automations }: { stored: readonly NewMessage[]; automations: Automations },
): Promise<FeedEvent[]> {
  if (stored.length === 0) return [];
  const { workspaceId } = account;
  const first = await countArrivals(tx, workspaceId, stored.length);
  for (const [index, message] of stored.entries()) message.seq = String(first + BigInt(index));
  await insertMessages(tx, stored);
  for (const file of await insertCopies(tx, { workspaceId, files: stored.flatMap(filesOf) }))
    startCopy(turn, workspaceId, { accountId: account.id, file });
  await touchConversations(tx, [...newestOf(stored).values()].map(lineOf));
  const news = stored.filter(({ at }) => !isHistory(account, at));
  if (automations.any)
    for (const { id, direction, details } of news)
      if (direction === 'in' && details?.opened !== true)
        turn.announcements.push({ workspaceId, actorId: id, event: 'message.received' });
  return news.map(({ id, conversationId, direction, by, text, at }) => {
    const data = { conversationId, direction, by, text, createdAt: isoOf(at) };
    return describe(account, turn, { type: 'message.created', id, data });
  });
}

/** Makes the changes of an event in stored messages. @returns the live events about them */
async function change(
  tx: Tx,
  turn: Turn,
  account: ReceivingAccount,
  event: InboundEvent,
): Promise<FeedEvent[]> {
  const changes = await changed(tx, account.id, event);
  const ids = changes.map(({ id }) => id);
  if (event.kind === 'message_deleted')
    removeCopies(
      turn,
      { workspaceId: account.workspaceId, accountId: account.id },
      await markCopiesDeleted(tx, ids),
    );
  for (const { id, conversationId } of changes)
    if (event.kind === 'message_edited' || event.kind === 'message_deleted')
      await retouchConversation(tx, { conversationId, id, text: 'text' in event ? event.text : '' });
  return changes.map((message) => updated(account, turn, message));
}

const updated = (
  account: ReceivingAccount,
  turn: Turn,
  { id, conversationId }: { id: string; conversationId: string },
): FeedEvent => describe(account, turn, { type: 'message.updated', id, data: { conversationId } });

/** What messages of people say about automatic messages. The words of the workspace are read where one may be there. */
async function consentWords(tx: Tx, { workspaceId }: ReceivingAccount, events: readonly MessageEvent[]) {
  const isNeeded = events.some(({ message: { echo, text } }) => echo === null && mayBeWord(text));
  return isNeeded ? consentOf(await readConsentWords(tx, workspaceId)) : () => null;
}

/** Events that only say that messages exist: the account's conversations are read soon if one of them is not known. */
export async function noticeMessages(
  tx: Tx,
  turn: Pick<Turn, 'tell'>,
  account: { id: string },
  events: readonly InboundEvent[],
): Promise<MessageChanges> {
  const ids = events.flatMap((event) => (event.kind === 'message_exists' ? event.messageId : []));
  const stored = await findMessages(tx, account.id, ids);
  if (stored.length < new Set(ids).size) await tellReceiver(tx, turn, account.id, { type: 'read' });
  return { feed: [], early: [] };
}
