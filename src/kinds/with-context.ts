import type { Persisted } from '../../machines/durable.ts';

/** Makes an upgrade of snapshots that only adds fields to the context. */
export function withContext(added: { [field: string]: unknown }): (snapshot: Persisted) => Persisted {
  return (snapshot) => ({ ...snapshot, context: { ...added, ...(snapshot.context as object) } as never });
}

/** An upgrade of snapshots that are the same in the next version: its machine does more, with the same states and context. */
export const unchanged = (snapshot: Persisted): Persisted => snapshot;
