/** The real service with a real database and the sandbox of the networks, in one process, with a key to call it. */
import type { MailServer } from '../../src/base/mail-server.ts';
import type { Test } from 'tap';
import { ERROR_CODES } from '../../src/api/problem.ts';
import { attend } from '../../src/features/accounts/attend.ts';
import { canReceive } from '../../src/features/accounts/receivers.ts';
import { isRenewable } from '../../src/features/accounts/refresh.ts';
import type { AppCredentials } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { newActorId, newId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import type { KeeperStatus } from '../../src/install/embedded/keeper.ts';
import type { Log } from '../../src/base/log.ts';
import type { S3Settings } from '../../src/features/media/s3-storage.ts';
import { networks } from '../../simulators/networks.ts';
import { type SandboxServer, serveSandbox } from '../../simulators/server.ts';
import { pageReader, type ReadPage } from '../../src/features/link-previews/index.ts';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { addWorkspace } from '../../src/features/workspaces/index.ts';
import { insertAccount } from '../../store/accounts.ts';
import { insertUser } from '../../store/directory.ts';
import { testDatabase } from './database.ts';
import { forwarder } from './forwarder.ts';
import { untilIdle } from './idle.ts';
import { silent } from './stage.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { Answer, BodyOf, Call, Read } from './typed-calls.ts';

export type { Answer, Call };

export interface RunningService {
  service: Service;
  sandbox: SandboxServer;
  baseUrl: string;
  key: string;
  workspaceId: string;
  /** Id of the connected sandbox account of each network. */
  accounts: { [platform: string]: string };
  /** Advances the service's clock and wakes the service. */
  advance(ms: number): void;
  /** @param body is sent as JSON, whether it is right or not */
  call: Call;
  /** Sends bytes unchanged. */
  raw<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: { [name: string]: string },
  ): Promise<Answer<BodyOf<Method, Path>>>;
  /**
   * Reads a post until it is as expected.
   * @param more.advancesMs how far the clock goes ahead between two reads, for what takes a network long; default: over the time that a
   *   network is given to work on a file
   */
  until(
    id: string,
    what: (post: Read<'getPost'>['post']) => boolean,
    more?: { advancesMs?: number },
  ): Promise<Read<'getPost'>['post']>;
  /**
   * Cuts off what is under way and starts the service again, at the same address: `service` of this object is another one
   * afterwards. With the option `restarts` only.
   */
  restart(): Promise<void>;
  /** The first half of a restart: cuts off what is under way, and nothing listens any more until `start`. */
  stop(): Promise<void>;
  /** The second half: a new service, at the same address. */
  start(): Promise<void>;
  /** Waits until nothing is due and nothing is under way (test/support/idle.ts). */
  idle(): Promise<void>;
  /** A second node of the same installation, in this process. */
  secondNode(): Promise<Pick<RunningService, 'baseUrl'>>;
  /** Another workspace, with its own user and key, and accounts of its own. */
  neighbour(): Promise<{
    key: string;
    slug: string;
    workspaceId: string;
    accounts: { [platform: string]: string };
  }>;
}

/** A reader of pages that never leaves this machine. */
function pagesOf(t: Test, origins: readonly string[]): ReadPage {
  const guard = createGuard({ allow: origins });
  t.teardown(() => guard.close());
  const read = pageReader(guard, 'Troupe/test');
  const elsewhere = { preview: null, reason: 'no page of this host is read in tests' };
  return (url, signal) => (guard.allows(url) ? read(url, signal) : Promise.resolve(elsewhere));
}

const PLATFORMS = ['bluesky', 'mastodon', 'instagram', 'telegram', 'discord'];

