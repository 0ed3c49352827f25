/** A real n8n with a Postgres of its own and the node of clients/n8n, on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Test } from 'tap';
import { startTestPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const nodePackage = fileURLToPath(new URL('../../clients/n8n', import.meta.url));

/** Its first start makes a hundred tables. */
const START_MS = 900_000;

// oxlint-disable-next-line typescript/no-explicit-any -- read in every shape
export type Json = any;

export interface N8n {
  url: string;
  version: string;
  /** A request of n8n's own editor, as its owner. @throws when it is refused */
  rest(method: string, path: string, body?: unknown): Promise<Json>;
}

/** Starts it and signs its owner in. It ends with the test. */
export async function startN8n(t: Test): Promise<N8n> {
  const postgres = await startTestPostgres();
  t.teardown(() => postgres.stop());
  const database = new URL(postgres.url);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(folder, 'node_modules/n8n/bin/n8n'), 'start'], {
    env: {
      PATH: process.env['PATH']!,
      HOME: await temporaryFolder(t),
      N8N_USER_FOLDER: await temporaryFolder(t),
      N8N_HOST: '127.0.0.1',
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(await freePort()), // else another n8n of this machine has it
      N8N_SECURE_COOKIE: 'false',
      N8N_CUSTOM_EXTENSIONS: nodePackage,
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_RUNNERS_ENABLED: 'false',
      N8N_PYTHON_ENABLED: 'false',
      WEBHOOK_URL: `${url}/`,
      DB_TYPE: 'postgresdb',
      DB_POSTGRESDB_HOST: database.hostname,
      DB_POSTGRESDB_PORT: database.port,
      DB_POSTGRESDB_USER: decodeURIComponent(database.username),
      DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
      DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL')); // also when the start fails
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-3_000)));
  t.teardown(async () => {
    await end(child);
    if (!t.passing()) console.error(said);
  });
  for (const deadline = Date.now() + START_MS; ;) {
    // the last of its routes: text while it starts up, then 404, then the fields that are missing
    const response = await fetch(`${url}/rest/owner/setup`, { method: 'POST' }).catch(() => null);
    if (response?.status === 400 && response.headers.get('content-type')?.includes('json')) break;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`n8n did not start:\n${said}`);
    await pause(250);
  }
  let cookie = '';
  const rest = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'browser-id': 'try', ...(cookie && { cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1_000)}`);
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';')[0]!;
    return (JSON.parse(text) as { data: Json }).data;
  };
  const owner = { email: 'rosa@example.org', firstName: 'Rosa', lastName: 'R', password: 'A long enough 1' };
  await rest('POST', '/owner/setup', owner);
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/n8n/package.json'), 'utf8')) as {
    version: string;
  };
  return { url, version, rest };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hurry = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(hurry);
}
