/** Port and password of the embedded Postgres, kept in postgres/connection.json of the data folder. */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The user and the database inside Postgres. */
export const troupe = 'troupe';

/** How to reach a server. */
interface Connection {
  /** 0 before the first start. */
  port: number;
  password: string;
}

/** The address of a database in it, including the password. */
export function addressOf({ port, password }: Connection, database: string): string {
  return `postgres://${troupe}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Reads port and password; creates the password the first time.
 * @param home Postgres' own folder in the data folder
 * @throws EmbeddedPostgresError when there are files of a Postgres but no password for it
 */
export async function readConnection(home: string): Promise<Connection> {
  const file = join(home, 'connection.json');
  if (await exists(file)) return JSON.parse(await readFile(file, 'utf8')) as Connection;
  if (await exists(join(home, 'cluster/PG_VERSION')))
    throw new EmbeddedPostgresError(
      `${file} is gone, and with it the password of the Postgres beside it: put it back from your backup.`,
    );
  const connection = { port: 0, password: randomBytes(24).toString('base64url') };
  await writeConnection(home, connection);
  return connection;
}

/** Replaces the file atomically, and flushes it before the rename: half a password would lock us out. */
async function writeConnection(home: string, connection: Connection): Promise<void> {
  const draft = join(home, 'connection.json.new');
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(connection));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(home, 'connection.json'));
}

/**
 * Keeps the port of the last start if it is free, so that the address stays the same; else picks another.
 * @returns the connection to start with; it is already saved
 */
export async function withFreePort(home: string): Promise<Connection> {
  const connection = await readConnection(home);
  if (connection.port !== 0 && (await listenOn(connection.port)) !== null) return connection;
  let port: number | null = null;
  // People expect an installed Postgres on port 5432; ours must never be mistaken for it.
  while (port === null || port === 5432) port = await listenOn(0);
  const changed = { ...connection, port };
  await writeConnection(home, changed);
  return changed;
}

/** Opens a port on 127.0.0.1 for a moment (0: any free one). Returns its number, null when it is in use. */
function listenOn(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

/** Whether something exists at a path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error; // "permission denied" must not be taken for "absent", or we would create a new database
  }
}
