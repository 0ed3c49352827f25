/** Locks the actors of a request's turn. */
import type { Tx } from '../../store/connect.ts';
import { type ActorRow, lockActors, lockIdleActors, readLockedIds } from '../../store/turns.ts';
import type { Turn } from './turn.ts';

/** Another transaction has locked an actor that a turn needs, and the turn does not wait. */
export class ActorLocked extends Error {
  override readonly name = 'ActorLocked';
  readonly actorId: string;

  constructor(actorId: string) {
    super(`another transaction holds ${actorId}`);
    this.actorId = actorId;
  }
}

/** Whether a statement waited for a lock longer than its session or its transaction allows. */
export const isLockTimeout = (fault: unknown): boolean =>
  fault instanceof Error && (fault as { code?: unknown }).code === '55P03';

/**
 * Locks actors in the order of their ids, as every turn does, so that two turns cannot deadlock.
 * @returns the rows of those that exist
 * @throws ActorLocked when one is locked and the turn does not wait for locks; its transaction has to be rolled back
 */
export async function lockForTurn(tx: Tx, turn: Turn, actorIds: readonly string[]): Promise<ActorRow[]> {
  const ids = [...new Set(actorIds)];
  if (turn.waitsForLocks) return lockActors(tx, ids);
  const rows = await lockIdleActors(tx, ids);
  if (rows.length === ids.length) return rows;
  const free = new Set(rows.map(({ id }) => id));
  const [locked] = await readLockedIds(
    tx,
    ids.filter((id) => !free.has(id)),
  );
  if (locked !== undefined) throw new ActorLocked(locked);
  // the others do not exist, or became free in between: the turn holds those now, and their rows are not read yet
  return lockActors(tx, ids);
}