/** Starts it all on free ports; everything is stopped when the test ends. */
export async function startService(
  t: Test,
  options: {
    ratePerMinute?: number;
    allowedOrigins?: string[];
    /** More names of the service, besides 127.0.0.1. */
    hosts?: string[];
    /** The address in front of `/l/`. Default: that of the service. */
    linksUrl?: string;
    mediaFolder?: string;
    s3?: S3Settings;
    /** Networks on which accounts are connected, instead of five common ones. */
    platforms?: string[];
    /** Subscribe accounts to what networks send. Default false. */
    subscribes?: boolean;
    /** Whether the networks of a new workspace are simulated unless the request says otherwise. Default true. */
    sandboxDefault?: boolean;
    /** How long accounts with new posts or comments are gathered before their numbers are told, ms. Default a minute. */
    gatherPublishedMs?: number;
    /** It may be started again: its address is that of a forwarder. Default false. */
    restarts?: boolean;
    /** With `restarts`: false while its address is cut off from the networks and from callers. Default: it never is. */
    isReachable?: () => boolean;
    /** Replaces every network's own. */
    adapters?: { [platform: string]: Manifest };
    /** The operator's apps by platform, instead of the sandbox's own. */
    apps?: { [platform: string]: AppCredentials };
    log?: Log;
    /** The mail server that the environment names. Default: none. */
    mailServer?: MailServer;
    /** Reads the pages that posts link to. Default: those of the sandbox and of allowed origins, and no other. */
    readPage?: ReadPage;
    /** A migrated database that the test keeps, instead of one made for it. */
    databaseUrl?: string;
    /** The cell that it works on. Default: the first. */
    cell?: string;
    /** Slug of its workspace. Default `home`. */
    slug?: string;
    /** What is said of the Postgres that the service looks after. Default: it looks after none. */
    embeddedPostgres?: () => KeeperStatus;
  } = {},
): Promise<RunningService> {
  const databaseUrl = options.databaseUrl ?? (await testDatabase(t)).url;
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const sandbox = await serveSandbox({ port: 0, networks, now: clock });
  t.teardown(() => sandbox.stop());
  const portToReach = () => (options.isReachable?.() === false ? null : service.http.port);
  const outer = options.restarts ? await forwarder(t, portToReach) : 0;
  const settings = {
    databaseUrl,
    ...(options.cell && { cell: options.cell }),
    secretKeys: [Buffer.alloc(32, 1)],
    baseUrl: `http://127.0.0.1:${outer}`,
    media: { folder: options.mediaFolder ?? (await temporaryFolder(t)), s3: options.s3 ?? null },
    allowedOrigins: [sandbox.url, ...(options.allowedOrigins ?? [])],
    ...(options.hosts && { hosts: options.hosts }),
    ...(options.linksUrl !== undefined && { linksUrl: options.linksUrl }),
    sandboxUrl: options.apps ? null : sandbox.url,
    sandboxDefault: options.sandboxDefault ?? true,
    ...(options.apps && { apps: options.apps }),
    ...(options.adapters === undefined ? {} : { adapters: options.adapters }),
    ...(options.embeddedPostgres && { embeddedPostgres: options.embeddedPostgres }),
    log: options.log ?? silent,
    ...(options.mailServer && { mailServer: options.mailServer }),
    clock,
    readPage: options.readPage ?? pagesOf(t, [sandbox.url, ...(options.allowedOrigins ?? [])]),
    checkAnswers: true,
    subscribes: options.subscribes ?? false,
    ...(options.gatherPublishedMs !== undefined && { gatherPublishedMs: options.gatherPublishedMs }),
    ratePerMinute: options.ratePerMinute ?? 1_000_000,
  };
  let service = await createService({ ...settings, alone: true });
  await service.http.listen('127.0.0.1', 0);
  const baseUrl = `http://127.0.0.1:${outer || service.http.port}`;
  t.teardown(async () => {
    await service.context.node.stop(MAX_STOP_MS);
    await service.stop();
  });

  const settle = async (slug: string) => {
    const now = Date.now();
    const userId = newId('usr', now);
    const workspaceId = await service.directory.begin(async (tx) => {
      await insertUser(tx, { id: userId, name: slug, email: null }, now);
      const networks = options.apps ? ('real' as const) : ('simulated' as const);
      const named = { slug, name: slug, timezone: 'Europe/Berlin', networks };
      return (await addWorkspace(service.context, tx, { ...named, userId, now }))!;
    });
    const accounts: { [platform: string]: string } = {};
    for (const platform of options.platforms ?? PLATFORMS) {
      const account = sandbox.sandbox.connect(platform, slug);
      const id = newActorId(accountKind, now);
      accounts[platform] = id;
      const credentials = service.sealer.seal(account.credentials, id);
      const renewable = isRenewable(service.context.adapters[platform], account.credentials);
      await service.context.node.command(async (tx, turn) => {
        const row = { ...account, id, workspaceId, platform, avatarUrl: null, credentials, expiresAt: null };
        await insertAccount(tx, row, clock());
        const access = { credentialsVersion: 1, obtainedAt: clock(), expiresAt: null };
        const receives = options.subscribes === true && canReceive(service.context.adapters[platform]);
        attend(turn, { accountId: id, workspaceId, isNew: true, renewable, receives, ...access });
        return { result: undefined };
      });
    }
    const { key } = await createKey(service.directory, { userId, name: 'test', now });
    return { key, slug, workspaceId, accounts };
  };
  const own = await settle(options.slug ?? 'home');

  const raw: RunningService['raw'] = async (method, path, body, headers = {}) =>
    read(
      await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json', ...headers },
        ...(body === '' ? {} : { body }),
      }),
    );
  const others = new Set<Service>();
  const advance = (ms: number) => {
    ahead += ms;
    for (const { context } of [...others, service]) context.node.wake();
  };
  const call: RunningService['call'] = (method, path, body, headers) =>
    raw(method, path, body === undefined ? '' : JSON.stringify(body), headers);
  const stop = async () => {
    await service.context.node.stop(0);
    await service.stop();
  };
  const start = async () => {
    service = await createService({ ...settings, alone: true });
    await service.http.listen('127.0.0.1', 0);
  };
  return {
    get service() {
      return service;
    },
    sandbox,
    baseUrl,
    ...own,
    advance,
    call,
    raw,
    until: async (id, what, { advancesMs = 0 } = {}) => {
      const deadline = Date.now() + 120_000;
      for (;;) {
        const { body } = await call('GET', `/v1/posts/${id}`);
        if (body.post && what(body.post)) return body.post;
        if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        const ahead = advancesMs || (await networkWaitOf(service, id));
        if (ahead > 0) advance(ahead);
      }
    },
    restart: async () => {
      await stop();
      await start();
    },
    stop,
    start,
    idle: () => untilIdle(service, sandbox),
    secondNode: async () => {
      // an installation has one address: networks call the first node, whichever of them subscribes
      const second = await createService({ ...settings, baseUrl, alone: false });
      await second.http.listen('127.0.0.1', 0);
      others.add(second);
      t.teardown(() => {
        others.delete(second);
        return second.stop();
      });
      return { baseUrl: `http://127.0.0.1:${second.http.port}` };
    },
    neighbour: () => settle(`next-door-${Date.now()}`),
  };
}

/** How long what is under way at the end of a test may take, ms. */
const MAX_STOP_MS = 500;
/** Longer than a network is given to work on a file before it is asked again, and shorter than any retry, ms. */
const MAX_NETWORK_WAIT_MS = 15_000;

/** @returns how long a delivery of this post waits before it asks its network again, ms; 0 when none does */
async function networkWaitOf({ sql, context }: Service, postId: string): Promise<number> {
  const [next] = await sql<{ at: Date | null }[]>`
    select min(d.due_at) as at from due d join actors a on a.id = d.actor_id
    where a.parent_id = ${postId} and a.kind = 'delivery'`;
  const waitMs = next?.at ? next.at.getTime() - context.clock() : 0;
  return waitMs > 0 && waitMs <= MAX_NETWORK_WAIT_MS ? waitMs : 0;
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = text === '' ? null : JSON.parse(text);
  if (response.status >= 400 && typeof body?.code === 'string' && !ERROR_CODES.includes(body.code))
    throw new Error(`the API's description does not know the code of this error: ${text}`);
  return { status: response.status, headers: response.headers, body };
}
