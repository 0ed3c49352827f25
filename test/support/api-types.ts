/** The types of the dashboard's calls, generated from the operations as they are now. */
import { isDeepStrictEqual } from 'node:util';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { SessionView } from '../../src/faces/dashboard/session-view.ts';
import { openApiDocument } from '../../src/faces/http/openapi.ts';
import { operations } from '../../src/service/operations.ts';
import { typesOf } from '../../web/api-types.ts';
import { currentDocument } from './openapi/document.ts';

export const apiTypesFile = new URL('../../web/src/base/api-types.ts', import.meta.url);

const HEAD = `/**
 * The types of the operations that only the dashboard may call, upon those of the public API, which the client library has. Generated
 * from the OpenAPI description of the service by \`npm run openapi\`: do not edit. A test fails when this file does not fit the
 * operations.
 */
`;

interface Described {
  components: { schemas: { [name: string]: unknown } };
  paths: object;
}
const plain = (document: unknown) => JSON.parse(JSON.stringify(document)) as Described;

/** @returns the text that web/src/base/api-types.ts must have */
export async function writeApiTypes(): Promise<string> {
  const own = [...operations, ...dashboardOperations(null)].flatMap((operation) =>
    operation.rest || !operation.dashboard ? [] : [{ ...operation, rest: operation.dashboard }],
  );
  const document = plain(openApiDocument({ operations: own, tags: {}, webhooks: [], baseUrl: '' }));
  const { schemas } = document.components;
  const shared = plain(currentDocument()).components.schemas;
  const unlike = Object.keys(schemas).filter(
    (name) => name in shared && !isDeepStrictEqual(schemas[name], shared[name]),
  );
  if (unlike.length > 0) throw new Error(`schemas of one name differ: ${unlike.join(', ')}`);
  const { webhooks: _webhooks, ...described } = document as Described & { webhooks?: unknown };
  return typesOf(
    { ...described, paths: { ...document.paths, '/app/api/session': { get: readSession } } },
    {
      head: HEAD,
      base: { module: '../../../clients/typescript/src/api.ts', schemas: Object.keys(shared) },
    },
  );
}

/** The one response the pages read that comes from a route outside the tables of operations. */
const readSession = {
  operationId: 'readSession',
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: SessionView } } },
  },
};
