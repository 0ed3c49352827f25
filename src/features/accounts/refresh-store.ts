/** Where credentials are kept while they are renewed: sealed in Postgres. */
import type { AccountAccess, Credentials } from '../../../adapters/port/account.ts';
import {
  type AccountRow,
  type AccountSecrets,
  claimRefresh,
  readRefresh,
  releaseRefresh,
  saveRefreshed,
} from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import { replaceRevocation } from '../../../store/revocations.ts';
import type { Sealer } from '../../base/seal.ts';
import { LEASE_MS, type RefreshStore } from './refresh.ts';

export function postgresRefreshStore({
  sql,
  nodeId,
  sealer,
}: {
  sql: Sql;
  nodeId: string;
  sealer: Sealer;
}): RefreshStore {
  return {
    async claim(id, refused) {
      const realNow = Date.now();
      const row = await claimRefresh(sql, { id, refused, nodeId, realNow, until: realNow + LEASE_MS });
      if (row)
        return {
          kind: 'claimed',
          access: accessOf(row, sealer),
          credentialsVersion: row.credentialsVersion,
          tries: row.tries,
        };
      const found = await readRefresh(sql, id);
      if (!found) return { kind: 'gone' };
      const { credentialsVersion, obtainedAt, expiresAt } = found;
      return credentialsVersion > refused
        ? { kind: 'newer', credentialsVersion, obtainedAt, expiresAt }
        : { kind: 'busy' };
    },
    async save(id, { credentials, ...saved }) {
      const sealed = sealer.seal(credentials, id);
      const version = await saveRefreshed(sql, { id, ...saved, credentials: sealed });
      // disconnected meanwhile: the tokens to end are these
      if (version === undefined) await replaceRevocation(sql, id, sealed);
      return version;
    },
    release: async (id, { unused = false } = {}) => {
      await releaseRefresh(sql, { id, nodeId, unused });
    },
  };
}

/** @throws when the credentials were sealed with a key that is not at hand */
export function accessOf(row: AccountRow & AccountSecrets, sealer: Sealer): AccountAccess {
  return {
    id: row.id,
    platform: row.platform,
    limits: row.limits,
    scopes: row.scopes,
    remoteId: row.remoteId,
    username: row.username,
    endpoints: row.endpoints,
    credentials: sealer.open(row.credentials, row.id) as Credentials,
  };
}
