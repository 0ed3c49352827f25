/** People in an automation: list them, stop one, and count what they did in each step. */
import { Type } from 'typebox';
import { readCounters } from '../../../store/counters.ts';
import { findRun, listRuns } from '../../../store/dm-runs.ts';
import { idempotent } from '../../api/idempotent.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, idParams, model, text, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { operation } from './context.ts';
import { automationIn } from './change.ts';
import { automationExample, publicRun, runExample, RunShape } from './views.ts';
import { within } from '../../api/held.ts';

const page = pages(25);

export const listDmRuns = operation({
  id: 'listDmRuns',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/runs' },
  tag: 'DM automations',
  summary: 'List the people who went through an automation',
  description: 'Newest first, each with every step and how it ended. Kept for 90 days after the end.',
  params: idParams('automation'),
  query: Type.Object(
    {
      stepId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only those whose last step this is.' }),
      ),
      ...page.fields,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ runs: Type.Array(RunShape), ...pageFields }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: { params: { id: automationExample.id }, result: { runs: [runExample], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { sql } = call.context;
    await automationIn(sql, { id, workspace });
    const range = page.read(call.query);
    const { stepId = null } = call.query;
    const rows = await listRuns(sql, { automationId: id, workspaceId: workspace.id, stepId, ...range });
    return { body: { runs: rows.map(publicRun), next: nextOf(rows, range) } };
  },
});

export const stopDmRun = operation({
  id: 'stopDmRun',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/dm-runs/{id}/stop' },
  scope: 'answer',
  tag: 'DM automations',
  summary: 'Stop one person’s run',
  description: 'Nothing more is sent to the person by it. A run that has ended stays as it is.',
  params: idParams('dm_run'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ run: RunShape }),
  errors: {
    404: 'There is no such run in the workspace',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: runExample.id },
    body: {},
    result: { run: { ...runExample, reason: 'stopped', error: 'stopped by hand' } },
  },
  handle: async (call) => {
    const find = { id: call.params.id, ...within(workspaceOf(call, call.body.workspace)) };
    const { id } = call.params;
    const { sql } = call.context;
    if (!(await findRun(sql, find))) throw notFound('run', id);
    const { replayed } = await idempotent(call, async (tx, turn: Turn) => {
      const run = await lockInto(tx, turn, id);
      if (run) turn.deliver(run, { type: 'stop', reason: 'stopped by hand' } as { type: string });
      return { result: { id } };
    });
    const row = await findRun(sql, find);
    if (!row) throw notFound('run', id);
    return { body: { run: publicRun(row) }, ...(replayed && { replayed }) };
  },
});

const counts = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });

const StepCounts = model(
  'DmStepCounts',
  Type.Object({
    stepId: text('The step.'),
    entered: Type.Integer({ description: 'People who came to it.' }),
    waiting: Type.Integer({ description: 'People who are in it now.' }),
    seen: Type.Integer({
      description:
        'People who have seen its message, as far as the network says so, or they wrote after it. Never more than is known.',
    }),
    clicked: Type.Integer({ description: 'People who opened its link.' }),
    left: counts(
      'People by the way they left it: the label of a choice, `yes`, `no`, or `unknown` where the network did not say whether they follow.',
    ),
    ended: counts('People whose run ended in it, by reason.'),
  }),
);

export const getDmAutomationStats = operation({
  id: 'getDmAutomationStats',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/{id}/stats' },
  tag: 'DM automations',
  summary: 'Count people by version and step',
  description: 'Counted in the commit that moves a person; also runs that are not kept any more.',
  params: idParams('automation'),
  query: workspaceQuery,
  result: Type.Object({
    versions: Type.Array(Type.Object({ version: Type.Integer(), steps: Type.Array(StepCounts) })),
    ended: counts('Runs by how they ended.'),
  }),
  errors: { 404: 'There is no such automation in the workspace' },
  example: {
    params: { id: automationExample.id },
    result: {
      versions: [
        {
          version: 1,
          steps: [
            {
              stepId: 's_k2f9x0qa',
              entered: 12,
              waiting: 0,
              seen: 9,
              clicked: 0,
              left: {},
              ended: { completed: 12 },
            },
          ],
        },
      ],
      ended: { completed: 12 },
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { sql } = call.context;
    await automationIn(sql, { id, workspace });
    const counters = (await readCounters(sql, [id])).get(id) ?? new Map<string, number>();
    return { body: statsOf(counters) };
  },
});

interface StepStats {
  stepId: string;
  entered: number;
  waiting: number;
  seen: number;
  clicked: number;
  left: { [way: string]: number };
  ended: { [reason: string]: number };
}

/** Reads the counters that `counted` of the kind `dm_run` names, and the counters of messages that people have seen (src/features/inbox/seen.ts). */
function statsOf(counters: ReadonlyMap<string, number>) {
  const versions = new Map<number, Map<string, StepStats>>();
  const ended: { [reason: string]: number } = {};
  for (const [name, value] of counters) {
    const [, reason] = /^ended (.+)$/.exec(name) ?? [];
    if (reason !== undefined) ended[reason] = value;
    const [, version, stepId, what] = /^v(\d+) ([\w-]+) (.+)$/su.exec(name) ?? [];
    if (version === undefined || stepId === undefined || what === undefined) continue;
    const steps = versions.get(Number(version)) ?? new Map<string, StepStats>();
    versions.set(Number(version), steps);
    const step = steps.get(stepId) ?? {
      stepId,
      entered: 0,
      waiting: 0,
      seen: 0,
      clicked: 0,
      left: {},
      ended: {},
    };
    steps.set(stepId, step);
    if (what === 'entered' || what === 'waiting' || what === 'seen' || what === 'clicked') step[what] = value;
    else if (what.startsWith('left ')) step.left[what.slice(5)] = value;
    else if (what.startsWith('ended ')) step.ended[what.slice(6)] = value;
  }
  return {
    versions: [...versions]
      .toSorted(([one], [other]) => other - one)
      .map(([version, steps]) => ({ version, steps: [...steps.values()] })),
    ended,
  };
}
