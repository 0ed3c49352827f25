/** The whole service on one database: everything is constructed here, and stopped here in the right order. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { networks as allNetworks } from '../adapters/networks.ts';
import type { AppCredentials } from '../adapters/port/account.ts';
import type { Manifest } from '../adapters/port/manifest.ts';
import { connect, type Sql } from '../store/connect.ts';
import { keepInstallationValue } from '../store/installation.ts';
import { signOffOthers } from '../store/nodes.ts';
import { keepAttended, tellConfigured } from './accounts/attend.ts';
import { createAppFor } from './accounts/apps.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { createRefresher, type Refresher } from './accounts/refresh.ts';
import { postgresRefreshStore } from './accounts/refresh-store.ts';
import { revokeAccess } from './accounts/revoke.ts';
import { type Auth, createAuth } from './auth/keys.ts';
import { createSessions, isSessionToken, type Sessions } from './auth/sessions.ts';
import { createBudgets } from './accounts/budgets/budgets.ts';
import { limitsOf, type LimitTable } from './accounts/budgets/limits.ts';
import { LocalMeter } from './accounts/budgets/meter.ts';
import { redisMeter } from './accounts/budgets/redis-meter.ts';
import type { Role } from './config.ts';
import { createNetworks, type Networks } from './accounts/connect/networks.ts';
import { connectRoutes } from './accounts/connect/routes.ts';
import type { Context } from './context.ts';
import { dashboardFolder, readDashboard } from './dashboard/files.ts';
import { dashboardOperations } from './dashboard/operations.ts';
import { sessionRoutes } from './dashboard/session-routes.ts';
import type { Authenticate } from './http/api.ts';
import { createGuard, type Guard } from './outbound/guard.ts';
import { createClientAddress, type ProxyOptions } from './http/client-address.ts';
import {
  healthRoute,
  type Liveness,
  metricsRoute,
  openApiRoute,
  type Readiness,
  readyRoute,
} from './http/health.ts';
import { httpMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { findMismatch } from './api/idempotent.ts';
import { newId } from './ids.ts';
import { attachInspect, type Inspect, inspectRoute } from './introspection/inspect/socket.ts';
import { createHub, type Hub } from './live/hub.ts';
import { attachLive, type Live, liveRoute } from './live/socket.ts';
import type { KeeperStatus } from './install/embedded/keeper.ts';
import type { Log } from './log.ts';
import { createIncoming, type Incoming } from './media/incoming.ts';
import { createLocalStorage } from './media/local-storage.ts';
import { Media } from './media/media.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY, type MediaMemory } from './media/memory.ts';
import { S3Storage, type S3Settings } from './media/s3-storage.ts';
import { mediaRoute } from './media/serve.ts';
import { type MediaStorage, StorageError } from './media/storage.ts';
import { keepTidy } from './media/tidy.ts';
import { uploadsInto } from './media/uploads.ts';
import { createMetrics, memoryGauges } from './metrics.ts';
import { operations, tags } from './operations.ts';
import { postBatches } from './posts/batches.ts';
import { admitNetworkPosts } from './posts/publishing/claims.ts';
import { deliveryHandlers } from './posts/publishing/deliver.ts';
import { postgresWorkStore } from './posts/publishing/work-store.ts';
import { keepPruned } from './retention.ts';
import { Node } from './engine/node.ts';
import { type EffectHandlers, kinds } from './kinds/index.ts';
import { noNotices, redisNotices } from './engine/notices.ts';
import type { Written } from './engine/write.ts';
import { createSealer, type Sealer } from './seal.ts';
import { webhookAnnouncer } from './webhooks/announce.ts';
import { webhookCalls } from './webhooks/index.ts';
import { webhookHandlers } from './webhooks/send.ts';

export interface ServiceOptions {
  databaseUrl: string;
  secretKeys: Buffer[];
  /** Public address, without a trailing slash. With port 0 hosted files get the port that is listened on. */
  baseUrl: string;
  /** Where hosted files are kept: a bucket, or else below this folder, which also holds what is on its way in. */
  media: { folder: string; s3: S3Settings | null };
  /** Origins that callers' URLs may name although they are private: the sandbox. */
  allowedOrigins: string[];
  /** No other process works on this database: what earlier ones left behind is taken over at once. */
  alone: boolean;
  /** How the embedded Postgres is. Default: there is none. */
  embeddedPostgres?: () => KeeperStatus;
  log: Log;
  /** Epoch ms. Default Date.now; tests move it. */
  clock?: () => number;
  /** Default: every network. */
  adapters?: { [platform: string]: Manifest };
  /** This service as an app at networks, by platform. Default none. */
  apps?: { [platform: string]: AppCredentials };
  /** Where networks without an app are simulated. Default nowhere: they are not configured. */
  sandboxUrl?: string | null;
  ratePerMinute?: number;
  /** Reverse proxies that name the client in a header. Default none: the client is the other end of the socket. */
  proxies?: ProxyOptions;
  concurrency?: number;
  /** Bytes of memory for media that are opened for networks. Default 512 MiB. */
  mediaMemory?: number;
  /** What networks allow. Default: what their manifests say. */
  limits?: LimitTable;
  /** Carries notices to other nodes, and holds the rate limits that all of them share. */
  redisUrl?: string | null;
  /** api: requests only; worker: the work, and health checks; both. Default both. */
  role?: Role;
  /** Refuse to answer what does not fit its schema. For tests. */
  checkAnswers?: boolean;
}

