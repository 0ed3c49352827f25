/** What is under way in a service: for the reader of a simulation that does not come to rest. */
import type { Db } from '../../store/connect.ts';

/** Rows of each list that are enough for a reader. */
const MOST = 20;

/**
 * Reads what is still to be done: effects with the node that has them, what waits in mailboxes (timers and messages), actors
 * that have not ended, events that were not taken, and what the database is busy with.
 * @param kinds of actors; effects are read of all kinds
 */
export async function readUnderWay(db: Db, kinds: readonly string[]): Promise<object> {
  const effects = await db`
    select e.id, e.actor_id, a.kind, a.status, e.type, e.tries, e.node_id, e.created_at, e.started_at
    from effects e join actors a on a.id = e.actor_id order by e.created_at limit ${MOST}`;
  const mail = await db`
    select m.actor_id, a.kind, coalesce(m.timer, m.event ->> 'type') as what, m.due_at
    from mailbox m join actors a on a.id = m.actor_id
    where a.kind = any(${kinds as string[]}::text[]) order by m.due_at limit ${MOST}`;
  const open = await db`
    select id, kind, shown, status, snapshot -> 'value' as value, updated_at from actors
    where kind = any(${kinds as string[]}::text[]) and status <> 'done' order by id limit ${MOST}`;
  const inbound =
    await db`select account_id, key, event, fault, retry_at from inbound where done_at is null limit 3`;
  const claims = await db`select id, node_id, actors from claims limit ${MOST}`;
  const nodes = await db`select id, alive_until from nodes limit ${MOST}`;
  const busy = await db`
    select state, wait_event, now() - xact_start as since, left(query, 120) as query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')`;
  return { effects, mail, open, inbound, claims, nodes, busy };
}
