/** Lists of values that the dashboard needs as lists, generated from the operations. */
import { enumOf } from './limits-file.ts';

export const valuesFile = new URL('../../web/src/base/values.ts', import.meta.url);

/** Name of a list: the operation and its field (`a.b[]` is each entry of the list b in a). */
const OF_REQUESTS: { [name: string]: [operationId: string, field: string] } = {
  performanceSorts: ['getPerformance', 'sortBy'],
  conditionChecks: ['simulateDmAutomation', 'automation.steps[].check'],
};

/** @returns the text that web/src/base/values.ts must have */
export function writeValues(): string {
  const line = (name: string, values: readonly string[]) =>
    `  ${name}: [${values.map((value) => `'${value}'`).join(', ')}],\n`;
  const ofRequests = Object.entries(OF_REQUESTS).map(
    ([name, [operationId, field]]) =>
      `  /** \`${field}\` of ${operationId}. */\n${line(name, enumOf(operationId, field))}`,
  );
  return `/**
 * Lists of values that the dashboard needs as lists. Generated from the operations by \`npm run openapi\`:
 * do not edit. A test fails when this file does not fit them.
 */
export const VALUES = {
${ofRequests.join('')}} as const;
`;
}
