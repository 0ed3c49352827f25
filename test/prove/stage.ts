/**
 * Everything a proof runs on, in processes of their own: a database, the proxy in front of it, the sandbox of the
 * networks, an endpoint for webhooks, and the service, which is killed and started again and again. The prover reads
 * the database without the proxy; what it does as a user goes over HTTP.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as dial, createServer as createFront } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '../../adapters/port/account.ts';
import { networks as adapters } from '../../adapters/networks.ts';
import { attend } from '../../src/features/accounts/attend.ts';
import { canReceive, startReceiver as startReceiverOf } from '../../src/features/accounts/receivers.ts';
import { isRenewable } from '../../src/features/accounts/refresh.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { newActorId, newId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import type { Fault, LedgerEntry, SimulatedAccount } from '../../simulators/simulator.ts';
import { command, lockInto } from '../../src/engine/take.ts';
import { createSealer } from '../../src/base/seal.ts';
import { insertAccount, lockAccountByRemoteId, reconnectAccount } from '../../store/accounts.ts';
import { connect, type Sql } from '../../store/connect.ts';
import { migrate } from '../../store/migrate.ts';
import { insertMember, insertUser } from '../../store/directory.ts';
import { saveReceiving } from '../../store/receiving.ts';
import { loading } from '../support/loading.ts';
import type { BodyOf, Untyped } from '../support/typed-calls.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { type PushService, startPushService } from '../support/push-browser.ts';
import type { Slot } from '../../store/workspaces.ts';
import { storeWorkspace } from '../support/workspace.ts';
import { aheadIn, fileClock, setAhead } from './clock.ts';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts';
import type { Row } from './rows.ts';
import type { SandboxSaid } from './sandbox.ts';
import type { Begin, Said } from './service.ts';
import { kinds } from '../../src/kinds/index.ts';
import { receiverIdOf } from '../../src/kinds/receiver.ts';

/** A webhook as the receiver got it. */
export interface Received {
  webhookId: string;
  event: string;
  /** null: it is about no post. */
  postId: string | null;
}

export interface ConnectedAccount {
  id: string;
  row: Row;
  /** Its id on the network: what faults and the ledger name. */
  remoteId: string;
  /** A person had to connect it again, and did. */
  reconnected: boolean;
}

/** A request to a network; `account` is null if it does not identify one. */
export interface Call {
  call: string;
  account: string | null;
  at: string;
}

/** A workspace of its own with a key: cases do not see each other. */
export interface Workspace {
  id: string;
  /** Of the workspace, and of its accounts on the simulated networks. */
  name: string;
  key: string;
  /** The session of its owner at the dashboard. */
  cookie: string;
  /** When it was made, epoch ms. */
  madeAt: number;
}

/** The workspace of a case, with its account and endpoints. */
export interface Tenant extends Workspace {
  account: ConnectedAccount;
  /** `once` is called once, as in the contract; `again` has retries. */
  endpoints: { once: string; again: string };
  /** What must not appear anywhere in the journal. */
  secrets: string[];
}

