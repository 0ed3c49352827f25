/** Starts the actors of accounts that were connected before there were such actors, and sends a message to many actors at once. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import {
  CHECK_EVERY_MS,
  PROBLEM_AGAIN_MS,
  type ReceiverEvent,
  type ReceiverInput,
} from '../../../machines/receiver.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  isUnreadSince,
  listReceiving,
  listWithoutReceiver,
  lockReceivers,
  type Receiving,
} from '../../../store/receiving.ts';
import { canReceive, startReceiver } from '../accounts/index.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { receiverIdOf } from '../../kinds/receiver.ts';
import { paceOf } from './pace.ts';

interface StartDeps {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
}

/** Accounts that a transaction takes. */
const BATCH = 200;
/** Nobody has read an account for so long, ms: the service did not run, and networks may have ended subscriptions meanwhile. */
const OUTAGE_MS = 30 * 60_000;

/**
 * Starts an actor for every account that can receive and has none: an older program stored it. What that program knew is kept, and
 * what was due stays due. Safe to call at any time, from any number of nodes. @returns how many were started
 */
export async function startReceivers({ node, adapters }: StartDeps): Promise<number> {
  const platforms = Object.keys(adapters).filter((platform) => canReceive(adapters[platform]));
  let started = 0;
  for (let after = ''; ;) {
    const rows = await node.command<Awaited<ReturnType<typeof listWithoutReceiver>> | []>(
      async (tx, turn) => {
        if (!(await lockReceivers(tx))) return { result: [] }; // another node is at it
        const found = await listWithoutReceiver(tx, { platforms, after, limit: BATCH });
        for (const { id: accountId, workspaceId, platform, receiving } of found) {
          const earlier = receiving && earlierOf(receiving, adapters[platform]!);
          startReceiver(turn, { accountId, workspaceId }, earlier ?? undefined);
        }
        return { result: found };
      },
    );
    started += rows.length;
    if (rows.length < BATCH) return started;
    after = rows.at(-1)!.id;
  }
}

/**
 * What a program without these actors knew of an account. Pure.
 * @returns null where the account was never subscribed
 */
export function earlierOf(
  receiving: Partial<Receiving>,
  adapter: Manifest,
): NonNullable<ReceiverInput['known']> | null {
  const { via, checkedAt, problem = null, quietAt = null, isDue = false, unread } = receiving;
  if (via === undefined || checkedAt === undefined || receiving.since === undefined) return null;
  const paceMs = paceOf(adapter, via);
  const { polledAt = 0, readSoonAt = 0, readAgainAt = 0 } = receiving;
  const planned = readSoonAt > polledAt ? readSoonAt : polledAt + (paceMs ?? 0);
  const nextCheckAt = isDue ? checkedAt : checkedAt + (problem === null ? CHECK_EVERY_MS : PROBLEM_AGAIN_MS);
  return {
    via,
    paceMs,
    problem,
    checkedAt,
    quietAt,
    readAt: polledAt === 0 ? null : polledAt,
    unread: unread && unread.code !== 'reading' ? { code: unread.code, reason: unread.reason } : null,
    nextCheckAt: quietAt !== null && quietAt > checkedAt ? Math.min(nextCheckAt, quietAt) : nextCheckAt,
    isAsked: isDue,
    nextReadAt: paceMs === null ? null : Math.max(planned, readAgainAt),
  };
}

/**
 * Has all accounts checked that networks report to, if this is the first node after an outage: none has read an account for a
 * while. Call it before the node works, since it reads what is due. @returns how many got a message
 */
export async function checkAfterOutage({
  node,
  sql,
  clock,
}: {
  node: Pick<Node, 'command'>;
  sql: Sql;
  clock: () => number;
}): Promise<number> {
  if (!(await isUnreadSince(sql, clock() - OUTAGE_MS))) return 0;
  return tellReceivers(node, { platform: null, via: ['webhook', 'stream'] }, { type: 'check', force: true });
}

/** Sends the actors of accounts that receive an event. @param find.platform null means of every network */
export async function tellReceivers(
  node: Pick<Node, 'command'>,
  find: { platform: string | null; via: Receiving['via'][] },
  event: ReceiverEvent,
): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const rows = await node.command(async (tx, turn: Turn) => {
      const found = await listReceiving(tx, { ...find, after, limit: BATCH });
      for (const { id, workspaceId } of found) turn.tell(workspaceId, { to: receiverIdOf(id), event });
      return { result: found };
    });
    count += rows.length;
    if (rows.length < BATCH) return count;
    after = rows.at(-1)!.id;
  }
}