export interface Service {
  context: Context;
  sql: Sql;
  sealer: Sealer;
  hub: Hub;
  http: HttpServer;
  authenticate: Authenticate;
  /** Stops taking requests and work, finishes what is under way, and hands over the rest. */
  stop(): Promise<void>;
}

/** This database's secrets were sealed with another key. */
export class WrongSecretKey extends Error {
  override readonly name = 'WrongSecretKey';
}

const VERSION = '0.1.0';
const REQUEST_CONNECTIONS = 10;
const WORK_CONNECTIONS = 12;

/**
 * Starts a service on a migrated database. It does not listen yet: `service.http.listen`.
 * @throws WrongSecretKey when the keys do not open what this database holds; StorageError when the store of hosted files
 *   refuses its settings
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const stops = new Stops();
  try {
    return await start(options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

/** What was started, and how to stop it: in reverse, as each part uses those before it. */
class Stops {
  #steps: (() => unknown)[] = [];

  add(stop: () => unknown): void {
    this.#steps.push(stop);
  }

  async run(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    for (const stop of steps.toReversed()) await stop();
  }
}

/** Constructs every part. The phases: databases, media, accounts, the node that works, the server, the background. */
async function start(options: ServiceOptions, stops: Stops): Promise<Service> {
  const { log, clock = Date.now, baseUrl, role = 'both' } = options;
  const sealer = createSealer(options.secretKeys);
  const databases = await openDatabases(options, { sealer, stops });
  const { sql } = databases;
  /** With the port that is listened on, where the settings leave it open. */
  const publicUrl = () => baseUrl.replace(/:0$/, () => `:${http.port}`);
  const guard = createGuard({ allow: options.allowedOrigins });
  stops.add(() => guard.close());
  const media = await openMedia(options, { fetch: guard.fetch, publicUrl, clock, stops });
  const metrics = createMetrics(sql, clock);
  for (const gauge of memoryGauges(media.memory)) metrics.registry.registerMetric(gauge);

  const sockets: Sockets = { live: null, inspect: null };
  const auth = await createAuth({ sql, log, onChange: () => recheck(sockets) });
  stops.add(() => auth.stop());
  const sessions = createSessions({ sql, baseUrl: publicUrl, clock });
  const hub = createHub({ sql, log });
  stops.add(() => hub.close());
  const networks = createNetworks({
    adapters: options.adapters ?? allNetworks,
    apps: options.apps ?? {},
    sandboxUrl: options.sandboxUrl ?? null,
  });
  const shared: Shared = { ...databases, sealer, guard, media, metrics, networks, hub, clock, stops };
  const { node, refresher } = createWorker(options, shared);
  stops.add(() => node.stop());

  const context: Context = {
    sql,
    node,
    clock,
    adapters: options.adapters ?? allNetworks,
    sealer,
    guard,
    refresher,
    media: media.media,
    log,
    get baseUrl() {
      return publicUrl();
    },
    userAgent: userAgentOf(options),
    posts: postBatches({ sql, node }),
    forgetPrincipals: () => auth.forget(),
  };
  const http: HttpServer = createServer(options, {
    ...shared,
    context,
    auth,
    sessions,
    inFlight: () => http.inFlight,
  });
  stops.add(() => http.drain());
  const authenticate: Authenticate = (token) =>
    isSessionToken(token) ? sessions.find(token) : auth.authenticate(token);
  const feeds = {
    hub,
    authenticate,
    sessionIn: (cookies: string) => sessions.tokenIn(cookies),
    baseUrl,
    log,
  };
  sockets.live = attachLive(http.uws, feeds);
  if (role !== 'worker') sockets.inspect = attachInspect(http.uws, { ...feeds, sql, kinds, clock });
  stops.add(() => {
    sockets.live?.close(1001, 'going away');
    sockets.inspect?.close(1001, 'going away');
  });
  await node.start();
  await startBackground(options, { ...shared, node });
  const { authenticate: byKey } = auth;
  return { context, sql, sealer, hub, http, authenticate: byKey, stop: () => stops.run() };
}

