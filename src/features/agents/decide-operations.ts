/** What waits for a person: the calls of tools that would publish, send or delete, and the settings that make them wait. */
import { Type } from 'typebox';
import {
  type ConfirmationRow,
  decideConfirmation,
  listWaiting,
  readWorkspaceConfirm,
  saveWorkspaceConfirm,
} from '../../../store/confirmations.ts';
import { CONFIRMS, insistOnSession, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import {
  choice,
  closed,
  idParams,
  instant,
  nullable,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recorded, recordedIn } from '../../api/recorded.ts';
import { isoOf } from '../../base/time.ts';
import { confirmationEvent, operation } from './context.ts';
import { Plan } from './plan.ts';

/** More do not wait at once (confirmations.ts). */
const MAX_LISTED = 100;
const ONLY_PEOPLE = 'what agents have to confirm is decided by a person who is signed in to the dashboard';

const Waiting = Type.Object({
  id: Type.String(),
  tool: text('The tool.'),
  keyId: text('The API key, or the grant of a connected app.'),
  keyName: text('Of the API key, or of the connected app.'),
  client: nullable(text('What the program calls itself.')),
  state: choice(['waiting', 'allowed', 'refused', 'used'], 'What was decided.'),
  plan: Plan,
  createdAt: instant('When the tool was called.'),
  expiresAt: instant('Until when it can be decided and used.'),
});

const example = {
  id: 'conf_01JD0000000000000000000001',
  tool: 'send_message',
  keyId: 'key_01JD0000000000000000000001',
  keyName: 'Claude Code',
  client: 'claude-code 2.1.0',
  state: 'waiting',
  plan: { title: 'Send a direct message', arguments: { message: 'Yes, from eight.' } },
  createdAt: '2026-05-04T08:00:00.000Z',
  expiresAt: '2026-05-05T08:00:00.000Z',
};

const listWaitingCalls = operation({
  id: 'listConfirmations',
  accountLimit: 'refused',
  dashboard: { method: 'get', path: '/app/api/confirmations' },
  tag: 'Agents',
  summary: 'List the calls that wait for a person',
  description: 'Newest first, with what would happen; and what tools need in the workspace.',
  query: workspaceQuery,
  result: Type.Object({
    confirm: choice(CONFIRMS, 'What tools need in the workspace before they publish, send or delete.'),
    waiting: Type.Array(Waiting),
  }),
  example: { result: { confirm: 'person', waiting: [example] } },
  handle: async (call) => {
    insistOnSession(call.principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const confirm = await readWorkspaceConfirm(sql, workspaceId);
    const rows = await listWaiting(sql, { workspaceId, limit: MAX_LISTED }, call.now);
    return { body: { confirm, waiting: rows.map(confirmationView) } };
  },
});

const decide = operation({
  id: 'decideConfirmation',
  accountLimit: 'refused',
  dashboard: { method: 'put', path: '/app/api/confirmations/{id}' },
  scope: 'manage',
  tag: 'Agents',
  summary: 'Allow a call, or refuse it',
  description:
    'The first decision counts. When it is allowed, the agent calls the tool again with its confirmation.',
  params: idParams('confirmation'),
  body: Type.Object(
    { decision: Type.Enum(['allowed', 'refused'], { type: 'string' }), ...workspaceField },
    closed,
  ),
  result: Type.Object({ confirmation: Waiting }),
  errors: { 404: 'Nothing of this id waits for a person in the workspace' },
  example: {
    params: { id: example.id },
    body: { decision: 'allowed' },
    result: { confirmation: { ...example, state: 'allowed' } },
  },
  handle: async (call) => {
    insistOnSession(call.principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    const { userId } = call.principal;
    const { decision: state } = call.body;
    const row = await recorded(call, async (tx, turn) => {
      const decided = await decideConfirmation(tx, { id, workspaceId, state, userId }, call.now);
      if (!decided) throw notFound('confirmation', id);
      const change = { id, workspaceId, state: decided.state, at: turn.now };
      return { result: decided, feed: [confirmationEvent('confirmation.updated', change)] };
    });
    return { body: { confirmation: confirmationView(row) } };
  },
});

const setConfirm = operation({
  id: 'setWorkspaceConfirm',
  audit: { kind: 'workspace' },
  accountLimit: 'refused',
  dashboard: { method: 'put', path: '/app/api/confirmations' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Agents',
  summary: 'Set what tools need in a workspace',
  description:
    'Whether a tool that would publish, send or delete has to be confirmed first. A key may be stricter.',
  body: Type.Object({ confirm: Type.Enum([...CONFIRMS], { type: 'string' }), ...workspaceField }, closed),
  result: Type.Object({ confirm: Type.String() }),
  example: { body: { confirm: 'person' }, result: { confirm: 'person' } },
  handle: async (call) => {
    insistOnSession(call.principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf(call, call.body.workspace);
    const { confirm } = call.body;
    await recordedIn(call.context.sql, call, (tx) => saveWorkspaceConfirm(tx, { workspaceId, confirm }));
    return { body: { confirm } };
  },
});

function confirmationView({ createdAt, expiresAt, ...row }: ConfirmationRow) {
  return { ...row, createdAt: isoOf(createdAt), expiresAt: isoOf(expiresAt) };
}

export const decideOperations = [listWaitingCalls, decide, setConfirm];
