/** The next free slot of the posting schedule. */
import type { Db } from '../../../store/connect.ts';
import { scheduledInstants } from '../../../store/posts.ts';
import { lockSlots, readSlots } from '../../../store/workspaces.ts';
import type { Workspace } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { nextFreeSlot } from '../../base/time.ts';

/**
 * The time of the next free slot. In a transaction that creates a post the schedule stays locked until the commit, so
 * that two posts never take the same slot.
 * @throws Problem when there is no schedule, or no free slot
 */
export async function takeNextSlot(
  db: Db,
  workspace: Workspace,
  now: number,
  lock: boolean,
): Promise<number> {
  const slots = await (lock ? lockSlots(db, workspace.id) : readSlots(db, workspace.id));
  if (!slots || slots.length === 0) {
    throw new Problem(
      'no_posting_schedule',
      'this workspace has no posting schedule; set one with PUT /v1/posting-schedule',
    );
  }
  const occupied = new Set(await scheduledInstants(db, workspace.id, now));
  const at = nextFreeSlot(slots, workspace.timezone, now, occupied);
  if (at === null) throw new Problem('no_free_slot', 'every slot of the next two years is taken');
  return at;
}
