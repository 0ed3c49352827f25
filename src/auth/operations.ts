/**
 * API keys in the settings. Only a signed-in person may manage them, never a key: it could create other keys that stay
 * valid after it was revoked. They are not part of the public API, and not of its description.
 */
import { Type } from 'typebox';
import type { Core } from '../api/context.ts';
import { operationsWith } from '../api/operation.ts';
import { isSession, type Principal } from '../api/principal.ts';
import { Problem } from '../api/problem.ts';
import { closed, Deleted, idParams, nullable } from '../api/schemas.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

export interface AuthContext extends Core {
  /** Keys or memberships have changed, so cached principals are out of date. */
  forgetPrincipals: () => void;
}

const operation = operationsWith<AuthContext>();

const MAX_KEYS = 100;

const shownKey = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  createdAt: Type.String(),
  lastUsedAt: nullable(Type.String()),
};
const example = {
  id: 'key_01JD0000000000000000000001',
  name: 'n8n',
  hint: 'x7Qa',
  createdAt: '2026-05-04T08:00:00.000Z',
  lastUsedAt: null,
};

const listOwnKeys = operation({
  id: 'listKeys',
  dashboard: { method: 'get', path: '/app/api/keys' },
  tag: 'Keys',
  summary: 'List API keys',
  result: Type.Object({ keys: Type.Array(Type.Object(shownKey)) }),
  example: { result: { keys: [example] } },
  handle: async ({ context, principal }) => {
    insistOnPerson(principal);
    const rows = await listKeys(context.directory, { userId: principal.userId });
    return {
      body: {
        keys: rows.map(({ id, name, hint, createdAt, lastUsedAt }) => ({
          id,
          name,
          hint,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      },
    };
  },
});

const createOwnKey = operation({
  id: 'createKey',
  dashboard: { method: 'post', path: '/app/api/keys' },
  tag: 'Keys',
  summary: 'Create an API key',
  description: 'The response holds the key, which is shown only once.',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
  result: Type.Object({ key: Type.Object({ ...shownKey, key: Type.String() }) }),
  example: { body: { name: 'n8n' }, result: { key: { ...example, key: 'trp_shown-this-once' } } },
  handle: async ({ context, principal, body, now }) => {
    insistOnPerson(principal);
    const { userId } = principal;
    if ((await listKeys(context.directory, { userId })).length >= MAX_KEYS)
      throw new Problem('key_limit', `a person has up to ${MAX_KEYS} keys: revoke one first`);
    const name = body.name.trim() || 'API key';
    const made = await createKey(context.directory, { userId, name, now });
    return { body: { key: { ...made, name, createdAt: new Date(now).toISOString(), lastUsedAt: null } } };
  },
});

const revokeOwnKey = operation({
  id: 'revokeKey',
  dashboard: { method: 'delete', path: '/app/api/keys/{id}' },
  tag: 'Keys',
  summary: 'Revoke an API key',
  params: idParams('api_key'),
  result: Deleted,
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async ({ context, principal, params }) => {
    insistOnPerson(principal);
    if (!(await revokeKey(context.directory, { id: params.id, userId: principal.userId })))
      throw new Problem('not_found', `you have no API key ${params.id}: it was revoked already`);
    context.forgetPrincipals();
    return { body: { id: params.id, deleted: true as const } };
  },
});

export const keyOperations = [listOwnKeys, createOwnKey, revokeOwnKey];

function insistOnPerson({ keyId }: Principal): void {
  if (!isSession(keyId))
    throw new Problem(
      'session_required',
      'API keys are managed by a person who is signed in to the dashboard',
    );
}
