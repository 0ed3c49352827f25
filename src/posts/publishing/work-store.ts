/**
 * What the effects of a delivery read and keep: the account with its credentials opened, the post's content, the mark
 * that a call is about to leave. Effects come by the hundred, so those that ask in the same moment share a query.
 */
import DataLoader from 'dataloader';
import type { AccountAccess } from '../../../adapters/port/account.ts';
import {
  type AccountRow,
  type AccountSecrets,
  type AccountStatus,
  readAccountsWithSecrets,
} from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import { markStarted } from '../../../store/effects.ts';
import { type PostWork, readPostWork } from '../../../store/posts.ts';
import { accessOf } from '../../accounts/refresh-store.ts';
import type { Sealer } from '../../seal.ts';

export interface LoadedAccount {
  access: AccountAccess;
  credentialsVersion: number;
  status: AccountStatus;
  /** Why a person is needed. */
  reason: string | null;
  /** When the credentials were got, and when they end; epoch ms. */
  obtainedAt: number;
  expiresAt: number | null;
}

export interface WorkStore {
  /** null when the account was disconnected. */
  account(id: string): Promise<LoadedAccount | null>;
  /** null when there is no such post. */
  post(id: string): Promise<PostWork | null>;
  /**
   * Marks that a call is about to leave that must not be repeated blindly.
   * @returns false when the effect is no longer this node's: then the call must not leave
   */
  markStarted(effectId: string, now: number): Promise<boolean>;
}

/** Keys a query takes at most. */
const MOST_KEYS = 500;

export function postgresWorkStore({
  sql,
  nodeId,
  sealer,
}: {
  sql: Sql;
  nodeId: string;
  sealer: Sealer;
}): WorkStore {
  // no cache: credentials and posts change, on this node and on others
  const options = { cache: false, maxBatchSize: MOST_KEYS };
  const accounts = new DataLoader<string, LoadedAccount | null>(async (ids) => {
    const rows = await readAccountsWithSecrets(sql, [...new Set(ids)]);
    const opened = new Map(rows.map((row) => [row.id, openAccount(row, sealer)]));
    return ids.map((id) => opened.get(id) ?? null);
  }, options);
  const posts = new DataLoader<string, PostWork | null>(async (ids) => {
    const found = new Map((await readPostWork(sql, [...new Set(ids)])).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, options);
  return {
    account: (id) => accounts.load(id),
    post: (id) => posts.load(id),
    markStarted: (effectId, now) => markStarted(sql, effectId, nodeId, now),
  };
}

/** @throws when the credentials were sealed with a key that is not at hand */
function openAccount(row: AccountRow & AccountSecrets, sealer: Sealer): LoadedAccount {
  return {
    access: accessOf(row, sealer),
    credentialsVersion: row.credentialsVersion,
    status: row.status,
    reason: row.reason,
    obtainedAt: row.obtainedAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
  };
}
