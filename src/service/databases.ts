/** The connections to Postgres, and the check that the secrets in it can be opened. */
import { randomUUID } from 'node:crypto';
import { connect, type Sql } from '../../store/connect.ts';
import { keepInstallationValue } from '../../store/installation.ts';
import { signOffOthers } from '../../store/nodes.ts';
import { schemasOf } from '../../store/schemas.ts';
import { newId } from '../base/ids.ts';
import type { Sealer } from '../base/seal.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

const DIRECTORY_CONNECTIONS = 4;
const REQUEST_CONNECTIONS = 10;
const WORK_CONNECTIONS = 9;
/** As many as a node saves batches of results at once. */
const SETTLING_CONNECTIONS = 3;
/** Longer than commits hold rows on a busy server. */
const SETTLING_LOCK_MS = 500;

/** This database's secrets were sealed with another key. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

/**
 * The connections of a node. It works on one cell. Each pool sees the tables of the directory or of the cell, never both,
 * so that either may be moved to another server.
 */
export interface Databases {
  /** The directory: users, keys, members, and the names of workspaces. */
  directory: Sql;
  /** The cell, for requests. */
  sql: Sql;
  /** The cell, for the node: taking and settling actors, the heartbeat, and what effects load and write. */
  work: Sql;
  /** The cell, for results of effects: a statement that waits for a lock fails soon, so that others go on. */
  settling: Sql;
  /** Name of the cell's schema, by which the directory knows it. */
  cell: string;
  nodeId: string;
}

/** @throws WrongSecretKey when the keys do not open what this database holds */
export async function openDatabases(
  { databaseUrl, cell: cellName, alone }: ServiceOptions,
  { sealer, stops }: { sealer: Sealer; stops: Stops },
): Promise<Databases> {
  const nodeId = newId('node', Date.now());
  const schemas = schemasOf(databaseUrl, cellName);
  const open = (schema: string, applicationName: string, maxConnections: number, lockTimeoutMs?: number) =>
    connect(databaseUrl, {
      schemas: [schema],
      applicationName,
      maxConnections,
      ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
    });
  const directory = open(schemas.directory, 'troupe directory', DIRECTORY_CONNECTIONS);
  const sql = open(schemas.cell, 'troupe api', REQUEST_CONNECTIONS);
  const work = open(schemas.cell, 'troupe worker', WORK_CONNECTIONS);
  const settling = open(schemas.cell, 'troupe results', SETTLING_CONNECTIONS, SETTLING_LOCK_MS);
  stops.add(() => Promise.all([directory, sql, work, settling].map((pool) => pool.end({ timeout: 5 }))));
  await insistOnKey(directory, sealer);
  if (alone) await signOffOthers(sql, nodeId);
  return { directory, sql, work, settling, cell: schemas.cell, nodeId };
}

/** Name of the value that shows which keys open the secrets of an installation. */
export const SECRET_KEY_CHECK = 'secret_key_check';

/** A value sealed with the installation's first key: who cannot open it would lock accounts out, so does not start. */
async function insistOnKey(sql: Sql, sealer: Sealer): Promise<void> {
  const stored = await keepInstallationValue(
    sql,
    SECRET_KEY_CHECK,
    sealer.seal(randomUUID(), 'installation'),
  );
  insistThatOpens(stored, sealer);
}

/** @param stored the installation's value `SECRET_KEY_CHECK`. @throws WrongSecretKey when no key opens it */
export function insistThatOpens(stored: Uint8Array, sealer: Sealer): void {
  try {
    sealer.open(stored, 'installation');
  } catch (cause) {
    throw new WrongSecretKey(
      'the secrets in this database were sealed with another key; set TROUPE_SECRET_KEYS to the key it was made with',
      { cause },
    );
  }
}
