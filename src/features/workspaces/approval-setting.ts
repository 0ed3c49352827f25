/** Whether the posts of a workspace need an approval (docs/people.md, Approval). It comes with the lookup of the caller's workspaces. */
import { Type } from 'typebox';
import { saveApprovalSetting } from '../../../store/directory.ts';
import { saveApprovalInCell } from '../../../store/workspaces.ts';
import { recordedIn } from '../../api/recorded.ts';
import { workspaceOf } from '../../api/principal.ts';
import { closed, model, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { operation } from './context.ts';

const required = Type.Boolean({
  description:
    'Whether posts of people who may not approve stay drafts until an owner or an approver approves them.',
});
const ApprovalSettings = model('ApprovalSettings', Type.Object({ required }));

export const getApprovalSettings = operation({
  id: 'getApprovalSettings',
  accountLimit: 'irrelevant',
  rest: { method: 'get', path: '/v1/approval-settings' },
  tag: 'Workspaces',
  summary: 'Whether posts need an approval',
  description: 'Everybody of the workspace may know whether posts of writers wait for an approval.',
  query: workspaceQuery,
  result: ApprovalSettings,
  example: { result: { required: true } },
  handle: async (call) => ({
    body: { required: workspaceOf(call, call.query.workspace).approval === true },
  }),
});

export const setApprovalSettings = operation({
  id: 'setApprovalSettings',
  accountLimit: 'refused',
  audit: { kind: 'workspace' },
  rest: { method: 'put', path: '/v1/approval-settings' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Workspaces',
  summary: 'Set whether posts need an approval',
  description:
    'Owners only. It counts on every node within a second, for what is created or changed from then on. What waits when it is turned off still waits.',
  body: Type.Object({ required, ...workspaceField }, closed),
  result: ApprovalSettings,
  example: { body: { required: true }, result: { required: true } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.body.workspace);
    const set = { workspaceId, required: call.body.required };
    await saveApprovalInCell(call.context.sql, set);
    await recordedIn(call.context.directory, call, (tx) => saveApprovalSetting(tx, set));
    call.context.forgetPrincipals();
    return { body: { required: set.required } };
  },
});
