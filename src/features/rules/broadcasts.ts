/**
 * The effects of live broadcasts (machines/broadcast.ts): reading the network's list, and ending the messages that wait for one
 * that has ended; and the actors of broadcasts that rules answer.
 */
import type { Missing, Page } from '../../../adapters/port/read.ts';
import type { BroadcastEvent, BroadcastInput, BroadcastKey } from '../../../machines/broadcast.ts';
import type { PrivateReplyEvent } from '../../../machines/private-reply.ts';
import { readAccounts } from '../../../store/accounts.ts';
import {
  broadcastIdOf,
  findBroadcasts,
  findUnmoved,
  type BroadcastState,
  listOfBroadcast,
  listWatched,
  takeUnmoved,
} from '../../../store/broadcasts.ts';
import { lockComments } from '../../../store/comments.ts';
import type { Node } from '../../engine/node.ts';
import type { Run } from '../../engine/effect-run.ts';
import { lockAllInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { broadcast as broadcastKind, type BroadcastHandlers } from '../../kinds/broadcast.ts';
import { type CallDeps, callWithin, waitAfter } from './sweep-calls.ts';

/** Calls of a network account in an hour: one at each look. Apart from sweeps, which may have used up their own. */
const LOOK_CALLS = { name: 'broadcasts', max: 120, windowMs: 3_600_000 };
/** Messages that are ended in one commit. */
const ENDED_AT_ONCE = 200;

interface BroadcastDeps extends CallDeps {
  node: () => Pick<Node, 'command'>;
}

type LookEvent = Extract<BroadcastEvent, { type: `look.${string}` }>;

export function broadcastHandlers(deps: BroadcastDeps): BroadcastHandlers {
  return {
    lookForBroadcast: (work, run) => look(deps, work, run),
    endLiveReplies: async (key) => {
      await endReplies(deps, key);
      return { type: 'replies.ended' };
    },
  };
}

/** One list serves all broadcasts of an account: the actor with the first id reads it, and the others get what it found. */
async function look(
  deps: BroadcastDeps,
  { accountId, networkPostId, hasPlace }: BroadcastKey & { hasPlace: boolean },
  run: Pick<Run, 'signal' | 'recorder'>,
): Promise<LookEvent> {
  const [account] = await readAccounts(deps.sql, [accountId]);
  if (!account) return { type: 'look.gone' };
  const own = broadcastIdOf(accountId, networkPostId);
  const watched = await listWatched(deps.sql, { workspaceId: account.workspaceId, accountId });
  if (watched.indexOf(own) > 0) return { type: 'look.shared' };
  const eventFor = await readList(deps, { accountId, hasPlace }, run);
  const others = watched.filter((id) => id !== own);
  if (others.length > 0) {
    await deps.node().command(async (tx, turn: Turn) => {
      for (const [id, other] of await lockAllInto(tx, turn, others)) {
        const event = eventFor(id.slice(broadcastIdOf(accountId, '').length));
        // one place in the budget pays for one call
        turn.deliver(
          other,
          event.type === 'look.later' ? ({ ...event, hasPlace: false } as LookEvent) : event,
        );
      }
      return { result: null };
    });
  }
  return eventFor(networkPostId);
}

/** Reads the list of live broadcasts. @returns what it says about a broadcast */
async function readList(
  deps: BroadcastDeps,
  { accountId, hasPlace }: { accountId: string; hasPlace: boolean },
  { signal, recorder }: Pick<Run, 'signal' | 'recorder'>,
): Promise<(networkPostId: string) => LookEvent> {
  const list = await callWithin<Page<string> | Missing>(
    deps,
    { accountId, hasPlace, calls: LOOK_CALLS, signal, recorder },
    async ({ port, ...call }) =>
      (await port.broadcasts?.(call)) ?? { kind: 'missing', reason: 'it lists no broadcasts' },
  );
  if (list.kind === 'page') {
    const { cursor, items } = list;
    // a broadcast that is missing from an incomplete list may be on a later page
    return (id) => ({ type: cursor !== null || items.includes(id) ? 'look.listed' : 'look.missing' });
  }
  const reason = 'reason' in list ? list.reason : null;
  const paid = list.kind === 'later' && list.hasPlace;
  return () => ({ type: 'look.later', afterMs: waitAfter(list), hasPlace: paid, reason });
}

/** Ends the messages that wait for a broadcast. It may run again: those that have ended ignore it. */
async function endReplies({ sql, node }: BroadcastDeps, key: BroadcastKey): Promise<void> {
  // comments that are being matched have started their replies by now; later ones find that the broadcast has ended
  await sql.begin((tx) => lockComments(tx, key.accountId));
  const event: PrivateReplyEvent = { type: 'broadcast.over' };
  for (let after = ''; ;) {
    const ids = await listOfBroadcast(sql, { ...key, after, limit: ENDED_AT_ONCE });
    if (ids.length === 0) return;
    after = ids.at(-1)!;
    await node().command(async (tx, turn: Turn) => {
      for (const reply of (await lockAllInto(tx, turn, ids)).values()) turn.deliver(reply, event);
      return { result: null };
    });
  }
}

/**
 * Watches broadcasts from now on. One that was taken to have ended is watched again: somebody has commented on it since. Part of
 * the turn that stores the answers, under the lock of `lockComments`.
 * @param broadcasts as `findBroadcasts` returns it
 */
export function watchBroadcasts(
  turn: Turn,
  { accountId, workspaceId }: { accountId: string; workspaceId: string },
  networkPostIds: Iterable<string>,
  broadcasts: ReadonlyMap<string, BroadcastState>,
): void {
  const event: BroadcastEvent = { type: 'commented' };
  for (const networkPostId of networkPostIds) {
    const found = broadcasts.get(networkPostId);
    if (!found) startBroadcast(turn, workspaceId, { accountId, networkPostId });
    else if (found.isOver) turn.tell(workspaceId, { to: broadcastIdOf(accountId, networkPostId), event });
  }
}

function startBroadcast(turn: Turn, workspaceId: string, input: BroadcastInput): void {
  const id = broadcastIdOf(input.accountId, input.networkPostId);
  turn.start({ kind: broadcastKind.name, id, workspaceId, input });
}

/**
 * Starts an actor for each broadcast that a program without such actors watched, or knew to have ended. May run at every start and
 * on several nodes at once. @returns how many rows were moved
 */
export async function moveBroadcasts({ sql, node }: Pick<BroadcastDeps, 'sql' | 'node'>): Promise<number> {
  let moved = 0;
  for (const accountId of await findUnmoved(sql))
    moved += await node().command(async (tx, turn: Turn) => {
      // the same lock as where comments start actors; undefined means the account was disconnected and its rows were deleted
      const account = await lockComments(tx, accountId);
      if (!account) return { result: 0 };
      const rows = await takeUnmoved(tx, accountId);
      const networkPostIds = rows.map((row) => row.networkPostId);
      const found = await findBroadcasts(tx, { accountId, networkPostIds });
      for (const { networkPostId, ...state } of rows)
        if (!found.has(networkPostId))
          startBroadcast(turn, account.workspaceId, { accountId, networkPostId, known: state });
      return { result: rows.length };
    });
  return moved;
}
