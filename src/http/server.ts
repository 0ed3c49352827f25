/** The HTTP server of the service: the operations as REST routes, and whatever raw routes it is given. */
import type { TemplatedApp } from 'uWebSockets.js';
import { isUnreachable } from '../../store/connect.ts';
import type { Keyed } from '../api/idempotent.ts';
import { type Operation, routesOf } from '../api/operation.ts';
import { Problem } from '../api/problem.ts';
import { answerProblem, apiHeaders } from './answer.ts';
import {
  passGate,
  serveOperation,
  type ApiOptions,
  type Gate,
  type Authenticate,
  type SessionGate,
} from './api.ts';
import type { Uploads } from '../api/upload.ts';
import type { Exchange, Header, RawRoute } from '../api/exchange.ts';
import { createRateLimiter, type RateLimit } from '../rate.ts';
import { createRouter } from './router.ts';
import { createUwsServer } from './uws.ts';

/** As pino logs. */
export interface HttpLog {
  error(fields: object, message: string): void;
}

export interface HttpMetrics {
  /** Once for each request. `route`: an operation's id, a raw route's path, or `none`; 499: the client went away. */
  ended(request: { route: string; method: string; status: number; ms: number }): void;
}

export interface HttpOptions<Context> {
  operations: readonly Operation<Context>[];
  authenticate: Authenticate;
  /** People who are signed in; default: keys alone. */
  sessions?: SessionGate;
  /** Answers what no route does, such as the pages of the dashboard. @returns false when it does not either */
  pages?: (exchange: Exchange) => boolean;
  /** Handed to every operation. */
  context: Context;
  /** Whether the Idempotency-Key of a refused request belongs to another request: then that is said instead. */
  findMismatch?: (call: Keyed) => Promise<Problem | null>;
  log: HttpLog;
  metrics?: HttpMetrics;
  /** Address that callers use, without a slash at the end. */
  baseUrl: string;
  /** Of a JSON body. Default 1 MiB (docs/contract.md, Conventions). */
  maxBodyBytes?: number;
  /** For each key and node; null: none. */
  rate: RateLimit | null;
  raw?: readonly RawRoute[];
  /** Where files of uploads are put while they arrive; needed by operations with `upload`. */
  uploads?: Uploads;
  /** Treat an answer that does not fit its schema as a bug: a 500. For tests. Default false. */
  checkAnswers?: boolean;
  /** Epoch ms. Default Date.now. */
  now?: () => number;
}

export interface HttpServer {
  /** @param port 0: any free one. @throws when it cannot be had */
  listen(host: string, port: number): Promise<void>;
  readonly port: number;
  readonly inFlight: number;
  /** uWebSockets.js itself, for `uws.ws(path, behaviour)`: WebSockets are not behind the neutral interface. */
  readonly uws: TemplatedApp;
  /** Stops listening, lets requests in flight end, then closes. At most 10 s. Close WebSockets politely before. */
  drain(): Promise<void>;
  /** Cuts every connection now. */
  close(): void;
}

/** What a caller is told of an error that is not theirs. */
function problemOf(error: unknown): Problem {
  if (isUnreachable(error))
    return new Problem('unavailable', 'the database cannot be reached at the moment: try again', {
      retryAfterSeconds: 5,
    });
  return new Problem('internal', 'something went wrong on our side');
}

const DRAIN_MS = 10_000;
/** Of all headers of a request together: plenty for cookies and long tokens. */
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
      api.fail(exchange, new Problem('bad_framing', `the end of the request is in doubt: ${fault}`));
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
  return {
    listen: (host, port) => server.listen(host, port),
    get port() {
      return server.port;
    },
    get inFlight() {
      return server.inFlight;
    },
    uws: server.app,
    drain: () => server.drain(DRAIN_MS),
    close: () => server.close(),
  };
}

/** What serving an operation takes, `fail` with it: the one place that answers an error. */
function apiOptions<Context>(options: HttpOptions<Context>): ApiOptions<Context> {
  const headers = apiHeaders(options.baseUrl);
  return {
    authenticate: options.authenticate,
    sessions: options.sessions,
    takeToken: options.rate === null ? null : createRateLimiter(options.rate),
    context: options.context,
    findMismatch: options.findMismatch,
    headers,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    uploads: options.uploads,
    checkAnswers: options.checkAnswers ?? false,
    now: options.now ?? Date.now,
    fail(exchange, error, more = []) {
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

/** The routes: those of the operations, the raw ones, and the pages for what is neither. */
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
    const done = route.handle(exchange);
    if (done instanceof Promise) done.catch((error: unknown) => api.fail(exchange, error, rateHeaders));
  };
  if (route.key !== true) return handle;
  return (exchange) => passGate(api, exchange, (_, rateHeaders) => handle(exchange, rateHeaders));
}
