/**
 * API keys in the settings (spec section 5): for a person who is signed in, never for a key, which could make itself
 * successors that outlive its own end. Not part of the public API, so not of its description either.
 */
import { Type } from 'typebox';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { isSession } from './sessions.ts';
import { type Operation, operation, type Principal } from '../api/operation.ts';
import { Problem } from '../api/problem.ts';
import { IdParams } from '../api/schemas.ts';

const MOST_KEYS = 100;

const shownKey = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  createdAt: Type.String(),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
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
  method: 'get',
  path: '/app/api/keys',
  tag: 'Keys',
  summary: 'List API keys',
  result: Type.Object({ keys: Type.Array(Type.Object(shownKey)) }),
  example: { result: { keys: [example] } },
  handle: async ({ context, principal }) => {
    insistOnPerson(principal);
    const rows = await listKeys(context.sql, { userId: principal.userId });
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
  method: 'post',
  path: '/app/api/keys',
  tag: 'Keys',
  summary: 'Create an API key',
  description: 'The answer holds the key, which is shown this once.',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  result: Type.Object({ key: Type.Object({ ...shownKey, key: Type.String() }) }),
  example: { body: { name: 'n8n' }, result: { key: { ...example, key: 'trp_shown-this-once' } } },
  handle: async ({ context, principal, body, now }) => {
    insistOnPerson(principal);
    const { userId } = principal;
    if ((await listKeys(context.sql, { userId })).length >= MOST_KEYS)
      throw new Problem(403, 'key_limit', `a person has up to ${MOST_KEYS} keys: revoke one first`);
    const name = body.name.trim() || 'API key';
    const made = await createKey(context.sql, { userId, name, now });
    return { body: { key: { ...made, name, createdAt: new Date(now).toISOString(), lastUsedAt: null } } };
  },
});

const revokeOwnKey = operation({
  id: 'revokeKey',
  method: 'delete',
  path: '/app/api/keys/{id}',
  tag: 'Keys',
  summary: 'Revoke an API key',
  params: IdParams,
  result: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async ({ context, principal, params }) => {
    insistOnPerson(principal);
    if (!(await revokeKey(context.sql, { id: params.id, userId: principal.userId })))
      throw new Problem(404, 'not_found', `you have no API key ${params.id}: it was revoked already`);
    context.forgetPrincipals();
    return { body: { id: params.id, deleted: true as const } };
  },
});

/** Served beside the table of operations, for the dashboard alone. */
export const keyOperations = [listOwnKeys, createOwnKey, revokeOwnKey] as unknown as Operation[];

function insistOnPerson({ keyId }: Principal): void {
  if (!isSession(keyId))
    throw new Problem(
      403,
      'session_required',
      'API keys are managed by a person who is signed in to the dashboard',
    );
}