const userAgentOf = ({ baseUrl }: ServiceOptions) => `Troupe/${VERSION} (+${baseUrl})`;

interface Sockets {
  live: Live | null;
  inspect: Inspect | null;
}

function recheck({ live, inspect }: Sockets): void {
  void live?.recheck();
  void inspect?.recheck();
}

interface Databases {
  /** For requests. */
  sql: Sql;
  /** For the node: taking and settling actors, the heartbeat, and what effects load and write. */
  work: Sql;
  nodeId: string;
}

async function openDatabases(
  { databaseUrl, alone }: ServiceOptions,
  { sealer, stops }: { sealer: Sealer; stops: Stops },
): Promise<Databases> {
  const nodeId = newId('node', Date.now());
  const sql = connect(databaseUrl, {
    applicationName: 'troupe api',
    maxConnections: REQUEST_CONNECTIONS,
    genericPlans: true, // one plan a statement: planning the list of posts costs more than running it (bench/results.md)
  });
  const work = connect(databaseUrl, { applicationName: 'troupe worker', maxConnections: WORK_CONNECTIONS });
  stops.add(() => Promise.all([sql.end({ timeout: 5 }), work.end({ timeout: 5 })]));
  await insistOnKey(sql, sealer);
  if (alone) await signOffOthers(sql, nodeId);
  return { sql, work, nodeId };
}

interface MediaParts {
  media: Media;
  storage: MediaStorage;
  incoming: Incoming;
  /** Bounds what deliveries hold open. */
  memory: MediaMemory;
}

async function openMedia(
  options: ServiceOptions,
  given: { fetch: typeof fetch; publicUrl: () => string; clock: () => number; stops: Stops },
): Promise<MediaParts> {
  const { folder, s3 } = options.media;
  const incoming = createIncoming(join(folder, 'incoming'));
  const storage = s3 ? new S3Storage(s3) : createLocalStorage(folder);
  given.stops.add(() => storage.close());
  await checkStorage(storage, options.log);
  const { fetch, publicUrl: baseUrl, clock } = given;
  const media = new Media({ storage, incoming, fetch, baseUrl, clock });
  const memory = createMediaMemory(options.mediaMemory ?? DEFAULT_MEDIA_MEMORY);
  return { media, storage, incoming, memory };
}

/** What the later phases take from the earlier ones. */
interface Shared extends Databases {
  sealer: Sealer;
  guard: Guard;
  media: MediaParts;
  metrics: ReturnType<typeof createMetrics>;
  networks: Networks;
  hub: Hub;
  clock: () => number;
  stops: Stops;
}

/** The node, the handlers of its effects, and its links to other nodes. */
function createWorker(options: ServiceOptions, shared: Shared): { node: Node; refresher: Refresher } {
  const { log, role = 'both', adapters = allNetworks } = options;
  const { work, nodeId, sealer, guard, hub, clock, metrics, stops } = shared;
  const { fetch } = guard;
  const appFor = createAppFor(shared.networks.appAt);
  const store = postgresRefreshStore({ sql: work, nodeId, sealer });
  const refresher = createRefresher({ store, adapters, appFor, fetch, clock, log });
  // does not compile while an effect of any kind has no handler
  const handlers: EffectHandlers = {
    ...deliveryHandlers({ ...deliveryDeps(options, shared), refresher }),
    ...accountHandlers({
      sql: work,
      refresher,
      revoke: (asked) => revokeAccess({ sql: work, sealer, adapters, appFor, fetch, clock, log }, asked),
    }),
    ...webhookHandlers({ sql: work, clock, sealer, fetch, userAgent: userAgentOf(options) }),
  };
  const node: Node = new Node({
    sql: work,
    nodeId,
    clock,
    log,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    kinds,
    handlers,
    announce: webhookAnnouncer(kinds),
    admit: admitNetworkPosts,
    works: role !== 'api',
    onWork: () => notices.tellWork(),
    onFeed: (batches) => {
      hub.publish(batches);
      notices.tellFeed(batches);
    },
    observe: metrics.observeEffect,
  });
  const noticed = {
    onFeed: (batches: Written['feed']) => hub.publish(batches),
    onFeedHead: (workspaceId: string, lastSeq: string) => hub.notice(workspaceId, lastSeq),
    onWork: () => void node.takeUp(),
  };
  const notices = options.redisUrl
    ? redisNotices({ url: options.redisUrl, nodeId, log, handlers: noticed })
    : noNotices;
  stops.add(() => notices.close());
  return { node, refresher };
}

