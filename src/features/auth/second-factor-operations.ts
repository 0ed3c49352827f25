/** A person's second factor: read, turned on and off. Only a person who is signed in may call these. */
import { Type } from 'typebox';
import { countRecoveryCodes, deleteSecondFactor } from '../../../store/second-factors.ts';
import { findPassword, findPerson } from '../../../store/sessions.ts';
import { operationsWith } from '../../api/operation.ts';
import { invalid } from '../../api/problem.ts';
import { closed } from '../../api/schemas.ts';
import type { AuthContext } from './operations.ts';
import { verifyPassword } from './passwords.ts';
import {
  confirmSecondFactor,
  type FactorContext,
  hasSecondFactor,
  newSecondFactor,
  useCode,
} from './second-factor.ts';

export type SecondFactorContext = AuthContext & FactorContext;

const operation = operationsWith<SecondFactorContext>();
const own = { scope: 'manage', isPersonal: true, isForSessions: true, tag: 'Sign-in' } as const;

const code = Type.String({ minLength: 1, maxLength: 40 });
const state = Type.Object({
  isOn: Type.Boolean(),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});

const readFactor = operation({
  ...own,
  id: 'readSecondFactor',
  accountLimit: 'irrelevant',
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

const beginFactor = operation({
  ...own,
  id: 'beginSecondFactor',
  accountLimit: 'irrelevant',
  audit: 'nothing',
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
    const isOwn = await context.codeAttempts.run({ person: userId, place: userId }, now, async () => {
      const stored = await findPassword(context.directory, userId);
      return (await verifyPassword(body.password, stored)) || null;
    });
    if (!isOwn)
      throw invalid('/password', 'this is not your password', { values: { reason: 'wrong_password' } });
    const { email, name } = (await findPerson(context.directory, userId))!;
    return { body: await newSecondFactor(context, { userId, name: email ?? name }) };
  },
});

const confirmFactor = operation({
  ...own,
  id: 'confirmSecondFactor',
  accountLimit: 'irrelevant',
  audit: 'nothing',
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
    const recoveryCodes = await confirmSecondFactor(context, { userId, code: body.code, now });
    return { body: { recoveryCodes } };
  },
});

const endFactor = operation({
  ...own,
  id: 'endSecondFactor',
  accountLimit: 'irrelevant',
  audit: 'nothing',
  dashboard: { method: 'post', path: '/app/api/second-factor/end' },
  summary: 'Turn the second factor off',
  description: 'With a code of the app, or a recovery code.',
  body: Type.Object({ code }, closed),
  result: state,
  example: { body: { code: '123456' }, result: { isOn: false, recoveryCodesLeft: 0 } },
  handle: async ({ context, principal: { userId }, body, now }) => {
    await useCode(context, { userId, code: body.code, now });
    await context.directory.begin((tx) => deleteSecondFactor(tx, userId));
    return { body: { isOn: false, recoveryCodesLeft: 0 } };
  },
});

export const secondFactorOperations = [readFactor, beginFactor, confirmFactor, endFactor];
