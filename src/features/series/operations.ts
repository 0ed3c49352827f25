/** Series: list, make, change, pause, resume and delete them (docs/contract.md, Series). */
import { Type } from 'typebox';
import {
  countSeries,
  deleteSeries as deleteSeriesRow,
  findSeries,
  insertSeries,
  listSeries as listSeriesRows,
  lockSeriesCount,
  type SeriesRow,
  updateSeries as updateSeriesRow,
} from '../../../store/series.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { SERIES_AHEAD_MS, type SeriesEvent } from '../../../machines/series.ts';
import { insistOnAllOf, within } from '../../api/held.ts';
import { idempotent, idempotentAfter } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { needsApproval } from '../../api/roles.ts';
import { closed, Deleted, idParams, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { newActorId } from '../../base/ids.ts';
import { nextOccurrences } from '../../base/recurrence.ts';
import { isoOf, parseInstant } from '../../base/time.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { series as kind } from '../../kinds/series.ts';
import { Series, seriesExample } from '../../kinds/views/series.ts';
import { WAITS_FOR_APPROVAL } from '../../kinds/views/approval.ts';
import { insistOnCreate, writtenBody, writtenPatch } from '../posts/index.ts';
import { operation, type SeriesContext } from './context.ts';
import { seriesFor } from './view.ts';
import { changedContent, contentOfRow, newContent, readTimes, termsOf } from './terms.ts';

/** Of a workspace. */
const MAX_SERIES = 100;
/** Dates that a preview shows. */
const MAX_DATES = 10;

const times = {
  startsAt: Type.String({
    maxLength: 40,
    description:
      'The first possible time; it says the time of day, too. ISO date-time, read in `timezone` unless it carries Z or an offset.',
    examples: ['2026-05-04T09:00:00'],
  }),
  rule: Type.String({
    maxLength: 300,
    description:
      'By which it repeats, as in RFC 5545, at most once an hour: FREQ (HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT (up to 730), UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYHOUR, BYMINUTE, WKST.',
    examples: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH'],
  }),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'IANA time zone of the rule; else that of the workspace.',
      examples: ['Europe/Berlin'],
    }),
  ),
};

const answer = Type.Object({
  series: Series,
  warnings: Type.Array(Type.String(), { description: 'What its posts skip or change, in sentences.' }),
});

const KEYED_ERRORS = {
  409: 'The first request with this Idempotency-Key is still running',
  422: 'The Idempotency-Key was used with another request',
};

