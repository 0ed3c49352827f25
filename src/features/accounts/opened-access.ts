/** The access that a stored row holds. */
import type { AccountAccess, Credentials } from '../../../adapters/port/account.ts';
import type { RevocationRow } from '../../../store/revocations.ts';
import type { Sealer } from '../../base/seal.ts';

/** @returns null where the credentials were sealed with a key that is not at hand */
export function openedAccess(row: RevocationRow, sealer: Sealer): AccountAccess | null {
  const { accountId: id, platform, remoteId, username, endpoints } = row;
  try {
    const credentials = sealer.open(row.credentials, id) as Credentials;
    return { id, platform, remoteId, username, endpoints, limits: {}, credentials };
  } catch {
    return null; // the caller says what that means
  }
}
