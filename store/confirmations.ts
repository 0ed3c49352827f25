/** Calls of tools that have to be confirmed before they do anything (`confirmations`). */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

type ConfirmationState = 'waiting' | 'allowed' | 'refused' | 'used';

/** What tools need in a workspace before they publish, send or delete. */
export async function readWorkspaceConfirm(db: Db, workspaceId: string): Promise<'none' | 'call' | 'person'> {
  const [row] = await db<{ confirm: 'none' | 'call' | 'person' }[]>`
    select confirm from workspaces where id = ${workspaceId}`;
  return row?.confirm ?? 'none';
}

export async function saveWorkspaceConfirm(
  db: Db,
  set: { workspaceId: string; confirm: 'none' | 'call' | 'person' },
): Promise<void> {
  await db`update workspaces set confirm = ${set.confirm} where id = ${set.workspaceId}`;
}

interface NewConfirmation {
  id: string;
  workspaceId: string;
  /** SHA-256 of the confirmation. */
  tokenHash: Uint8Array;
  userId: string;
  keyId: string;
  keyName: string;
  client: string | null;
  tool: string;
  /** SHA-256 of the arguments and of what would happen. */
  bound: Uint8Array;
  confirm: 'call' | 'person';
  plan: object;
  /** Epoch ms. */
  expiresAt: number;
}

export async function insertConfirmation(db: Db, row: NewConfirmation, now: number): Promise<void> {
  await db`
    insert into confirmations (id, workspace_id, token_hash, user_id, key_id, key_name, client, tool, bound, confirm, plan,
      created_at, expires_at)
    values (${row.id}, ${row.workspaceId}, ${row.tokenHash}, ${row.userId}, ${row.keyId}, ${row.keyName}, ${row.client},
      ${row.tool}, ${row.bound}, ${row.confirm}, ${JSON.stringify(row.plan)}::text::json,
      to_timestamp(${now}::float8 / 1000), to_timestamp(${row.expiresAt}::float8 / 1000))`;
}

/** Whose confirmation it is. */
interface Holder {
  tokenHash: Uint8Array;
  userId: string;
  keyId: string;
}

/**
 * Uses a confirmation up, if it is for exactly this. One of several callers gets it.
 * @param use.byCall a second call is enough; usedWith: idempotencyKey of the call, with which it may be repeated
 * @returns who allowed it, null if nobody but the caller; undefined if it is not there, not allowed, used, expired, or for something else
 */
export async function useConfirmation(
  db: Db,
  use: Holder & {
    workspaceId: string;
    tool: string;
    bound: Uint8Array;
    byCall: boolean;
    usedWith: string | null;
  },
  now: number,
): Promise<{ decidedBy: string | null } | undefined> {
  const [row] = await db<{ decidedBy: string | null }[]>`
    update confirmations set state = 'used', used_with = ${use.usedWith}
    where token_hash = ${use.tokenHash} and user_id = ${use.userId} and key_id = ${use.keyId}
      and workspace_id = ${use.workspaceId} and tool = ${use.tool} and bound = ${use.bound}
      and expires_at > to_timestamp(${now}::float8 / 1000)
      and (state = 'allowed' or (state = 'waiting' and ${use.byCall}::boolean)
        or (state = 'used' and used_with = ${use.usedWith}))
    returning decided_by as "decidedBy"`;
  return row;
}

/** A confirmation of this caller; undefined: there is none. `expiresAt`: epoch ms. */
export async function findConfirmation(db: Db, { tokenHash, userId, keyId }: Holder) {
  const [row] = await db<{ tool: string; bound: Uint8Array; state: ConfirmationState; expiresAt: number }[]>`
    select tool, bound, state, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
    from confirmations where token_hash = ${tokenHash} and user_id = ${userId} and key_id = ${keyId}`;
  return row;
}

/** A call that a person may decide on. Times: epoch ms. */
export interface ConfirmationRow {
  id: string;
  tool: string;
  /** Of an API key, or of the grant of an app. */
  keyId: string;
  keyName: string;
  client: string | null;
  state: ConfirmationState;
  plan: object;
  createdAt: number;
  expiresAt: number;
}

const columns = (db: Db) => db`
  id, tool, key_id as "keyId", key_name as "keyName", client, state, plan,
  (extract(epoch from created_at) * 1000)::float8 as "createdAt", (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"`;

/** The calls of a workspace that wait for a person, newest first. */
export async function listWaiting(
  db: Db,
  list: { workspaceId: string; limit: number },
  now: number,
): Promise<ConfirmationRow[]> {
  return db<ConfirmationRow[]>`
    select ${columns(db)} from confirmations
    where workspace_id = ${list.workspaceId} and confirm = 'person' and state = 'waiting'
      and expires_at > to_timestamp(${now}::float8 / 1000)
    order by id desc limit ${list.limit}`;
}

/** How many calls of a workspace wait for a person. */
export async function countWaiting(db: Db, workspaceId: string, now: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from confirmations
    where workspace_id = ${workspaceId} and confirm = 'person' and state = 'waiting'
      and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return row?.count ?? 0;
}

/**
 * A person allows a call, or refuses it.
 * @returns the call as it is now; undefined: nothing of this id waits for a person in the workspace. A second decision changes
 * nothing
 */
export async function decideConfirmation(
  db: Db,
  decide: { id: string; workspaceId: string; state: 'allowed' | 'refused'; userId: string },
  now: number,
): Promise<ConfirmationRow | undefined> {
  const { id, workspaceId, state, userId } = decide;
  const [row] = await db<ConfirmationRow[]>`
    with decided as (
      update confirmations set state = ${state}, decided_by = ${userId}
      where id = ${id} and workspace_id = ${workspaceId} and confirm = 'person' and state = 'waiting'
        and expires_at > to_timestamp(${now}::float8 / 1000)
      returning *
    )
    select ${columns(db)} from decided
    union all
    select ${columns(db)} from confirmations
    where id = ${id} and workspace_id = ${workspaceId} and confirm = 'person' and not exists (select from decided)`;
  return row;
}

/** Deletes confirmations that ended before `before`. */
export async function pruneConfirmations(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from confirmations where ctid = any(array(
      select ctid from confirmations where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
