/** The whole service on one database: everything is constructed here, and stopped here in the right order. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { networks } from '../adapters/networks.ts';
import type { AppCredentials } from '../adapters/port/account.ts';
import type { Manifest } from '../adapters/port/manifest.ts';
import { connect, type Sql } from '../store/connect.ts';
import { keepInstallationValue } from '../store/installation.ts';
import { signOffOthers } from '../store/nodes.ts';
import { keepAttended, tellConfigured } from './accounts/attend.ts';
import { createAppFor } from './accounts/apps.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { createRefresher } from './accounts/refresh.ts';
import { postgresRefreshStore } from './accounts/refresh-store.ts';
import { revokeAccess } from './accounts/revoke.ts';
import { createAuth } from './auth/keys.ts';
import { createSessions, isSessionToken } from './auth/sessions.ts';
import { createBudgets } from './accounts/budgets/budgets.ts';
import { limitsOf, type LimitTable } from './accounts/budgets/limits.ts';
import { LocalMeter } from './accounts/budgets/meter.ts';
import { redisMeter } from './accounts/budgets/redis-meter.ts';
import type { Role } from './config.ts';
import { createNetworks } from './accounts/connect/networks.ts';
import { connectRoutes } from './accounts/connect/routes.ts';
import type { Context } from './context.ts';
import { dashboardFolder, readDashboard } from './dashboard/files.ts';
import { dashboardOperations } from './dashboard/operations.ts';
import { sessionRoutes } from './dashboard/session-routes.ts';
import type { Authenticate } from './http/api.ts';
import { createGuard } from './http/guard.ts';
import { healthRoute, metricsRoute, openApiRoute, readyRoute } from './http/health.ts';
import { httpMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { newId } from './ids.ts';
import { attachInspect, type Inspect, inspectRoute } from './introspection/inspect/socket.ts';
import { createHub, type Hub } from './live/hub.ts';
import { attachLive, type Live, liveRoute } from './live/socket.ts';
import type { Log } from './log.ts';
import { createIncoming } from './media/incoming.ts';
import { createLocalStorage } from './media/local-storage.ts';
import { createMedia } from './media/media.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from './media/memory.ts';
import { createS3Storage, type S3Settings } from './media/s3-storage.ts';
import { mediaRoute } from './media/serve.ts';
import { keepTidy } from './media/tidy.ts';
import { createMetrics, memoryGauges } from './metrics.ts';
import { operations } from './operations.ts';
import { workTogether } from './posts/together.ts';
import { deliveryHandlers } from './posts/publishing/deliver.ts';
import { postgresWorkStore } from './posts/publishing/work-store.ts';
import { keepPruned } from './retention.ts';
import { Node } from './engine/node.ts';
import { noNotices, redisNotices } from './engine/notices.ts';
import { createSealer, type Sealer } from './seal.ts';
import { webhookHandler } from './webhooks/send.ts';

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
 * @throws WrongSecretKey when the keys do not open what this database holds
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, log, clock = Date.now, baseUrl, role = 'both' } = options;
  const adapters = options.adapters ?? networks;
  const userAgent = `Troupe/${VERSION} (+${baseUrl})`;
  const nodeId = newId('node', Date.now());
  const sealer = createSealer(options.secretKeys);

  // one plan a statement: planning the list of posts costs more than running it (bench/results.md)
  const sql = connect(databaseUrl, {
    applicationName: 'troupe api',
    maxConnections: REQUEST_CONNECTIONS,
    genericPlans: true,
  });
  // lanes, settling, heartbeat and the turns of requests; and what effects load and note
  const work = connect(databaseUrl, { applicationName: 'troupe worker', maxConnections: WORK_CONNECTIONS });
  await insistOnKey(sql, sealer);
  if (options.alone) await signOffOthers(sql, nodeId);

  const guard = createGuard({ allow: options.allowedOrigins });
  const incoming = createIncoming(join(options.media.folder, 'incoming'));
  const storage = options.media.s3
    ? createS3Storage(options.media.s3)
    : createLocalStorage(options.media.folder);
  /** With the port that is listened on, where the settings leave it open. */
  const publicUrl = () => baseUrl.replace(/:0$/, () => `:${http.port}`);
  const media = createMedia({
    storage,
    incoming,
    fetch: guard.fetch,
    baseUrl: publicUrl,
    clock,
  });
  const memory = createMediaMemory(options.mediaMemory ?? DEFAULT_MEDIA_MEMORY);
  const metrics = createMetrics(sql, clock);
  for (const gauge of memoryGauges(memory)) metrics.registry.registerMetric(gauge);
  let live: Live | null = null;
  let inspect: Inspect | null = null;
  const onChange = () => {
    void live?.recheck();
    void inspect?.recheck();
  };
  const auth = await createAuth({ sql, log, onChange });
  const sessions = createSessions({ sql, baseUrl: publicUrl, clock });
  const hub = createHub({ sql, log });
  const connectable = createNetworks({
    adapters,
    apps: options.apps ?? {},
    sandboxUrl: options.sandboxUrl ?? null,
  });
  const appFor = createAppFor(connectable.appAt);
  const refresher = createRefresher({
    store: postgresRefreshStore({ sql: work, nodeId, sealer }),
    adapters,
    appFor,
    fetch: guard.fetch,
    clock,
    log,
  });
  const sharedMeter = options.redisUrl ? redisMeter({ url: options.redisUrl, log }) : null;
  const budgets = createBudgets({
    meter: sharedMeter ?? new LocalMeter(),
    limits: options.limits ?? limitsOf(adapters),
  });
  const node = new Node({
    sql: work,
    nodeId,
    clock,
    log,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    handlers: {
      ...deliveryHandlers({
        store: postgresWorkStore({ sql: work, nodeId, sealer }),
        clock,
        adapters,
        fetch: guard.fetch,
        open: media.open,
        host: media.host,
        memory,
        refresher,
        budgets,
        log,
      }),
      ...accountHandlers({
        sql: work,
        refresher,
        revoke: (asked) =>
          revokeAccess({ sql: work, sealer, adapters, appFor, fetch: guard.fetch, clock, log }, asked),
      }),
      postWebhook: webhookHandler({ sql: work, clock, sealer, fetch: guard.fetch, userAgent }),
    },
    works: role !== 'api',
    onWork: () => notices.tellWork(),
    onFeed: (batches) => {
      hub.publish(batches);
      notices.tellFeed(batches);
    },
    observe: metrics.observeEffect,
  });

  const notices = options.redisUrl
    ? redisNotices({
        url: options.redisUrl,
        nodeId,
        log,
        handlers: {
          onFeed: (batches) => hub.publish(batches),
          onFeedHead: (workspaceId, lastSeq) => hub.notice(workspaceId, lastSeq),
          onWork: () => void node.takeUp(),
        },
      })
    : noNotices;

  const context: Context = {
    sql,
    node,
    clock,
    adapters,
    sealer,
    guard,
    refresher,
    media,
    log,
    get baseUrl() {
      return publicUrl();
    },
    userAgent,
    together: workTogether({ sql, node }),
    forgetPrincipals: () => auth.forget(),
  };
  const dashboard = readDashboard(dashboardFolder, { secure: baseUrl.startsWith('https:') });
  const http: HttpServer = createHttpServer({
    operations: role === 'worker' ? [] : [...operations, ...dashboardOperations(options.sandboxUrl ?? null)],
    authenticate: auth.authenticate,
    sessions,
    ...(role === 'worker' ? {} : { pages: (exchange) => dashboard.serve(exchange) }),
    context,
    log,
    metrics: httpMetrics(metrics.registry, () => http.inFlight),
    baseUrl,
    rate: { requests: options.ratePerMinute ?? 6000, windowSeconds: 60 },
    raw: [
      healthRoute(),
      readyRoute(() => node.health()),
      liveRoute(baseUrl),
      inspectRoute(baseUrl),
      metricsRoute(metrics.registry),
      openApiRoute(openApiDocument({ operations, baseUrl })),
      ...(role === 'worker'
        ? []
        : [
            mediaRoute(storage),
            ...connectRoutes(context, connectable),
            ...sessionRoutes({
              context,
              sessions,
              authenticate: auth.authenticate,
              sandboxUrl: options.sandboxUrl ?? null,
            }),
          ]),
    ],
    uploads: incoming,
    now: clock,
    checkAnswers: options.checkAnswers ?? false,
  });
  const sockets = {
    hub,
    authenticate: ((token) =>
      isSessionToken(token) ? sessions.find(token) : auth.authenticate(token)) satisfies Authenticate,
    sessionIn: (cookies: string) => sessions.tokenIn(cookies),
    baseUrl,
    log,
  };
  live = attachLive(http.uws, sockets);
  if (role !== 'worker') inspect = attachInspect(http.uws, { ...sockets, sql, clock });
  await node.start();
  await tellConfigured(node);
  const stopAttending = await keepAttended({ node, sealer, adapters, log });
  const stopTidying = keepTidy({ storage, incoming, clock, log });
  const stopPruning = role === 'api' ? () => undefined : keepPruned({ sql, clock, log });

  return {
    context,
    sql,
    sealer,
    hub,
    http,
    authenticate: auth.authenticate,
    async stop() {
      stopPruning();
      stopAttending();
      stopTidying();
      live?.close(1001, 'going away');
      inspect?.close(1001, 'going away');
      await http.drain();
      await node.stop();
      hub.close();
      await notices.close();
      await sharedMeter?.close();
      await auth.stop();
      await guard.close();
      await storage.close();
      await Promise.all([sql.end({ timeout: 5 }), work.end({ timeout: 5 })]);
    },
  };
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
