/**
 * A PDS with its directory, and the whole service next to it with a Postgres of its own: all of it is deleted
 * afterwards.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AtpAgent } from '@atproto/api';
import pino from 'pino';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { networks as adapters } from '../../adapters/networks.ts';
import { accessOf } from '../../src/features/accounts/refresh-store.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { newId } from '../../src/base/ids.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { addWorkspace } from '../../src/features/workspaces/index.ts';
import { readAccountsWithSecrets } from '../../store/accounts.ts';
import { connect } from '../../store/connect.ts';
import { migrate } from '../../store/migrate.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import { insertUser } from '../../store/directory.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';
import { type Front, openFront } from './front.ts';
import { openVideoService } from './video-service.ts';
import type { BodyOf, ReadSchema } from '../support/typed-calls.ts';

/** The service's response. */
export interface Answer<Body> {
  status: number;
  body: Body;
}

type Post = ReadSchema<'Post'>;

export interface Stage {
  front: Front;
  plcUrl: string;
  /** Secrets of the PDS, by the names of its settings. */
  secrets: { jwtSecret: string; adminPassword: string };
  baseUrl: string;
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
  ): Promise<Answer<BodyOf<Method, Path>>>;
  /** Hosts a file at the service. @returns its address */
  host(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Reads a post until it is as expected. If it waits for another try, the service's clock is advanced. */
  until(id: string, what: (post: Post) => boolean): Promise<Post>;
  /** The network's own client, which uses nothing of the service. */
  newClient(): AtpAgent;
  /** An account of the service with its credentials. */
  access(id: string): Promise<AccountAccess>;
  /** Replaces the access token that the service stores by an expired one of the PDS. */
  expireAccess(id: string): Promise<void>;
  stop(): Promise<void>;
}

const MAX_WAIT_MS = 60_000;

/** What was set up so far is removed in reverse order, also after an error. */
export async function openStage(): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | undefined;
  const takeDown = async () => {
    for (const step of undo.toReversed()) await step();
  };
  const stop = () => (stopped ??= takeDown());
  try {
    return { ...(await build((step) => undo.push(step))), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function build(later: (step: () => Promise<unknown>) => void): Promise<Omit<Stage, 'stop'>> {
  const folder = await makeTestFolder();
  later(() => rm(folder, { recursive: true, force: true }));
  const front = await openFront();
  later(() => front.stop());
  const secrets = { jwtSecret: secret(16), adminPassword: secret(16) };
  const { child, pdsUrl, plcUrl } = await startPds(join(folder, 'pds'), front.url, secrets);
  later(() => end(child));
  front.leadTo(pdsUrl);
  const video = await openVideoService(pdsUrl);
  later(() => video.stop());
  const postgres = await startTestPostgres();
  later(() => postgres.stop());
  await using(postgres.url, migrate);
  const sandbox = await serveSandbox({ port: 0, networks: simulated, now: Date.now });
  later(() => sandbox.stop());
  const endpoints = { pds: front.url, public: front.url, plc: plcUrl, video: video.url };
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const service = await createService({
    databaseUrl: postgres.url,
    secretKeys: [randomBytes(32)],
    baseUrl: 'http://127.0.0.1:0',
    media: { folder: join(folder, 'media'), s3: null },
    allowedOrigins: [front.url, plcUrl, video.url],
    // the demo of a new installation: nothing of the real account reaches it
    sandboxUrl: sandbox.url,
    adapters: { ...adapters, bluesky: { ...bluesky, endpoints } },
    alone: true,
    clock,
    log: pino({ level: 'silent' }),
    checkAnswers: true,
  });
  later(() => service.stop());
  await service.http.listen('127.0.0.1', 0);
  const baseUrl = `http://127.0.0.1:${service.http.port}`;
  const headers = { authorization: `Bearer ${await workspaceKey(service)}` };

  const call = async <const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
  ) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as BodyOf<Method, Path> };
  };
  const row = async (id: string) => {
    const [found] = await readAccountsWithSecrets(service.sql, [id]);
    if (!found) throw new Error(`there is no account ${id}`);
    return found;
  };
  const access = async (id: string) => accessOf(await row(id), service.sealer);
  return {
    front,
    plcUrl,
    secrets,
    baseUrl,
    call,
    access,
    newClient: () => new AtpAgent({ service: pdsUrl }),
    async host(bytes) {
      const form = new FormData();
      form.set('file', new File([bytes], 'file'));
      const response = await fetch(`${baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
      return ((await response.json()) as { url: string }).url;
    },
    async until(id, what) {
      const deadline = Date.now() + MAX_WAIT_MS;
      for (;;) {
        const { body } = await call('GET', `/v1/posts/${id}`);
        if (body.post && what(body.post)) return body.post;
        const next = Date.parse(body.post?.deliveries[0]?.nextAttemptAt ?? '');
        if (next > clock()) {
          ahead += next - clock();
          service.context.node.wake();
        }
        if (Date.now() > deadline) throw new Error(`the post never came so far: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async expireAccess(id) {
      const { credentials } = await access(id);
      const accessJwt = expired(credentials['accessJwt'] ?? '', secrets.jwtSecret);
      const sealed = service.sealer.seal({ ...credentials, accessJwt }, id);
      await service.sql`update accounts set credentials = ${sealed} where id = ${id}`;
    },
  };
}

async function startPds(folder: string, publicUrl: string, secrets: Stage['secrets']) {
  await mkdir(folder);
  const child = fork(fileURLToPath(new URL('server.js', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'], // node:sqlite
    env: { ...process.env, NODE_OPTIONS: '', LOG_ENABLED: 'false' },
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the PDS ended with exit code ${code}`);
  });
  failed.catch(() => undefined); // after its response, the rest is our mistake
  const plcRotationKeyK256PrivateKeyHex = secret(32);
  child.send({ folder, publicUrl, secrets: { ...secrets, plcRotationKeyK256PrivateKeyHex } });
  const [{ pdsUrl, plcUrl }] = (await Promise.race([once(child, 'message'), failed])) as [
    { pdsUrl: string; plcUrl: string },
  ];
  return { child, pdsUrl, plcUrl };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** A workspace of real networks, beside the sandbox, and a key of its owner. */
async function workspaceKey({ context, directory }: Service): Promise<string> {
  const now = Date.now();
  const userId = newId('usr', now);
  await directory.begin(async (tx) => {
    await insertUser(tx, { id: userId, name: 'Rosa', email: null }, now);
    const named = { slug: 'home', name: 'Home', timezone: 'UTC', networks: 'real' as const };
    await addWorkspace(context, tx, { ...named, userId, now });
  });
  const { key } = await createKey(directory, { userId, name: 'try', now });
  return key;
}

async function using(
  url: string,
  work: (sql: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> {
  const sql = connect(url, { applicationName: 'troupe try', maxConnections: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The same token, signed as the PDS signs it, but expired an hour ago. */
function expired(jwt: string, key: string): string {
  const [head = '', body = ''] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number };
  const past = { ...claims, iat: claims.iat - 3 * 3600, exp: claims.iat - 3600 };
  const signed = `${head}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const secret = (bytes: number) => randomBytes(bytes).toString('hex');
