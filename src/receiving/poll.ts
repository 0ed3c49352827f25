/**
 * Reads accounts from time to time, since a network may not report everything: its call may have failed for hours, a message
 * came before the account was connected, or the network cannot call this service at all. What is found is stored like a
 * webhook's events, so what is known already changes nothing.
 */
import type { Comment, CommentsPort } from '../../adapters/port/comments.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Message, MessagesPort } from '../../adapters/port/messages.ts';
import { type InboundRow, insertInbound } from '../../store/inbound.ts';
import { type DueForPoll, dueForPoll, type Receiving, saveReceiving } from '../../store/receiving.ts';
import { meteredComments, meteredMessages } from '../accounts/index.ts';
import { storable } from '../engine/storable.ts';
import { type AccessDeps, openAccount } from './access.ts';

export interface PollDeps extends AccessDeps {
  fetch: typeof globalThis.fetch;
  /** Called when events were stored. */
  onStored: () => void;
}

/** How often an account's conversations are read, ms. */
export const POLL_EVERY_MS = 15 * 60_000;
/** The same where the network charges for reading and does not call this service. */
export const PAID_POLL_EVERY_MS = 3_600_000;
/** The same where it charges for reading and calls. */
const PAID_BACKSTOP_EVERY_MS = 24 * 3_600_000;
/** Conversations that changed this long before the last poll are read again: the network's clock and lists lag. */
const OVERLAP_MS = 24 * 3_600_000;
/** The same for comments that are paid. */
const PAID_OVERLAP_MS = 10 * 60_000;
/** The same for comments that the network does not report. Its lists may change late. */
const COMMENTS_OVERLAP_MS = 3_600_000;
/** Pages of comments that one poll reads: after a long stop the rest is found by the next ones, or by a list. */
const MAX_PAGES = 5;
const BATCH = 5;
const CALL_MS = 60_000;

/** Reads the accounts whose turn it is. @returns how many accounts were read */
export async function pollDue(deps: PollDeps): Promise<number> {
  const { sql, adapters, clock } = deps;
  const all = Object.values(adapters);
  const polled = all.filter(({ messages }) => messages);
  const named = (some: Manifest[]) => some.map(({ platform }) => platform);
  const now = clock();
  const free = now - POLL_EVERY_MS;
  const due = [
    ...(await dueForPoll(sql, {
      platforms: named(polled.filter(({ paidReads }) => !paidReads)),
      before: { called: free, polled: free },
      now,
      limit: BATCH,
    })),
    ...(await dueForPoll(sql, {
      platforms: named(polled.filter(({ paidReads }) => paidReads)),
      before: { called: now - PAID_BACKSTOP_EVERY_MS, polled: now - PAID_POLL_EVERY_MS },
      now,
      limit: BATCH,
    })),
  ];
  for (const { platform, readsCommentsEvery } of all) {
    if (readsCommentsEvery === undefined) continue;
    const before = now - readsCommentsEvery * 1000;
    const times = { before: { called: before, polled: before }, now, limit: BATCH };
    due.push(...(await dueForPoll(sql, { platforms: [platform], ...times })));
  }
  for (const one of due) await pollOne(deps, one);
  return due.length;
}

async function pollOne(deps: PollDeps, { id, platform, remoteId, receiving }: DueForPoll): Promise<void> {
  const { sql, adapters, clock } = deps;
  // saved first: an account whose calls fail must not keep the others waiting
  await saveReceiving(sql, id, { polledAt: clock(), paused: null });
  const signal = AbortSignal.timeout(CALL_MS);
  const account = await openAccount(deps)(id, signal);
  if (!account || account.status === 'needs_reconnect') return;
  const adapter = adapters[platform]!;
  const begunAt = clock();
  const step = { account: account.access, fetch: deps.fetch, now: begunAt, signal };
  const messages = await messagesOf(deps, adapter, step, receiving);
  const events = messages.map((message) => messageEvent(remoteId, message));
  if (adapter.comments && (adapter.paidReads || adapter.readsCommentsEvery !== undefined)) {
    const overlap = adapter.paidReads ? PAID_OVERLAP_MS : COMMENTS_OVERLAP_MS;
    const since = (receiving.commentsReadAt ?? receiving.since) - overlap;
    const comments = await newComments(meteredComments(sql, adapter)!, step, since);
    if (comments !== null) await saveReceiving(sql, id, { commentsReadAt: begunAt });
    events.push(...(comments ?? []).map((comment) => commentEvent(remoteId, comment)));
  }
  const rows = events.map((event): InboundRow => ({
    platform,
    remoteId,
    key: event.dedupeKey,
    event: storable(event),
  }));
  const { stored } = await insertInbound(sql, rows, clock());
  if (stored > 0) deps.onStored();
}

async function messagesOf(
  deps: PollDeps,
  adapter: Manifest,
  step: Step,
  { newestMessageId, polledAt }: Receiving,
): Promise<Message[]> {
  const port = meteredMessages(deps.sql, adapter);
  if (!port) return [];
  return port.recent
    ? recentMessages(deps, port, step, newestMessageId)
    : newMessages(port, step, (polledAt ?? 0) - OVERLAP_MS);
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

/**
 * Looks at the newest message alone, and at the page only when it is not the one of the last poll. So an hour without news
 * costs one read. That it is known is not enough: an answer of this service hides the messages before it.
 */
async function recentMessages(
  { sql }: Pick<PollDeps, 'sql'>,
  port: MessagesPort,
  step: Step,
  newestMessageId: string | undefined,
): Promise<Message[]> {
  const newest = await port.recent!({ ...step, maxReads: 1, cursor: null });
  if (newest.kind !== 'page' || newest.items.length === 0) return [];
  if (newest.items[0]!.id === newestMessageId) return [];
  const page = await port.recent!({ ...step, cursor: null });
  if (page.kind !== 'page') return newest.items;
  const id = page.items[0]?.id;
  if (id !== undefined) await saveReceiving(sql, step.account.id, { newestMessageId: id });
  return page.items;
}

/** Those since an instant; networks that charge for each give one page. @returns null where they could not be read */
async function newComments(port: CommentsPort, step: Step, since: number): Promise<Comment[] | null> {
  const found: Comment[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page: Awaited<ReturnType<CommentsPort['list']>> = await port.list({
      ...step,
      networkPostId: null,
      cursor,
      since,
    });
    if (page.kind !== 'page') return count === 0 ? null : found;
    found.push(...page.items);
    cursor = page.cursor;
    // newest first: what follows is older still
    const goesOn = page.reads === undefined && page.items.every(({ createdAt }) => createdAt >= since);
    if (cursor === null || !goesOn) break;
  }
  return found;
}

function messageEvent(remoteId: string, message: Message): InboundEvent {
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

function commentEvent(remoteId: string, comment: Comment): InboundEvent {
  const { id, networkPostId, parentId, text, from, isOwn, rating, createdAt } = comment;
  return {
    kind: 'comment',
    remoteId,
    dedupeKey: `poll comment ${id}`,
    at: createdAt,
    standby: false,
    raw: null,
    comment: {
      id,
      networkPostId,
      originalPostId: null,
      postKind: 'post',
      parentId,
      text,
      from,
      isOwn,
      rating,
    },
  };
}
