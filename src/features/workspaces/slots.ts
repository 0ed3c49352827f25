/** The next free slot of the posting schedule. */
import type { Db } from '../../../store/connect.ts';
import { scheduledInstants } from '../../../store/posts.ts';
import { lockSlots, readCommonSlots, readSlots } from '../../../store/workspaces.ts';
import type { Workspace } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { nextFreeSlot } from '../../base/time.ts';

/** For which post a slot is looked for. */
interface SlotFor {
  workspace: Workspace;
  /** Of the post. Where all of them have the same schedule of their own, it counts, else the workspace's. */
  accountIds: readonly string[];
}

/**
 * The time of the next free slot. Of a workspace's schedule a slot is taken by any scheduled post, of accounts' own by those that
 * share an account with the post. In a transaction that creates a post the schedule stays locked until the commit, so
 * that two posts never take the same slot.
 * @throws Problem when there is no schedule, or no free slot
 */
export async function takeNextSlot(
  db: Db,
  { workspace, accountIds }: SlotFor,
  now: number,
  lock: boolean,
): Promise<number> {
  const { id: workspaceId } = workspace;
  const shared = await (lock ? lockSlots(db, workspaceId) : readSlots(db, workspaceId));
  const own = accountIds.length === 0 ? null : await readCommonSlots(db, { workspaceId, accountIds });
  const slots = own ?? shared;
  if (!slots || slots.length === 0) {
    throw new Problem(
      'no_posting_schedule',
      'this workspace has no posting schedule; set one with PUT /v1/posting-schedule',
    );
  }
  const of = { workspaceId, from: now, accountIds: own === null ? null : accountIds };
  const occupied = new Set(await scheduledInstants(db, of));
  const at = nextFreeSlot(slots, workspace.timezone, now, occupied);
  if (at === null) throw new Problem('no_free_slot', 'every slot of the next two years is taken');
  return at;
}
