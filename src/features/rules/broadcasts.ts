/**
 * Notices that live broadcasts have ended, so that messages to those who commented there do not wait in vain: Instagram takes
 * private replies only while a broadcast lasts, and reports no end of one. It lists the broadcasts that go on; one that is
 * missing from that list twice is over. Where the list cannot be read, the network's refusal of a message says it.
 */
import type { Missing, Page } from '../../../adapters/port/read.ts';
import type { PrivateReplyEvent } from '../../../machines/private-reply.ts';
import {
  type Broadcast,
  claimBroadcasts,
  listOfBroadcast,
  saveBroadcast,
} from '../../../store/broadcasts.ts';
import { lockComments } from '../../../store/comments.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { callWithin, type SweepDeps, waitAfter } from './sweep-calls.ts';

/** How often a broadcast is looked for, ms. */
export const LOOK_EVERY_MS = 30_000;
/** Calls of a network account in an hour: one at each look. Apart from sweeps, which may have used up their own. */
const LOOK_CALLS = { name: 'broadcasts', max: 120, windowMs: 3_600_000 };
/** A list may be late: a broadcast is over when it is missing for this long, ms. */
const MISSING_FOR_MS = LOOK_EVERY_MS - 5_000;
/** How long a node has for what it claimed, ms. */
const LEASE_MS = 2 * 60_000;
const BATCH = 20;
/** Messages that hear of the end in one commit. */
const TOLD_AT_ONCE = 200;

/** Looks for the broadcasts whose turn it is, and ends what waits for those that are over. */
export async function lookForBroadcasts(deps: SweepDeps): Promise<void> {
  const now = deps.clock();
  const due = await claimBroadcasts(deps.sql, { now, until: now + LEASE_MS, limit: BATCH });
  await Promise.all(
    [...Map.groupBy(due, ({ accountId }) => accountId).values()].map((ofAccount) =>
      lookFor(deps, ofAccount).catch((error: unknown) =>
        deps.log.warn(
          { account: ofAccount[0]?.accountId, error: String(error) },
          'broadcasts could not be looked for',
        ),
      ),
    ),
  );
}

/** @param broadcasts of one account */
async function lookFor(deps: SweepDeps, broadcasts: readonly Broadcast[]): Promise<void> {
  // taken for over before: the process may have ended before everybody had heard of it
  const isTold = ({ overAt, missingSince }: Broadcast) =>
    overAt !== null && missingSince !== null && overAt >= missingSince;
  for (const over of broadcasts.filter(isTold)) await tellOver(deps, over);
  const going = broadcasts.filter((one) => !isTold(one));
  const [first] = going;
  if (!first) return;
  const { accountId } = first;
  const hasPlace = going.some((one) => one.hasPlace);
  const list = await callWithin<Page<string> | Missing>(
    deps,
    { accountId, hasPlace, calls: LOOK_CALLS },
    async ({ port, ...call }) =>
      (await port.broadcasts?.(call)) ?? { kind: 'missing', reason: 'it lists no broadcasts' },
  );
  const now = deps.clock();
  for (const broadcast of going) {
    if (list.kind !== 'page') {
      const dueAt = now + waitAfter(list);
      await saveBroadcast(deps.sql, {
        ...broadcast,
        hasPlace: list.kind === 'later' && list.hasPlace,
        dueAt,
      });
    } else {
      const isListed = list.cursor !== null || list.items.includes(broadcast.networkPostId);
      await keepFound(deps, { ...broadcast, hasPlace: false }, { isListed, now });
    }
  }
}

async function keepFound(
  deps: SweepDeps,
  broadcast: Broadcast,
  { isListed, now }: { isListed: boolean; now: number },
): Promise<void> {
  const missingSince = isListed ? null : (broadcast.missingSince ?? now);
  if (missingSince === null || now - missingSince < MISSING_FOR_MS) {
    await saveBroadcast(deps.sql, { ...broadcast, missingSince, dueAt: now + LOOK_EVERY_MS });
    return;
  }
  const over = { ...broadcast, missingSince, overAt: now };
  await deps.sql.begin(async (tx) => {
    // comments that match meanwhile have their answers before this, and hear of it; later ones find it
    await lockComments(tx, broadcast.accountId);
    await saveBroadcast(tx, { ...over, dueAt: now + LEASE_MS });
  });
  await tellOver(deps, over);
}

/** Ends the messages that wait for a broadcast. */
async function tellOver({ sql, node }: SweepDeps, over: Broadcast): Promise<void> {
  const { accountId, networkPostId } = over;
  const event: PrivateReplyEvent = { type: 'broadcast.over' };
  for (let after = ''; ;) {
    const ids = await listOfBroadcast(sql, { accountId, networkPostId, after, limit: TOLD_AT_ONCE });
    if (ids.length === 0) break;
    after = ids.at(-1)!;
    await node.command(async (tx, turn: Turn) => {
      for (const id of ids) {
        const reply = await lockInto(tx, turn, id);
        if (reply) turn.deliver(reply, event);
      }
      return { result: null };
    });
  }
  await saveBroadcast(sql, { ...over, dueAt: null });
}