export interface Stage {
  sql: Sql;
  proxy: PostgresProxy;
  sandboxUrl: string;
  /** Where webhooks are received. */
  receiverUrl: string;
  /** The service's address for people and networks: the same after each start. */
  publicUrl: string;
  /** What the mail server took. */
  mails: Pick<TestMailServer, 'taken'>;
  /** Where browsers get pushes. */
  pushes: Pick<PushService, 'taken' | 'subscribe'>;
  /** Called when the sandbox holds a call. */
  onHolding: () => void;
  /** Lets the sandbox continue what it holds. */
  release(): void;
  now(): number;
  advance(ms: number): void;
  /** kill -9, now. Connections to the database break at the same instant. */
  kill(): void;
  killed(): boolean;
  /** Starts the service again, unless it is running. */
  revive(options?: { alone?: boolean }): Promise<void>;
  workspace(): Promise<Workspace>;
  tenant(row: Row): Promise<Tenant>;
  /** Connects an account of a network to a workspace; what it receives is not looked at. */
  connect(workspace: Workspace, row: Row): Promise<ConnectedAccount & { secrets: string[] }>;
  /** Has the account's subscription checked, or the account read, now. */
  receive(tenant: Tenant, what: 'check' | 'read'): Promise<void>;
  /** What a person does when the account needs it: new credentials, and the waiting posts continue. */
  reconnect(tenant: Tenant): Promise<void>;
  /** A request of the tenant, to `/app/api/…` as a person who is signed in; null when no response came. */
  call<const Method extends string, const Path extends string>(
    tenant: Workspace,
    method: Method,
    path: Path,
    body?: unknown,
    key?: string,
  ): Promise<Answer<BodyOf<Method, Path>> | null>;
  /** A call of a tool; its result or its error. null when no response came. */
  callTool(tenant: Workspace, name: string, given: object): Promise<Pick<Answer, 'body'> | null>;
  control(method: string, path: string, body?: object): Promise<unknown>;
  fault(fault: Fault): Promise<void>;
  /** Those still to be met. */
  faults(): Promise<Fault[]>;
  ledger(account: Pick<ConnectedAccount, 'remoteId'> & { row: Pick<Row, 'network'> }): Promise<LedgerEntry[]>;
  /** Calls of the tenant's account, and those of its network without an account, since the tenant was created. */
  calls(tenant: Tenant): Promise<Call[]>;
  /** Every request to a network since a moment. */
  callsSince(network: string, since: number): Promise<Call[]>;
  received(endpoint: string): Received[];
  /** The tokens its account has now. */
  secretsOf(tenant: Tenant): Promise<string[]>;
  /** Starts of the service so far. */
  starts: number;
  /** Platforms whose events the service gets by a stream from its next start on. Default none: they call it. */
  streams: readonly string[];
  stop(): Promise<void>;
}

export interface Answer<Body = Untyped> {
  status: number;
  body: Body;
}

/** No response of the service takes longer. */
const CALL_TIMEOUT_MS = 60_000;
const EVENTS = ['post.published', 'post.failed'];
const NEVER = Date.UTC(9999, 0);
/** An account that is subscribed, and never looked at again. */
export const AT_REST = {
  since: 0,
  via: 'webhook',
  everySeconds: null,
  checkedAt: NEVER,
  polledAt: NEVER,
  problem: null,
} as const;
/** The same of its actor: it does nothing before it is told to. */
const RESTING = {
  via: 'webhook',
  paceMs: 24 * 3_600_000,
  problem: 'at rest',
  checkedAt: NEVER,
  quietAt: null,
  readAt: NEVER,
  unread: null,
  nextCheckAt: NEVER,
  isAsked: false,
  nextReadAt: NEVER,
} as const;
const SLOTS: Slot[] = [{ day: 'mon', time: '09:00' }];

