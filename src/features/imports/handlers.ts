/**
 * The effects of an import (machines/import.ts): some rows are checked, or made into posts, and some posts are removed, each with the
 * step of the import in one commit.
 */
import type { ImportEvent, RemovalWork, RowsWork } from '../../../machines/import.ts';
import { listAccounts } from '../../../store/accounts.ts';
import { auditInsert } from '../../../store/audit-entries.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import {
  type FileRow,
  type ImportCaller,
  listFileRows,
  listImportPosts,
  type NewImport,
  readImport,
  saveRowResults,
} from '../../../store/imports.ts';
import { findMembership } from '../../../store/keys.ts';
import { within } from '../../api/held.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { roleAllows } from '../../api/roles.ts';
import { newId } from '../../base/ids.ts';
import { allows } from '../../base/plans/plan.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { Node } from '../../engine/node.ts';
import { stateName } from '../../engine/state-name.ts';
import { lockAllInto, lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import type { ImportHandlers } from '../../kinds/import.ts';
import { createPostsIn, type NewPost, type PreparingContext, removePost } from '../posts/index.ts';
import { planRow, type PlannedRow } from './plan-row.ts';

/** Rows of one commit: it stays short, and so does the time the feed is held. */
const MAX_ROWS_TOGETHER = 50;
/** Rows that are looked at side by side: each may download files, and lookups of their texts are one statement. */
const MAX_ROWS_AT_ONCE = 10;
/** Posts that are removed in one commit. */
const MAX_REMOVED_TOGETHER = 50;
/** Files of rows may have to be downloaded. After this time the rows so far are committed, ms: an effect has two minutes. */
const MAX_PLANNING_MS = 20_000;

interface ImportDeps extends PreparingContext {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  /** Epoch ms. */
  clock: () => number;
}

export function importHandlers(deps: ImportDeps): ImportHandlers {
  return {
    checkImportRows: (work, run) => takeRows(deps, work, { run, dryRun: true }),
    createImportPosts: (work, run) => takeRows(deps, work, { run, dryRun: false }),
    removeImportPosts: (work, run) => removePosts(deps, work, run),
  };
}

type RowsEvent = Extract<ImportEvent, { type: `rows.${string}` }>;

async function takeRows(
  deps: ImportDeps,
  { importId, after }: RowsWork,
  { run, dryRun }: { run: Run; dryRun: boolean },
): Promise<RowsEvent> {
  const { sql, directory, clock } = deps;
  const file = await readImport(sql, importId);
  const workspace = file && (await findMembership(directory, { ...file, userId: file.madeBy.userId }));
  // asked for by somebody who may not write any more, or of a workspace that is being deleted
  if (!file || !workspace || !roleAllows(workspace.role, 'draft')) return { type: 'rows.disallowed' };
  if (!dryRun && !allows(workspace, 'publishing', clock())) return { type: 'rows.unplanned' };
  const rows = await listFileRows(sql, { importId, after, limit: MAX_ROWS_TOGETHER + 1 });
  const planned = await planRows(deps, { file, workspace, rows: rows.slice(0, MAX_ROWS_TOGETHER) });
  const event: RowsEvent = {
    type: 'rows.done',
    after: planned.at(-1)?.row ?? after,
    accepted: planned.filter(({ result }) => result.ok).length,
    refused: planned.filter(({ result }) => !result.ok).length,
    isLast: planned.length === rows.length,
  };
  const posts = dryRun ? [] : planned.flatMap(({ row, post }) => (post ? [{ row, post }] : []));
  await commitWith(deps, { importId, event, run }, async (tx, turn) => {
    if (posts.length > 0)
      await createPostsIn(
        tx,
        turn,
        posts.map(({ post }) => post),
      );
    await saveRowResults(
      tx,
      { importId, workspaceId: file.workspaceId },
      planned.map(({ result }) => result),
      posts.map(({ row, post }) => ({ row, postId: post.id })),
    );
    await auditInsert(
      tx,
      entriesOf(
        file.madeBy,
        posts.map(({ post }) => post),
        turn.now,
      ),
    );
  });
  return event;
}

async function planRows(
  deps: ImportDeps,
  { file, workspace, rows }: { file: NewImport; workspace: Membership; rows: readonly FileRow[] },
): Promise<PlannedRow[]> {
  const { sql, clock } = deps;
  const startedAt = clock();
  const accounts = await listAccounts(sql, within(workspace));
  const principal = principalOf(file.madeBy, workspace);
  const planned: PlannedRow[] = [];
  for (let first = 0; first < rows.length; first += MAX_ROWS_AT_ONCE) {
    const now = clock();
    if (first > 0 && now - startedAt > MAX_PLANNING_MS) break;
    const importing = { principal, workspace, accounts, now, otherwise: file.otherwise };
    const some = rows.slice(first, first + MAX_ROWS_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- each row may download files
    planned.push(...(await Promise.all(some.map((row) => planRow(deps, row, importing)))));
  }
  return planned;
}

const principalOf = (
  { userId, userName, keyId, scopes }: ImportCaller,
  workspace: Membership,
): Principal => ({
  userId,
  userName,
  keyId,
  ...(scopes !== undefined && { scopes }),
  workspaces: [workspace],
});

/** What commits the step of an import, with work of the same transaction. */
interface Committing {
  importId: string;
  event: ImportEvent;
  run: Run;
}

/**
 * Does work and gives the import the result of its effect, in one commit. Neither is done where the import does not wait for the effect
 * any more: it is being taken back, or another node has taken the effect over.
 */
async function commitWith(
  { node }: ImportDeps,
  { importId, event, run }: Committing,
  work: (tx: Tx, turn: Turn) => Promise<void>,
): Promise<void> {
  const isAnswered = await node().command(async (tx, turn: Turn) => {
    const actor = await lockInto(tx, turn, importId);
    if (!actor || !isOurs(actor, run)) return { result: false };
    await work(tx, turn);
    return { result: turn.answer(actor, run.effect.id, event) };
  });
  if (isAnswered) run.markAnswered();
}

/** The states in which an import waits for its effects. */
const STATE_OF: { [effect: string]: string } = {
  checkImportRows: 'checking',
  createImportPosts: 'creating',
  removeImportPosts: 'removing',
};

const isOurs = ({ snapshot, effects }: Actor, { effect }: Run): boolean =>
  stateName(snapshot.value) === STATE_OF[effect.type] &&
  effects.some(({ id, tries }) => id === effect.id && tries === effect.tries);

/** Entries of the audit: each post was created by the call that sent the file. */
const entriesOf = (by: ImportCaller, posts: readonly NewPost[], at: number) =>
  posts.map(({ id, workspace }) => ({
    id: newId('aud', at),
    workspaceId: workspace.id,
    at,
    userId: by.userId,
    userName: by.userName,
    keyId: by.keyId,
    keyName: by.keyName,
    tool: null,
    operation: 'createImport',
    objectKind: 'post',
    objectId: id,
    fields: [],
    address: null,
    requestId: by.requestId,
  }));

type PostsRemoved = Extract<ImportEvent, { type: 'posts.removed' }>;

async function removePosts(
  deps: ImportDeps,
  { importId, after, userId, draftsOnly }: RemovalWork,
  run: Run,
): Promise<PostsRemoved> {
  const { sql, directory } = deps;
  const file = await readImport(sql, importId);
  const workspace = file && (await findMembership(directory, { ...file, userId }));
  const found = await listImportPosts(sql, { importId, after, limit: MAX_REMOVED_TOGETHER + 1 });
  const posts = found.slice(0, MAX_REMOVED_TOGETHER);
  const event: PostsRemoved = {
    type: 'posts.removed',
    after: posts.at(-1)?.row ?? after,
    removed: 0,
    kept: 0,
    isLast: posts.length === found.length,
  };
  await commitWith(deps, { importId, event, run }, async (tx, turn) => {
    event.removed = 0;
    event.kept = 0;
    // in the order of their ids, as everybody locks several
    await lockAllInto(
      tx,
      turn,
      posts.map(({ postId }) => postId),
    );
    for (const { postId } of posts) {
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      const isGone =
        workspace && (await removeUnsent({ tx, turn }, { postId, workspace, userId, draftsOnly }));
      if (isGone) event.removed += 1;
      else event.kept += 1;
    }
  });
  return event;
}

/** Removes a post that is a draft or planned. @returns false for one that is out, was removed, or that the person may not remove */
async function removeUnsent(
  { tx, turn }: { tx: Tx; turn: Turn },
  of: { postId: string; workspace: Membership; userId: string; draftsOnly: boolean },
): Promise<boolean> {
  const { postId, workspace, userId, draftsOnly } = of;
  const actor = await lockInto(tx, turn, postId);
  if (!actor || !UNSENT.has(stateName(actor.snapshot.value))) return false;
  const scopes = draftsOnly ? ['draft'] : undefined;
  const principal: Principal = { userId, keyId: '', workspaces: [workspace], ...(scopes && { scopes }) };
  try {
    await removePost({ principal }, { tx, turn }, { id: postId, workspace });
    return true;
  } catch (problem) {
    if (problem instanceof Problem) return false;
    throw problem;
  }
}

/** States of a post of which nothing has been sent. */
const UNSENT = new Set(['draft', 'scheduled', 'awaiting_approval', 'rejected']);
