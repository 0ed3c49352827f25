/** Routes for those who run the service: is it alive, is it ready, its metrics; and the description of the API. */
import type { Exchange, Header, RawRoute } from '../api/exchange.ts';

const FRESH: Header = ['cache-control', 'no-store'];
const SAFE: Header = ['x-content-type-options', 'nosniff'];
const JSON_TYPE: Header = ['content-type', 'application/json; charset=utf-8'];

function answer(exchange: Exchange, status: number, body: object): void {
  exchange.answer({ status, headers: [JSON_TYPE, FRESH, SAFE], body: JSON.stringify(body) });
}

/** `GET /healthz`: the process runs and its loop turns. It looks at nothing else, so that a slow database restarts nobody. */
export function healthRoute(): RawRoute {
  return { method: 'GET', path: '/healthz', handle: (exchange) => answer(exchange, 200, { ok: true }) };
}

export interface Readiness {
  ok: boolean;
  /** What was looked at, such as `database`, and how it was. */
  checks: { [name: string]: { ok: boolean; detail?: string } };
}

/**
 * `GET /readyz`: 200 when requests should be sent here, else 503 with what is the matter.
 *
 * @param ready answers from what is remembered: a probe must not wait for what it asks about
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

/** `GET /metrics`, as Prometheus reads them. @param registry such as prom-client's */
export function metricsRoute(registry: { contentType: string; metrics(): Promise<string> }): RawRoute {
  return {
    method: 'GET',
    path: '/metrics',
    async handle(exchange) {
      const body = await registry.metrics();
      exchange.answer({ status: 200, headers: [['content-type', registry.contentType], FRESH, SAFE], body });
    },
  };
}

/** `GET /v1/openapi.json` (spec section 9), without a key. @param document plain JSON */
export function openApiRoute(document: object): RawRoute {
  const body = Buffer.from(JSON.stringify(document));
  const headers: Header[] = [JSON_TYPE, ['cache-control', 'public, max-age=300'], SAFE];
  return {
    method: 'GET',
    path: '/v1/openapi.json',
    handle: (exchange) => exchange.answer({ status: 200, headers, body }),
  };
}
