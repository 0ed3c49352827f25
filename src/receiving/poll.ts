/**
 * Reads the newest conversations of accounts from time to time, since a network may not report every message: its call may
 * have failed for hours, or a message came before the account was connected. What is found is stored like a webhook's
 * events, so a message that is known already changes nothing.
 */
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Message, MessagesPort } from '../../adapters/port/messages.ts';
import type { Sql } from '../../store/connect.ts';
import { type InboundRow, insertInbound } from '../../store/inbound.ts';
import { dueForPoll, saveReceiving } from '../../store/receiving.ts';
import { accountLoader } from '../accounts/index.ts';
import { storable } from '../engine/storable.ts';
import type { Sealer } from '../seal.ts';

export interface PollDeps {
  sql: Sql;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
  fetch: typeof globalThis.fetch;
  clock: () => number;
  /** Called when events were stored. */
  onStored: () => void;
}

/** How often an account's conversations are read, ms. */
export const POLL_EVERY_MS = 15 * 60_000;
/** Conversations that changed this long before the last poll are read again: the network's clock and lists lag. */
const OVERLAP_MS = 24 * 3_600_000;
const BATCH = 5;
const CALL_MS = 60_000;

/** Reads the conversations of accounts whose turn it is. @returns how many accounts were read */
export async function pollDue(deps: PollDeps): Promise<number> {
  const { sql, adapters, clock } = deps;
  const platforms = Object.values(adapters).flatMap(({ platform, messages }) => (messages ? platform : []));
  const before = clock() - POLL_EVERY_MS;
  const due = await dueForPoll(sql, { platforms, before, limit: BATCH });
  const load = accountLoader(deps);
  for (const { id, platform, remoteId, receiving } of due) {
    const account = await load(id);
    // saved first: an account whose calls fail must not keep the others waiting
    await saveReceiving(sql, id, { polledAt: clock() });
    if (!account || account.status === 'needs_reconnect') continue;
    const step = {
      account: account.access,
      fetch: deps.fetch,
      now: clock(),
      signal: AbortSignal.timeout(CALL_MS),
    };
    const since = (receiving.polledAt ?? 0) - OVERLAP_MS;
    const messages = await newMessages(adapters[platform]!.messages!, step, since);
    const rows = messages.map((message): InboundRow => {
      const event = eventOf(remoteId, message);
      return { platform, remoteId, key: event.dedupeKey, event: storable(event) };
    });
    const { stored } = await insertInbound(sql, rows, clock());
    if (stored > 0) deps.onStored();
  }
  return due.length;
}

type Step = Omit<Parameters<MessagesPort['conversations']>[0], 'cursor'>;

/** The newest messages of the newest conversations; what cannot be read now is read by the next poll. */
async function newMessages(port: MessagesPort, step: Step, since: number): Promise<Message[]> {
  const page = await port.conversations({ ...step, cursor: null });
  if (page.kind !== 'page') return [];
  const found: Message[] = [];
  for (const { id, updatedAt } of page.items) {
    if (updatedAt < since) continue;
    const read = await port.messages({ ...step, conversation: { id }, cursor: null });
    if (read.kind === 'page') found.push(...read.items);
  }
  return found;
}

function eventOf(remoteId: string, message: Message): InboundEvent {
  const { id, direction, personId, text, attachments, createdAt, storyReply, storyMention } = message;
  return {
    kind: 'message',
    remoteId,
    dedupeKey: `poll ${id}`,
    at: createdAt,
    standby: false,
    raw: null,
    message: {
      id,
      personId,
      echo: direction === 'out' ? { appId: null, metadata: null } : null,
      text,
      attachments,
      tap: null,
      storyReply: storyReply ?? null,
      storyMention: storyMention ?? null,
      replyTo: null,
      ref: null,
      isUnsupported: message.isUnsupported ?? false,
    },
  };
}
