/** What health checks report. */
import type { Node } from '../engine/node.ts';
import type { Liveness, Readiness } from '../http/health.ts';
import type { ServiceOptions } from './options.ts';

/** The process is to be restarted when it cannot bring its own Postgres back. */
export function livenessOf({ embeddedPostgres }: ServiceOptions): Liveness {
  if (!embeddedPostgres) return { ok: true, checks: {} };
  const { state, detail } = embeddedPostgres();
  const check = state === 'up' ? { ok: true } : { ok: false, detail };
  return { ok: state !== 'failed', checks: { embeddedPostgres: check } };
}

export function readinessOf(options: ServiceOptions, node: Node): Readiness {
  const own = livenessOf(options).checks;
  const { ok, checks } = node.health();
  return { ok: ok && Object.values(own).every((check) => check.ok), checks: { ...checks, ...own } };
}
