/** What one row comes to: the post that it would be, or why there is none. */
import type { FileRow, RowProblem, RowResult } from '../../../store/imports.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { isoOf } from '../../base/time.ts';
import {
  contentOf,
  type NewPost,
  preparePost,
  type PreparingContext,
  timingRequired,
} from '../posts/index.ts';
import type { NamedAccount } from './accounts.ts';
import type { Cells } from './read-file.ts';
import { bodyOf, columnOf } from './row.ts';

export interface PlannedRow {
  row: number;
  result: RowResult;
  /** null if there is none. */
  post: NewPost | null;
}

/** Who imports, and what of the workspace they reach. */
interface Importing {
  principal: Principal;
  workspace: Membership;
  accounts: readonly NamedAccount[];
  /** Names of accounts for rows that name none. */
  otherwise: readonly string[];
  /** Epoch ms. */
  now: number;
}

/** @throws faults alone: what is wrong with the row is its problem */
export async function planRow(
  context: PreparingContext,
  { row, cells }: FileRow,
  importing: Importing,
): Promise<PlannedRow> {
  try {
    const post = await postOf(context, cells, importing);
    return { row, post, result: { row, ok: true, warnings: post.warnings, problem: null } };
  } catch (problem) {
    if (!(problem instanceof Problem) || TEMPORARY.has(problem.kind)) throw problem;
    return { row, post: null, result: { row, ok: false, warnings: [], problem: problemOf(problem) } };
  }
}

/** Problems that are not of the row: the effect runs again. */
const TEMPORARY = new Set<string>(['busy', 'internal', 'unavailable', 'storage_unavailable']);

async function postOf(context: PreparingContext, cells: Cells, importing: Importing): Promise<NewPost> {
  const { principal, workspace, now } = importing;
  const body = bodyOf(cells, importing);
  const timing = timingRequired(body, workspace);
  if (timing.kind === 'slot') throw new Error('a row takes no slot of the schedule');
  if (timing.kind === 'at' && timing.at <= now)
    throw invalid(
      '/scheduledAt',
      `scheduledAt is ${isoOf(timing.at)}, which has passed: write a later time, or none for a draft`,
      { code: 'time_passed', values: { at: isoOf(timing.at) } },
    );
  const content = contentOf(body, {});
  return preparePost({ context, principal, now, body }, workspace, { content, timing });
}

function problemOf(problem: Problem): RowProblem {
  const { message, code, values } = problem;
  return { param: columnOf(problem), error: message, code, ...(values && { values: { ...values } }) };
}
