/**
 * What can be wrong with a start, checked before the database is migrated: nodes of the version before cannot use a
 * migrated database, so a start that fails after its migration would leave no node that works.
 */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, type Sql } from '../../store/connect.ts';
import { findInstallationValue } from '../../store/installation.ts';
import { schemasOf } from '../../store/schemas.ts';
import { createSealer } from '../base/seal.ts';
import { insistOnWritable } from '../base/writable-folder.ts';
import { insistThatOpens, SECRET_KEY_CHECK, WrongSecretKey } from './databases.ts';
import { checkMedia } from './media.ts';
import type { ServiceOptions } from './options.ts';

interface StartOptions {
  databaseUrl: string;
  /** null means the installation has no key yet. */
  secretKeys: Buffer[] | null;
  media: ServiceOptions['media'];
  host: string;
  port: number;
  /** The data folder, where this start writes to it after the migration; else null. */
  dataDir: string | null;
  /** A sandbox that others run and this start calls; null if there is none. */
  sandboxUrl: string | null;
}

const SANDBOX_TIMEOUT_MS = 10_000;

/**
 * Checks what a start needs. It writes nothing to the database.
 * @throws with a sentence that names the setting that is wrong
 */
export async function checkStart(options: StartOptions): Promise<void> {
  await insistOnPort(options.host, options.port);
  const { dataDir, media, sandboxUrl } = options;
  if (dataDir !== null) await insistOnFolder(dataDir, 'TROUPE_DATA');
  await insistOnFolder(join(media.folder, 'incoming'), 'TROUPE_MEDIA_DIR');
  await checkMedia(media);
  if (sandboxUrl !== null) await insistOnSandbox(sandboxUrl);
  await insistOnKey(options);
}

/** Takes the port for a moment. */
async function insistOnPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, resolve);
  try {
    await promise;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const why = PORT_FAULTS[code] ?? `it cannot be used (${code}): set PORT or HOST`;
    throw new Error(`cannot listen on ${host} port ${port}: ${why}`, { cause });
  }
  await new Promise((closed) => server.close(closed));
}

const PORT_FAULTS: { [code: string]: string } = {
  EADDRINUSE: 'another program has it; set PORT to a free one, or stop that program',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'HOST is no address and no name that this machine knows',
  EACCES: 'this user may not listen there; set PORT to a number from 1024',
};

async function insistOnFolder(folder: string, setting: string): Promise<void> {
  try {
    await insistOnWritable(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `cannot write to the folder ${folder} (${code}): ${setting} has to name one that this user may write to`,
      {
        cause,
      },
    );
  }
}

async function insistOnSandbox(url: string): Promise<void> {
  try {
    const response = await fetch(`${url}/control/health`, {
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (cause) {
    const { message } = ((cause as Error).cause as Error | undefined) ?? (cause as Error);
    throw new Error(
      `there is no sandbox at ${url} (${message}): TROUPE_SANDBOX_URL has to name one that runs, or leave it out`,
      { cause },
    );
  }
}

/** The key has to open what the database holds already. */
async function insistOnKey({ databaseUrl, secretKeys }: StartOptions): Promise<void> {
  const { directory, base } = schemasOf(databaseUrl);
  const sql = connect(databaseUrl, {
    schemas: [directory, base], // an older version kept it in the schema of the address
    applicationName: 'troupe start',
    maxConnections: 1,
  });
  try {
    const stored = await findCheck(sql);
    if (stored === null) return;
    if (secretKeys !== null) return insistThatOpens(stored, createSealer(secretKeys));
    throw new WrongSecretKey(
      'this database holds secrets, and this node has no key for them: set TROUPE_SECRET_KEYS to the key it was made with',
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function findCheck(sql: Sql): Promise<Uint8Array | null> {
  try {
    return await findInstallationValue(sql, SECRET_KEY_CHECK);
  } catch (cause) {
    throw new Error(`the database of DATABASE_URL cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** A refused connection to several addresses has no message of its own. */
function messageOf(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || String(cause);
}
