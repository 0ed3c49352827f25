/** Accounts with their credentials opened, for calls to networks. Those asked for in the same moment share a query. */
import type { AccountAccess } from '../../../adapters/port/account.ts';
import {
  type AccountRow,
  type AccountSecrets,
  type AccountStatus,
  readAccountsWithSecrets,
} from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import { gather } from '../../engine/batch.ts';
import type { Sealer } from '../../base/seal.ts';
import { accessOf } from './refresh-store.ts';

export interface LoadedAccount {
  access: AccountAccess;
  credentialsVersion: number;
  status: AccountStatus;
  /** Why a person is needed (`needs_reconnect`), or the operator (`needs_app`); null with any other status. */
  reason: string | null;
  /** When the credentials were got, and when they end; epoch ms. */
  obtainedAt: number;
  expiresAt: number | null;
}

/** By id; null when the account was disconnected. */
export type LoadAccount = (id: string) => Promise<LoadedAccount | null>;

/**
 * How reads for calls to networks are batched. While many calls are in progress, the next ones start one at a time, whenever a
 * network responds: without a pause between the queries each of them would make its own.
 */
export const READS_FOR_CALLS = { most: 500, spacingMs: 10 } as const;

export function accountLoader({ sql, sealer }: { sql: Sql; sealer: Sealer }): LoadAccount {
  return gather<string, LoadedAccount | null>(async (ids) => {
    const rows = await readAccountsWithSecrets(sql, [...new Set(ids)]);
    const opened = new Map(rows.map((row) => [row.id, openAccount(row, sealer)]));
    return ids.map((id) => opened.get(id) ?? null);
  }, READS_FOR_CALLS);
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
