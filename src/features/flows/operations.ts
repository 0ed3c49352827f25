/** Automations of direct messages: list, make, change and delete them (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import type { Db } from '../../../store/connect.ts';
import {
  countAutomations,
  deleteAutomation,
  findAutomation,
  insertAutomation,
  listAutomations,
  lockAutomation,
  lockAutomationCount,
  readDisclosure,
} from '../../../store/dm-automations.ts';
import { listRulesWithThen } from '../../../store/comment-rules.ts';
import { insistOnAccount } from '../../api/named-accounts.ts';
import { idempotent } from '../../api/idempotent.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { closed, Deleted, idParams, resourceId, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { automation } from '../../kinds/automation.ts';
import {
  automationIn,
  change,
  checkedSteps,
  checkedTrigger,
  insistOnFreeRef,
  automationViews,
  stopRuns,
  storeVersion,
  withRef,
} from './change.ts';
import { operation } from './context.ts';
import {
  Automation,
  automationExample,
  automationFields,
  DEFAULT_COOLDOWN_HOURS,
  FLOW_PLATFORMS,
  MAX_AUTOMATIONS,
  publicAutomation,
  stepsOf,
  Warning,
} from './views.ts';
import type { Trigger } from './trigger.ts';
import { rulesGoOn, warningsOf } from './warnings.ts';
import { within } from '../../api/held.ts';

/** An automation that was made or changed, with what is probably not meant. */
export const warned = Type.Object({ automation: Automation, warnings: Type.Array(Warning) });
export const versionField = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'The version that you changed. When it is not the newest: 409 `version_outdated`.',
  }),
);
const limited = {
  403: 'The workspace has 100 automations (`automation_limit`), or no plan (`plan_required`)',
};

