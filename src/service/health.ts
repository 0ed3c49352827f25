/** What health checks report. */
import type { Node } from '../engine/node.ts';
import type { Liveness, Readiness } from '../faces/http/health.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { ServiceOptions } from './options.ts';

/** The process is to be restarted when it cannot bring its own Postgres back. */
export function livenessOf({ embeddedPostgres }: ServiceOptions): Liveness {
  if (!embeddedPostgres) return { ok: true, checks: {} };
  const { state, detail } = embeddedPostgres();
  const check = state === 'up' ? { ok: true } : { ok: false, detail };
  return { ok: state !== 'failed', checks: { embeddedPostgres: check } };
}

/** A node whose writes fail is not ready, also while its heartbeats are written. */
export function readinessOf(
  options: ServiceOptions,
  node: Node,
  watch: Pick<DatabaseWatch, 'fault'>,
): Readiness {
  const own = livenessOf(options).checks;
  const health = node.health();
  const fault = watch.fault();
  const checks = {
    ...health.checks,
    ...(fault !== null && health.checks['database']?.ok === true && { database: fault }),
    ...own,
  };
  return { ok: Object.values(checks).every(({ ok }) => ok), checks };
}