export const listSeries = operation({
  id: 'listSeries',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/series' },
  tag: 'Series',
  summary: 'List series',
  description: 'Newest first, each with its next date and what its posts say.',
  query: Type.Object(
    {
      status: Type.Optional(Type.String({ enum: ['active', 'paused', 'ended'] })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ series: Type.Array(Series) }),
  example: { query: {}, result: { series: [seriesExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { status = null, limit = MAX_SERIES } = call.query;
    const rows = await listSeriesRows(call.context.sql, { ...within(workspace), status, limit });
    return { body: { series: rows.map((row) => seriesFor(row, workspace, call.now)) } };
  },
});

export const getSeries = operation({
  id: 'getSeries',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/series/{id}' },
  tag: 'Series',
  summary: 'Read a series',
  description: 'With its next date and what its posts say.',
  params: idParams('series'),
  query: workspaceQuery,
  result: Type.Object({ series: Series }),
  errors: { 404: 'There is no such series in the workspace' },
  example: { params: { id: seriesExample.id }, result: { series: seriesExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const row = await seriesIn(call.context.sql, { id: call.params.id, workspace });
    return { body: { series: seriesFor(row, workspace, call.now) } };
  },
});

export const previewSeries = operation({
  id: 'previewSeries',
  accountLimit: 'irrelevant',
  rest: { method: 'post', path: '/v1/series/preview' },
  scope: 'draft',
  isHarmless: true,
  audit: 'nothing',
  tag: 'Series',
  summary: 'Read the next dates of a rule',
  description: 'Checks a rule and stores nothing.',
  body: Type.Object(
    {
      ...times,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DATES, default: 3 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    dates: Type.Array(Type.String({ format: 'date-time' }), {
      description: 'The next dates after now; fewer if the rule ends before.',
    }),
    rule: Type.String({ description: 'As it is stored.' }),
    timezone: Type.String(),
  }),
  example: {
    body: { startsAt: '2035-05-07T09:00:00', rule: 'RRULE:FREQ=WEEKLY;BYDAY=MO', limit: 2 },
    result: {
      dates: ['2035-05-07T07:00:00.000Z', '2035-05-14T07:00:00.000Z'],
      rule: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
      timezone: 'Europe/Berlin',
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { limit = 3 } = call.body;
    const read = readTimes(call.body, null, { timezone: workspace.timezone, now: call.now });
    const dates = nextOccurrences(read, call.now, limit).map(isoOf);
    return idempotent(call, () =>
      Promise.resolve({ result: { dates, rule: read.rule, timezone: read.timezone } }),
    );
  },
});

export const createSeries = operation({
  id: 'createSeries',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/series' },
  scope: ['draft', 'publish'],
  audit: { kind: 'series', id: '/result/series/id' },
  tag: 'Series',
  summary: 'Make a series',
  description:
    'Makes the same post again and again, by a rule. Its posts of the next 30 days are on the calendar, each with `seriesId`, and can be edited there: an edited post no longer follows the series. Files have to be hosted here.',
  body: Type.Object({ post: writtenBody, ...times, ...workspaceField }, closed),
  result: answer,
  errors: {
    ...KEYED_ERRORS,
    403: 'The workspace has 100 series (`series_limit`), or no plan (`plan_required`)',
  },
  example: {
    body: {
      post: { content: seriesExample.post.content, accountIds: seriesExample.post.accountIds },
      startsAt: '2026-05-04T09:00:00',
      rule: seriesExample.rule,
      timezone: 'Europe/Berlin',
    },
    result: { series: seriesExample, warnings: [] },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { post, ...written } = call.body;
    insistOnMaker(call, workspace);
    // a request that is sent again gets its first response, also when the dates of its rule have passed
    const prepare = async () => {
      const read = readTimes(written, null, { timezone: workspace.timezone, now: call.now });
      const { content, warnings } = await newContent(call, workspace, post);
      return { terms: termsOf(call, workspace, { times: read, content }), warnings };
    };
    return idempotentAfter(call, prepare, async (tx, { terms, warnings }, turn: Turn) => {
      await insistOnRoom(tx, workspace);
      await call.agreed?.(tx);
      const id = newActorId(kind, turn.now);
      await insertSeries(tx, { id, workspaceId: workspace.id, ...terms }, turn.now);
      turn.start({
        kind: kind.name,
        id,
        workspaceId: workspace.id,
        input: { seriesId: id, accountIds: terms.accountIds },
      });
      const row: SeriesRow = {
        ...terms,
        id,
        workspaceId: workspace.id,
        workspace: workspace.slug,
        status: 'active',
        reason: null,
        error: null,
        createdAt: turn.now,
        updatedAt: turn.now,
      };
      const series = seriesFor(row, workspace, turn.now);
      return { result: { series, warnings: withApproval(call, workspace, warnings) } };
    });
  },
});

export const updateSeries = operation({
  id: 'updateSeries',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/series/{id}' },
  scope: ['draft', 'publish'],
  tag: 'Series',
  summary: 'Change a series',
  description:
    'Its posts that are planned for `from` or later are made again, with new ids. Posts that were edited or removed stay as they are, and so do posts before `from`. A changed rule starts an ended series again.',
  params: idParams('series'),
  body: Type.Object(
    {
      post: Type.Optional(writtenPatch),
      startsAt: Type.Optional(times.startsAt),
      rule: Type.Optional(times.rule),
      timezone: times.timezone,
      from: Type.Optional(
        Type.String({
          maxLength: 40,
          description:
            'The first time whose post changes, as `scheduledAt` of that post says it; at most 30 days ahead. Default: now.',
          examples: ['2026-05-11T07:00:00.000Z'],
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: answer,
  errors: {
    403: 'The workspace has no plan (`plan_required`), or 100 other series, and this one has ended (`series_limit`)',
    404: 'There is no such series in the workspace',
  },
  example: {
    params: { id: seriesExample.id },
    body: { rule: 'RRULE:FREQ=WEEKLY;BYDAY=TU' },
    result: { series: { ...seriesExample, rule: 'RRULE:FREQ=WEEKLY;BYDAY=TU' }, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { workspace: slug, post, from, ...written } = call.body;
    const workspace = workspaceOf(call, slug);
    insistOnMaker(call, workspace);
    const since = fromOf(call, workspace, from);
    const before = await seriesToChange(call.context.sql, { id, workspace });
    const { warnings } = await changeOf(call, workspace, { before, post: post ?? {}, written });
    await recorded(call, async (tx, turn: Turn) => {
      const actor = await lockSeries(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      const row = await seriesToChange(tx, { id, workspace });
      // it starts again, and counts again
      if (row.status === 'ended') await insistOnRoom(tx, workspace);
      const { terms } = await changeOf(call, workspace, { before: row, post: post ?? {}, written });
      await updateSeriesRow(tx, { id, ...terms }, turn.now);
      turn.deliver(actor, { type: 'edit', from: since, accountIds: terms.accountIds } as SeriesEvent);
      return { result: null };
    });
    const row = await seriesIn(call.context.sql, { id, workspace });
    const series = seriesFor(row, workspace, call.now);
    return { body: { series, warnings: withApproval(call, workspace, warnings) } };
  },
});

export const pauseSeries = operation({
  id: 'pauseSeries',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/series/{id}/pause' },
  scope: 'publish',
  tag: 'Series',
  summary: 'Pause a series',
  description:
    'Its planned posts are removed, except those that were edited; they are made again when it is resumed. A series that is paused or has ended stays as it is.',
  params: idParams('series'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ series: Series }),
  errors: { ...KEYED_ERRORS, 404: 'There is no such series in the workspace' },
  example: {
    params: { id: seriesExample.id },
    body: {},
    result: { series: { ...seriesExample, status: 'paused', next: null } },
  },
  handle: (call) => steer(call, { type: 'pause' }),
});

export const resumeSeries = operation({
  id: 'resumeSeries',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/series/{id}/resume' },
  scope: 'publish',
  tag: 'Series',
  summary: 'Resume a series',
  description: 'The posts of the next 30 days are made. What was due while it was paused is not.',
  params: idParams('series'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ series: Series }),
  errors: {
    ...KEYED_ERRORS,
    403: 'The workspace has no plan: `plan_required`',
    404: 'There is no such series in the workspace',
  },
  example: { params: { id: seriesExample.id }, body: {}, result: { series: seriesExample } },
  handle: (call) => {
    requirePlan(workspaceOf(call, call.body.workspace), 'publishing', call.now);
    return steer(call, { type: 'resume' });
  },
});

export const deleteSeries = operation({
  id: 'deleteSeries',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/series/{id}' },
  scope: 'publish',
  tag: 'Series',
  summary: 'Delete a series',
  description:
    'It makes no further posts. Those on the calendar stay, unless `posts=delete` removes what is not out.',
  params: idParams('series'),
  query: Type.Object(
    {
      posts: Type.Optional(Type.String({ enum: ['keep', 'delete'], default: 'keep' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Deleted,
  errors: { 404: 'There is no such series in the workspace' },
  example: { params: { id: seriesExample.id }, query: {}, result: { id: seriesExample.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx, turn: Turn) => {
      const actor = await lockSeries(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      await seriesToChange(tx, { id, workspace });
      turn.deliver(actor, { type: 'delete', posts: call.query.posts === 'delete' } as SeriesEvent);
      await deleteSeriesRow(tx, id);
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});

type SeriesCall = Pick<Call<SeriesContext>, 'context' | 'principal' | 'now'>;
type Which = { id: string; workspace: Membership };

/** @throws Problem 403 for who may not publish in the workspace, nor ask for an approval */
function insistOnMaker({ principal, now }: SeriesCall, workspace: Membership): void {
  requirePlan(workspace, 'publishing', now);
  insistOnCreate({ principal, workspace }, { kind: 'now' });
}

/** Locks the number of series of a workspace. @throws Problem 403 where it has as many as it may */
async function insistOnRoom(tx: Tx, workspace: Membership): Promise<void> {
  await lockSeriesCount(tx, workspace.id);
  if ((await countSeries(tx, workspace.id)) < MAX_SERIES) return;
  throw new Problem('series_limit', `a workspace has at most ${MAX_SERIES} series; delete one first`, {
    values: { limit: MAX_SERIES },
  });
}

const withApproval = ({ principal }: SeriesCall, workspace: Membership, warnings: string[]): string[] =>
  needsApproval(principal, workspace) ? [WAITS_FOR_APPROVAL, ...warnings] : warnings;

/** @throws Problem 400 for what is no date, and for one that no posts are made for yet: those before it would change, too */
function fromOf({ now }: SeriesCall, { timezone }: Membership, from: string | undefined): number {
  if (from === undefined) return now;
  const at = parseInstant(from, timezone);
  if (at === null) throw invalid('/from', `from "${from.slice(0, 40)}" is not a date and time`);
  if (at > now + SERIES_AHEAD_MS)
    throw invalid(
      '/from',
      'from is more than 30 days ahead, and no posts are made for that time yet: choose an earlier time',
    );
  return Math.max(at, now);
}

type Change = Parameters<typeof changedContent>[2]['post'];

async function changeOf(
  call: SeriesCall,
  workspace: Membership,
  { before, post, written }: { before: SeriesRow; post: Change; written: Parameters<typeof readTimes>[0] },
) {
  const read = readTimes(written, before, { timezone: before.timezone, now: call.now });
  const { content, warnings } = await changedContent(call, workspace, { row: before, post });
  return { terms: termsOf(call, workspace, { times: read, content }), warnings };
}

/** Pauses or resumes a series. */
async function steer(
  call: Call<SeriesContext, { id: string }, unknown, { workspace?: string }>,
  event: SeriesEvent,
) {
  const { id } = call.params;
  const workspace = workspaceOf(call, call.body.workspace);
  return idempotent(call, async (tx, turn: Turn) => {
    const actor = await lockSeries(tx, turn, { id, workspace });
    await call.agreed?.(tx);
    const row = await seriesToChange(tx, { id, workspace });
    turn.deliver(actor, event);
    const { status, reason } = kind.listColumns!(actor.snapshot, { shelf: null, now: turn.now });
    const { reason: cause } = actor.snapshot.context as { reason: string | null };
    const after = { ...row, status, reason: cause, error: reason };
    return { result: { series: seriesFor(after, workspace, turn.now) } };
  });
}

async function seriesIn(db: Db, { id, workspace }: Which): Promise<SeriesRow> {
  const row = await findSeries(db, { id, ...within(workspace) });
  if (!row) throw notFound('series', id);
  return row;
}

/** @throws Problem 404, and 403 for a series of accounts too that the caller does not reach */
async function seriesToChange(db: Db, which: Which): Promise<SeriesRow> {
  const row = await seriesIn(db, which);
  insistOnAllOf(which.workspace, contentOfRow(row).accountIds, { name: 'series', id: which.id });
  return row;
}

async function lockSeries(tx: Tx, turn: Turn, { id, workspace }: Which): Promise<Actor> {
  const actor = await lockInto(tx, turn, id);
  if (actor?.kind !== kind.name || actor.workspaceId !== workspace.id) throw notFound('series', id);
  return actor;
}
