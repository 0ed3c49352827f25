/**
 * Messages that wait move up when others have left the queue: when a rule was paused or deleted. It is done beside requests, and
 * again by another node when one dies in the middle.
 */
import type { PrivateReplyEvent } from '../../../machines/private-reply.ts';
import { listClaimed } from '../../../store/answered-comments.ts';
import { type FreedAccount, listFreed, markMovedUp } from '../../../store/answering.ts';
import { listPaused } from '../../../store/comment-rules.ts';
import type { Sql } from '../../../store/connect.ts';
import { listPlaced, type PlacedReply } from '../../../store/private-replies.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { type Pace, paceOf } from './pace.ts';
import { stopQueued } from './stop-queued.ts';
import type { SweepDeps } from './sweep-calls.ts';

export type MoveUpDeps = Pick<SweepDeps, 'sql' | 'node' | 'clock'> & { directory: Sql };

/** Accounts whose queues are looked at together. */
const BATCH = 5;
/** Messages that move up in one commit. */
const MOVED_AT_ONCE = 200;
/** A place that comes less than this sooner is not worth a commit, ms. */
const LEAST_GAIN_MS = 1_000;

/** Moves up what waits, in the accounts where places were freed. */
export async function moveUpFreed(deps: MoveUpDeps): Promise<void> {
  for (const account of await listFreed(deps.sql, BATCH)) await moveUp(deps, account);
}

const movedTo = (at: number): PrivateReplyEvent => ({ type: 'moved.up', at });

async function moveUp(
  deps: MoveUpDeps,
  { accountId, freedAt, evenPace, ...network }: FreedAccount,
): Promise<void> {
  const { sql, directory, node, clock } = deps;
  // the process that paused a rule may have ended before all of its messages heard of it
  for (const ruleId of await listPaused(sql, accountId)) await stopQueued(deps, ruleId);
  const now = clock();
  const pace = paceOf(evenPace);
  const [sent, waiting] = await Promise.all([
    listClaimed(directory, { ...network, since: now - pace.windowMs }),
    listPlaced(sql, network),
  ]);
  const moved = earlierPlaces({ sent, waiting, pace, now });
  for (let from = 0; from < moved.length; from += MOVED_AT_ONCE) {
    const together = moved.slice(from, from + MOVED_AT_ONCE);
    await node.command(async (tx, turn: Turn) => {
      // in the order in which others lock them
      for (const { id, at } of together.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const reply = await lockInto(tx, turn, id);
        if (reply) turn.deliver(reply, movedTo(at));
      }
      return { result: null };
    });
  }
  await markMovedUp(sql, { accountId, freedAt, now: clock() });
}

/**
 * The places of those that wait when nobody leaves one empty. They keep their order; nobody gets a later one.
 * @param queue.sent when messages were sent, earliest first; waiting: in their order; times are epoch ms
 * @returns those whose place comes sooner
 */
export function earlierPlaces({
  sent,
  waiting,
  pace: { max, windowMs },
  now,
}: {
  sent: readonly number[];
  waiting: readonly PlacedReply[];
  pace: Pick<Pace, 'max' | 'windowMs'>;
  now: number;
}): PlacedReply[] {
  const taken = [...sent];
  let last = now;
  return waiting.flatMap(({ id, at }) => {
    const before = taken[taken.length - max];
    const first = before === undefined ? last : Math.max(last, before + windowMs);
    const isSooner = at - first >= LEAST_GAIN_MS;
    last = isSooner ? first : Math.max(last, at);
    taken.push(last);
    return isSooner ? [{ id, at: first }] : [];
  });
}