export const listDmAutomations = operation({
  id: 'listDmAutomations',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations' },
  tool: { name: 'list_dm_automations' },
  tag: 'DM automations',
  summary: 'List automations of direct messages',
  description: 'Newest first, each with its stats and, for ref links, the link to share.',
  query: Type.Object(
    {
      accountId: Type.Optional(resourceId('account', { description: 'Only of this account.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: MAX_AUTOMATIONS })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ automations: Type.Array(Automation) }),
  errors: { 404: 'There is no such account in the workspace' },
  example: { query: {}, result: { automations: [automationExample] } },
  handle: async (call) => {
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { accountId = null, limit = MAX_AUTOMATIONS } = call.query;
    await insistOnAccount(sql, workspace, accountId);
    const rows = await listAutomations(sql, { ...within(workspace), accountId, limit });
    return { body: { automations: await automationViews(sql, rows) } };
  },
});

export const getDmAutomation = operation({
  id: 'getDmAutomation',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}' },
  tag: 'DM automations',
  summary: 'Read an automation of direct messages',
  description: 'Returns the automation with its published steps, and its draft if it has one.',
  params: idParams('automation'),
  query: workspaceQuery,
  result: Type.Object({ automation: Automation }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: { params: { id: automationExample.id }, result: { automation: automationExample } },
  handle: async (call) => {
    const { sql } = call.context;
    const row = await automationIn(sql, {
      id: call.params.id,
      workspace: workspaceOf(call, call.query.workspace),
    });
    const [automation] = await automationViews(sql, [row]);
    return { body: { automation: automation! } };
  },
});

export const createAutomationBody = Type.Object(
  {
    accountId: resourceId('account'),
    platform: Type.Optional(Type.String({ maxLength: 32, description: 'Taken back as a record shows it.' })),
    name: Type.Optional(automationFields.name),
    trigger: automationFields.trigger,
    steps: automationFields.steps,
    reentry: Type.Optional(automationFields.reentry),
    cooldownHours: Type.Optional(automationFields.cooldownHours),
    requireTests: Type.Optional(automationFields.requireTests),
    active: Type.Optional(Type.Boolean({ default: true, description: 'false makes it paused.' })),
    ...workspaceField,
  },
  closed,
);

export const createDmAutomation = operation({
  id: 'createDmAutomation',
  audit: { kind: 'automation', id: '/result/automation/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/dm-automations' },
  tool: { name: 'create_dm_automation' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Make an automation of direct messages',
  description:
    'A person who does what the trigger names goes through the steps, inside the reply window of the network. `warnings` says what works and is probably not meant.',
  body: createAutomationBody,
  result: warned,
  errors: {
    ...limited,
    404: 'There is no such account in the workspace',
    409: 'Another automation of the account has this ref (`ref_taken`); or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: {
      accountId: automationExample.accountId,
      trigger: { type: 'keyword' as const, keywords: ['price'] },
      steps: [{ type: 'message', text: 'Hi {first_name}, here they are: https://example.com' }],
    },
    result: { automation: automationExample, warnings: [] },
  },
  handle: async (call) => {
    const { body, context } = call;
    const workspace = workspaceOf(call, body.workspace);
    const account = await flowAccount(context.sql, workspace, body.accountId);
    const { platform = account.platform, active = true, reentry = 'once', requireTests = false } = body;
    if (platform !== account.platform)
      throw invalid('/platform', `platform must be ${account.platform}, the network of the account`);
    const trigger = withRef(checkedTrigger(body.trigger, account.platform));
    const disclosure = await readDisclosure(context.sql, workspace.id);
    const steps = checkedSteps(body.steps, { platform, disclosure });
    const { cooldownHours = DEFAULT_COOLDOWN_HOURS, name = nameFor(trigger) } = body;
    return idempotent(call, async (tx, turn: Turn) => {
      requirePlan(workspace, 'automations', call.now);
      await lockAutomationCount(tx, workspace.id);
      await call.agreed?.(tx);
      if ((await countAutomations(tx, workspace.id)) >= MAX_AUTOMATIONS)
        throw new Problem(
          'automation_limit',
          `a workspace has at most ${MAX_AUTOMATIONS} automations; delete one first`,
          { values: { limit: MAX_AUTOMATIONS } },
        );
      const id = newActorId(automation, turn.now);
      const terms = { name, trigger, ref: trigger.ref ?? null, reentry, cooldownHours, requireTests };
      await insistOnFreeRef(tx, { accountId: account.id, ref: terms.ref, besides: null });
      const ids = { id, workspaceId: workspace.id, accountId: account.id };
      await insertAutomation(tx, { ...ids, ...terms, active }, turn.now);
      const by = call.principal.userId;
      await storeVersion(tx, { id, workspace, version: 1, steps, trigger, by, restores: null }, turn.now);
      const input = { automationId: id, accountId: account.id, active };
      turn.start({ kind: automation.name, id, workspaceId: workspace.id, input });
      const view = publicAutomation((await findAutomation(tx, { id, ...within(workspace) }))!);
      const { platform: network } = account;
      const warnings = warningsOf({ trigger, steps }, { platform: network, hasEntry: false });
      return { result: { automation: view, warnings } };
    });
  },
});

export const updateDmAutomation = operation({
  id: 'updateDmAutomation',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/dm-automations/{id}' },
  tool: { name: 'update_dm_automation' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Change an automation of direct messages, pause or resume it',
  description:
    'A change of the steps or the trigger makes a version: people who are in the automation end on the one that they began with. Pausing releases them.',
  params: idParams('automation'),
  body: Type.Object(
    {
      name: Type.Optional(automationFields.name),
      trigger: Type.Optional(automationFields.trigger),
      steps: Type.Optional(automationFields.steps),
      reentry: Type.Optional(automationFields.reentry),
      cooldownHours: Type.Optional(automationFields.cooldownHours),
      requireTests: Type.Optional(automationFields.requireTests),
      active: Type.Optional(Type.Boolean({ description: 'false pauses, true resumes.' })),
      version: versionField,
      ...workspaceField,
    },
    closed,
  ),
  result: warned,
  errors: {
    403: 'Activating needs a plan',
    404: 'There is no such automation in the workspace',
    409: 'Somebody else has changed it meanwhile (`version_outdated`), another automation of the account has this ref (`ref_taken`), or a saved test fails that must pass (`tests_failed`)',
  },
  example: {
    params: { id: automationExample.id },
    body: { active: false },
    result: { automation: { ...automationExample, active: false }, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { workspace: slug, ...changes } = call.body;
    const workspace = workspaceOf(call, slug);
    const { sql } = call.context;
    const by = call.principal.userId;
    const { platform } = await automationIn(sql, { id, workspace });
    if (changes.active === true) requirePlan(workspace, 'automations', call.now);
    const limits = { platform, disclosure: await readDisclosure(sql, workspace.id) };
    const input = {
      trigger: changes.trigger && checkedTrigger(changes.trigger, platform),
      steps: changes.steps && checkedSteps(changes.steps, limits),
    };
    const failing = await recorded(call, async (tx, turn: Turn) => ({
      result: await change(tx, turn, {
        id,
        workspace,
        by,
        changes: { ...changes, ...input },
        agreed: call.agreed,
      }),
    }));
    // the automation requests this too, in case the process ends here; the response promises that runs are stopped
    if (changes.active === false)
      await stopRuns(call.context, { automationId: id, reason: 'the automation was paused' });
    const row = await automationIn(sql, { id, workspace });
    const [automation] = await automationViews(sql, [row]);
    const terms = { trigger: row.trigger as Trigger, steps: stepsOf(row.definition) };
    const named =
      changes.active === false
        ? await listRulesWithThen(sql, { workspaceId: workspace.id, automationId: id })
        : [];
    const warnings = [...failing, ...rulesGoOn(named), ...warningsOf(terms, { platform, hasEntry: false })];
    return { body: { automation: automation!, warnings } };
  },
});

export const deleteDmAutomation = operation({
  id: 'deleteDmAutomation',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/dm-automations/{id}' },
  tool: { name: 'delete_dm_automation' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Delete an automation of direct messages with its runs',
  description:
    'People who are in it stop. What was sent stays in the conversations, and its links go on leading. `warnings` names the comment-to-DM rules that go on without it.',
  params: idParams('automation'),
  query: workspaceQuery,
  result: Type.Object({ ...Deleted.properties, warnings: Type.Array(Warning) }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: {
    params: { id: automationExample.id },
    result: { id: automationExample.id, deleted: true, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    const { node } = call.context;
    const by = call.principal.userId;
    const named = await listRulesWithThen(call.context.sql, { workspaceId: workspace.id, automationId: id });
    const reason = 'the automation was deleted';
    // pause first, so that no run starts while the others are stopped
    await node.command(async (tx, turn: Turn) => {
      const changes = { active: false, pauseReason: reason };
      await change(tx, turn, { id, workspace, by, changes, agreed: call.agreed });
      return { result: null };
    });
    await stopRuns(call.context, { automationId: id, reason });
    await recorded(call, async (tx, turn: Turn) => {
      await lockAutomation(tx, { id, ...within(workspace) });
      const actor = await lockInto(tx, turn, id);
      if (!actor) throw notFound('automation', id);
      turn.deliver(actor, { type: 'delete' });
      await deleteAutomation(tx, id);
      return { result: null };
    });
    return { body: { id, deleted: true as const, warnings: rulesGoOn(named) } };
  },
});

/** @throws Problem 404 when the workspace has no such account; 400 when its network has no automations */
export async function flowAccount(db: Db, workspace: Membership, accountId: string): Promise<AccountRow> {
  const [account] = await readAccounts(db, [accountId]);
  if (account?.workspaceId !== workspace.id)
    throw new Problem('not_found', `there is no account ${accountId} in this workspace`, {
      param: '/accountId',
    });
  if (!FLOW_PLATFORMS.includes(account.platform))
    throw invalid(
      '/accountId',
      `automations exist for ${FLOW_PLATFORMS.join(' and ')} only; this account is of ${account.platform}`,
      { code: 'not_supported', accountId },
    );
  return account;
}

const nameFor = ({ type, keywords, ref }: Trigger): string => keywords?.[0] ?? ref ?? type;
