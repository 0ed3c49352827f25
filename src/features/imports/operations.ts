/** Imports of posts from a file (docs/imports.md). */
import { Type } from 'typebox';
import { accepts } from '../../../machines/durable.ts';
import {
  type ImportContext,
  type ImportEvent,
  type ImportInput,
  imports as importMachine,
} from '../../../machines/import.ts';
import { listAccounts } from '../../../store/accounts.ts';
import type { Db } from '../../../store/connect.ts';
import {
  findImport,
  hasTimedPosts,
  type ImportRow,
  insertImport,
  listCheckedRows,
  listImports as listImportRows,
  type NewImport,
} from '../../../store/imports.ts';
import { within } from '../../api/held.ts';
import { idempotentAfter } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, type Principal, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { closed, idParams, nullable, notBlank, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';
import { newActorId } from '../../base/ids.ts';
import { statusOf } from '../../engine/kind.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { imports as importKind } from '../../kinds/import.ts';
import { MAX_ACCOUNTS } from '../posts/index.ts';
import { existingAmong, namesIn } from './accounts.ts';
import { COLUMNS } from './columns.ts';
import { type ImportsContext, operation } from './context.ts';
import { MAX_FILE_BYTES, MAX_ROWS, readCsvFile, type WrittenFile } from './read-file.ts';
import {
  csvOfRows,
  errorExample,
  Import,
  ImportedRow,
  importExample,
  ImportSummary,
  rowExample,
  publicImport,
  publicRow,
} from './public-import.ts';

const PART = 'file';
const { fields: pageQuery, read: pageOf } = pages(25);

export const createImport = operation({
  id: 'createImport',
  audit: { kind: 'import', id: '/result/import/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/imports' },
  scope: ['draft', 'publish'],
  tag: 'Imports',
  summary: 'Import posts from a CSV file',
  description: `Each row becomes a post, checked as if it were created by itself. The file is sent in a form (multipart/form-data), or as the body (text/csv) with the other fields in the query. Its first row names the columns: ${COLUMNS.join(', ')}; a row without a time becomes a draft. Buffer's file for many posts (Text, Image URL, Tags, Posting Time) is read, too. The response comes before the rows are checked: read the import until it has ended.`,
  body: Type.Object(
    {
      dryRun: Type.Optional(
        Type.Boolean({ description: 'Check each row and create nothing.', default: false }),
      ),
      accounts: Type.Optional(
        Type.String({
          maxLength: 4_000,
          description:
            'For rows that name no accounts: ids, user names or `platform:username`, separated by commas.',
        }),
      ),
      name: Type.Optional(notBlank(200, 'Of the file, to recognize the import by.')),
      ...workspaceField,
    },
    closed,
  ),
  upload: {
    part: PART,
    maxBytes: MAX_FILE_BYTES,
    description: `CSV in UTF-8, separated by commas, semicolons or tabs: up to 5 MiB and ${MAX_ROWS} rows.`,
    raw: 'text/csv',
  },
  result: Type.Object({ import: Import }),
  errors: {
    403: 'The plan of the workspace does not include publishing',
    409: 'The first request with this Idempotency-Key is still running',
    413: 'The file is larger than 5 MiB',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { name: 'may.csv' },
    result: {
      import: {
        ...importExample,
        status: 'creating',
        done: 0,
        accepted: 0,
        refused: 0,
        endedAt: null,
        errors: [],
      },
    },
  },
  handle: async (call) => {
    const { body, file, principal } = call;
    const workspace = workspaceOf(call, body.workspace);
    if (!file) throw new Error('an upload has no file');
    insistOnScope(principal, 'draft');
    const isDryRun = body.dryRun === true;
    if (!isDryRun) requirePlan(workspace, 'publishing', call.now);
    return idempotentAfter(
      call,
      async () => {
        const written = await readCsvFile(file.path);
        return { written, made: await newImport(call, { workspace, written }) };
      },
      async (tx, { written, made }, turn) => {
        const input: ImportInput = {
          importId: made.id,
          userId: principal.userId,
          dryRun: isDryRun,
          rows: written.rows.length,
          accountIds: made.accountIds,
        };
        await insertImport(tx, made, written.rows, turn.now);
        const { id, workspaceId } = made;
        const { snapshot } = turn.start({ kind: importKind.name, id, workspaceId, input });
        const row: ImportRow = {
          ...made,
          createdAt: turn.now,
          state: statusOf(snapshot),
          context: snapshot.context as ImportContext,
        };
        return { result: { import: { ...publicImport(row), errors: [] } } };
      },
    );
  },
});

async function newImport(
  {
    context,
    body,
    now,
    principal,
    requestId,
  }: Call<ImportsContext, unknown, unknown, { accounts?: string; name?: string }>,
  { workspace, written }: { workspace: Membership; written: WrittenFile },
): Promise<NewImport> {
  const accounts = await listAccounts(context.sql, within(workspace));
  const otherwise = namesIn(body.accounts ?? '');
  // a row with more names than a post takes accounts is refused
  const names = new Set(
    written.rows.flatMap(({ cells }) => {
      const own = namesIn(cells.accounts ?? '');
      return (own.length > 0 ? own : otherwise).slice(0, MAX_ACCOUNTS);
    }),
  );
  return {
    id: newActorId(importKind, now),
    workspaceId: workspace.id,
    madeBy: callerOf(principal, requestId),
    name: body.name ?? null,
    format: written.format,
    otherwise,
    accountIds: [...new Set(existingAmong(names, accounts))],
  };
}

const callerOf = (
  { userId, userName = userId, keyId, keyName, scopes }: Principal,
  requestId: string,
): NewImport['madeBy'] => ({
  userId,
  userName,
  keyId,
  keyName: keyName ?? null,
  ...(scopes !== undefined && { scopes: [...scopes] }),
  requestId,
});

export const listImports = operation({
  id: 'listImports',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/imports' },
  tag: 'Imports',
  summary: 'List imports',
  description:
    'Newest first, without the problems of their rows. They are kept for 90 days after their end. People who are held to some accounts see their own ones.',
  query: Type.Object(
    {
      ...pageQuery,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    imports: Type.Array(ImportSummary),
    ...pageFields,
  }),
  example: { result: { imports: [importExample], next: null } },
  handle: async (call) => {
    const page = pageOf(call.query);
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listImportRows(call.context.sql, { ...reachOf(call, workspace), ...page });
    return { body: { imports: rows.map(publicImport), next: nextOf(rows, page) } };
  },
});

export const getImport = operation({
  id: 'getImport',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/imports/{id}' },
  tag: 'Imports',
  summary: 'Get an import',
  description: 'How far it is, and what is wrong with which row.',
  params: idParams('import'),
  query: workspaceQuery,
  result: Type.Object({ import: Import }),
  errors: { 404: 'The workspace has no such import' },
  example: {
    params: { id: importExample.id },
    result: { import: { ...importExample, errors: [errorExample] } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const found = await importOf(call.context.sql, call, workspace);
    return { body: { import: await withErrors(call.context.sql, found) } };
  },
});

async function withErrors(db: Db, found: ImportRow) {
  const rows = await listCheckedRows(db, { importId: found.id, after: 0, limit: MAX_ROWS, problems: true });
  const errors = rows.map(({ row, problem }) => ({ row, ...problem! }));
  return { ...publicImport(found), errors };
}

export const listRows = operation({
  id: 'listImportRows',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/imports/{id}/rows' },
  tag: 'Imports',
  summary: 'List the rows of an import',
  description:
    'In their order, with the verdict of each. As CSV (`Accept: text/csv`) it is a file that can be corrected and imported: the columns `row` and `problem` are not read.',
  params: idParams('import'),
  query: Type.Object(
    {
      problems: Type.Optional(Type.Boolean({ description: 'Only rows with a problem.', default: false })),
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: '`next` of the page before: the rows after this one.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: 100 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    rows: Type.Array(ImportedRow),
    next: nullable(
      Type.Integer({ description: '`after` of the next page. null means that no rows are left.' }),
    ),
  }),
  csv: ({ rows }) => csvOfRows(rows),
  errors: { 404: 'The workspace has no such import' },
  example: {
    params: { id: importExample.id },
    query: { problems: true },
    result: { rows: [rowExample], next: null },
  },
  handle: async (call) => {
    const { after = 0, limit = 100, problems = false } = call.query;
    const { sql } = call.context;
    const { id } = await importOf(sql, call, workspaceOf(call, call.query.workspace));
    const rows = await listCheckedRows(sql, { importId: id, after, limit: limit + 1, problems });
    const visible = rows.slice(0, limit);
    return { body: { rows: visible.map(publicRow), next: rows.length > limit ? visible.at(-1)!.row : null } };
  },
});

export const deleteImport = operation({
  id: 'deleteImport',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/imports/{id}' },
  scope: ['draft', 'publish'],
  tag: 'Imports',
  summary: 'Take an import back',
  description:
    'Removes its posts that are drafts or planned, and creates no further ones. What is being published or is out stays. The response comes before they are removed: read the import until it is `removed`. Once more it changes nothing. A key with the scope `draft` alone takes back an import of drafts.',
  params: idParams('import'),
  query: workspaceQuery,
  result: Type.Object({ import: ImportSummary }),
  errors: { 404: 'The workspace has no such import' },
  example: {
    params: { id: importExample.id },
    result: { import: { ...importExample, status: 'removing' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { scopes, userId } = call.principal;
    const draftsOnly = scopes !== undefined && !scopes.includes('publish');
    const found = await recorded(call, async (tx, turn: Turn) => {
      const actor = await lockInto(tx, turn, call.params.id);
      const before = await importOf(tx, call, workspace);
      if (draftsOnly && (await hasTimedPosts(tx, before.id))) insistOnScope(call.principal, 'publish');
      const event: ImportEvent = { type: 'remove', userId, draftsOnly };
      if (!actor || !accepts(importMachine, actor.snapshot as never, event, turn.now))
        return { result: before };
      turn.deliver(actor, event);
      return {
        result: {
          ...before,
          state: statusOf(actor.snapshot),
          context: actor.snapshot.context as ImportContext,
        },
      };
    });
    return { body: { import: publicImport(found) } };
  },
});

const reachOf = ({ principal }: Pick<Call, 'principal'>, workspace: Membership) => ({
  ...within(workspace),
  userId: principal.userId,
});

/** @throws Problem 404 where the caller sees no such import */
async function importOf(
  db: Db,
  { params, principal }: { params: { id: string }; principal: Principal },
  workspace: Membership,
): Promise<ImportRow> {
  const found = await findImport(db, { id: params.id, ...reachOf({ principal }, workspace) });
  if (!found) throw notFound('import', params.id);
  return found;
}
