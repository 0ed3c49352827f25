/** Accounts with their credentials opened, for calls to networks. Those asked for in the same moment share a query. */
import DataLoader from 'dataloader';
import type { AccountAccess } from '../../adapters/port/account.ts';
import {
  type AccountRow,
  type AccountSecrets,
  type AccountStatus,
  readAccountsWithSecrets,
} from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import type { Sealer } from '../seal.ts';
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

/** Accounts of one query at most. */
const MAX_IDS = 500;

export function accountLoader({ sql, sealer }: { sql: Sql; sealer: Sealer }): LoadAccount {
  const loader = new DataLoader<string, LoadedAccount | null>(
    async (ids) => {
      const rows = await readAccountsWithSecrets(sql, [...new Set(ids)]);
      const opened = new Map(rows.map((row) => [row.id, openAccount(row, sealer)]));
      return ids.map((id) => opened.get(id) ?? null);
    },
    // no cache: credentials change, on this node and on others
    { cache: false, maxBatchSize: MAX_IDS },
  );
  return (id) => loader.load(id);
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
