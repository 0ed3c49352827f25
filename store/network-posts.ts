/** Which delivery made which post of a network account. The table's key allows one delivery for each post. */
import type { Db } from './connect.ts';
import { column } from './batch.ts';

/** A delivery has learned which post of its account it made. */
export interface Claim {
  deliveryId: string;
  accountId: string;
  /** The network's own id. */
  networkPostId: string;
}

/**
 * Assigns each post to the delivery that claims it, unless another delivery has it already. Claims of deliveries whose
 * account no longer exists are dropped.
 * @returns ids of the deliveries whose post belongs to another delivery
 */
export async function claimNetworkPosts(db: Db, claims: Claim[], now: number): Promise<Set<string>> {
  const claimed = (some: Claim[]) => db`
    select a.platform, a.remote_id, c.network_post_id, c.delivery_id
    from unnest(
      ${column(some, 'deliveryId')}::text[], ${column(some, 'accountId')}::text[], ${column(some, 'networkPostId')}::text[]
    ) c(delivery_id, account_id, network_post_id)
    join accounts a on a.id = c.account_id`;
  // in the order of the key, like every node, so that two nodes cannot deadlock
  const inserted = await db<{ deliveryId: string; networkPostId: string }[]>`
    insert into network_posts (platform, remote_id, network_post_id, delivery_id, held_since)
    select platform, remote_id, network_post_id, delivery_id, to_timestamp(${now}::float8 / 1000)
    from (${claimed(claims)}) claimed order by platform, remote_id, network_post_id, delivery_id
    on conflict do nothing
    returning delivery_id as "deliveryId", network_post_id as "networkPostId"`;
  const own = new Set(inserted.map(({ deliveryId, networkPostId }) => `${deliveryId} ${networkPostId}`));
  const others = claims.filter(({ deliveryId, networkPostId }) => !own.has(`${deliveryId} ${networkPostId}`));
  if (others.length === 0) return new Set();
  const rows = await db<{ deliveryId: string }[]>`
    select c.delivery_id as "deliveryId" from (${claimed(others)}) c
    join network_posts n using (platform, remote_id, network_post_id)
    where n.delivery_id <> c.delivery_id`;
  return new Set(rows.map((row) => row.deliveryId));
}

/** The ids of network posts that a delivery found in its account. */
export interface HeldQuery {
  platform: string;
  remoteId: string;
  /** The delivery that asks. Posts that it has itself are not returned. */
  deliveryId: string;
  networkPostIds: string[];
}

/** @returns the ids that belong to another delivery */
export async function readHeldIds(db: Db, query: HeldQuery): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select network_post_id as id from network_posts
    where platform = ${query.platform} and remote_id = ${query.remoteId}
      and network_post_id = any(${query.networkPostIds}::text[]) and delivery_id <> ${query.deliveryId}`;
  return rows.map((row) => row.id);
}

/**
 * Which posts of an account's network are ours, and not removed.
 * @returns our ids by the network's
 */
export async function findOwnPosts(
  db: Db,
  { accountId, networkPostIds }: { accountId: string; networkPostIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db<{ networkPostId: string; postId: string }[]>`
    select n.network_post_id as "networkPostId", s.id as "postId"
    from accounts a
    join network_posts n on n.platform = a.platform and n.remote_id = a.remote_id
      and n.network_post_id = any(${networkPostIds as string[]}::text[])
    join actors v on v.id = n.delivery_id and v.workspace_id = a.workspace_id
    join actors s on s.id = v.parent_id and s.shown <> 'removed'
    where a.id = ${accountId}`;
  return new Map(rows.map(({ networkPostId, postId }) => [networkPostId, postId]));
}
