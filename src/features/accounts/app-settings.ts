/**
 * This service as an app at networks: from the environment, or as an operator stored it (docs/connecting.md, For operators). What the
 * environment names beats what is stored.
 */
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { Db, Sql } from '../../../store/connect.ts';
import {
  findInstallationValue,
  listInstallationValues,
  saveInstallationValue,
} from '../../../store/installation.ts';
import type { Sealer } from '../../base/seal.ts';

export type Apps = { [platform: string]: AppCredentials };
/** By platform, now. */
export type FindApps = () => Promise<Apps>;

export interface AppsFinder {
  /** What it shows is at most 10 seconds old, on every node. */
  find: FindApps;
  /** The next call reads again. */
  forget(): void;
}

const PREFIX = 'app:';
/** What the values are sealed for: the whole table is (store/secrets.ts). */
const OWNER = 'installation';
/** For so long a node uses what it has read, ms. */
const FRESH_MS = 10_000;

/** Stores the app of a network for all nodes, sealed; null removes it. */
export async function saveApp(
  directory: Db,
  sealer: Sealer,
  { platform, app }: { platform: string; app: AppCredentials | null },
): Promise<void> {
  const value = app === null ? null : sealer.seal(app, OWNER);
  await saveInstallationValue(directory, `${PREFIX}${platform}`, value);
}

/** @returns the app that an operator stored; null if none is */
export async function findStoredApp(
  directory: Db,
  sealer: Sealer,
  platform: string,
): Promise<AppCredentials | null> {
  const value = await findInstallationValue(directory, `${PREFIX}${platform}`);
  return value === null ? null : (sealer.open(value, OWNER) as AppCredentials);
}

/** @returns all that operators stored, by platform */
export async function listStoredApps(directory: Db, sealer: Sealer): Promise<Apps> {
  const rows = await listInstallationValues(directory, PREFIX);
  return Object.fromEntries(
    rows.map(({ name, value }) => [name.slice(PREFIX.length), sealer.open(value, OWNER) as AppCredentials]),
  );
}

/** @param options.clock epoch ms */
export function appsFinder(options: {
  fromEnvironment: Apps;
  directory: Sql;
  sealer: Sealer;
  clock: () => number;
}): AppsFinder {
  const { fromEnvironment, directory, sealer, clock } = options;
  let cache: { apps: Promise<Apps>; at: number } | null = null;
  const read = async () => ({ ...(await listStoredApps(directory, sealer)), ...fromEnvironment });
  const find = () => {
    const now = clock();
    if (cache === null || Math.abs(now - cache.at) > FRESH_MS) {
      const apps = read();
      cache = { apps, at: now };
      apps.catch(() => (cache = null));
    }
    return cache.apps;
  };
  return { find, forget: () => (cache = null) };
}
