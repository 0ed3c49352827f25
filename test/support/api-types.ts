/** The types of the dashboard's calls, generated from the operations as they are now. */
import { dashboardOperations } from '../../src/dashboard/operations.ts';
import { SessionView } from '../../src/dashboard/session-view.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { operations } from '../../src/operations.ts';
import { typesOf } from '../../web/api-types.ts';

export const apiTypesFile = new URL('../../web/src/api-types.ts', import.meta.url);

/** @returns the text that web/src/api-types.ts must have */
export async function writeApiTypes(): Promise<string> {
  // includes the routes of the pages, which the public document leaves out
  const served = [...operations, ...dashboardOperations(null)].map((operation) => {
    const route = operation.rest ?? operation.dashboard;
    return { ...operation, ...(route && { rest: route }) };
  });
  const document = openApiDocument({ operations: served, tags: {}, webhooks: [], baseUrl: '' });
  const paths = { ...(document['paths'] as object), '/app/api/session': { get: readSession } };
  return typesOf(JSON.parse(JSON.stringify({ ...document, paths })) as typeof document);
}

/** The one response the pages read that comes from a route outside the tables of operations. */
const readSession = {
  operationId: 'readSession',
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: SessionView } } },
  },
};
