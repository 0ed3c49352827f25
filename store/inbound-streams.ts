/** Which node holds a network's stream of events, and since when nothing was heard. */
import type { Db } from './connect.ts';

/**
 * Takes a stream, or goes on holding it. A node that stops without a word loses it when its time ends.
 * @param take times as epoch ms
 * @returns null while another node holds it; else since when nothing was heard (epoch ms; null if it was never open)
 */
export async function takeStream(
  db: Db,
  take: { platform: string; nodeId: string; now: number; until: number },
): Promise<{ heardAt: number | null } | null> {
  const { platform, nodeId, now, until } = take;
  const [row] = await db<{ heardAt: number | null }[]>`
    insert into inbound_streams (platform, node_id, held_until)
    values (${platform}, ${nodeId}, to_timestamp(${until}::float8 / 1000))
    on conflict (platform) do update set node_id = excluded.node_id, held_until = excluded.held_until
      where inbound_streams.node_id is not distinct from excluded.node_id
        or inbound_streams.held_until < to_timestamp(${now}::float8 / 1000)
    returning (extract(epoch from heard_at) * 1000)::float8 as "heardAt"`;
  return row ?? null;
}

/** Lets another node have it at once. */
export async function leaveStream(db: Db, platform: string, nodeId: string) {
  return db`
    update inbound_streams set node_id = null, held_until = to_timestamp(0)
    where platform = ${platform} and node_id = ${nodeId}`;
}

/** @param heardAt epoch ms */
export async function saveHeard(db: Db, platform: string, heardAt: number) {
  return db`
    update inbound_streams set heard_at = to_timestamp(${heardAt}::float8 / 1000) where platform = ${platform}`;
}

/** @param problem why it cannot be opened, in words for a person; null if it is open */
export async function saveStreamProblem(db: Db, platform: string, problem: string | null) {
  return db`update inbound_streams set problem = ${problem} where platform = ${platform}`;
}

/** @returns why the stream cannot be opened; null if nothing is known to be wrong */
export async function streamProblem(db: Db, platform: string): Promise<string | null> {
  const [row] = await db<{ problem: string | null }[]>`
    select problem from inbound_streams where platform = ${platform}`;
  return row?.problem ?? null;
}