/** @param databaseUrl an empty database; folder: for the clock's file */
export async function openStage(databaseUrl: string, folder: string): Promise<Stage> {
  const sql = connect(databaseUrl, { applicationName: 'prover', maxConnections: 4 });
  await migrate(sql);
  const clockFile = join(folder, 'ahead');
  setAhead(clockFile, 0);
  const clock = fileClock(clockFile);
  const proxy = await startPostgresProxy(databaseUrl);
  const receiver = await startReceiver();
  let closeMails: () => unknown = () => undefined;
  const mails = await startMailServer({ teardown: (end) => (closeMails = end) });
  let closePushes: () => unknown = () => undefined;
  const pushes = await startPushService({ teardown: (end) => (closePushes = end) });
  const front = await startFront();
  const secretKey = randomBytes(32);
  const sealer = createSealer([secretKey]);
  const sessions = createSessions({ sql, baseUrl: () => front.url, clock });

  const sandbox = start('sandbox.ts', [clockFile]);
  const [{ url: sandboxUrl }] = (await said(sandbox, 'ready')) as [{ url: string }];
  sandbox.on('message', (message: SandboxSaid) => {
    if (message.kind === 'holding') stage.onHolding();
  });

  let standby = start('service.ts');
  let service: ChildProcess | null = null;
  let dying: Promise<unknown> = Promise.resolve();
  let baseUrl = '';
  let tenants = 0;

  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${sandboxUrl}/control/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  const simulatedAccount = async ({ network }: Row, name: string) =>
    (await control('POST', 'accounts', { network, name })) as SimulatedAccount;
  const storedAccount = ({ network }: Row, workspaceId: string, id: string, account: SimulatedAccount) => ({
    ...account,
    id,
    workspaceId,
    platform: network,
    avatarUrl: null,
    credentials: sealer.seal(account.credentials, id),
    expiresAt: null,
  });
  const attended = ({ network }: Row, { credentials }: SimulatedAccount, obtainedAt: number) => ({
    renewable: isRenewable(adapters[network], credentials),
    credentialsVersion: 1,
    obtainedAt,
    expiresAt: null,
  });

  const stage: Stage = {
    sql,
    proxy,
    sandboxUrl,
    publicUrl: front.url,
    receiverUrl: receiver.origin,
    mails,
    pushes,
    onHolding: () => undefined,
    release: () => void sandbox.send({ release: true }),
    now: clock,
    advance: (ms) => setAhead(clockFile, aheadIn(clockFile) + Math.max(0, Math.ceil(ms))),
    kill: () => {
      if (!service) return;
      const dead = service;
      service = null;
      front.to = null;
      dying = once(dead, 'exit');
      dead.kill('SIGKILL');
      proxy.cut();
    },
    killed: () => service === null,
    revive: async ({ alone = true } = {}) => {
      if (service) return;
      await dying;
      const next = standby;
      if (next.exitCode !== null) throw new Error(`the service ended before it began: ${outputOf(next)}`);
      await loaded(next);
      service = next;
      const begin: Begin = {
        databaseUrl: proxy.url,
        secretKey: secretKey.toString('base64'),
        baseUrl: front.url,
        sandboxUrl,
        allowedOrigins: [sandboxUrl, receiver.origin, pushes.origin],
        clockFile,
        mailUrl: mails.url,
        streams: stage.streams,
        alone,
      };
      const ready = said(next, 'ready');
      next.send(begin);
      standby = start('service.ts'); // loads while the other works
      stage.starts += 1;
      const answer = await Promise.race([ready, once(next, 'exit').then(() => null)]);
      if (answer) {
        baseUrl = (answer[0] as { baseUrl: string }).baseUrl;
        if (service === next) front.to = Number(new URL(baseUrl).port);
      }
      // null: killed while it started, which is a point like any other
      else if (service === next) throw new Error(`the service does not start: ${outputOf(next)}`);
    },
    call: async <Method extends string, Path extends string>(
      tenant: Workspace,
      method: Method,
      path: Path,
      body?: unknown,
      key?: string,
    ) => {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
          headers: {
            ...(path.startsWith('/app/')
              ? { cookie: tenant.cookie, 'sec-fetch-site': 'same-origin' }
              : { authorization: `Bearer ${tenant.key}` }),
            'content-type': 'application/json',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as BodyOf<Method, Path> };
      } catch {
        return null; // the service was killed meanwhile
      }
    },
    callTool: async (tenant, name, given) => {
      try {
        const response = await fetch(`${baseUrl}/mcp`, {
          method: 'POST',
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
          headers: {
            authorization: `Bearer ${tenant.key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-11-25',
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: given },
          }),
        });
        const text = await response.text();
        const { result }: Answer['body'] = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
        if (result === undefined) throw new Error(`${name}: ${text}`);
        return { body: result.structuredContent ?? JSON.parse(result.content[0].text) };
      } catch (error) {
        if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null; // it was killed
        throw error;
      }
    },
    control,
    fault: async (fault) => {
      await control('POST', 'faults', fault);
    },
    faults: async () => ((await control('GET', 'faults')) as { faults: Fault[] }).faults,
    ledger: async ({ row, remoteId }) => {
      const query = new URLSearchParams({ network: row.network, account: remoteId });
      return ((await control('GET', `ledger?${query.toString()}`)) as { entries: LedgerEntry[] }).entries;
    },
    calls: async ({ account, madeAt }) => {
      const calls = await stage.callsSince(account.row.network, madeAt);
      return calls.filter((call) => call.account === null || call.account === account.remoteId);
    },
    callsSince: async (network, since) => {
      const { calls } = (await control('GET', `calls?network=${network}`)) as { calls: Call[] };
      return calls.filter(({ at }) => Date.parse(at) >= since);
    },
    secretsOf: async (tenant) => {
      const found = await sql<{ id: string; credentials: Uint8Array }[]>`
        select id, credentials from accounts where workspace_id = ${tenant.id}`;
      return found.flatMap(({ id, credentials }) => tokensOf(sealer.open(credentials, id) as Credentials));
    },
    received: (endpoint) => receiver.received.get(endpoint) ?? [],
    starts: 0,
    streams: [],
    workspace: async () => {
      tenants += 1;
      const name = `case-${tenants}`;
      const now = clock();
      const id = newId('ws', now);
      const userId = newId('usr', now);
      await insertUser(sql, { id: userId, name, email: null }, now);
      const made = {
        id,
        slug: name,
        name,
        timezone: 'UTC',
        plan: 'developer',
        trialEndsAt: null,
        slots: SLOTS,
        networks: 'simulated' as const,
      };
      await storeWorkspace(sql, made, now);
      await insertMember(sql, { workspaceId: id, userId, role: 'owner' }, now);
      const { key } = await createKey(sql, { userId, name, now });
      const [, cookie] = await sessions.begin(sql, userId);
      return { id, name, key, cookie: cookie.split(';')[0]!, madeAt: now };
    },
    connect: async ({ id: workspaceId, name }, row) => {
      const now = clock();
      const simulated = await simulatedAccount(row, name);
      const accountId = newActorId(accountKind, now);
      const stored = storedAccount(row, workspaceId, accountId, simulated);
      await sql.begin(async (tx) => {
        await insertAccount(tx, stored, now);
        await saveReceiving(tx, accountId, AT_REST); // what its case does not ask for is not called
      });
      // like connecting, but without the proxy: a start of the service would do it in a commit of its own
      await command({ sql, kinds, nodeId: '' }, now, async (_tx, turn) => {
        attend(turn, { ...attended(row, simulated, now), accountId, workspaceId, isNew: true });
        if (canReceive(adapters[row.network])) startReceiverOf(turn, { accountId, workspaceId }, RESTING);
        return { result: null };
      });
      await sql`update accounts set on_unknown = ${row.onUnknown} where id = ${accountId}`;
      const secrets = tokensOf(simulated.credentials);
      return { id: accountId, row, remoteId: simulated.remoteId, reconnected: false, secrets };
    },
    tenant: async (row) => {
      const workspace = await stage.workspace();
      const { name, key } = workspace;
      const { secrets, ...account } = await stage.connect(workspace, row);
      const tenant: Tenant = { ...workspace, account, endpoints: { once: '', again: '' }, secrets: [key] };
      tenant.secrets.push(...secrets);
      for (const endpoint of ['once', 'again'] as const) {
        const url = `${receiver.origin}/${name}/${endpoint}`;
        const answer = await stage.call(tenant, 'POST', '/v1/webhooks', {
          url,
          events: EVENTS,
          retries: endpoint === 'again',
        });
        if (answer?.status !== 200 && answer?.status !== 201)
          throw new Error(`no webhook endpoint: ${JSON.stringify(answer)}`);
        tenant.endpoints[endpoint] = `/${name}/${endpoint}`;
        tenant.secrets.push((answer.body as { webhook: { secret: string } }).webhook.secret);
      }
      return tenant;
    },
    receive: async ({ account }, what) => {
      await command({ sql, kinds, nodeId: '' }, clock(), async (tx, turn) => {
        const actor = (await lockInto(tx, turn, receiverIdOf(account.id)))!;
        const timer = actor.timers.find(({ id }) => id.startsWith('xstate.after.untilCheck.'));
        turn.deliver(actor, { type: what === 'read' ? 'read' : timer!.id });
        return { result: null };
      });
    },
    reconnect: async (tenant) => {
      const { id: workspaceId, name, account } = tenant;
      const { row, id: accountId } = account;
      const now = clock();
      const simulated = await simulatedAccount(row, name);
      account.reconnected = true;
      tenant.secrets.push(...tokensOf(simulated.credentials));
      await command({ sql, kinds, nodeId: '' }, now, async (tx, turn) => {
        const find = { workspaceId, platform: row.network, remoteId: account.remoteId };
        const before = await lockAccountByRemoteId(tx, find);
        if (!before) throw new Error(`${row.name}: the account is gone`);
        await reconnectAccount(tx, storedAccount(row, workspaceId, accountId, simulated), now);
        const credentialsVersion = before.credentialsVersion + 1;
        const again = { ...attended(row, simulated, now), credentialsVersion };
        attend(turn, { ...again, accountId, workspaceId, isNew: false });
        return { result: null };
      });
    },
    stop: async () => {
      const children = [service, standby, sandbox].filter((child) => child !== null);
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
      await proxy.stop();
      await front.stop();
      await receiver.stop();
      await closeMails();
      await closePushes();
      await sql.end({ timeout: 5 });
    },
  };
  await stage.revive();
  return stage;
}

const tokensOf = (credentials: Credentials): string[] =>
  Object.entries(credentials)
    .filter(([name, value]) => /token|password|jwt|secret|apiKey/i.test(name) && value !== '')
    .map(([, value]) => value);

const outputs = new WeakMap<ChildProcess, string>();
const outputOf = (child: ChildProcess) => outputs.get(child) ?? '';
const loads = new WeakMap<ChildProcess, Promise<unknown>>();

function start(file: 'service.ts' | 'sandbox.ts', args: string[] = []): ChildProcess {
  const child = fork(join(import.meta.dirname, file), args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...loading },
  });
  const hear = (chunk: Buffer) => outputs.set(child, (outputOf(child) + chunk.toString()).slice(-4000));
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  if (file === 'service.ts') loads.set(child, said(child, 'loaded'));
  return child;
}

async function loaded(child: ChildProcess): Promise<void> {
  await Promise.race([
    loads.get(child),
    once(child, 'exit').then(() => {
      throw new Error(`the service cannot be loaded: ${outputOf(child)}`);
    }),
  ]);
}

/** Waits for a message of a kind. */
function said(child: ChildProcess, kind: Said['kind'] | SandboxSaid['kind']): Promise<unknown[]> {
  return new Promise((resolve) => {
    const hear = (message: { kind: string }) => {
      if (message.kind !== kind) return;
      child.off('message', hear);
      resolve([message]);
    };
    child.on('message', hear);
  });
}

async function startReceiver() {
  const received = new Map<string, Received[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { event, post } = JSON.parse(Buffer.concat(chunks).toString()) as {
        event: string;
        post?: { id: string };
      };
      const list = received.get(request.url ?? '') ?? [];
      list.push({ webhookId: String(request.headers['webhook-id']), event, postId: post?.id ?? null });
      received.set(request.url ?? '', list);
      response.writeHead(204).end();
    });
    request.on('error', () => undefined); // a sender that was killed
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** An address that stays while the service behind it dies and moves, like that of a load balancer. */
async function startFront() {
  const open = new Set<() => void>();
  const server = createFront((client) => {
    const service = front.to === null ? null : dial({ host: '127.0.0.1', port: front.to });
    const end = () => {
      client.destroy();
      service?.destroy();
      open.delete(end);
    };
    open.add(end);
    for (const socket of [client, service]) {
      socket?.on('error', end);
      socket?.on('close', end);
    }
    if (!service) return end();
    client.pipe(service);
    service.pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The service's port; null while it is down. */
    to: null as number | null,
    stop: async () => {
      for (const end of open) end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return front;
}

/** Timers of what goes on for ever, as patterns of SQL: accounts, their numbers and what they receive. Nobody waits for these. */
export const ENDLESS_TIMERS = ['account', 'metrics', 'receiver', 'notification'].map(
  (kind) => `xstate.after.%.${kind}.%`,
);

/** Repeats a check until it returns something. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false>,
  withinMs = 300_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await pause(15);
  }
}
