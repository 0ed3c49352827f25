/**
 * Lets people allow an app to act for them, and end that. Only a signed-in person may call these operations, never a key or an
 * app. They are not part of the public API or its description.
 */
import { Type } from 'typebox';
import { deleteGrant, insertGrant, listGrants } from '../../../store/grants.ts';
import { type ConsentRow, deleteRequest, findRequest } from '../../../store/oauth-clients.ts';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import { CONFIRMS, insistOnSession, type Principal, SCOPES, workspaceOf } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { choice, closed, Deleted, idParams, instant, nullable, resourceId, text } from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { newId } from '../../base/ids.ts';
import { isAddress } from './description.ts';
import { OAuthFault } from './fault.ts';
import { refusal } from './authorize.ts';
import { placeOf, withParameters } from './redirects.ts';
import { digestOf, looksLike, newSecret } from './secrets.ts';

const operation = operationsWith<Core>();

/** How long an app may take to fetch its tokens, ms (OAuth 2.1, section 4.1.2: at most 10 minutes). */
const CODE_MS = 2 * 60_000;

const requestParams = Type.Object({
  request: Type.String({ maxLength: 64, description: 'Of the address that the app sent the person to.' }),
});
const scope = Type.Enum([...SCOPES], { type: 'string' });
const appFields = {
  name: text('What the app calls itself: nobody has checked it.'),
  address: nullable(text('Where its description is, or its site as it says.')),
};

const Consent = Type.Object({
  app: Type.Object({
    ...appFields,
    described: Type.Boolean({ description: 'The description is at that address: it is known whose it is.' }),
  }),
  place: text('Where the person goes after: a host, or the scheme of a program.'),
  scopes: Type.Array(scope, { description: 'What the app asks for.' }),
});
const exampleRequest = `trq_${'x'.repeat(43)}`;

const readConsent = operation({
  id: 'readConsent',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/consents/{request}' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Apps',
  summary: 'What an app asks a person for',
  params: requestParams,
  result: Consent,
  example: {
    params: { request: exampleRequest },
    result: {
      app: { name: 'Claude', address: 'https://claude.ai', described: false },
      place: 'claude.ai',
      scopes: ['read', 'draft'],
    },
  },
  handle: async ({ context, principal, params, now }) => {
    insistOnPerson(principal);
    const { name, uri, clientId, redirectUri, scopes } = await requestOf(context, params.request, now);
    const described = isAddress(clientId);
    const address = described ? clientId : uri;
    return {
      body: { app: { name, address, described }, place: placeOf(redirectUri), scopes: scopes as Scopes },
    };
  },
});

type Scopes = (typeof SCOPES)[number][];

