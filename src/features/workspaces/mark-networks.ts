/**
 * Says of workspaces from before this was a choice which networks their accounts are on, by the addresses of their accounts
 * (docs/sandbox.md). One with both kinds keeps both, and so does one without accounts.
 */
import { listWithoutNetworks, saveNetworks } from '../../../store/directory.ts';
import { listUndecided, saveNetworksInCell } from '../../../store/workspaces.ts';
import type { WorkspaceNetworks } from '../../base/workspace-networks.ts';
import type { Places } from './add.ts';

const BATCH = 500;

/**
 * Runs at each start, and finds nothing from the second one on. A crash in between leaves the rest for the next start.
 * @param sandboxUrl null if there is no sandbox
 */
export async function markNetworks(
  { sql, directory, cell }: Places,
  sandboxUrl: string | null,
): Promise<void> {
  for (;;) {
    const ids = await listWithoutNetworks(directory, { cell, limit: BATCH });
    const rows = new Map((await listUndecided(sql, ids)).map((row) => [row.id, row]));
    for (const workspaceId of ids) {
      const row = rows.get(workspaceId);
      const networks = row?.networks ?? networksOf(row?.endpoints ?? [], sandboxUrl);
      await saveNetworksInCell(sql, { workspaceId, networks });
      await saveNetworks(directory, { workspaceId, networks });
    }
    if (ids.length < BATCH) return;
  }
}

/** @param endpoints the addresses of each account's network */
function networksOf(
  endpoints: readonly { [name: string]: string }[],
  sandboxUrl: string | null,
): WorkspaceNetworks {
  const simulated = endpoints.filter((one) => sandboxUrl !== null && isOnHostOf(sandboxUrl, one)).length;
  if (endpoints.length === 0) return 'both';
  if (simulated === endpoints.length) return 'simulated';
  return simulated === 0 ? 'real' : 'both';
}

/** The sandbox may have another port than when an account was connected. */
function isOnHostOf(sandboxUrl: string, endpoints: { [name: string]: string }): boolean {
  const { hostname } = new URL(sandboxUrl);
  return Object.values(endpoints).some((base) => URL.parse(base)?.hostname === hostname);
}
