/** The whole service on one database: everything is constructed here, and stopped here in the right order. */
import { randomUUID } from 'node:crypto';
import { adapters as allAdapters } from '../adapters/index.ts';
import type { Adapter } from '../adapters/adapter.ts';
import { connect, type Sql } from '../store/connect.ts';
import { keepInstallationValue } from '../store/installation.ts';
import { signOffOthers } from '../store/nodes.ts';
import { createAuth } from './auth/keys.ts';
import type { Role } from './config.ts';
import type { Context } from './context.ts';
import type { Authenticate } from './http/api.ts';
import { createGuard } from './http/guard.ts';
import { healthRoute, metricsRoute, openApiRoute, readyRoute } from './http/health.ts';
import { httpMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { newId } from './ids.ts';
import { createHub, type Hub } from './live/hub.ts';
import { attachLive, type Live, liveRoute } from './live/socket.ts';
import type { Log } from './log.ts';
import { createMediaOpener } from './media/open.ts';
import { createMetrics } from './metrics.ts';
import { operations } from './operations/index.ts';
import { deliveryHandlers } from './publishing/deliver.ts';
import { postgresWorkStore } from './publishing/work-store.ts';
import { keepPruned } from './retention.ts';
import { Node } from './runtime/node.ts';
import { noNotices, redisNotices } from './runtime/notices.ts';
import { createSealer, type Sealer } from './seal.ts';
import { webhookHandler } from './webhooks/send.ts';

export interface ServiceOptions {
  databaseUrl: string;
  secretKeys: Buffer[];
  /** Public address, without a trailing slash. */
  baseUrl: string;
  /** Origins that callers' URLs may name although they are private: the sandbox. */
  allowedOrigins: string[];
  /** No other process works on this database: what earlier ones left behind is taken over at once. */
  alone: boolean;
  log: Log;
  /** Epoch ms. Default Date.now; tests move it. */
  clock?: () => number;
  adapters?: { [platform: string]: Adapter };
  ratePerMinute?: number;
  concurrency?: number;
  /** Carries notices to other nodes. */
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
  const adapters = options.adapters ?? allAdapters;
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
  const metrics = createMetrics(sql, clock);
  let live: Live | null = null;
  const auth = await createAuth({ sql, log, onChange: () => void live?.recheck() });
  const hub = createHub({ sql, log });
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
        open: createMediaOpener({ fetch: guard.fetch }),
        host: async (item) => ({ url: item.url, contentType: '', width: null, height: null }),
        log,
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
    log,
    baseUrl,
    userAgent,
    forgetPrincipals: () => auth.forget(),
  };
  const http: HttpServer = createHttpServer({
    operations: role === 'worker' ? [] : operations,
    authenticate: auth.authenticate,
    context,
    log,
    metrics: httpMetrics(metrics.registry, () => http.inFlight),
    baseUrl,
    rate: { requests: options.ratePerMinute ?? 6000, windowSeconds: 60 },
    raw: [
      healthRoute(),
      readyRoute(() => node.health()),
      liveRoute(baseUrl),
      metricsRoute(metrics.registry),
      openApiRoute(openApiDocument({ operations, baseUrl })),
    ],
    now: clock,
    checkAnswers: options.checkAnswers ?? false,
  });
  live = attachLive(http.uws, { hub, authenticate: auth.authenticate, baseUrl, log });
  await node.start();
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
      live?.close(1001, 'going away');
      await http.drain();
      await node.stop();
      hub.close();
      await notices.close();
      await auth.stop();
      await guard.close();
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
