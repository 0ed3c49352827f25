/** The types of the dashboard's calls, and the table of its own operations, generated from the operations as they are now. */
import { isDeepStrictEqual } from 'node:util';
import { type TSchema, Type } from 'typebox';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { invitationBodies, invitationResults } from '../../src/faces/dashboard/invitation-routes.ts';
import { sessionBodies } from '../../src/faces/dashboard/session-routes.ts';
import { SessionView } from '../../src/faces/dashboard/session-view.ts';
import { openApiDocument } from '../../src/faces/http/openapi.ts';
import { operations } from '../../src/service/operations.ts';
import { typesOf } from '../../web/api-types.ts';
import { type Described as DescribedOperation, rowsOf } from './client-files.ts';
import { currentDocument } from './openapi/document.ts';

export const apiTypesFile = new URL('../../web/src/base/api-types.ts', import.meta.url);
export const ownTableFile = new URL('../../web/src/base/own-operations.ts', import.meta.url);

const HEAD = `/**
 * The types of the operations that only the dashboard may call, upon those of the public API, which the client library has. Generated
 * from the OpenAPI description of the service by \`npm run openapi\`: do not edit. A test fails when this file does not fit the
 * operations.
 */
`;

interface Described {
  components: { schemas: { [name: string]: unknown } };
  paths: { [path: string]: { [method: string]: DescribedOperation } };
}
const plain = (document: unknown) => JSON.parse(JSON.stringify(document)) as Described;

/** @returns the text that web/src/base/api-types.ts must have */
export async function writeApiTypes(): Promise<string> {
  const document = ownDocument();
  const { schemas } = document.components;
  const shared = plain(currentDocument()).components.schemas;
  const unlike = Object.keys(schemas).filter(
    (name) => name in shared && !isDeepStrictEqual(schemas[name], shared[name]),
  );
  if (unlike.length > 0) throw new Error(`schemas of one name differ: ${unlike.join(', ')}`);
  return typesOf(document, {
    head: HEAD,
    base: { module: '../../../clients/typescript/src/api.ts', schemas: Object.keys(shared) },
  });
}

/** @returns the text that web/src/base/own-operations.ts must have */
export const writeOwnTable = (): string => `/**
 * The operations that only the dashboard may call. Generated from the OpenAPI description of the service by \`npm run openapi\`:
 * do not edit. A test fails when this file does not fit the operations.
 */
export const ownTable = {
${rowsOf(ownDocument().paths)}} as const;
`;

/** @returns the description of what only the dashboard may call */
export function ownDocument(): Described {
  const own = [...operations, ...dashboardOperations(null)].flatMap((operation) =>
    operation.rest || !operation.dashboard ? [] : [{ ...operation, rest: operation.dashboard }],
  );
  const document = openApiDocument({ operations: own, tags: {}, webhooks: [], baseUrl: '' });
  const { webhooks: _webhooks, ...described } = plain(document) as Described & { webhooks?: unknown };
  return plain({ ...described, paths: { ...described.paths, ...sessionPaths() } });
}

/** The calls of the dashboard to routes outside the tables of operations. */
function sessionPaths() {
  const { signIn, setUp, changePassword, sendPasswordReset, usePasswordReset } = sessionBodies;
  const sent = Type.Object({ sent: Type.Boolean() });
  const signedIn = Type.Object({ signedIn: Type.Boolean() });
  const changed = Type.Object({ changed: Type.Boolean() });
  return {
    '/app/api/session': {
      get: described('readSession', SessionView),
      post: described('signIn', signedIn, signIn),
      delete: described('signOut', signedIn),
    },
    '/app/api/setup': { post: described('setUp', signedIn, setUp) },
    '/app/api/invitation': {
      post: described('readInvitation', invitationResults.read, invitationBodies.readInvitation),
    },
    '/app/api/invitation/accept': {
      post: described('acceptInvitation', invitationResults.accepted, invitationBodies.acceptInvitation),
    },
    '/app/api/invitation/sign-up': {
      post: described('signUp', invitationResults.accepted, invitationBodies.signUp),
    },
    '/app/api/password': { post: described('changePassword', changed, changePassword) },
    '/app/api/password-resets': { post: described('sendPasswordReset', sent, sendPasswordReset) },
    '/app/api/password-resets/use': { post: described('usePasswordReset', changed, usePasswordReset) },
  };
}

const described = (operationId: string, result: TSchema, body?: TSchema) => ({
  operationId,
  ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  responses: { 200: { description: 'Done', content: { 'application/json': { schema: result } } } },
});
