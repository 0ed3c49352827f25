/** The versions of an automation: list them, read one, and go back to one (docs/contract.md, DM automations). */
import { Type } from 'typebox';
import type { Db } from '../../../store/connect.ts';
import { readDisclosure } from '../../../store/dm-automations.ts';
import { findVersion, listVersions, type VersionRow } from '../../../store/dm-versions.ts';
import { readNames } from '../../../store/keys.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import {
  closed,
  instant,
  model,
  nullable,
  resourceId,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import type { Turn } from '../../engine/turn.ts';
import { automationIn, change, checkedSteps, checkedTrigger, automationViews } from './change.ts';
import { operation } from './context.ts';
import { versionField, warned } from './operations.ts';
import { automationExample, automationFields, stepsOf } from './views.ts';
import type { Trigger } from './trigger.ts';
import { warningsOf } from './warnings.ts';

const DEFAULT_PAGE = 25;
const digits = { pattern: '^[1-9][0-9]{0,8}$' };
const params = Type.Object({
  id: resourceId('automation'),
  number: Type.String({ ...digits, description: 'The version, counted from 1.' }),
});
const missing = { 404: 'There is no such automation in the workspace, or it has no such version' };

export const Author = nullable(
  Type.Object({
    id: text('The user.'),
    name: nullable(text('Their name; null if the user was deleted.')),
  }),
);

const summary = {
  version: Type.Integer({ minimum: 1, description: 'Counted from 1.' }),
  current: Type.Boolean({ description: 'Whether people who begin now get it.' }),
  createdAt: instant('When it was made.'),
  by: Author,
  restores: nullable(Type.Integer({ description: 'The version that it goes back to; null if none.' })),
  people: Type.Integer({ minimum: 0, description: 'How many people are in it now.' }),
  definitionId: text('Names its chart: `GET /v1/charts/dm_run?definition=…`.'),
};
const Version = model('DmAutomationVersion', Type.Object(summary));
const WholeVersion = model(
  'DmAutomationVersionSteps',
  Type.Object({ ...summary, trigger: automationFields.trigger, steps: automationFields.steps }),
);

const versionExample = {
  version: 1,
  current: true,
  createdAt: automationExample.createdAt,
  by: { id: 'usr_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', name: 'Mia' },
  restores: null,
  people: 12,
  definitionId: 'def_0F3C2A6B9D1E4F580F3C2A6B9D1E4F58',
};

export const listDmAutomationVersions = operation({
  id: 'listDmAutomationVersions',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/versions' },
  tag: 'DM automations',
  summary: 'List the versions of an automation',
  description:
    'Newest first, each with who made it and how many people are in it. They are kept as long as the automation.',
  params: Type.Object({ id: resourceId('automation') }),
  query: Type.Object(
    {
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only older versions than this one.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_PAGE })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    versions: Type.Array(Version),
    next: nullable(Type.Integer({ description: '`before` of the next page; null on the last page.' })),
  }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: { params: { id: automationExample.id }, result: { versions: [versionExample], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { before = null, limit = DEFAULT_PAGE } = call.query;
    const { sql, directory } = call.context;
    const { version: current } = await automationIn(sql, { id, workspace });
    const list = { automationId: id, workspaceId: workspace.id, before, limit };
    const rows = await listVersions(sql, list);
    const nameOf = await authors(
      directory,
      rows.map(({ madeBy }) => madeBy),
    );
    const versions = rows.map((row) => versionView(row, current, nameOf));
    const oldest = versions.at(-1)?.version ?? 1;
    return { body: { versions, next: oldest > 1 && rows.length === limit ? oldest : null } };
  },
});

export const getDmAutomationVersion = operation({
  id: 'getDmAutomationVersion',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/versions/{number}' },
  tag: 'DM automations',
  summary: 'Read a version of an automation',
  description: 'Its trigger and its steps. A step has the same id in every version that has it.',
  params,
  query: workspaceQuery,
  result: Type.Object({ version: WholeVersion }),
  errors: missing,
  example: {
    params: { id: automationExample.id, number: '1' },
    result: {
      version: { ...versionExample, trigger: automationExample.trigger, steps: automationExample.steps },
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql, directory } = call.context;
    const { id } = call.params;
    const { version: current } = await automationIn(sql, { id, workspace });
    const row = await versionIn(sql, { id, workspaceId: workspace.id, version: Number(call.params.number) });
    const nameOf = await authors(directory, [row.madeBy]);
    const trigger = row.trigger as Trigger;
    const version = { ...versionView(row, current, nameOf), trigger, steps: stepsOf(row.definition) };
    return { body: { version } };
  },
});

export const restoreDmAutomationVersion = operation({
  id: 'restoreDmAutomationVersion',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/dm-automations/{id}/versions/{number}/restore' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Go back to a version of an automation',
  description:
    'Makes a version with the trigger and the steps of that one. People who are in the automation end on the one that they began with. The draft stays.',
  params,
  body: Type.Object({ version: versionField, ...workspaceField }, closed),
  result: warned,
  errors: {
    ...missing,
    409: 'Somebody else has changed it meanwhile (`version_outdated`), or another automation of the account has this ref (`ref_taken`), or a saved test fails that must pass (`tests_failed`); or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: automationExample.id, number: '1' },
    body: {},
    result: { automation: { ...automationExample, version: 3 }, warnings: [] },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    const restores = Number(call.params.number);
    return idempotent(call, async (tx, turn: Turn) => {
      const { platform } = await automationIn(tx, { id, workspace });
      const { trigger, definition } = await versionIn(tx, {
        id,
        workspaceId: workspace.id,
        version: restores,
      });
      const disclosure = await readDisclosure(tx, workspace.id);
      // a later version of the service may check more strictly
      const terms = {
        trigger: checkedTrigger(trigger as Trigger, platform),
        steps: checkedSteps(stepsOf(definition), { platform, disclosure }),
      };
      const changes = { ...terms, version: call.body.version };
      const failing = await change(tx, turn, { id, workspace, by: call.principal.userId, changes, restores });
      const [automation] = await automationViews(tx, [await automationIn(tx, { id, workspace })]);
      const warnings = [...failing, ...warningsOf(terms, { platform, hasEntry: false })];
      return { result: { automation: automation!, warnings } };
    });
  },
});

/** @throws Problem 404 when the automation has no such version */
async function versionIn(
  db: Db,
  { id, workspaceId, version }: { id: string; workspaceId: string; version: number },
): Promise<VersionRow> {
  const row = await findVersion(db, { automationId: id, workspaceId, version });
  if (!row) throw notFound('version', String(version));
  return row;
}

type Names = (userId: string | null) => { id: string; name: string | null } | null;

/** Reads the names of users. @returns a function that gives a user with the name; null for null */
export async function authors(directory: Db, ids: readonly (string | null)[]): Promise<Names> {
  const userIds = [...new Set(ids.filter((id) => id !== null))];
  const names = userIds.length === 0 ? new Map() : await readNames(directory, { userIds, keyIds: [] });
  return (id) => (id === null ? null : { id, name: names.get(id) ?? null });
}

function versionView(row: VersionRow, current: number, nameOf: Names) {
  const { version, createdAt, madeBy, restores, people, definitionId } = row;
  return {
    version,
    current: version === current,
    createdAt,
    by: nameOf(madeBy),
    restores,
    people,
    definitionId,
  };
}
