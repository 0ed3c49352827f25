/** What networks allow, collected from their manifests. */
import { networks } from '../../../../adapters/networks.ts';
import type { Budget } from '../../../../adapters/port/budget.ts';
import type { Manifest } from '../../../../adapters/port/manifest.ts';

/** By platform. A network that is missing names no number; its Retry-After is obeyed all the same. */
export type LimitTable = { [platform: string]: Budget };

export function limitsOf(adapters: { [platform: string]: Pick<Manifest, 'budget'> }): LimitTable {
  return Object.fromEntries(
    Object.entries(adapters).flatMap(([platform, { budget }]) => (budget ? [[platform, budget]] : [])),
  );
}

export const LIMITS: LimitTable = limitsOf(networks);
