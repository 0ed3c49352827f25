/** The effects of a series: its posts are made, or those that it planned ahead are withdrawn (machines/series.ts). */
import type { MakeWork, SeriesContext, SeriesEvent, WithdrawWork } from '../../../machines/series.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import { readWorkspaceFor } from '../../../store/directory.ts';
import {
  forgetInstants,
  lastInstant,
  listWithdrawable,
  madeInstants,
  readSeries,
  type SeriesRow,
} from '../../../store/series.ts';
import type { Membership } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { APPROVERS } from '../../api/roles.ts';
import { SERIES_AHEAD_MS } from '../../../machines/series.ts';
import { newActorId } from '../../base/ids.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { whyNot } from '../../base/plans/plan.ts';
import { nextOccurrence, occurrencesBetween } from '../../base/recurrence.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { Node } from '../../engine/node.ts';
import { stateName } from '../../engine/state-name.ts';
import { lockAllInto, lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { post as postKind } from '../../kinds/post.ts';
import type { SeriesHandlers } from '../../kinds/series.ts';
import {
  createPostIn,
  deleteRecords,
  linksToPages,
  type NewPost,
  planFor,
  type PostsContext,
  targetsOf,
} from '../posts/index.ts';
import { contentOfRow } from './terms.ts';

/** Posts that are made or removed in one commit. */
const MAX_TOGETHER = 25;
/** A post that could not be made in time, because the service or its database was down, is left out after this, ms. */
const MAX_LATE_MS = HOUR_MS;
/** Problems that are not of the posts: the effect runs again. */
const TEMPORARY = new Set<string>(['busy', 'internal', 'unavailable', 'storage_unavailable']);

interface Deps extends Pick<PostsContext, 'adapters' | 'guard' | 'media'> {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  clock: () => number;
}

export function seriesHandlers(deps: Deps): SeriesHandlers {
  return {
    makeOccurrences: (work, run) => makeOccurrences(deps, work, run),
    withdrawOccurrences: (work, run) => withdrawOccurrences(deps, work, run),
  };
}

const OUTDATED = { type: 'occurrences.outdated' } as const;
type Answer = Extract<SeriesEvent, { type: `occurrences.${string}` }>;

/** What the next posts of a series are made of. */
type Prepared = Omit<NewPost, 'id' | 'dueAt' | 'draft'> & Pick<Planned, 'plans'>;
type Planned = Awaited<ReturnType<typeof planFor>>;

async function makeOccurrences(deps: Deps, work: MakeWork, run: Run): Promise<Answer> {
  const { seriesId, round, after, until } = work;
  const [row] = await readSeries(deps.sql, [seriesId]);
  if (!row) return OUTDATED;
  const workspace = await workspaceFor(deps, row);
  if (!workspace) return OUTDATED;
  const refused = whyNot(workspace, 'publishing', deps.clock());
  if (refused !== null) return { type: 'occurrences.refused', round, reason: 'plan', error: refused };
  const prepared = await prepare(deps, { row, workspace });
  if (prepared === null) return { type: 'occurrences.no_account', round };
  if (typeof prepared === 'string')
    return { type: 'occurrences.refused', round, reason: 'refused', error: prepared };
  const due = occurrencesBetween(row, { after, until });
  const instants = due.slice(0, MAX_TOGETHER);
  const needsApproval =
    workspace.approval === true && !(row.mayApprove && APPROVERS.includes(workspace.role));
  return commit(deps, { work, run }, async (tx, turn) => {
    const made = await madeInstants(tx, { id: seriesId, instants });
    for (const at of instants) {
      if (made.has(at) || at < turn.now - MAX_LATE_MS) continue;
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await createPostIn(tx, turn, occurrence(prepared, { row, at, now: turn.now, needsApproval }));
    }
    const isMore = due.length > instants.length;
    const through = isMore ? instants.at(-1)! : until;
    const next = isMore ? null : nextOccurrence(row, until);
    const nextAt = next === null ? null : next - SERIES_AHEAD_MS;
    const lastAt = isMore || next !== null ? null : await lastInstant(tx, seriesId);
    return { type: 'occurrences.made', round, through, isMore, nextAt, lastAt };
  });
}

/** The workspace of a series as the person reaches it who said what its posts are; undefined if it was deleted. */
async function workspaceFor({ directory }: Deps, row: SeriesRow): Promise<Membership | undefined> {
  const found = await readWorkspaceFor(directory, { workspaceId: row.workspaceId, userId: row.setBy });
  // a series goes on without the person, and its posts wait for an approval then
  return found && { ...found, role: found.role ?? 'viewer', heldTo: null };
}

/**
 * Plans the posts of a series for its accounts that are still connected.
 * @returns null if none is; why a network refuses them, as a sentence
 */
async function prepare(
  deps: Deps,
  { row, workspace }: { row: SeriesRow; workspace: Membership },
): Promise<Prepared | string | null> {
  const read = (ids: string[]) => readAccounts(deps.sql, ids);
  const accounts = new Set(
    (await read(row.accountIds)).flatMap(({ id, workspaceId }) =>
      workspaceId === row.workspaceId ? [id] : [],
    ),
  );
  const accountIds = row.accountIds.filter((id) => accounts.has(id));
  if (accountIds.length === 0) return null;
  try {
    const { content, plans, warnings } = await planFor({ context: deps }, read, workspace, {
      content: { ...contentOfRow(row), accountIds },
      timing: { kind: 'now' },
    });
    return { workspace, content, plans, targets: [], warnings, linksToPages: linksToPages(plans) };
  } catch (thrown) {
    if (thrown instanceof Problem && !TEMPORARY.has(thrown.kind)) return thrown.message;
    throw thrown;
  }
}

function occurrence(
  { plans, ...prepared }: Prepared,
  { row, at, now, needsApproval }: { row: SeriesRow; at: number; now: number; needsApproval: boolean },
): NewPost {
  const id = newActorId(postKind, now);
  return {
    ...prepared,
    id,
    targets: targetsOf(id, plans),
    dueAt: at,
    draft: needsApproval,
    madeBy: { seriesId: row.id, at },
    ...(needsApproval && {
      approval: {
        state: 'requested' as const,
        request: { wanted: { kind: 'at' as const, at }, by: row.setBy, at: now },
      },
    }),
  };
}

/** Removes what a series planned ahead, as a person would remove it. */
function withdrawOccurrences(deps: Deps, work: WithdrawWork, run: Run): Promise<Answer> {
  const { seriesId, round, from, all } = work;
  return commit(deps, { work, run }, async (tx, turn, { workspaceId }) => {
    const list = () => listWithdrawable(tx, { id: seriesId, from, all, limit: MAX_TOGETHER });
    const ids = await list();
    const actors = await lockAllInto(tx, turn, ids);
    // what was edited or went out before it was locked stays
    const still = new Set(await list());
    const removed = ids.filter((id) => still.has(id) && isPlanned(actors.get(id)));
    for (const id of removed) {
      turn.deliver(actors.get(id)!, { type: 'remove' });
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await deleteRecords(tx, { postId: id, workspaceId });
    }
    await forgetInstants(tx, removed);
    return {
      type: 'occurrences.withdrawn',
      round,
      isMore: ids.length === MAX_TOGETHER && removed.length > 0,
    };
  });
}

const PLANNED = new Set(['scheduled', 'awaiting_approval', 'draft', 'rejected']);
const isPlanned = (actor: Actor | undefined): boolean =>
  actor !== undefined && PLANNED.has(stateName(actor.snapshot.value));

/**
 * Works and gives the series the result, in one commit; neither if the series is in another round by then, because it was changed.
 * So a kill makes no post twice and leaves none out.
 */
async function commit(
  { node }: Deps,
  { work: { seriesId, round }, run }: { work: { seriesId: string; round: number }; run: Run },
  inTurn: (tx: Tx, turn: Turn, series: Actor) => Promise<Answer>,
): Promise<Answer> {
  const { event, isAnswered } = await node().command(async (tx, turn: Turn) => {
    const series = await lockInto(tx, turn, seriesId);
    if (!series || series.status !== 'active' || (series.snapshot.context as SeriesContext).round !== round)
      return { result: { event: OUTDATED, isAnswered: false } };
    const answer = await inTurn(tx, turn, series);
    return { result: { event: answer, isAnswered: turn.answer(series, run.effect.id, answer) } };
  });
  if (isAnswered) run.markAnswered();
  return event;
}
