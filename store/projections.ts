/** What queries read of posts and accounts. Written by turns alone: nothing else changes a status. */
import type { Db } from './connect.ts';
import { column } from './turns.ts';

export interface PostState {
  id: string;
  workspaceId: string;
  status: string;
  /** Epoch ms, as the other times. */
  scheduledAt: number | null;
  publishedAt: number | null;
  error: string | null;
}

export async function insertPostStates(db: Db, rows: PostState[], now: number) {
  return db`
    insert into post_states (post_id, workspace_id, status, scheduled_at, published_at, error, updated_at)
    select d.id, d.workspace_id, d.status, to_timestamp(d.scheduled_at / 1000), to_timestamp(d.published_at / 1000),
           d.error, to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${column(rows, 'id')}::text[], ${column(rows, 'workspaceId')}::text[], ${column(rows, 'status')}::text[],
      ${column(rows, 'scheduledAt')}::float8[], ${column(rows, 'publishedAt')}::float8[],
      ${column(rows, 'error')}::text[]
    ) d(id, workspace_id, status, scheduled_at, published_at, error)`;
}

export async function updatePostStates(db: Db, rows: PostState[], now: number) {
  return db`
    update post_states p
    set status = d.status, scheduled_at = to_timestamp(d.scheduled_at / 1000),
        published_at = to_timestamp(d.published_at / 1000), error = d.error,
        updated_at = to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${column(rows, 'id')}::text[], ${column(rows, 'status')}::text[], ${column(rows, 'scheduledAt')}::float8[],
      ${column(rows, 'publishedAt')}::float8[], ${column(rows, 'error')}::text[]
    ) d(id, status, scheduled_at, published_at, error)
    where p.post_id = d.id`;
}

export interface AccountState {
  id: string;
  workspaceId: string;
  status: string;
  reason: string | null;
  /** Epoch ms. */
  expiresAt: number | null;
}

export async function writeAccountStates(db: Db, rows: AccountState[], now: number) {
  return db`
    insert into account_states (account_id, workspace_id, status, reason, expires_at, updated_at)
    select d.id, d.workspace_id, d.status, d.reason, to_timestamp(d.expires_at / 1000), to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${column(rows, 'id')}::text[], ${column(rows, 'workspaceId')}::text[], ${column(rows, 'status')}::text[],
      ${column(rows, 'reason')}::text[], ${column(rows, 'expiresAt')}::float8[]
    ) d(id, workspace_id, status, reason, expires_at)
    on conflict (account_id) do update
    set status = excluded.status, reason = excluded.reason, expires_at = excluded.expires_at,
        updated_at = excluded.updated_at`;
}
