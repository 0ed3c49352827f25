/** The mail server of the installation: from the environment, or as the operator stored it (docs/operating.md, Mail). */
import type { Db, Sql } from '../../../store/connect.ts';
import { findInstallationValue, saveInstallationValue } from '../../../store/installation.ts';
import { type MailServer, type MailSetting, readMailServer } from '../../base/mail-server.ts';
import type { Sealer } from '../../base/seal.ts';

const STORED_NAME = 'mail';
/** For so long a node uses what it has read, ms. */
const FRESH_MS = 10_000;

/** Stores the mail server for all nodes, sealed; null removes it. */
export async function saveMailSetting(
  directory: Db,
  sealer: Sealer,
  setting: MailSetting | null,
): Promise<void> {
  const value = setting === null ? null : sealer.seal(setting, 'installation');
  await saveInstallationValue(directory, STORED_NAME, value);
}

export async function findMailSetting(directory: Db, sealer: Sealer): Promise<MailSetting | null> {
  const value = await findInstallationValue(directory, STORED_NAME);
  return value === null ? null : (sealer.open(value, 'installation') as MailSetting);
}

/** The mail server now; null if there is none. */
export type FindMailServer = () => Promise<MailServer | null>;

/**
 * @param options.fromEnvironment beats what is stored
 * @param options.clock epoch ms
 * @returns what a change shows within 10 seconds, on every node
 */
export function mailServerFinder(options: {
  fromEnvironment: MailServer | null;
  directory: Sql;
  sealer: Sealer;
  clock: () => number;
}): FindMailServer {
  const { fromEnvironment, directory, sealer, clock } = options;
  let cache: { server: Promise<MailServer | null>; at: number } | null = null;
  const read = async () => {
    const setting = await findMailSetting(directory, sealer);
    const server = setting && readMailServer(setting);
    return typeof server === 'string' ? null : server;
  };
  return async () => {
    if (fromEnvironment) return fromEnvironment;
    const now = clock();
    if (cache === null || Math.abs(now - cache.at) > FRESH_MS) {
      const server = read();
      cache = { server, at: now };
      server.catch(() => (cache = null));
    }
    return cache.server;
  };
}
