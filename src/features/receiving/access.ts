/** Accounts with an access that works, for calls that the service makes by itself. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Sql } from '../../../store/connect.ts';
import { accountLoader, isRenewable, type LoadedAccount, type Refresher } from '../accounts/index.ts';
import type { Sealer } from '../../base/seal.ts';

export interface AccessDeps {
  sql: Sql;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
  refresher: Pick<Refresher, 'refresh'>;
  clock: () => number;
}

/** A token that ends within this time is renewed first, ms. */
const RENEW_AHEAD_MS = 60_000;

/**
 * Tokens that live for hours (x: two) are renewed when a call needs them, so the token of an idle account has expired.
 * @returns null for an account that is gone
 */
export function openAccount(
  deps: AccessDeps,
): (id: string, signal: AbortSignal) => Promise<LoadedAccount | null> {
  const load = accountLoader(deps);
  return async (id, signal) => {
    const account = await load(id);
    if (!account || account.status === 'needs_reconnect') return account;
    const { expiresAt, access, credentialsVersion } = account;
    const ends = expiresAt !== null && expiresAt - deps.clock() < RENEW_AHEAD_MS;
    if (!ends || !isRenewable(deps.adapters[access.platform], access.credentials)) return account;
    const renewed = await deps.refresher.refresh(id, credentialsVersion, signal);
    return renewed.kind === 'refreshed' ? load(id) : account;
  };
}
