/** The HTTP server of the service: serves the operations as REST routes, and any raw routes it is given. */
import type { Named } from '../../api/absent.ts';
import type { Keyed } from '../../api/idempotent.ts';
import { type Operation, routesOf } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { answerProblem, apiHeaders, problemOf } from './response.ts';
import {
  passGate,
  serveOperation,
  type ApiOptions,
  type Gate,
  type Authenticate,
  type SessionGate,
} from './api.ts';
import type { Uploads } from '../../api/upload.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import { createRateLimiter, type RateLimit } from '../../base/rate.ts';
import { createRouter } from './router.ts';
import { createUwsServer, type UwsServer } from './uws.ts';

/** Log methods as in pino. */
interface HttpLog {
  error(fields: object, message: string): void;
}

export interface HttpMetrics {
  /**
   * Called once for each request. `route`: an operation's id, a raw route's path, or `none`; 499: the client
   * disconnected.
   */
  ended(request: { route: string; method: string; status: number; ms: number }): void;
}

export interface HttpOptions<Context> {
  operations: readonly Operation<Context>[];
  authenticate: Authenticate;
  /** People who are signed in. Default: API keys only. */
  sessions?: SessionGate;
  /**
   * Responds to requests without a route, such as the pages of the dashboard. @returns false when it has no response
   * either
   */
  pages?: (exchange: Exchange) => boolean;
  /** Passed to every operation. */
  context: Context;
  /** Whether a refused request used the Idempotency-Key of another request: then the response says that instead. */
  findMismatch?: (call: Keyed) => Promise<Problem | null>;
  /** The 404 about what the path of an invalid request names, where that is not there. */
  findAbsent?: (named: Named) => Promise<Problem | null>;
  log: HttpLog;
  metrics?: HttpMetrics;
  /** Called with each error that is not the caller's fault. */
  onFault?: (error: unknown) => void;
  /** The address that callers use, without a trailing slash. */
  baseUrl: string;
  /** Limit of a JSON body. Default 1 MiB (docs/contract.md, Conventions). */
  maxBodyBytes?: number;
  /** Rate limit for each key and node; null means none. */
  rate: RateLimit | null;
  raw?: readonly RawRoute[];
  /** Where files of uploads are stored while they arrive; needed by operations with `upload`. */
  uploads?: Uploads;
  /** Treat a response that does not match its schema as a bug: a 500. For tests. Default false. */
  checkAnswers?: boolean;
  /** The IP address of who calls. Default: that of the other end of the socket. */
  addressOf?: (exchange: Exchange) => string;
  /** Epoch ms. Default Date.now. */
  now?: () => number;
}

export interface HttpServer {
  /** @param port 0: any free one. @throws when the port is not available */
  listen(host: string, port: number): Promise<void>;
  /** Resolves when it listens. */
  readonly listening: Promise<void>;
  readonly port: number;
  readonly inFlight: number;
  /** Every route, with parameters in braces, method in upper case. */
  readonly routes: readonly { method: string; path: string }[];
  /** The server below, for WebSockets, which do not use the neutral interface. */
  readonly uws: Pick<UwsServer, 'app' | 'upgrade'>;
  /** Stops listening, waits for requests in flight, then closes. At most 10 s. Close WebSockets before. */
  drain(): Promise<void>;
  /** Closes every connection now. */
  close(): void;
}

const DRAIN_MS = 10_000;
/** Limit of all headers of a request together, in bytes: enough for cookies and long tokens. */
const MAX_HEADER_BYTES = 16 * 1024;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createHttpServer<Context>(options: HttpOptions<Context>): HttpServer {
  const api = apiOptions(options);
  const dispatch = dispatcher(options, api);
  const server = createUwsServer({
    onRequest(exchange) {
      try {
        dispatch(exchange);
      } catch (error) {
        api.fail(exchange, error);
      }
    },
    onBadFraming(exchange, fault) {
      api.fail(exchange, new Problem('bad_framing', `the end of the request is ambiguous: ${fault}`));
    },
    onEnd(exchange, status) {
      options.metrics?.ended({
        route: exchange.route,
        method: METHODS.has(exchange.method) ? exchange.method : 'other',
        status,
        ms: performance.now() - exchange.startedAt,
      });
    },
  });
  const { promise: listening, resolve: tellListening } = Promise.withResolvers<void>();
  return {
    listen: async (host, port) => {
      await server.listen(host, port);
      tellListening();
    },
    listening,
    get port() {
      return server.port;
    },
    get inFlight() {
      return server.inFlight;
    },
    uws: server,
    routes: [
      ...options.operations.flatMap((operation) => routesOf(operation)),
      ...(options.raw ?? []).map(({ method, path }) => ({ method, path })),
    ].map(({ method, path }) => ({ method: method.toUpperCase(), path })),
    drain: () => server.drain(DRAIN_MS),
    close: () => server.close(),
  };
}

