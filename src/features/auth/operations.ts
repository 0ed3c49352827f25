/**
 * API keys in the settings. Only a signed-in person may manage them, never a key: it could create other keys that stay
 * valid after it was revoked. They are not part of the public API, and not of its description.
 */
import { Type } from 'typebox';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import {
  CONFIRMS,
  insistOnSession,
  type Principal,
  SCOPES,
  type Scope,
  workspaceOf,
} from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { choice, closed, Deleted, idParams, nullable } from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { createKey, listKeys, revokeKey, saveKeyConfirm } from './keys.ts';

export interface AuthContext extends Core {
  /** Keys or memberships have changed, so cached principals are out of date. */
  forgetPrincipals: () => void;
}

const operation = operationsWith<AuthContext>();

const MAX_KEYS = 100;

const confirmField = Type.Enum([...CONFIRMS], { type: 'string' });
const scope = Type.Enum([...SCOPES], { type: 'string' });

const keySchema = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  confirm: choice(CONFIRMS, 'What tools need with it before they publish, send or delete.'),
  scopes: nullable(Type.Array(scope, { description: 'What it may do; null means everything.' })),
  workspaces: nullable(
    Type.Array(Type.String(), {
      description:
        'Slugs of the only workspaces it reaches; null means all of its person’s, and those that they join later.',
    }),
  ),
  createdAt: Type.String(),
  lastUsedAt: nullable(Type.String()),
};
const example = {
  id: 'key_01JD0000000000000000000001',
  name: 'n8n',
  hint: 'x7Qa',
  confirm: 'none',
  scopes: ['read' as const, 'draft' as const],
  workspaces: ['cafe-luna'],
  createdAt: '2026-05-04T08:00:00.000Z',
  lastUsedAt: null,
};

const listOwnKeys = operation({
  id: 'listKeys',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/keys' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Keys',
  summary: 'List API keys',
  result: Type.Object({ keys: Type.Array(Type.Object(keySchema)) }),
  example: { result: { keys: [example] } },
  handle: async ({ context, principal }) => {
    insistOnPerson(principal);
    const rows = await listKeys(context.directory, { userId: principal.userId });
    return {
      body: {
        keys: rows.map(({ id, name, hint, confirm, scopes, workspaces, createdAt, lastUsedAt }) => ({
          id,
          name,
          hint,
          confirm,
          scopes: scopes as Scope[] | null,
          workspaces,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      },
    };
  },
});

const createOwnKey = operation({
  id: 'createKey',
  audit: { kind: 'api_key', id: '/result/id', in: 'reach' },
  accountLimit: 'irrelevant',
  dashboard: { method: 'post', path: '/app/api/keys' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Keys',
  summary: 'Create an API key',
  description: 'The response holds the key, which is shown only once.',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      confirm: Type.Optional(confirmField),
      scopes: Type.Optional(
        Type.Array(scope, {
          minItems: 1,
          uniqueItems: true,
          description: 'What it may do. Default: everything.',
        }),
      ),
      workspaces: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          minItems: 1,
          uniqueItems: true,
          description:
            'Slugs of the only workspaces it reaches. Default: all of yours, and those that you join later.',
        }),
      ),
    },
    closed,
  ),
  result: Type.Object({ key: Type.Object({ ...keySchema, key: Type.String() }) }),
  example: {
    body: { name: 'n8n', scopes: ['read', 'draft'], workspaces: ['cafe-luna'] },
    result: { key: { ...example, key: 'trp_shown-this-once' } },
  },
  handle: async (call) => {
    const { context, principal, body, now } = call;
    insistOnPerson(principal);
    const { userId } = principal;
    if ((await listKeys(context.directory, { userId })).length >= MAX_KEYS)
      throw new Problem('key_limit', `a person has up to ${MAX_KEYS} keys: revoke one first`, {
        values: { limit: MAX_KEYS },
      });
    const name = body.name.trim() || 'API key';
    const { confirm = 'none', workspaces = null } = body;
    const scopes = body.scopes === undefined ? null : SCOPES.filter((one) => body.scopes!.includes(one));
    const workspaceIds = workspaces && workspaces.map((slug) => workspaceOf({ principal }, slug).id);
    const key = { userId, name, confirm, scopes, workspaceIds, now };
    const made = await recordedIn(context.directory, call, (tx) => createKey(tx, key));
    return {
      body: {
        key: {
          ...made,
          name,
          confirm,
          scopes,
          workspaces,
          createdAt: new Date(now).toISOString(),
          lastUsedAt: null,
        },
      },
    };
  },
});

const setOwnKey = operation({
  id: 'setKeyConfirm',
  audit: { kind: 'api_key', id: '/params/id', in: 'reach' },
  accountLimit: 'irrelevant',
  dashboard: { method: 'patch', path: '/app/api/keys/{id}' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Keys',
  summary: 'Set what tools need with a key',
  description: 'Whether a tool that would publish, send or delete has to be confirmed first.',
  params: idParams('api_key'),
  body: Type.Object({ confirm: confirmField }, closed),
  result: Type.Object({ id: Type.String(), confirm: Type.String() }),
  example: {
    params: { id: example.id },
    body: { confirm: 'person' },
    result: { id: example.id, confirm: 'person' },
  },
  handle: async (call) => {
    const { context, principal, params, body } = call;
    insistOnPerson(principal);
    const set = { id: params.id, userId: principal.userId, confirm: body.confirm };
    await recordedIn(context.directory, call, async (tx) => {
      if (!(await saveKeyConfirm(tx, set))) throw noKey(params.id);
    });
    context.forgetPrincipals();
    return { body: { id: params.id, confirm: body.confirm } };
  },
});

const revokeOwnKey = operation({
  id: 'revokeKey',
  audit: { kind: 'api_key', id: '/params/id', in: 'reach' },
  accountLimit: 'irrelevant',
  dashboard: { method: 'delete', path: '/app/api/keys/{id}' },
  scope: 'manage',
  isPersonal: true,
  tag: 'Keys',
  summary: 'Revoke an API key',
  params: idParams('api_key'),
  result: Deleted,
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const { context, principal, params } = call;
    insistOnPerson(principal);
    await recordedIn(context.directory, call, async (tx) => {
      if (!(await revokeKey(tx, { id: params.id, userId: principal.userId }))) throw noKey(params.id);
    });
    context.forgetPrincipals();
    return { body: { id: params.id, deleted: true as const } };
  },
});

export const keyOperations = [listOwnKeys, createOwnKey, setOwnKey, revokeOwnKey];

const noKey = (id: string) => new Problem('not_found', `you have no API key ${id}: it was revoked already`);

const insistOnPerson = (principal: Principal): void =>
  insistOnSession(principal, 'API keys are managed by a person who is signed in to the dashboard');
