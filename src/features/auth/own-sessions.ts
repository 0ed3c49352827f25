/** What a person sees of how they sign in: their sessions, and the second factor. Only a person who is signed in may call these. */
import { Type } from 'typebox';
import { deleteOwnSession, findPassword, findPerson, listSessions } from '../../../store/sessions.ts';
import { countRecoveryCodes, deleteSecondFactor } from '../../../store/second-factors.ts';
import { operationsWith } from '../../api/operation.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { closed, Deleted, idParams, instant, nullable } from '../../api/schemas.ts';
import type { Sealer } from '../../base/seal.ts';
import { createAttempts } from './attempts.ts';
import type { AuthContext } from './operations.ts';
import { verifyPassword } from './passwords.ts';
import {
  confirmSecondFactor,
  hasSecondFactor,
  newSecondFactor,
  takesCode,
  wrongCode,
} from './second-factor.ts';

export interface OwnSignInContext extends AuthContext {
  sealer: Sealer;
}

const operation = operationsWith<OwnSignInContext>();
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

const code = Type.String({ minLength: 1, maxLength: 40 });
const state = Type.Object({
  isOn: Type.Boolean(),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});

const readFactor = operation({
  ...own,
  id: 'readSecondFactor',
  dashboard: { method: 'get', path: '/app/api/second-factor' },
  summary: 'Read the second factor',
  result: state,
  example: { result: { isOn: true, recoveryCodesLeft: 10 } },
  handle: async ({ context: { directory }, principal: { userId } }) => ({
    body: {
      isOn: await hasSecondFactor(directory, userId),
      recoveryCodesLeft: await countRecoveryCodes(directory, userId),
    },
  }),
});

/** Wrong passwords and codes of people who are signed in. A session that somebody else got hold of turns nothing on or off. */
const attempts = createAttempts('wrong passwords or codes');

const beginFactor = operation({
  ...own,
  id: 'beginSecondFactor',
  dashboard: { method: 'post', path: '/app/api/second-factor' },
  summary: 'Begin a second factor',
  description: 'Makes a secret for an app. No code is wanted before the first one was entered.',
  body: Type.Object({ password: Type.String({ maxLength: 200 }) }, closed),
  result: Type.Object({
    secret: Type.String({ description: 'In base 32, to type into an app.' }),
    uri: Type.String({ description: '`otpauth://…`, which apps read as a QR code.' }),
  }),
  errors: { 409: 'There is a second factor' },
  example: {
    body: { password: 'correct horse battery staple' },
    result: {
      secret: 'ABCDEFGHIJKLMNOP',
      uri: 'otpauth://totp/Troupe:maya@example.org?secret=ABCDEFGHIJKLMNOP',
    },
  },
  handle: async ({ context, principal: { userId }, body, now }) => {
    const isOwn = await attempts.run({ person: userId, place: userId }, now, async () => {
      const stored = await findPassword(context.directory, userId);
      return (await verifyPassword(body.password, stored)) || null;
    });
    if (!isOwn) throw invalid('/password', 'this is not your password');
    const { email, name } = (await findPerson(context.directory, userId))!;
    return { body: await newSecondFactor(context, { userId, name: email ?? name }) };
  },
});

const confirmFactor = operation({
  ...own,
  id: 'confirmSecondFactor',
  dashboard: { method: 'post', path: '/app/api/second-factor/confirm' },
  summary: 'Turn the second factor on',
  description: 'With the first code of the app. From then on a code is wanted at each sign-in.',
  body: Type.Object({ code }, closed),
  result: Type.Object({
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each signs in once without the app. They are not shown again.',
    }),
  }),
  errors: { 409: 'No second factor was started, or it is on' },
  example: { body: { code: '123456' }, result: { recoveryCodes: ['ABCD-EFGH-IJKL-MNOP'] } },
  handle: async ({ context, principal: { userId }, body, now }) => {
    const recoveryCodes = await attempts.run({ person: userId, place: userId }, now, () =>
      confirmSecondFactor(context, { userId, code: body.code, now }),
    );
    if (recoveryCodes === null) throw wrongCode();
    return { body: { recoveryCodes } };
  },
});

const endFactor = operation({
  ...own,
  id: 'endSecondFactor',
  dashboard: { method: 'post', path: '/app/api/second-factor/end' },
  summary: 'Turn the second factor off',
  description: 'With a code of the app, or a recovery code.',
  body: Type.Object({ code }, closed),
  result: state,
  example: { body: { code: '123456' }, result: { isOn: false, recoveryCodesLeft: 0 } },
  handle: async ({ context, principal: { userId }, body, now }) => {
    const takes = await attempts.run(
      { person: userId, place: userId },
      now,
      async () => (await takesCode(context, { userId, code: body.code, now })) || null,
    );
    if (!takes) throw wrongCode();
    await context.directory.begin((tx) => deleteSecondFactor(tx, userId));
    return { body: { isOn: false, recoveryCodesLeft: 0 } };
  },
});

export const ownSignInOperations = [listOwn, endOwn, readFactor, beginFactor, confirmFactor, endFactor];
