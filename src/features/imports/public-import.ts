/** Imports and their rows, as callers see them. */
import { type Static, Type } from 'typebox';
import type { CheckedRow, ImportRow } from '../../../store/imports.ts';
import type { CsvCell } from '../../api/operation.ts';
import { choice, ErrorValues, instant, model, nullable, text } from '../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import { type Column, COLUMNS } from './columns.ts';

const STATUSES = [
  'checking',
  'checked',
  'creating',
  'paused',
  'finished',
  'stopped',
  'removing',
  'removed',
] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const summary = {
  id: Type.String(),
  status: choice(
    STATUSES,
    '`checking` and `checked`: of a dry run. `creating`, then `finished`: each row is a post or has a problem. `paused`: without a plan for publishing. `stopped`: some rows were not taken. `removing`, then `removed`: it is taken back.',
  ),
  reason: nullable(
    choice(
      ['plan', 'person'],
      'Why it is paused or stopped: the workspace has no plan, or the person who sent the file may not create posts in it any more.',
    ),
  ),
  name: nullable(text('Of the file, as it was given.')),
  format: choice(['troupe', 'buffer'], 'Whose columns the file has.'),
  dryRun: Type.Boolean({ description: 'Rows are checked, and nothing is created.' }),
  accountIds: Type.Array(Type.String(), { description: 'The accounts that its rows name.' }),
  rows: count('Rows of the file.'),
  done: count('Rows with a result.'),
  accepted: count('Rows that are posts; of a dry run, rows that would be.'),
  refused: count('Rows with a problem.'),
  removed: count('Posts that were removed when it was taken back.'),
  kept: count(
    'Posts that were not removed then: they are out, were changed, or somebody else removed them before.',
  ),
  createdBy: text('Id of the user who sent the file.'),
  createdAt: instant('When the file was sent.'),
  endedAt: nullable(instant('When the last row had its result; null means that some have none.')),
};

export const ImportSummary = model('ImportSummary', Type.Object(summary));

export const Import = model(
  'Import',
  Type.Object({
    ...summary,
    errors: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1.' }),
        param: text('JSON pointer of the column.'),
        error: text('What is wrong and what to do, in a sentence.'),
        code: text('Stable name of the error, as in other errors.'),
        values: Type.Optional(ErrorValues),
      }),
      { description: 'The problem of each row that has one, in their order.' },
    ),
  }),
);

const cell = nullable(text('As it is written.'));

export const ImportedRow = model(
  'ImportedRow',
  Type.Object({
    row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1.' }),
    ok: nullable(
      Type.Boolean({ description: 'Whether it is a post, or would be one. Null while it is not known.' }),
    ),
    content: cell,
    accounts: cell,
    scheduledAt: cell,
    media: cell,
    labels: cell,
    altText: cell,
    firstComment: cell,
    postId: nullable(text('The post that was made of it. It may have been removed since.')),
    warnings: Type.Array(Type.String()),
    param: nullable(text('JSON pointer of the column with the problem.')),
    error: nullable(text('What is wrong and what to do, in a sentence.')),
    code: nullable(text('Stable name of the error, as in other errors.')),
    values: nullable(ErrorValues),
  }),
);
type ImportedRow = Static<typeof ImportedRow>;

export function publicImport(row: ImportRow): Static<typeof ImportSummary> {
  const { id, name, format, accountIds, madeBy, createdAt, state, context } = row;
  const { reason, dryRun, rows, accepted, refused, removed, kept, endedAt } = context;
  return {
    id,
    status: state,
    reason,
    name,
    format,
    dryRun,
    accountIds,
    rows,
    done: accepted + refused,
    accepted,
    refused,
    removed,
    kept,
    createdBy: madeBy.userId,
    createdAt: isoOf(createdAt),
    endedAt: isoOrNull(endedAt),
  };
}

export function publicRow({ row, cells, ok, warnings, problem, postId }: CheckedRow): ImportedRow {
  return {
    row,
    ok,
    ...(Object.fromEntries(COLUMNS.map((column) => [column, cells[column] ?? null])) as {
      [column in Column]: string | null;
    }),
    postId,
    warnings,
    param: problem?.param ?? null,
    error: problem?.error ?? null,
    code: problem?.code ?? null,
    values: problem?.values ?? null,
  };
}

/** Rows as a file that can be corrected and imported: the column with the problems is not read. */
export const csvOfRows = (rows: readonly ImportedRow[]): CsvCell[][] => [
  ['row', 'problem', ...COLUMNS],
  ...rows.map((row) => [row.row, row.error, ...COLUMNS.map((column) => row[column])]),
];

export const importExample: Static<typeof ImportSummary> = {
  id: 'import_01JD0000000000000000000001',
  status: 'finished',
  reason: null,
  name: 'may.csv',
  format: 'troupe',
  dryRun: false,
  accountIds: ['acc_01JD0000000000000000000001'],
  rows: 2,
  done: 2,
  accepted: 1,
  refused: 1,
  removed: 0,
  kept: 0,
  createdBy: 'usr_01JD0000000000000000000001',
  createdAt: '2026-05-01T08:00:00.000Z',
  endedAt: '2026-05-01T08:00:01.000Z',
};

export const errorExample = {
  row: 3,
  param: '/accounts',
  error:
    'accounts: there is no account "cafe" that you reach; give an id, a user name or platform:username as GET /v1/accounts lists them',
  code: 'unknown_account',
};

export const rowExample: ImportedRow = {
  row: 3,
  ok: false,
  content: 'Fresh bread',
  accounts: 'cafe',
  scheduledAt: '2026-05-04 09:00',
  media: null,
  labels: null,
  altText: null,
  firstComment: null,
  postId: null,
  warnings: [],
  param: errorExample.param,
  error: errorExample.error,
  code: errorExample.code,
  values: null,
};
