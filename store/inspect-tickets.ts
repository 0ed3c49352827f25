/** Tickets that open an inspector's socket, and their owners. Only the SHA-256 hash of a ticket's secret is stored. */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** What a ticket allows its bearer to watch. */
interface TicketRow {
  workspaceId: string;
  /** Id of the API key or session that created the ticket. */
  keyId: string;
  watch: { [field: string]: unknown };
}

/** @param ticket.hash SHA-256 of the secret; expiresAt and now: epoch ms */
export async function insertTicket(
  db: Db,
  ticket: TicketRow & { id: string; userId: string; hash: Uint8Array; expiresAt: number },
  now: number,
) {
  return db`
    insert into inspect_tickets (id, hash, workspace_id, user_id, key_id, watch, created_at, expires_at)
    values (${ticket.id}, ${ticket.hash}, ${ticket.workspaceId}, ${ticket.userId}, ${ticket.keyId},
            ${JSON.stringify(ticket.watch)}::json, to_timestamp(${now}::float8 / 1000),
            to_timestamp(${ticket.expiresAt}::float8 / 1000))`;
}

/** Whether a ticket can still be used: it was not used yet and has not expired. */
export async function isTicketOpen(
  db: Db,
  ticket: { id: string; userId: string },
  now: number,
): Promise<boolean> {
  const rows = await db`
    select 1 from inspect_tickets
    where id = ${ticket.id} and user_id = ${ticket.userId} and used_at is null
      and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return rows.length === 1;
}

/**
 * Uses a ticket up: of two simultaneous calls, on any nodes, one succeeds.
 * @returns undefined when there is none, it was used, or it has expired
 */
export async function takeTicket(db: Db, hash: Uint8Array, now: number): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    update inspect_tickets set used_at = to_timestamp(${now}::float8 / 1000)
    where hash = ${hash} and used_at is null and expires_at > to_timestamp(${now}::float8 / 1000)
    returning workspace_id as "workspaceId", key_id as "keyId", watch`;
  return row;
}

/** Deletes tickets that expired before an instant. */
export async function pruneTickets(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from inspect_tickets where ctid = any(array(
      select ctid from inspect_tickets where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
