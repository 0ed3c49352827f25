/** The connections to Postgres, and the check that the secrets in it can be opened. */
import { randomUUID } from 'node:crypto';
import { connect, type Sql } from '../../store/connect.ts';
import { keepInstallationValue } from '../../store/installation.ts';
import { signOffOthers } from '../../store/nodes.ts';
import { newId } from '../ids.ts';
import type { Sealer } from '../seal.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

const REQUEST_CONNECTIONS = 10;
const WORK_CONNECTIONS = 12;

/** This database's secrets were sealed with another key. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

export interface Databases {
  /** For requests. */
  sql: Sql;
  /** For the node: taking and settling actors, the heartbeat, and what effects load and write. */
  work: Sql;
  nodeId: string;
}

/** @throws WrongSecretKey when the keys do not open what this database holds */
export async function openDatabases(
  { databaseUrl, alone }: ServiceOptions,
  { sealer, stops }: { sealer: Sealer; stops: Stops },
): Promise<Databases> {
  const nodeId = newId('node', Date.now());
  const sql = connect(databaseUrl, {
    applicationName: 'troupe api',
    maxConnections: REQUEST_CONNECTIONS,
  });
  const work = connect(databaseUrl, { applicationName: 'troupe worker', maxConnections: WORK_CONNECTIONS });
  stops.add(() => Promise.all([sql.end({ timeout: 5 }), work.end({ timeout: 5 })]));
  await insistOnKey(sql, sealer);
  if (alone) await signOffOthers(sql, nodeId);
  return { sql, work, nodeId };
}

/** A value sealed with the installation's first key: who cannot open it would lock accounts out, so does not start. */
async function insistOnKey(sql: Sql, sealer: Sealer): Promise<void> {
  const kept = await keepInstallationValue(
    sql,
    'secret_key_check',
    sealer.seal(randomUUID(), 'installation'),
  );
  try {
    sealer.open(kept, 'installation');
  } catch (cause) {
    throw new WrongSecretKey(
      'the secrets in this database were sealed with another key; set TROUPE_SECRET_KEYS to the key it was made with',
      { cause },
    );
  }
}
