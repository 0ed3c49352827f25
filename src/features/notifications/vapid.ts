/** The keys by which this installation signs pushes: made once for all nodes, and stored sealed. */
import type { Sql } from '../../../store/connect.ts';
import { findInstallationValue, keepInstallationValue } from '../../../store/installation.ts';
import type { Sealer } from '../../base/seal.ts';
import { newVapidKeys, type VapidKeys } from '../../base/web-push.ts';

const STORED_NAME = 'vapid';
const OWNER = 'installation';

/** The keys of the installation. The first call on any node makes them. */
export async function vapidKeys({
  directory,
  sealer,
}: {
  directory: Sql;
  sealer: Sealer;
}): Promise<VapidKeys> {
  const stored = await findInstallationValue(directory, STORED_NAME);
  const value =
    stored ?? (await keepInstallationValue(directory, STORED_NAME, sealer.seal(newVapidKeys(), OWNER)));
  return sealer.open(value, OWNER) as VapidKeys;
}
