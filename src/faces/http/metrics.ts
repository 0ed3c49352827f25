/** Metrics of requests, for Prometheus. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpMetrics } from './server.ts';

/**
 * @param registry where they are shown
 * @param inFlight returns how many requests have no response yet
 */
export function httpMetrics(registry: Registry, inFlight: () => number): HttpMetrics {
  const seconds = new Histogram({
    name: 'troupe_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its response. Status 499: the client disconnected.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: 'troupe_http_requests_in_flight',
      help: 'Requests without a response so far.',
      registers: [],
      collect() {
        this.set(inFlight());
      },
    }),
  );
  // prom-client hashes the labels on each call; bound labels cost a tenth
  const bound = new Map<string, { observe(value: number): void }>();
  return {
    ended({ route, method, status, ms }) {
      const key = `${route} ${method} ${status}`;
      let histogram = bound.get(key);
      if (histogram === undefined) {
        histogram = seconds.labels({ route, method, status: String(status) });
        bound.set(key, histogram);
      }
      histogram.observe(ms / 1000);
    },
  };
}
