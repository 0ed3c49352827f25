/** Describes one person's run in words: where they are, what was sent, and why it ended. */
import { Type } from 'typebox';
import { findRun, type RunRow } from '../../../store/dm-runs.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { idParams, text, workspaceQuery } from '../../api/schemas.ts';
import { localTime } from '../../base/time.ts';
import { automationIn } from './change.ts';
import { operation } from './context.ts';
import { automationExample, publicRun, runExample, RunShape } from './views.ts';
import { within } from '../../api/held.ts';

/** Steps that the words name: the last ones. `run` has all. */
const MAX_STEPS = 20;

export const explainRun = operation({
  id: 'explainDmRun',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-runs/{id}/explain' },
  tool: { name: 'explain_run', onRequest: true },
  tag: 'DM automations',
  summary: 'Explain one person’s run',
  description:
    'In words: when the person entered, which steps they went through and how, what the run waits for, or why it ended. `GET /v1/inbox/{id}/messages` names the run of a message in `runId`.',
  params: idParams('dm_run'),
  query: workspaceQuery,
  result: Type.Object({
    runId: text('The run.'),
    automationId: text('Its automation.'),
    summary: text('One paragraph.'),
    run: RunShape,
  }),
  errors: { 404: 'There is no such run in the workspace' },
  example: {
    params: { id: runExample.id },
    result: {
      runId: runExample.id,
      automationId: automationExample.id,
      summary:
        'Ann Lee (@ann) entered the automation “Prices” (version 1) at 2026-05-04 10:00 (Europe/Berlin). 10:00: the message at /steps/0. The person went through all steps.',
      run: runExample,
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const { sql } = call.context;
    const row = await findRun(sql, { id, ...within(workspace) });
    if (!row) throw notFound('run', id);
    const { id: automationId, name } = await automationIn(sql, { id: row.automationId, workspace });
    const run = publicRun(row);
    const summary = tell(row, run, { automation: name, workspace });
    return { body: { runId: id, automationId, summary, run } };
  },
});

function tell(
  { startedAt }: RunRow,
  { contact: { id, username, name }, version, steps, explanation }: ReturnType<typeof publicRun>,
  { automation, workspace: { timezone } }: { automation: string; workspace: Membership },
): string {
  const time = (instant: string) => localTime(Date.parse(instant), timezone).slice(0, 16).replace('T', ' ');
  const handle = username === null ? null : `@${username}`;
  const who = name === null ? (handle ?? `The person ${id}`) : handle === null ? name : `${name} (${handle})`;
  const day = time(startedAt).slice(0, 10);
  const left = Math.max(0, steps.length - MAX_STEPS);
  return [
    `${who} entered the automation “${automation}” (version ${version}) at ${time(startedAt)} (${timezone}).`,
    ...(left > 0 ? [`${left} steps later:`] : []),
    ...steps.slice(left).map(({ at, type, path, detail }) => {
      const when = time(at);
      const how = detail === null ? '' : `, left by “${detail}”`;
      return `${when.startsWith(day) ? when.slice(11) : when}: the ${type} at ${path}${how}.`;
    }),
    explanation,
  ].join(' ');
}
