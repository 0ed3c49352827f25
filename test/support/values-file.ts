/** Lists of values that the dashboard needs as lists, generated from the operations and the manifests of the networks. */
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { enumOf } from './limits-file.ts';

export const valuesFile = new URL('../../web/src/base/values.ts', import.meta.url);

/** Name of a list: the operation and its field (`a.b[]` is each entry of the list b in a). */
const OF_REQUESTS: { [name: string]: [operationId: string, field: string] } = {
  performanceSorts: ['getPerformance', 'sortBy'],
  conditionChecks: ['simulateDmAutomation', 'automation.steps[].check'],
};

const platformsWhere = (holds: (manifest: Manifest) => boolean): string[] =>
  Object.values<Manifest>(networks).flatMap((one) => (holds(one) ? [one.platform] : []));

/** Networks with something in common that no field of the API says. */
const OF_NETWORKS = {
  /** They take `articleSettings`. */
  articleNetworks: platformsWhere(({ options }) => options?.['articleSettings'] !== undefined),
};

/** @returns the text that web/src/base/values.ts must have */
export function writeValues(): string {
  const line = (name: string, values: readonly string[]) =>
    `  ${name}: [${values.map((value) => `'${value}'`).join(', ')}],\n`;
  const ofRequests = Object.entries(OF_REQUESTS).map(
    ([name, [operationId, field]]) =>
      `  /** \`${field}\` of ${operationId}. */\n${line(name, enumOf(operationId, field))}`,
  );
  const ofNetworks = Object.entries(OF_NETWORKS).map(([name, values]) => line(name, values));
  return `/**
 * Lists of values that the dashboard needs as lists. Generated from the operations and the manifests of the networks by \`npm run openapi\`:
 * do not edit. A test fails when this file does not fit them.
 */
export const VALUES = {
${ofRequests.join('')}${ofNetworks.join('')}} as const;
`;
}
