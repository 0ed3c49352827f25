/** What a row asks for, in the words of a request that creates a post. */
import { labelsOf, MAX_LABEL_CHARACTERS, MAX_LABELS } from '../../api/labels.ts';
import { invalid, type Problem } from '../../api/problem.ts';
import { MAX_ACCOUNTS, MAX_CONTENT, MAX_FIRST_COMMENT, MAX_MEDIA, MAX_URL } from '../posts/index.ts';
import { accountsNamed, type NamedAccount, namesIn } from './accounts.ts';
import type { Cells } from './read-file.ts';

interface RowBody {
  content: string;
  accountIds: string[];
  media: string[];
  labels: string[];
  altText?: { [url: string]: string };
  firstComment?: string;
  scheduledAt?: string;
  draft?: true;
}

/**
 * Reads a row. One without a time becomes a draft.
 * @param known accounts: those that the caller reaches; otherwise: names for rows that name no account
 * @throws Problem 400 that names the column
 */
export function bodyOf(
  cells: Cells,
  { accounts, otherwise }: { accounts: readonly NamedAccount[]; otherwise: readonly string[] },
): RowBody {
  const { content = '', scheduledAt, firstComment, altText } = cells;
  insistOnLength('content', content, MAX_CONTENT);
  insistOnLength('firstComment', firstComment ?? '', MAX_FIRST_COMMENT);
  const own = namesIn(cells.accounts ?? '');
  const names = own.length > 0 ? own : otherwise;
  insistOnCount('accounts', names, MAX_ACCOUNTS);
  const accountIds = accountsNamed(names, accounts);
  if (accountIds.length === 0)
    throw invalid('/accounts', 'accounts must not be empty: name at least one account', { code: 'required' });
  const media = mediaIn(cells.media ?? '');
  return {
    content: content.replaceAll('\r\n', '\n'),
    accountIds,
    media,
    labels: labelsIn(cells.labels ?? ''),
    ...(altText !== undefined && { altText: altTextOf(altText, media) }),
    ...(firstComment !== undefined && { firstComment: firstComment.replaceAll('\r\n', '\n') }),
    ...(scheduledAt === undefined ? { draft: true } : { scheduledAt: timeOf(scheduledAt) }),
  };
}

/** Addresses are separated by spaces, line breaks, or a comma or semicolon before the next address. */
function mediaIn(cell: string): string[] {
  const media = cell.split(/\s+|[,;](?=\s*https?:)/i).filter((url) => url !== '');
  insistOnCount('media', media, MAX_MEDIA);
  for (const url of media) insistOnLength('media', url, MAX_URL);
  return media.map((url) => url.replace(/[,;]$/, ''));
}

function labelsIn(cell: string): string[] {
  const written = cell
    .split(/[,;\r\n]+/)
    .map((label) => label.trim())
    .filter((label) => label !== '');
  insistOnCount('labels', written, MAX_LABELS);
  for (const label of written) insistOnLength('labels', label, MAX_LABEL_CHARACTERS);
  return labelsOf(written);
}

/** A description for each file, one a line, in the order of `media`. A single file takes the whole cell. */
function altTextOf(cell: string, media: readonly string[]): { [url: string]: string } {
  const lines = media.length === 1 ? [cell] : cell.split(/\r?\n/);
  if (lines.length > media.length)
    throw invalid(
      '/altText',
      `altText has ${lines.length} lines and media has ${media.length} addresses: write one line for each address, in their order`,
      { code: 'unknown_media' },
    );
  const described = media.map((url, index) => [url, (lines[index] ?? '').trim()] as const);
  return Object.fromEntries(described.filter(([, words]) => words !== ''));
}

/** What spreadsheets make of a time: `2026-05-04 9:00`. */
const timeOf = (cell: string): string => cell.trim().replace(/^(\d{4}-\d{2}-\d{2})[ T](\d:)/, '$1T0$2');

function insistOnLength(column: string, text: string, limit: number): void {
  if (text.length <= limit) return;
  throw invalid(`/${column}`, `${column} has ${text.length} characters: at most ${limit} are taken`, {
    values: { reason: 'too_long', length: text.length, limit },
  });
}

function insistOnCount(column: string, list: readonly string[], limit: number): void {
  if (list.length <= limit) return;
  throw invalid(`/${column}`, `${column} has ${list.length} entries: at most ${limit} are taken`, {
    values: { reason: 'too_many', count: list.length, limit },
  });
}

/** Fields of a request whose column has another name. */
const COLUMN_OF: { [field: string]: string } = { accountIds: 'accounts', draft: 'scheduledAt' };

/** The column that a problem is about, as a JSON pointer; the text of the post where it names none. */
export function columnOf({ param }: Pick<Problem, 'param'>): string {
  const [field = ''] = (param ?? '').slice(1).split('/');
  return `/${field === '' ? 'content' : (COLUMN_OF[field] ?? field)}`;
}
