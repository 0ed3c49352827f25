/**
 * Looks up whether a message whose response was lost is in its conversation: a message of the account with the same text, sent
 * after the request. It counts as missing only if the network lists the conversation back to the time of the request.
 */
import type { AccountAccess, CallContext } from '../../../adapters/port/account.ts';
import type { Message, MessagesPort } from '../../../adapters/port/messages.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';

/** What is looked for. */
interface SentMessage {
  /** The network's id of the person. */
  personId: string;
  text: string;
  /** Sent with a link button: networks list such a message without its text. */
  hasButton: boolean;
  /** Sent with a file: some networks add an address to its text. */
  hasFile: boolean;
  /** When it was asked for, epoch ms. */
  askedAt: number;
  /** Which of these network ids are other messages of ours: they prove nothing about this one. */
  findClaimed: (networkIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export type Looked =
  | { kind: 'found'; id: string }
  /** The network lists all messages since then, and this one is not among them. */
  | { kind: 'absent' }
  /** What it shows proves nothing. */
  | { kind: 'cannot_tell'; reason: string }
  | AccessProblem;

/** By how much the clock of a network may be behind ours, ms. */
const CLOCK_SKEW_MS = 60_000;
/** A person and an account do not say more in the minutes of a lookup. */
const MAX_PAGES = 5;

/** @param step the call, with the port of the account's network */
export async function lookForMessage(
  { port, ...step }: CallContext & { account: AccountAccess; port: MessagesPort },
  target: SentMessage,
): Promise<Looked> {
  const since = target.askedAt - CLOCK_SKEW_MS;
  let cursor: string | null = null;
  let isShown = false;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const page: Awaited<ReturnType<MessagesPort['messages']>> = await port.messages({
      ...step,
      conversation: { personId: target.personId },
      cursor,
    });
    if (page.kind === 'missing') return { kind: 'cannot_tell', reason: page.reason };
    if (page.kind !== 'page') return page;
    const verdict = await judge(page.items, since, target);
    if (verdict !== null) return verdict;
    isShown ||= page.items.length > 0;
    if (page.incomplete === true)
      return { kind: 'cannot_tell', reason: 'the network does not show all messages' };
    if (page.items.some(({ createdAt }) => createdAt < since)) return { kind: 'absent' };
    if (page.cursor === null) {
      // the person has written before: an empty list is not that of the conversation
      return isShown ? { kind: 'absent' } : { kind: 'cannot_tell', reason: 'the network shows no messages' };
    }
    cursor = page.cursor;
  }
  return { kind: 'cannot_tell', reason: 'there are more messages than a lookup reads' };
}

/** What a page proves; null if nothing. */
async function judge(items: readonly Message[], since: number, target: SentMessage): Promise<Looked | null> {
  const sent = items.filter(({ direction, createdAt }) => direction === 'out' && createdAt >= since);
  if (sent.length === 0) return null;
  const claimedIds = await target.findClaimed(sent.map(({ id }) => id));
  const free = sent.filter(({ id }) => !claimedIds.has(id));
  const same = free.find((message) => isAlike(message, target));
  if (same) return { kind: 'found', id: same.id };
  // networks replace addresses by their own
  if (free.length > 0 && /https?:\/\//u.test(target.text))
    return { kind: 'cannot_tell', reason: 'the account wrote something else meanwhile' };
  return null;
}

function isAlike({ text, attachments }: Message, target: SentMessage): boolean {
  if (target.hasFile) return attachments.length > 0 && plain(text).startsWith(plain(target.text));
  return plain(text) === plain(target.text) || (target.hasButton && text === '');
}

/** Networks trim texts, and some join spaces. */
const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
