import { Registry } from 'prom-client';
import t from 'tap';
import {
  healthRoute,
  metricsRoute,
  openApiRoute,
  readyRoute,
  type Readiness,
} from '../../src/faces/http/health.ts';
import { httpMetrics } from '../../src/faces/http/metrics.ts';
import { start } from './harness.ts';

void t.test('the process is alive as soon as it responds, without a key', async (t) => {
  const { base } = await start(t, { raw: [healthRoute()] });
  const answer = await fetch(`${base}/healthz`);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('cache-control'), 'no-store');
  t.same(await answer.json(), { ok: true });
});

void t.test('readiness comes from earlier checks: 200, or 503 with the reason', async (t) => {
  let state: Readiness = { ok: true, checks: { database: { ok: true } } };
  const { base } = await start(t, { raw: [readyRoute(() => state)] });
  t.equal((await fetch(`${base}/readyz`)).status, 200);
  state = { ok: false, checks: { database: { ok: false, detail: 'no answer for 12 s' } } };
  const answer = await fetch(`${base}/readyz`);
  t.equal(answer.status, 503);
  t.same(await answer.json(), state);
});

void t.test('metrics count requests by operation, method and status, in Prometheus format', async (t) => {
  const registry = new Registry();
  const { base, call } = await start(t, {
    raw: [metricsRoute(registry)],
    metrics: httpMetrics(registry, () => 3),
  });
  await call('/v1/things/a');
  await call('/v1/things/b');
  await call('/v1/things/missing');
  const answer = await fetch(`${base}/metrics`);
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  t.match(
    text,
    /troupe_http_request_duration_seconds_count\{route="readThing",method="GET",status="200"\} 2\n/,
  );
  t.match(
    text,
    /troupe_http_request_duration_seconds_count\{route="readThing",method="GET",status="404"\} 1\n/,
  );
  t.match(text, /troupe_http_requests_in_flight 3\n/);
  t.notMatch(text, /things\/a/);
});

void t.test('metrics with a key of their own are shown to nobody else', async (t) => {
  const { base } = await start(t, { raw: [metricsRoute(new Registry(), 'metrics-0123456789')] });
  const read = (authorization?: string) =>
    fetch(`${base}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
  t.equal((await read('Bearer metrics-0123456789')).status, 200);
  for (const sent of [
    undefined,
    'metrics-0123456789',
    'Bearer metrics-012345678',
    'Bearer ',
    'Basic bWV0cmljcw==',
  ]) {
    const refused = await read(sent);
    t.equal(refused.status, 401, sent ?? 'nothing');
    t.equal(refused.headers.get('www-authenticate'), 'Bearer');
    t.match(await refused.json(), { code: 'unauthorized', error: /TROUPE_METRICS_KEY/ });
  }
});

void t.test('the description of the API is served without a key, and may be cached', async (t) => {
  const { base } = await start(t, { raw: [openApiRoute(() => ({ openapi: '3.1.0' }))] });
  const answer = await fetch(`${base}/v1/openapi.json`);
  t.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  t.equal(answer.headers.get('cache-control'), 'public, max-age=300');
  t.same(await answer.json(), { openapi: '3.1.0' });
});