/** What serving an operation needs, including `fail`, the one place that turns an error into a response. */
function apiOptions<Context>(options: HttpOptions<Context>): ApiOptions<Context> {
  const headers = apiHeaders(options.baseUrl);
  return {
    authenticate: options.authenticate,
    sessions: options.sessions,
    takeToken: options.rate === null ? null : createRateLimiter(options.rate),
    context: options.context,
    findMismatch: options.findMismatch,
    findAbsent: options.findAbsent,
    headers,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    uploads: options.uploads,
    checkAnswers: options.checkAnswers ?? false,
    addressOf: options.addressOf ?? (({ address }) => address),
    now: options.now ?? Date.now,
    fail(exchange, error, more = []) {
      if (!(error instanceof Problem)) options.onFault?.(error);
      if (!(error instanceof Problem) && !exchange.aborted)
        options.log.error(
          { err: error, requestId: exchange.requestId, route: exchange.route },
          'a request failed',
        );
      answerProblem(exchange, headers, error instanceof Problem ? error : problemOf(error), more);
    },
  };
}

type Serve = (exchange: Exchange) => void;

/** The routes: those of the operations, the raw ones, and the pages for everything else. */
function dispatcher<Context>(options: HttpOptions<Context>, api: ApiOptions<Context>): Serve {
  const router = createRouter<{ name: string; serve: Serve }>();
  for (const operation of options.operations)
    for (const { method, path } of routesOf(operation))
      router.add(method.toUpperCase(), path, {
        name: operation.id,
        serve: serveOperation(operation, path, api),
      });
  for (const route of options.raw ?? [])
    router.add(route.method, route.path, { name: route.path, serve: serveRaw(route, api) });

  return (exchange) => {
    refuseLargeHeaders(exchange);
    const found = router.find(exchange.method, exchange.path);
    switch (found.kind) {
      case 'found':
        exchange.params = found.params;
        exchange.route = found.value.name;
        return found.value.serve(exchange);
      case 'wrong_method':
        return answerWrongMethod(exchange, found.allow, api);
      case 'unknown':
        if (options.pages?.(exchange) === true) return;
        throw new Problem(
          'not_found',
          `there is nothing at ${exchange.path.slice(0, 200)}; ${options.baseUrl}/v1/openapi.json lists what there is`,
        );
      case 'malformed':
        throw new Problem('invalid', 'the path is not percent-encoded UTF-8');
      default:
        found satisfies never;
    }
  };
}

function refuseLargeHeaders({ headerBytes }: Exchange): void {
  if (headerBytes > MAX_HEADER_BYTES)
    throw new Problem(
      'headers_too_large',
      `the headers of the request have more than ${MAX_HEADER_BYTES / 1024} KiB: send fewer or shorter ones`,
    );
}

function answerWrongMethod(exchange: Exchange, allow: string, api: Gate): void {
  // no CORS headers: keys are secrets of servers, not of browsers (docs/contract.md, Conventions)
  if (exchange.method === 'OPTIONS')
    return exchange.answer({ status: 204, headers: [['allow', allow]], body: null });
  const problem = new Problem(
    'method_not_allowed',
    `this path takes ${allow}, not ${exchange.method.slice(0, 20)}`,
  );
  api.fail(exchange, problem, [['allow', allow]]);
}

function serveRaw(route: RawRoute, api: Gate): (exchange: Exchange) => void {
  const handle = (exchange: Exchange, rateHeaders?: readonly Header[]): void => {
    const done = route.handle(exchange, rateHeaders ?? []);
    if (done instanceof Promise) done.catch((error: unknown) => api.fail(exchange, error, rateHeaders));
  };
  if (route.key !== true) return handle;
  const gate = { ...api, challenge: route.challenge };
  return (exchange) => passGate(gate, exchange, (_, rateHeaders) => handle(exchange, rateHeaders));
}
