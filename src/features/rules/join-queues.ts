/** Lets private replies of a version before the queues ask for their places. */
import { listOfOlderVersion } from '../../../store/reply-queue.ts';
import type { Sql } from '../../../store/connect.ts';
import type { Node } from '../../engine/node.ts';
import { lockAllInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { privateReply } from '../../kinds/private-reply.ts';

/** Messages that are upgraded in one commit. */
const MAX_TOGETHER = 200;

/**
 * Upgrades the private replies of older versions that have not ended: those that waited for a place ask the queue for one, where
 * their ids keep their order. It runs at each start, and may run on several nodes at once.
 * @returns how many there were
 */
export async function joinQueues({ sql, node }: { sql: Sql; node: Pick<Node, 'command'> }): Promise<number> {
  const { version } = privateReply;
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listOfOlderVersion(sql, { version, after, limit: MAX_TOGETHER });
    after = ids.at(-1);
    if (ids.length === 0) break;
    // locking an actor into a turn upgrades it
    await node.command(async (tx, turn: Turn) => {
      await lockAllInto(tx, turn, ids);
      return { result: null };
    });
    count += ids.length;
  }
  return count;
}
