/** What is wrong with rows of a file: in words, and as a file that can be corrected. */
import { call, type Reply } from '../../base/api.ts';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { sentence, type Values } from '../../base/finding.ts';
import { findingWords, readWords } from '../../base/finding-words.ts';
import { LIMITS } from '../../base/limits.ts';
import { COLUMN_NAMES } from './columns.ts';
import { t } from '../../base/language/text.ts';

interface Problem {
  code: string;
  param: string;
  error: string;
  values?: Values | undefined;
}

/** Codes whose words elsewhere in the dashboard speak of a form; the service quotes the cell. */
const ABOUT_CELLS = new Set(['invalid', 'required']);

/** @returns a whole sentence. The words of codes have to be read before (`readWords`) */
export function problemWords({ code, param, error, values }: Problem): string {
  if (code === 'unknown_account')
    return t('You reach no account of this name, or several: give its id, or platform:username.');
  return ABOUT_CELLS.has(code) ? sentence(error) : findingWords({ code, param, message: error, values });
}

/** Saves the rows with a problem as a file that can be corrected and imported: the columns `row` and `problem` are not read. */
export async function downloadProblems(id: string, workspace: string): Promise<void> {
  const query = { id, workspace, problems: true, limit: LIMITS.importRows };
  const [{ rows }] = await Promise.all([call('listImportRows', query), readWords()]);
  const head = ['row', 'problem', ...COLUMN_NAMES];
  download(csvOf(head, rows.map(cellsOf)), 'problems.csv');
}

function cellsOf(row: Reply<'listImportRows'>['rows'][number]) {
  const { code, param, error, values } = row;
  const words = problemWords({
    code: code ?? '',
    param: param ?? '',
    error: error ?? '',
    values: values ?? undefined,
  });
  return [row.row, words, ...COLUMN_NAMES.map((name) => row[name])];
}
