/** Sends a queue of private replies the request for a place in it. */
import type { ReplyQueueEvent, ReplyQueueInput } from '../../../machines/reply-queue.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import {
  hasQueue,
  listQueueAccounts,
  lockQueueStart,
  type NetworkAccount,
  queueIdOf,
  seatOf,
} from '../../../store/reply-queue.ts';
import { batchesByKey } from '../../base/batches.ts';
import { INSTALLATION } from '../../engine/installation.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { replyQueue } from '../../kinds/reply-queue.ts';
import { type ExpectedPlace, findExpected } from './queue-state.ts';

export interface AskDeps {
  sql: Sql;
  directory: Sql;
  /** Called when an effect runs: the node is made after its handlers. */
  node: () => Pick<Node, 'command'>;
  clock: () => number;
}

interface Ask {
  id: string;
  isLive: boolean;
  account: NetworkAccount;
  workspaceId: string;
}

/** Those that ask together share a commit. */
const MAX_TOGETHER = 200;

/** @returns asks for a place for a message. The result: where it is in the queue then */
export function placeAsker(deps: AskDeps): (ask: Ask) => Promise<ExpectedPlace> {
  const asks = batchesByKey<Ask, ExpectedPlace>(MAX_TOGETHER, async (_, messages) => {
    const { account, workspaceId } = messages[0]!;
    await deps.node().command(async (tx, turn: Turn) => {
      await startQueue(tx, turn, account);
      tellQueue(turn, account, { type: 'place.asked' });
      return { result: null };
    });
    const expected = await findExpected(deps, { account, workspaceId, messages, now: deps.clock() });
    return messages.map(({ id }) => expected.get(id)!);
  });
  return (ask) => asks(`${queueIdOf(ask.account)} ${ask.workspaceId}`, ask);
}

/** Sends the queue of a network account an event. */
export function tellQueue(turn: Turn, account: NetworkAccount, event: ReplyQueueEvent): void {
  turn.tell(INSTALLATION, { to: queueIdOf(account), event });
}

/** Starts the actor of a queue, where there is none. */
async function startQueue(tx: Tx, turn: Turn, { platform, remoteId }: NetworkAccount): Promise<void> {
  const id = queueIdOf({ platform, remoteId });
  if (await hasQueue(tx, id)) return;
  await lockQueueStart(tx, id);
  if (await hasQueue(tx, id)) return;
  const accounts = await listQueueAccounts(tx, { platform, remoteId });
  // the version before this one stored holds with the accounts
  const holds = Object.fromEntries(
    accounts.flatMap(({ workspaceId, heldUntil }) =>
      heldUntil === null ? [] : [[seatOf(id, workspaceId), { until: heldUntil, isTried: false }]],
    ),
  );
  const input: ReplyQueueInput = { platform, remoteId, holds };
  turn.start({ kind: replyQueue.name, id, workspaceId: INSTALLATION, input });
}
