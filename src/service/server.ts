/** The HTTP server: the operations, the pages, and the routes that networks and monitors call. */
import { fileURLToPath } from 'node:url';
import { connectRoutes } from '../features/accounts/connect/routes.ts';
import { type Audit, createConfirmations } from '../features/agents/index.ts';
import { findAbsent } from '../api/absent.ts';
import type { Operation } from '../api/operation.ts';
import { findMismatch } from '../api/idempotent.ts';
import type { Auth } from '../features/auth/keys.ts';
import type { Sessions } from '../features/auth/sessions.ts';
import type { Context } from './context.ts';
import { dashboardFolder, readDashboard } from '../faces/dashboard/files.ts';
import { dashboardOperations } from '../faces/dashboard/operations.ts';
import { invitationRoutes } from '../faces/dashboard/invitation-routes.ts';
import { sessionRoutes } from '../faces/dashboard/session-routes.ts';
import { createClientAddress } from '../faces/http/client-address.ts';
import { exportRoutes } from '../faces/export/index.ts';
import { healthRoute, metricsRoute, openApiRoute, readyRoute } from '../faces/http/health.ts';
import { llmsRoutes } from '../faces/http/llms.ts';
import { httpMetrics } from '../faces/http/metrics.ts';
import { openApiDocument } from '../faces/http/openapi.ts';
import { createHttpServer, type HttpServer } from '../faces/http/server.ts';
import { liveRoute } from '../faces/live/socket.ts';
import { foresee, mcpRoute } from '../faces/mcp/index.ts';
import { mediaRoute } from '../features/media/serve.ts';
import { uploadsInto } from '../features/media/uploads.ts';
import { challengeOfTools, oauthRoutes } from '../faces/oauth/index.ts';
import { onClick } from '../features/flows/index.ts';
import { linkRoute } from '../features/links/index.ts';
import { type InboundProcessor, inboundRoutes, removalRoutes } from '../features/receiving/index.ts';
import { operations, tags } from './operations.ts';
import { reportRoutes } from '../features/numbers/index.ts';
import { clientRoutes } from '../features/posts/index.ts';
import { webhookCalls } from '../features/webhooks/index.ts';
import { livenessOf, readinessOf } from './health.ts';
import { type ServiceOptions, VERSION } from './options.ts';
import type { Shared } from './shared.ts';

export interface ServerParts extends Shared {
  processor: InboundProcessor;
  context: Context;
  auth: Auth;
  sessions: Sessions;
  audit: Audit;
  inFlight: () => number;
}

export function createServer(options: ServiceOptions, parts: ServerParts): HttpServer {
  const { baseUrl, log, role = 'both' } = options;
  const { context, auth, sessions, metrics, media, watch, clock } = parts;
  const dashboard = readDashboard(dashboardFolder, { secure: baseUrl.startsWith('https:') });
  return createHttpServer({
    operations: role === 'worker' ? [] : served(options),
    authenticate: auth.authenticate,
    sessions,
    ...(role === 'worker' ? {} : { pages: (exchange) => dashboard.serve(exchange) }),
    context,
    findMismatch: (call) => findMismatch(context, call),
    findAbsent: (named) => findAbsent(context, named),
    log,
    metrics: httpMetrics(metrics.registry, parts.inFlight),
    onFault: watch.note,
    baseUrl,
    rate: { requests: options.ratePerMinute ?? 6000, windowSeconds: 60 },
    raw: [
      healthRoute(() => livenessOf(options)),
      readyRoute(() => readinessOf(options, context.node, watch)),
      liveRoute(baseUrl),
      metricsRoute(metrics.registry, options.metricsKey ?? null),
      openApiRoute(() => openApiDocument({ operations, tags, webhooks: webhookCalls, baseUrl })),
      ...(role === 'worker' ? [] : pageRoutes(options, parts)),
    ],
    uploads: uploadsInto(media.incoming, log),
    now: clock,
    checkAnswers: options.checkAnswers ?? false,
    addressOf: addressesFor(options),
  });
}

const addressesFor = ({ proxies }: ServiceOptions) =>
  createClientAddress(proxies ?? { trusted: [], header: '' });

/** The operations of the API and of the dashboard. */
const served = ({ sandboxUrl = null }: ServiceOptions): readonly Operation<Context>[] => [
  ...operations,
  ...dashboardOperations(sandboxUrl),
];

/** The pages of documentation. */
const docsFolder = fileURLToPath(new URL('../../docs', import.meta.url));

/** The operations as tools for agents (docs/mcp.md). */
function toolsRoute(options: ServiceOptions, { context, audit, media, watch }: ServerParts) {
  return mcpRoute({
    operations,
    context,
    uploads: uploadsInto(media.incoming, options.log),
    findMismatch: (call) => findMismatch(context, call),
    record: (call) => audit.record(call),
    confirmations: createConfirmations(context),
    foresee: (tool, args, call) => foresee(tool, args, { context, ...call }),
    log: options.log,
    onFault: watch.note,
    now: context.clock,
    addressOf: addressesFor(options),
    baseUrl: () => context.baseUrl,
    challenge: (wasSent) => challengeOfTools(context.baseUrl, wasSent),
    version: VERSION,
    checkResults: options.checkAnswers ?? false,
  });
}

/** Routes for people and networks, outside the API. */
function pageRoutes(options: ServiceOptions, parts: ServerParts) {
  const { context, auth, sessions, media, metrics, networks, processor, verifyToken } = parts;
  const addressOf = addressesFor(options);
  return [
    ...llmsRoutes({
      folder: docsFolder,
      baseUrl: () => context.baseUrl,
      networks: Object.values(context.adapters).map(({ name }) => name),
    }),
    mediaRoute(media.storage, options.log),
    ...connectRoutes(context, { networks, insistOnOwnHost: (host) => sessions.insistOnOwnHost(host) }),
    ...[clientRoutes, reportRoutes, exportRoutes].flatMap((routes) =>
      routes({ context, operations, insistOnOwnHost: (host) => sessions.insistOnOwnHost(host), addressOf }),
    ),
    toolsRoute(options, parts),
    ...oauthRoutes({
      directory: context.directory,
      guard: context.guard,
      clock: context.clock,
      baseUrl: () => context.baseUrl,
      addressOf,
      userOf: async (exchange) => {
        const token = sessions.tokenIn((name) => exchange.header(name));
        return token === null ? null : ((await sessions.find(token))?.userId ?? null);
      },
      log: options.log,
    }),
    linkRoute({ sql: context.sql, clock: context.clock, node: context.node, onClick }),
    ...removalRoutes({
      sql: context.sql,
      node: context.node,
      adapters: context.adapters,
      networks,
      verifyToken,
      clock: context.clock,
      baseUrl: () => context.baseUrl,
    }),
    ...inboundRoutes({
      sql: context.sql,
      adapters: context.adapters,
      networks,
      verifyToken,
      clock: context.clock,
      log: options.log,
      onStored: () => processor.wake(),
      count: metrics.countInbound,
    }),
    ...sessionRoutes({
      context,
      sessions,
      authenticate: auth.authenticate,
      sandboxUrl: options.sandboxUrl ?? null,
      operations: served(options),
      addressOf,
    }),
    ...invitationRoutes({ context, sessions, addressOf }),
  ];
}
