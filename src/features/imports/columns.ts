/** The columns of files that are imported: those of Troupe, and those of the file by which Buffer takes many posts. */
import { invalid } from '../../api/problem.ts';

export const COLUMNS = [
  'content',
  'accounts',
  'scheduledAt',
  'media',
  'labels',
  'altText',
  'firstComment',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Columns that a list of problems adds. They are not read, so that a corrected list can be imported. */
const IGNORED = ['row', 'problem'];

/** Headings of Buffer's file for many posts, with the column that each is. Buffer names no account in it. */
const OF_BUFFER: ReadonlyMap<string, Column> = new Map([
  ['text', 'content'],
  ['image url', 'media'],
  ['tags', 'labels'],
  ['posting time', 'scheduledAt'],
]);

/** Whose headings a file has. */
export type Format = 'troupe' | 'buffer';

/** What stands in the columns of a file; null for one that is not read. */
export interface Columns {
  format: Format;
  columns: readonly (Column | null)[];
}

const plain = (heading: string) => heading.trim().toLowerCase();

/**
 * @param headings of the first row
 * @throws Problem 400 for a heading that is unknown or given twice, and for a file without texts
 */
export function readColumns(headings: readonly string[]): Columns {
  const written = headings.map(plain);
  const format = written.includes('text') ? 'buffer' : 'troupe';
  const columns = written.map((heading, index) => columnOf(format, heading, headings[index]!));
  for (const [index, column] of columns.entries())
    if (column !== null && columns.indexOf(column) < index)
      throw heading(headings[index]!, 'is given twice: keep one of the two columns');
  if (!columns.includes('content'))
    throw invalid(
      '/file',
      `file has no column "content"; its first row names the columns: ${COLUMNS.join(', ')}`,
    );
  return { format, columns };
}

function columnOf(format: Format, heading: string, written: string): Column | null {
  if (heading === '' || IGNORED.includes(heading)) return null;
  const column =
    format === 'buffer' ? OF_BUFFER.get(heading) : COLUMNS.find((one) => one.toLowerCase() === heading);
  // what Buffer does not have may stand beside its columns
  const other = column ?? COLUMNS.find((one) => one.toLowerCase() === heading);
  if (other !== undefined) return other;
  throw unknown(written);
}

const unknown = (written: string) =>
  heading(written, `is not read here: take the column out, or name it one of ${COLUMNS.join(', ')}`);

const heading = (written: string, what: string) =>
  invalid('/file', `the column "${written.trim().slice(0, 60)}" ${what}`, {
    code: 'unknown_field',
    values: { column: written.trim().slice(0, 60) },
  });
