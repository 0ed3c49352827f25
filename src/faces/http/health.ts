/** Routes for operators: is the process alive, is it ready, its metrics; and the description of the API. */
import { timingSafeEqual } from 'node:crypto';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';
import { hashOf } from '../../base/secrets.ts';
import { answerProblem } from './response.ts';

const FRESH: Header = ['cache-control', 'no-store'];
const SAFE: Header = ['x-content-type-options', 'nosniff'];
const JSON_TYPE: Header = ['content-type', 'application/json; charset=utf-8'];

function answer(exchange: Exchange, status: number, body: object): void {
  exchange.answer({ status, headers: [JSON_TYPE, FRESH, SAFE], body: JSON.stringify(body) });
}

/** A part that this process supervises, and whether only a restart of the process can fix it. */
export interface Liveness {
  ok: boolean;
  checks: { [name: string]: { ok: boolean; detail?: string } };
}

const ALIVE: Liveness = { ok: true, checks: {} };

/**
 * `GET /healthz`: the process runs and its event loop turns. It responds 503 only for failures that a restart of this
 * process would fix, so that a slow database restarts nothing.
 * @param alive state of what the process supervises, such as the embedded Postgres. Default: nothing
 */
export function healthRoute(alive: () => Liveness = () => ALIVE): RawRoute {
  return {
    method: 'GET',
    path: '/healthz',
    handle(exchange) {
      const { ok, checks } = alive();
      const body = Object.keys(checks).length === 0 ? { ok } : { ok, checks };
      answer(exchange, ok ? 200 : 503, body);
    },
  };
}

export interface Readiness {
  ok: boolean;
  /** What was checked, such as `database`, and the result. */
  checks: { [name: string]: { ok: boolean; detail?: string } };
}

/**
 * `GET /readyz`: 200 when requests may be sent here, else 503 with the reason.
 * @param ready returns the results of earlier checks: a probe must not wait for the database it asks about
 */
export function readyRoute(ready: () => Readiness): RawRoute {
  return {
    method: 'GET',
    path: '/readyz',
    handle(exchange) {
      const state = ready();
      answer(exchange, state.ok ? 200 : 503, state);
    },
  };
}

/**
 * `GET /metrics`, in Prometheus format.
 * @param registry such as prom-client's
 * @param key what a caller sends as its bearer token; null if nothing, everybody may read them
 */
export function metricsRoute(
  registry: { contentType: string; metrics(): Promise<string> },
  key: string | null = null,
): RawRoute {
  return {
    method: 'GET',
    path: '/metrics',
    async handle(exchange) {
      if (key !== null && !isSame(exchange.header('authorization'), `Bearer ${key}`))
        return answerProblem(exchange, [FRESH, SAFE], NO_METRICS, [['www-authenticate', 'Bearer']]);
      const body = await registry.metrics();
      exchange.answer({ status: 200, headers: [['content-type', registry.contentType], FRESH, SAFE], body });
    },
  };
}

const NO_METRICS = new Problem(
  'unauthorized',
  'metrics need the key of TROUPE_METRICS_KEY: send the header Authorization: Bearer <key>',
);

/** Compares in a time that says nothing about where the texts differ, nor about their lengths. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other));
}

/** `GET /v1/openapi.json`, without a key. @param document plain JSON, made at the first request */
export function openApiRoute(document: () => object): RawRoute {
  let body: Buffer<ArrayBuffer> | null = null;
  const headers: Header[] = [JSON_TYPE, ['cache-control', 'public, max-age=300'], SAFE];
  return {
    method: 'GET',
    path: '/v1/openapi.json',
    handle(exchange) {
      body ??= Buffer.from(JSON.stringify(document()));
      exchange.answer({ status: 200, headers, body });
    },
  };
}
