/** A person's sessions: listed, and ended one by one. Only a person who is signed in may call these. */
import { Type } from 'typebox';
import { deleteOwnSession, listSessions } from '../../../store/sessions.ts';
import { operationsWith } from '../../api/operation.ts';
import { notFound } from '../../api/problem.ts';
import { Deleted, idParams, instant, nullable } from '../../api/schemas.ts';
import type { AuthContext } from './operations.ts';

const operation = operationsWith<AuthContext>();
const own = { scope: 'manage', isPersonal: true, isForSessions: true, tag: 'Sign-in' } as const;

const example = {
  id: 'ses_01JD0000000000000000000001',
  device: 'Firefox on Linux',
  createdAt: '2026-05-04T08:00:00.000Z',
  lastUsedAt: '2026-05-04T09:00:00.000Z',
  isCurrent: true,
};

const listOwn = operation({
  ...own,
  id: 'listSessions',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/sessions' },
  summary: 'List sessions',
  result: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        device: nullable(
          Type.String({ description: 'Browser and system. Null for sessions of older versions.' }),
        ),
        createdAt: instant('When the person signed in.'),
        lastUsedAt: instant('The last use, to the hour.'),
        isCurrent: Type.Boolean({ description: 'It is the session of this request.' }),
      }),
    ),
  }),
  example: { result: { sessions: [example] } },
  handle: async ({ context, principal, now }) => {
    const rows = await listSessions(context.directory, { userId: principal.userId, now });
    const sessions = rows.map(({ createdAt, lastUsedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isCurrent: row.id === principal.keyId,
    }));
    return { body: { sessions } };
  },
});

const endOwn = operation({
  ...own,
  id: 'endSession',
  audit: 'nothing',
  accountLimit: 'irrelevant',
  dashboard: { method: 'delete', path: '/app/api/sessions/{id}' },
  summary: 'End a session',
  description: 'The browser is signed out at its next request, and its open pages within a second.',
  params: idParams('session'),
  result: Deleted,
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async ({ context, principal, params: { id } }) => {
    if (!(await deleteOwnSession(context.directory, { id, userId: principal.userId })))
      throw notFound('session', id);
    return { body: { id, deleted: true as const } };
  },
});

export const sessionOperations = [listOwn, endOwn];