const answerConsent = operation({
  id: 'answerConsent',
  audit: { kind: 'grant', id: '/result/id', in: 'reach' },
  accountLimit: 'irrelevant',
  dashboard: { method: 'put', path: '/app/api/consents/{request}' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Apps',
  summary: 'Let an app act, or refuse it',
  params: requestParams,
  body: Type.Object(
    {
      allow: Type.Boolean(),
      scopes: Type.Optional(
        Type.Array(scope, { uniqueItems: true, description: 'Of those that the app asks for. Default all.' }),
      ),
      workspaces: Type.Optional(
        nullable(
          Type.Array(resourceId('workspace'), {
            maxItems: 1_000,
            description: 'Slugs of the only ones that it reaches. null, the default: all, also later ones.',
          }),
        ),
      ),
      confirm: Type.Optional(Type.Enum([...CONFIRMS], { type: 'string' })),
    },
    closed,
  ),
  result: Type.Object({ redirectTo: text('Where the person goes now: back to the app.') }),
  example: {
    params: { request: exampleRequest },
    body: { allow: true, scopes: ['read'], workspaces: ['cafe-luna'] },
    result: { redirectTo: 'https://claude.ai/api/mcp/auth_callback?code=trc_example&state=1' },
  },
  handle: async (call) => {
    const { context, principal, params, body, now } = call;
    insistOnPerson(principal);
    const request = await requestOf(context, params.request, now);
    const { redirectUri, state } = request;
    const iss = context.baseUrl;
    const takeRequest = async (db: Parameters<typeof deleteRequest>[0]) => {
      if (!(await deleteRequest(db, digestOf(params.request)))) throw over();
    };
    if (!body.allow) {
      await recordedIn(context.directory, call, takeRequest);
      const why = new OAuthFault('access_denied', 'the person did not allow it');
      return { body: { redirectTo: refusal(request, why, iss) } };
    }
    const grant = {
      id: newId('grant', now),
      userId: principal.userId,
      clientId: request.clientId,
      scopes: chosenScopes(body.scopes, request),
      workspaceIds: chosenWorkspaces(body.workspaces ?? null, principal),
      confirm: body.confirm ?? 'none',
      resource: request.resource,
    };
    const { secret, digest } = newSecret('code');
    await recordedIn(context.directory, call, async (tx) => {
      await takeRequest(tx);
      const code = { hash: digest, redirectUri, challenge: request.challenge, expiresAt: now + CODE_MS };
      await insertGrant(tx, grant, code, now);
      return { id: grant.id };
    });
    return { body: { redirectTo: withParameters(redirectUri, { code: secret, state, iss }) } };
  },
});

const Grant = Type.Object({
  id: Type.String(),
  ...appFields,
  scopes: Type.Array(Type.String()),
  workspaces: nullable(Type.Array(Type.String(), { description: 'Slugs. null means all, also later ones.' })),
  confirm: choice(CONFIRMS, 'What tools need before they publish, send or delete.'),
  createdAt: instant('When the person allowed it.'),
  lastUsedAt: nullable(instant('To about five seconds.')),
});

const listOwnGrants = operation({
  id: 'listGrants',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/grants' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Apps',
  summary: 'List connected apps',
  result: Type.Object({ grants: Type.Array(Grant) }),
  example: {
    result: {
      grants: [
        {
          id: 'grant_01JD0000000000000000000001',
          name: 'Claude',
          address: 'https://claude.ai',
          scopes: ['read', 'draft'],
          workspaces: null,
          confirm: 'none',
          createdAt: '2026-05-04T08:00:00.000Z',
          lastUsedAt: null,
        },
      ],
    },
  },
  handle: async ({ context, principal }) => {
    insistOnPerson(principal);
    const rows = await listGrants(context.directory, principal.userId);
    return {
      body: {
        grants: rows.map(({ clientId, uri, createdAt, lastUsedAt, ...row }) => ({
          ...row,
          address: isAddress(clientId) ? clientId : uri,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      },
    };
  },
});

const endOwnGrant = operation({
  id: 'endGrant',
  audit: { kind: 'grant', id: '/params/id', in: 'reach' },
  accountLimit: 'irrelevant',
  dashboard: { method: 'delete', path: '/app/api/grants/{id}' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Apps',
  summary: 'Disconnect an app',
  description: 'Its tokens are refused from now on.',
  params: idParams('grant'),
  result: Deleted,
  example: {
    params: { id: 'grant_01JD0000000000000000000001' },
    result: { id: 'grant_01JD0000000000000000000001', deleted: true },
  },
  handle: async (call) => {
    const { context, principal } = call;
    const { id } = call.params;
    insistOnPerson(principal);
    await recordedIn(context.directory, call, async (tx) => {
      if (!(await deleteGrant(tx, { id, userId: principal.userId })))
        throw new Problem('not_found', `there is no connected app ${id} of yours`);
    });
    return { body: { id, deleted: true as const } };
  },
});

export const appOperations = [readConsent, answerConsent, listOwnGrants, endOwnGrant];

/** The groups of its operations in the API description. */
export const appTags = { Apps: 'Apps that a person lets act.' };

const insistOnPerson = (principal: Principal) =>
  insistOnSession(principal, 'only a person who is signed in decides about apps');

const over = () =>
  new Problem('not_found', 'this sign-in link has expired: go back to the app and connect again', {
    values: { reason: 'sign_in_link' },
  });

async function requestOf({ directory }: Core, request: string, now: number): Promise<ConsentRow> {
  if (!looksLike('request', request)) throw over();
  const found = await findRequest(directory, { hash: digestOf(request), now });
  if (found === undefined) throw over();
  return found;
}

/** @throws Problem when it is more than the app asks for, or nothing */
function chosenScopes(chosen: readonly string[] | undefined, { scopes }: ConsentRow): string[] {
  if (chosen === undefined) return scopes;
  const more = chosen.find((one) => !scopes.includes(one));
  if (more !== undefined) throw invalid('/scopes', `scopes has ${more}, which the app does not ask for`);
  if (chosen.length === 0) throw invalid('/scopes', 'scopes must have one at least, or else refuse the app');
  return scopes.filter((one) => chosen.includes(one));
}

/** @throws Problem when the person is not a member of one, or none is chosen */
function chosenWorkspaces(chosen: readonly string[] | null, principal: Principal): string[] | null {
  if (chosen === null) return null;
  if (chosen.length === 0)
    throw invalid('/workspaces', 'workspaces must have one at least, or be null for all');
  return [...new Set(chosen.map((slug) => workspaceOf({ principal }, slug).id))];
}