/** What publishing takes. The rate limits of the networks are counted in Redis where there is one. */
function deliveryDeps(options: ServiceOptions, { work, nodeId, sealer, media, guard, clock, stops }: Shared) {
  const { log, adapters = allNetworks, limits } = options;
  const sharedMeter = options.redisUrl ? redisMeter({ url: options.redisUrl, log }) : null;
  if (sharedMeter) stops.add(() => sharedMeter.close());
  const meter = sharedMeter ?? new LocalMeter();
  return {
    store: postgresWorkStore({ sql: work, nodeId, sealer }),
    clock,
    adapters,
    fetch: guard.fetch,
    open: media.media.open.bind(media.media),
    host: media.media.host.bind(media.media),
    memory: media.memory,
    budgets: createBudgets({ meter, limits: limits ?? limitsOf(adapters) }),
    log,
  };
}

interface ServerParts extends Shared {
  context: Context;
  auth: Auth;
  sessions: Sessions;
  inFlight: () => number;
}

function createServer(options: ServiceOptions, parts: ServerParts): HttpServer {
  const { baseUrl, log, role = 'both' } = options;
  const { context, auth, sessions, metrics, media, clock } = parts;
  const dashboard = readDashboard(dashboardFolder, { secure: baseUrl.startsWith('https:') });
  return createHttpServer({
    operations: role === 'worker' ? [] : [...operations, ...dashboardOperations(options.sandboxUrl ?? null)],
    authenticate: auth.authenticate,
    sessions,
    ...(role === 'worker' ? {} : { pages: (exchange) => dashboard.serve(exchange) }),
    context,
    findMismatch: (call) => findMismatch(context.sql, call),
    log,
    metrics: httpMetrics(metrics.registry, parts.inFlight),
    baseUrl,
    rate: { requests: options.ratePerMinute ?? 6000, windowSeconds: 60 },
    raw: [
      healthRoute(() => livenessOf(options)),
      readyRoute(() => readinessOf(options, context.node)),
      liveRoute(baseUrl),
      inspectRoute(baseUrl),
      metricsRoute(metrics.registry),
      openApiRoute(openApiDocument({ operations, tags, webhooks: webhookCalls, baseUrl })),
      ...(role === 'worker' ? [] : pageRoutes(options, parts)),
    ],
    uploads: uploadsInto(media.incoming, log),
    now: clock,
    checkAnswers: options.checkAnswers ?? false,
  });
}

/** The process is to be restarted when it cannot bring its own Postgres back. */
function livenessOf({ embeddedPostgres }: ServiceOptions): Liveness {
  if (!embeddedPostgres) return { ok: true, checks: {} };
  const { state, detail } = embeddedPostgres();
  const check = state === 'up' ? { ok: true } : { ok: false, detail };
  return { ok: state !== 'failed', checks: { embeddedPostgres: check } };
}

function readinessOf(options: ServiceOptions, node: Node): Readiness {
  const own = livenessOf(options).checks;
  const { ok, checks } = node.health();
  return { ok: ok && Object.values(own).every((check) => check.ok), checks: { ...checks, ...own } };
}

/** Routes for people and networks, outside the API. */
function pageRoutes(options: ServiceOptions, { context, auth, sessions, media, networks }: ServerParts) {
  return [
    mediaRoute(media.storage, options.log),
    ...connectRoutes(context, networks),
    ...sessionRoutes({
      context,
      sessions,
      authenticate: auth.authenticate,
      sandboxUrl: options.sandboxUrl ?? null,
      addressOf: createClientAddress(options.proxies ?? { trusted: [], header: '' }),
    }),
  ];
}

/** What runs beside requests and actors. */
async function startBackground(
  { log, role, adapters = allNetworks }: ServiceOptions,
  { node, sql, sealer, media, clock, stops }: Shared & { node: Node },
): Promise<void> {
  await tellConfigured(node);
  stops.add(await keepAttended({ node, sealer, adapters, log }));
  stops.add(keepTidy({ storage: media.storage, incoming: media.incoming, clock, log }));
  if (role !== 'api') stops.add(keepPruned({ sql, kinds, clock, log }));
}

/** Refuses to start on settings that are wrong. A store that cannot be reached may come back: that is only logged. */
async function checkStorage(storage: MediaStorage, log: Log): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'unavailable') throw error;
    log.warn({ err: error }, 'the store of hosted files cannot be reached; media will fail until it can');
  }
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
