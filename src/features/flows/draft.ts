/** The draft of an automation: what becomes the next version when it is published (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { readDisclosure } from '../../../store/dm-automations.ts';
import {
  deleteDraft,
  type DraftRow,
  findDraft,
  readDraftRevision,
  saveDraft,
} from '../../../store/dm-versions.ts';
import { idempotent } from '../../api/idempotent.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import {
  closed,
  Deleted,
  idParams,
  instant,
  model,
  nullable,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import type { Turn } from '../../engine/turn.ts';
import {
  automationIn,
  change,
  checkedSteps,
  checkedTrigger,
  type Limits,
  lockNewest,
  newStepId,
  automationViews,
} from './change.ts';
import { checkSteps } from './check.ts';
import { operation } from './context.ts';
import { versionField, warned } from './operations.ts';
import { automationExample, automationFields, stepsOf, Warning } from './views.ts';
import { checkTrigger, type Trigger } from './trigger.ts';
import { Author, authors } from './versions.ts';
import { warningsOf } from './warnings.ts';

const Unchecked = Type.Record(Type.String(), Type.Unknown());
const revisionField = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      '`revision` as it was read. When somebody has saved or discarded a draft since: 409 `conflict`.',
  }),
);

const Draft = model(
  'DmAutomationDraft',
  Type.Object({
    version: Type.Integer({ minimum: 1, description: 'The version that it was made from.' }),
    revision: Type.Integer({
      minimum: 1,
      description: 'Rises whenever a draft of the automation is saved or discarded.',
    }),
    trigger: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was sent.' }),
    steps: Type.Array(Type.Unknown(), { description: 'As they were sent: they may break rules.' }),
    problems: Type.Array(
      Type.Object({ path: text('JSON pointer of the field.'), message: text('What is wrong with it.') }),
      { description: 'Why it cannot be published; empty: it can.' },
    ),
    warnings: Type.Array(Warning, {
      description: 'What is probably not meant. Empty when there are problems.',
    }),
    savedAt: instant('When it was saved.'),
    by: Author,
  }),
);
const draftResult = Type.Object({ draft: Draft });
const missing = { 404: 'There is no such automation in the workspace' };
const outdated =
  'Somebody else was faster: the automation has another version (`version_outdated`), or its draft was saved or discarded (`conflict`)';

const draftExample = {
  version: 1,
  revision: 4,
  trigger: automationExample.trigger,
  steps: automationExample.steps,
  problems: [],
  warnings: [],
  savedAt: automationExample.createdAt,
  by: { id: 'usr_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', name: 'Mia' },
};

export const getDmAutomationDraft = operation({
  id: 'getDmAutomationDraft',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/draft' },
  tag: 'DM automations',
  summary: 'Read the draft of an automation',
  description: 'Each automation has one draft at most. People get nothing of it before it is published.',
  params: idParams('automation'),
  query: workspaceQuery,
  result: Type.Object({
    draft: nullable(Draft),
    revision: Type.Integer({
      minimum: 0,
      description: 'What `revision` takes when the next draft is saved.',
    }),
  }),
  errors: missing,
  example: { params: { id: automationExample.id }, result: { draft: draftExample, revision: 4 } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { sql, directory } = call.context;
    const { platform } = await automationIn(sql, { id, workspace });
    const draft = await findDraft(sql, { automationId: id, workspaceId: workspace.id });
    const revision = draft?.revision ?? (await readDraftRevision(sql, id));
    const limits = { platform, disclosure: await readDisclosure(sql, workspace.id) };
    const nameOf = await authors(directory, [draft?.savedBy ?? null]);
    const view = draft ? { ...draftView(draft, limits), by: nameOf(draft.savedBy) } : null;
    return { body: { draft: view, revision } };
  },
});

export const saveDmAutomationDraft = operation({
  id: 'saveDmAutomationDraft',
  accountLimit: 'followed',
  rest: { method: 'put', path: '/v1/dm-automations/{id}/draft' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Save the draft of an automation',
  description:
    'Replaces the draft. It may break rules: `problems` says why it cannot be published yet. An absent `trigger` is that of the newest version.',
  params: idParams('automation'),
  body: Type.Object(
    {
      trigger: Type.Optional(Unchecked),
      steps: automationFields.steps,
      version: versionField,
      revision: revisionField,
      ...workspaceField,
    },
    closed,
  ),
  result: draftResult,
  errors: { ...missing, 409: outdated },
  example: {
    params: { id: automationExample.id },
    body: { steps: automationExample.steps, version: 1, revision: 3 },
    result: { draft: draftExample },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { workspace: slug, trigger, steps, version, revision } = call.body;
    const workspace = workspaceOf(call, slug);
    const { directory } = call.context;
    const { userId } = call.principal;
    const { row, limits } = await recorded(call, async (tx, turn: Turn) => {
      const newest = await lockNewest(tx, { id, workspace, version });
      const current = await insistOnRevision(tx, id, revision);
      const automation = await automationIn(tx, { id, workspace });
      const draft = {
        automationId: id,
        workspaceId: workspace.id,
        version: newest,
        revision: current + 1,
        trigger: trigger ?? automation.trigger,
        steps,
        savedBy: userId,
      };
      await saveDraft(tx, draft, turn.now);
      const saved = await findDraft(tx, { automationId: id, workspaceId: workspace.id });
      const disclosure = await readDisclosure(tx, workspace.id);
      return { result: { row: saved!, limits: { platform: automation.platform, disclosure } } };
    });
    const nameOf = await authors(directory, [userId]);
    return { body: { draft: { ...draftView(row, limits), by: nameOf(userId) } } };
  },
});

export const discardDmAutomationDraft = operation({
  id: 'discardDmAutomationDraft',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/dm-automations/{id}/draft' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Discard the draft of an automation',
  description: 'Removes the changes that were not published. The published version goes on as it is.',
  params: idParams('automation'),
  query: Type.Object({ revision: revisionField, ...workspaceField }, closed),
  result: Deleted,
  errors: { 404: 'There is no such automation in the workspace, or it has no draft', 409: outdated },
  example: { params: { id: automationExample.id }, result: { id: automationExample.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx) => {
      await lockNewest(tx, { id, workspace, version: undefined });
      await insistOnRevision(tx, id, call.query.revision);
      if (!(await deleteDraft(tx, id))) throw noDraft(id);
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});

export const publishDmAutomationDraft = operation({
  id: 'publishDmAutomationDraft',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/dm-automations/{id}/publish' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Publish the draft of an automation',
  description:
    'Makes a version of the draft, with the checks of PATCH, and ends the draft. `version` is the newest one: without it, it must be the one that the draft was made from.',
  params: idParams('automation'),
  body: Type.Object({ version: versionField, revision: revisionField, ...workspaceField }, closed),
  result: warned,
  errors: {
    400: 'The draft breaks a rule; `param` is the field in it',
    404: 'There is no such automation in the workspace, or it has no draft',
    409: `${outdated}, or another automation of the account has this ref (\`ref_taken\`), or a saved test fails that must pass (\`tests_failed\`); or the first request with this Idempotency-Key is still running`,
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: automationExample.id },
    body: { revision: 4 },
    result: { automation: { ...automationExample, version: 2 }, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { workspace: slug, version, revision } = call.body;
    const workspace = workspaceOf(call, slug);
    return idempotent(call, async (tx, turn: Turn) => {
      await lockNewest(tx, { id, workspace, version });
      await insistOnRevision(tx, id, revision);
      const draft = await draftIn(tx, { id, workspace });
      const { platform } = await automationIn(tx, { id, workspace });
      const disclosure = await readDisclosure(tx, workspace.id);
      const terms = {
        trigger: checkedTrigger(draft.trigger as Trigger, platform),
        steps: checkedSteps(draft.steps, { platform, disclosure }),
      };
      const changes = { ...terms, version: version ?? draft.version };
      const failing = await change(tx, turn, { id, workspace, by: call.principal.userId, changes });
      await deleteDraft(tx, id);
      const row = await automationIn(tx, { id, workspace });
      const [automation] = await automationViews(tx, [row]);
      const made = { trigger: row.trigger as Trigger, steps: stepsOf(row.definition) };
      const warnings = [...failing, ...warningsOf(made, { platform, hasEntry: false })];
      return { result: { automation: automation!, warnings } };
    });
  },
});

/** @returns how often drafts were saved or discarded. @throws Problem 409 when that is not what the caller read */
async function insistOnRevision(tx: Tx, id: string, read: number | undefined): Promise<number> {
  const current = await readDraftRevision(tx, id);
  if (read === undefined || read === current) return current;
  throw new Problem(
    'conflict',
    `revision must be ${current}: somebody else has saved or discarded the draft; read it and send your change again`,
    { param: '/revision', values: { reason: 'changed', revision: current } },
  );
}

const noDraft = (id: string) => new Problem('not_found', `the automation ${id} has no draft`);

/** @throws Problem 404 when there is no draft */
async function draftIn(tx: Tx, { id, workspace }: { id: string; workspace: Membership }): Promise<DraftRow> {
  const draft = await findDraft(tx, { automationId: id, workspaceId: workspace.id });
  if (!draft) throw noDraft(id);
  return draft;
}

function draftView(
  { version, revision, trigger, steps, savedAt }: DraftRow,
  { platform, disclosure }: Limits,
) {
  const checked = checkSteps(steps, { makeId: newStepId, platform, disclosure });
  const problems = [...checkTrigger(trigger, { platform }), ...checked.refusals];
  const warnings =
    problems.length > 0 || checked.steps === null
      ? []
      : warningsOf({ trigger: trigger as Trigger, steps: checked.steps }, { platform, hasEntry: false });
  const input = { trigger: trigger as { [field: string]: unknown }, steps: steps as unknown[] };
  return { version, revision, ...input, problems, warnings, savedAt };
}
