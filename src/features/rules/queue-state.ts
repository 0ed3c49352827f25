/** The state of a queue of private replies, read from its actor, its entries and the claims of the last hour. */
import type { Holds, ReplyQueueContext, WaitReason } from '../../../machines/reply-queue.ts';
import { HELD_FOR_MS } from '../../../machines/reply-queue.ts';
import { readSnapshot } from '../../../store/actors.ts';
import { type Claimed, listClaimed } from '../../../store/answered-comments.ts';
import type { Db } from '../../../store/connect.ts';
import {
  countWaiting,
  findRanks,
  findStillWaiting,
  listQueueAccounts,
  type NetworkAccount,
  type QueueAccount,
  queueIdOf,
  seatOf,
  type Waiting,
} from '../../../store/reply-queue.ts';
import { PRIVATE_REPLIES } from './pace.ts';
import { expectedAt, type Line, placeOf } from './places.ts';

interface Databases {
  sql: Db;
  directory: Db;
}

/**
 * The lines of a queue: one for each workspace that waits.
 * @param queue.holds as its actor knows them; now: epoch ms
 */
export function linesOf({
  queueId,
  waiting,
  accounts,
  holds,
  now,
}: {
  queueId: string;
  waiting: readonly Waiting[];
  accounts: readonly QueueAccount[];
  holds: Holds;
  now: number;
}): (Line & { workspaceId: string })[] {
  return waiting.map(({ workspaceId, live, queued }) => {
    const seat = seatOf(queueId, workspaceId);
    const account = accounts.find((one) => one.workspaceId === workspaceId);
    const hold = holds[seat];
    const needsPerson = account?.needsPerson ?? false;
    return {
      workspaceId,
      seat,
      live,
      queued,
      heldUntil: needsPerson ? now + HELD_FOR_MS : (hold?.until ?? null),
      isTrial: !needsPerson && hold !== undefined && hold.until <= now,
      evenPace: account?.evenPace ?? false,
    };
  });
}

/**
 * When messages were sent, earliest first, epoch ms. A claim whose reply still waits is of a grant that was not committed, or of a
 * message that failed and comes again: it is made again.
 */
export async function sentBy(sql: Db, queueId: string, claimed: readonly Claimed[]): Promise<number[]> {
  const holders = claimed.map(({ holder }) => holder);
  const waiting = await findStillWaiting(sql, queueId, holders);
  return claimed.flatMap(({ holder, at }) => (waiting.has(holder) ? [] : at));
}

/** Where a message is in its queue. */
export interface ExpectedPlace {
  /** From 1. */
  place: number;
  /** About when it is sent, epoch ms. */
  at: number;
  /** Why it is not sent now; null if it is the next one. */
  because: WaitReason | null;
}

/**
 * Where messages of a workspace are in the queue of a network account. Of other workspaces it reads only how many wait.
 * @param find.isLive what a message is that is not in the queue yet: it is taken as the last one. If absent, such messages are left out
 */
export async function findExpected(
  { sql, directory }: Databases,
  find: {
    account: NetworkAccount;
    workspaceId: string;
    messages: readonly { id: string; isLive?: boolean }[];
    now: number;
  },
): Promise<Map<string, ExpectedPlace>> {
  const { account, workspaceId, messages, now } = find;
  if (messages.length === 0) return new Map();
  const queueId = queueIdOf(account);
  const since = now - PRIVATE_REPLIES.windowMs;
  const [waiting, accounts, actor, claimed, ranks] = await Promise.all([
    countWaiting(sql, queueId),
    listQueueAccounts(sql, account),
    readSnapshot(sql, queueId),
    listClaimed(directory, { ...account, since }),
    findRanks(sql, { queueId, workspaceId, ids: messages.map(({ id }) => id) }),
  ]);
  const { holds, lastSeat } = (actor?.snapshot.context ?? { holds: {}, lastSeat: null }) as Pick<
    ReplyQueueContext,
    'holds' | 'lastSeat'
  >;
  if (!waiting.some((one) => one.workspaceId === workspaceId))
    waiting.push({ workspaceId, live: 0, queued: 0 });
  const lines = linesOf({ queueId, waiting, accounts, holds, now });
  const line = lines.find((one) => one.workspaceId === workspaceId)!;
  const sent = await sentBy(sql, queueId, claimed);
  return new Map(
    messages.flatMap(({ id, isLive }) => {
      const last =
        isLive === undefined ? undefined : { isLive, rank: (isLive ? line.live : line.queued) + 1 };
      const rank = ranks.get(id) ?? last;
      if (!rank) return [];
      const place = placeOf(rank, { lines, own: line.seat, lastSeat });
      const at = expectedAt({ place, isLive: rank.isLive, line, sent, now });
      return [[id, { place, at, because: at > now ? reasonOf(line, sent, now) : null }]];
    }),
  );
}

function reasonOf({ heldUntil, evenPace }: Line, sent: readonly number[], now: number): WaitReason {
  if (heldUntil !== null && heldUntil > now) return 'held';
  return evenPace && sent.length < PRIVATE_REPLIES.max ? 'paced' : 'full';
}
