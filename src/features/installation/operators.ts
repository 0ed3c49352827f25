/** Who is an operator of the installation (docs/people.md, Operators). */
import { type Static, Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { findLogin } from '../../../store/sessions.ts';
import {
  deleteOperator,
  insertOperator,
  listOperators,
  lockOperators,
  type OperatorRow,
} from '../../../store/operators.ts';
import { idempotentInDirectory } from '../../api/idempotent.ts';
import { operatorRequired } from '../../api/operators.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { recordedIn } from '../../api/recorded.ts';
import { closed, instant, nullable, resourceId, text } from '../../api/schemas.ts';
import { ofInstallation, operation } from './context.ts';

const PATH = '/app/api/installation/operators';

const Operator = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: nullable(text('By which they sign in.')),
  addedBy: nullable(
    text(
      'Name of the operator who added them; null if they set the installation up, or a command added them.',
    ),
  ),
  addedAt: instant('Since when they are an operator.'),
});

const example = {
  userId: 'usr_01JD0000000000000000000002',
  name: 'Maya',
  email: 'maya@example.org',
  addedBy: 'Rosa',
  addedAt: '2026-05-04T08:00:00.000Z',
};

const publicOperator = ({ addedAt, ...row }: OperatorRow): Static<typeof Operator> => ({
  ...row,
  addedAt: addedAt.toISOString(),
});

/**
 * The operators, locked until the transaction ends.
 * @throws Problem 403 when the caller is none any more
 */
export async function lockOperatorsFor(tx: Tx, userId: string): Promise<OperatorRow[]> {
  const operators = await lockOperators(tx);
  if (!operators.some((one) => one.userId === userId)) throw operatorRequired();
  return operators;
}

export const listOperatorsOperation = operation({
  ...ofInstallation,
  id: 'listOperators',
  dashboard: { method: 'get', path: PATH },
  summary: 'List operators',
  description: 'Who may see and change the installation. Who came last is first.',
  result: Type.Object({ operators: Type.Array(Operator) }),
  example: { result: { operators: [example] } },
  handle: async ({ context }) => ({
    body: { operators: (await listOperators(context.directory)).map(publicOperator) },
  }),
});

export const addOperator = operation({
  ...ofInstallation,
  id: 'addOperator',
  audit: { kind: 'operator', id: '/result/operator/userId', in: 'installation' },
  dashboard: { method: 'post', path: PATH },
  summary: 'Make somebody an operator',
  description:
    'By an operator who is signed in. The person has to be able to sign in here; they see no workspace by it. It counts at once, on every node.',
  body: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }) }, closed),
  result: Type.Object({ operator: Operator }),
  errors: {
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: { body: { email: example.email }, result: { operator: example } },
  handle: async (call) => {
    const { context, principal, now } = call;
    const email = call.body.email.trim();
    const reply = await idempotentInDirectory(call, async (tx) => {
      const before = await lockOperatorsFor(tx, principal.userId);
      const login = await findLogin(tx, email);
      if (login === undefined || login.password === null)
        throw invalid(
          '/email',
          'nobody who can sign in here has this address: invite them into a workspace first',
          { values: { reason: 'nobody' } },
        );
      const { userId } = login;
      if (before.some((one) => one.userId === userId))
        throw invalid('/email', 'the person with this address is an operator already', {
          values: { reason: 'already' },
        });
      await insertOperator(tx, { userId, addedBy: principal.userId }, now);
      const row = (await listOperators(tx)).find((one) => one.userId === userId)!;
      return { operator: publicOperator(row) };
    });
    context.log.info({ by: principal.userId, operator: reply.body.operator.userId }, 'an operator was added');
    return reply;
  },
});

export const removeOperator = operation({
  ...ofInstallation,
  id: 'removeOperator',
  audit: { kind: 'operator', id: '/params/userId', in: 'installation' },
  dashboard: { method: 'delete', path: `${PATH}/{userId}` },
  summary: 'Remove an operator',
  description:
    'By an operator who is signed in; they may remove themselves. The last operator stays: at the host troupe operators remove takes everybody.',
  params: Type.Object({ userId: resourceId('operator') }),
  result: Type.Object({ userId: Type.String(), removed: Type.Literal(true) }),
  errors: { 404: 'There is no such operator', 409: 'It is the only operator' },
  example: {
    params: { userId: example.userId },
    result: { userId: example.userId, removed: true },
  },
  handle: async (call) => {
    const { context, principal } = call;
    const { userId } = call.params;
    await recordedIn(context.directory, call, async (tx) => {
      const before = await lockOperatorsFor(tx, principal.userId);
      if (!before.some((one) => one.userId === userId))
        throw new Problem('not_found', `there is no operator ${userId}`);
      if (before.length === 1)
        throw new Problem('last_operator', 'you are the only operator: make somebody else an operator first');
      await deleteOperator(tx, userId);
    });
    context.log.info({ by: principal.userId, operator: userId }, 'an operator was removed');
    return { body: { userId, removed: true as const } };
  },
});
