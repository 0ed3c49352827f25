/**
 * The whole service on one database: everything is constructed here, and stopped here in the right order. Each file of
 * `service/` constructs the parts of one phase.
 */
import { networks as allNetworks } from '../../adapters/networks.ts';
import type { Sql } from '../../store/connect.ts';
import { createAudit } from '../features/agents/index.ts';
import { appsFinder } from '../features/accounts/app-settings.ts';
import { createNetworks } from '../features/accounts/connect/networks.ts';
import { createAuth } from '../features/auth/keys.ts';
import { createSessions } from '../features/auth/sessions.ts';
import type { Context } from './context.ts';
import type { Authenticate } from '../faces/http/api.ts';
import type { HttpServer } from '../faces/http/server.ts';
import { createHub, type Hub } from '../faces/live/hub.ts';
import { createMetrics, memoryGauges } from './metrics.ts';
import { createGuard } from '../base/outbound/guard.ts';
import { createSealer, type Sealer } from '../base/seal.ts';
import { feedPreviews, feedReaders } from '../features/feeds/index.ts';
import { linkPreviews, pageReader } from '../features/link-previews/index.ts';
import { mailServerFinder } from '../features/mail/index.ts';
import { checkAfterOutage, InboundProcessor } from '../features/receiving/index.ts';
import { startBackground } from './background.ts';
import { createContext } from './create-context.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { openDatabases } from './databases.ts';
import { openMedia } from './media.ts';
import { originOf, type ServiceOptions, userAgentOf } from './options.ts';
import { keepVerifyToken, receiversWith } from './receiving.ts';
import { createServer } from './server.ts';
import type { Shared } from './shared.ts';
import { attachSockets, recheck, type Sockets } from './sockets.ts';
import { Stops } from './stops.ts';
import { createWorker } from './worker.ts';

export interface Service {
  context: Context;
  /** The cell. */
  sql: Sql;
  directory: Sql;
  sealer: Sealer;
  hub: Hub;
  http: HttpServer;
  authenticate: Authenticate;
  /** Stops taking requests and work, finishes what is under way, and hands over the rest. */
  stop(): Promise<void>;
}

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

/** Constructs every part. The phases: databases and media, sign-in, the node that works, the server, the background. */
async function start(options: ServiceOptions, stops: Stops): Promise<Service> {
  const { log, baseUrl } = options;
  /** With the port that is listened on, where the settings leave it open. */
  const publicUrl = () => baseUrl.replace(/:0$/, () => `:${http.port}`);
  const linkBase = () => options.linksUrl ?? publicUrl();
  const shared = await openShared(options, { publicUrl, stops });
  const { sql, directory, cell, sealer, hub, clock } = shared;

  const sockets: Sockets = { live: null };
  const auth = await createAuth({ sql: directory, cell, log, clock, onChange: () => recheck(sockets) });
  stops.add(() => auth.stop());
  const audit = createAudit({ sql, directory, log });
  stops.add(() => audit.stop());
  const sessions = createSessions({
    sql: directory,
    cell,
    baseUrl: publicUrl,
    hosts: options.hosts ?? [],
    clock,
  });

  const { node, refresher, budgets, news } = createWorker(options, {
    ...shared,
    publicUrl,
    linkBase,
    listening: () => http.listening,
    onStored: () => processor.wake(),
  });
  stops.add(() => node.stop());

  const made = { auth, sessions, node, refresher, budgets, publicUrl, linkBase };
  const context = createContext(options, { ...shared, ...made });
  const receivers = receiversWith(context.adapters, {
    onArrived: context.onArrived,
    onCommented: (accountId) => news.commented([accountId]),
  });
  const processor = new InboundProcessor({ node, receivers, clock, log });
  const parts = { ...shared, context, auth, sessions, audit, processor };
  const http: HttpServer = createServer(options, { ...parts, inFlight: () => http.inFlight });
  stops.add(() => http.drain());
  attachSockets(sockets, http, options, parts);

  if (options.role !== 'api' && options.subscribes !== false) await checkAfterOutage({ node, sql, clock });
  await node.start();
  await startBackground(options, { ...shared, node, processor });
  return {
    context,
    sql,
    directory,
    sealer,
    hub,
    http,
    authenticate: auth.authenticate,
    stop: () => stops.run(),
  };
}

/** What the later phases take: databases, media, metrics, the live feed and the networks. */
async function openShared(
  options: ServiceOptions,
  { publicUrl, stops }: { publicUrl: () => string; stops: Stops },
): Promise<Shared> {
  const { log, clock = Date.now } = options;
  const sealer = createSealer(options.secretKeys);
  const databases = await openDatabases(options, { sealer, stops });
  const { sql } = databases;
  const watch = createDatabaseWatch({ ...databases, log });
  const guard = createGuard({ allow: options.allowedOrigins, sandbox: originOf(options.sandboxUrl) });
  stops.add(() => guard.close());
  const media = await openMedia(options, { fetch: guard.fetch, publicUrl, clock, stops });
  const readPage = options.readPage ?? pageReader(guard, userAgentOf(options));
  const previews = linkPreviews({ sql, readPage });
  const metrics = createMetrics(sql, clock);
  for (const gauge of memoryGauges(media.memory)) metrics.registry.registerMetric(gauge);
  const hub = createHub({ sql, log });
  stops.add(() => hub.close());
  const apps = appsFinder({
    fromEnvironment: options.apps ?? {},
    directory: databases.directory,
    sealer,
    clock,
  });
  const networks = createNetworks({
    adapters: options.adapters ?? allNetworks,
    findApps: apps.find,
    sandboxUrl: options.sandboxUrl ?? null,
  });
  const findMailServer = mailServerFinder({
    fromEnvironment: options.mailServer ?? null,
    directory: databases.directory,
    sealer,
    clock,
  });
  return {
    ...databases,
    watch,
    sealer,
    guard,
    media,
    linkPreviews: previews,
    feedPreviews: feedPreviews(feedReaders(guard, userAgentOf(options))),
    findMailServer,
    metrics,
    apps,
    networks,
    verifyToken: await keepVerifyToken(databases.directory),
    hub,
    clock,
    stops,
  };
}
