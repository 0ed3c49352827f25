/** Ends what waits in the queue when its rule is paused or deleted. */
import { listQueued } from '../../../store/private-replies.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import type { SweepDeps } from './sweep-calls.ts';

/** Messages that are stopped in one commit. */
const STOPPED_AT_ONCE = 200;

/**
 * Tells the messages of a rule that wait that they are not to be sent. If the process dies before the last one, the others are
 * skipped when their places come (grant-places.ts).
 */
export async function stopQueued(
  { sql, node }: Pick<SweepDeps, 'sql' | 'node'>,
  ruleId: string,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listQueued(sql, { ruleId, after, limit: STOPPED_AT_ONCE });
    after = ids.at(-1);
    if (ids.length === 0) return;
    await node.command(async (tx, turn: Turn) => {
      for (const id of ids) {
        const reply = await lockInto(tx, turn, id);
        if (reply) turn.deliver(reply, { type: 'rule.stopped' });
      }
      return { result: null };
    });
  }
}
