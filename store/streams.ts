/** The actors of networks' streams of events (machines/stream.ts). */
import type { Db, Tx } from './connect.ts';
import { hashOf } from './hashed-id.ts';

/** The actor of a network's stream. */
export const streamIdOf = (platform: string): string => `stream_${hashOf(platform)}`;

/** Whether a stream has an actor. */
async function hasStream(db: Db, platform: string): Promise<boolean> {
  const rows = await db`select from actors where id = ${streamIdOf(platform)}`;
  return rows.length > 0;
}

/** Whether a stream has no actor. Then this transaction alone may start it: others wait until it has ended. */
export async function lacksStream(tx: Tx, platform: string): Promise<boolean> {
  if (await hasStream(tx, platform)) return false;
  await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' new stream ' || ${platform}, 0))`;
  return !(await hasStream(tx, platform));
}

/** What is known of a stream. */
interface StreamState {
  /** @see StreamInput in machines/stream.ts */
  heardAt: number | null;
  /** Why it cannot be opened, in words for a person; null if nothing is known to be wrong. */
  problem: string | null;
}

export async function readStream(db: Db, platform: string): Promise<StreamState> {
  const [row] = await db<StreamState[]>`
    select (snapshot #>> '{context,heardAt}')::float8 as "heardAt", snapshot #>> '{context,problem}' as problem
    from actors where id = ${streamIdOf(platform)}`;
  return row ?? { heardAt: null, problem: null };
}

/** Ids of the streams of the networks on which a workspace has accounts. */
export async function listStreamsOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db<{ platform: string }[]>`
    select distinct platform from accounts where workspace_id = ${workspaceId}`;
  return rows.map(({ platform }) => streamIdOf(platform));
}
