/** Reads a CSV file: its columns and its rows as they are written. */
import { readFile } from 'node:fs/promises';
import type { CsvError } from 'csv-parse';
import { invalid } from '../../api/problem.ts';
import { type Column, type Columns, type Format, readColumns } from './columns.ts';
import { decode } from './decode.ts';

/** What one import takes (docs/imports.md). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_ROWS = 2_000;

/** What a row says, by column. Empty cells are left out. */
export type Cells = { [column in Column]?: string };

interface WrittenRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  cells: Cells;
}

export interface WrittenFile {
  format: Format;
  rows: WrittenRow[];
}

/** @throws Problem 400 that says what to do with the file */
export async function readCsvFile(path: string): Promise<WrittenFile> {
  return readCsv(await readFile(path));
}

/** @throws Problem 400 that says what to do with the file */
export async function readCsv(bytes: Uint8Array): Promise<WrittenFile> {
  const text = decode(bytes);
  const [headings, ...records] = await recordsOf(text);
  if (headings === undefined)
    throw invalid('/file', 'file is empty: its first row names the columns, and each row after it is a post');
  const { format, columns } = readColumns(headings);
  const rows = records.flatMap((record, index) => {
    const cells = cellsOf(record, columns, index + 2);
    return Object.keys(cells).length === 0 ? [] : [{ row: index + 2, cells }];
  });
  if (rows.length === 0) throw invalid('/file', 'file has no row after its headings: each row is a post');
  return { format, rows };
}

/** Rows of cells. An empty row stays one, so that the numbers of rows are those of the spreadsheet. */
async function recordsOf(text: string): Promise<string[][]> {
  const csv = await import('csv-parse');
  const parser = csv.parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    // rows after the last one that is taken are not read
    to: MAX_ROWS + 2,
  });
  const records: string[][] = [];
  // in parts, so that other requests go on meanwhile
  for (let from = 0; from < text.length; from += PART) parser.write(text.slice(from, from + PART));
  parser.end();
  try {
    for await (const record of parser as AsyncIterable<string[]>) records.push(record);
  } catch (error) {
    if (error instanceof csv.CsvError) throw malformed(error);
    throw error;
  }
  if (records.length > MAX_ROWS + 1)
    throw invalid('/file', `file has more than ${MAX_ROWS} rows: split it into several files`);
  return records;
}

/** Characters that are parsed at once. */
const PART = 64 * 1024;

/** Programs of countries that write 1,5 separate cells with semicolons; tabs come from copied cells. */
const DELIMITERS = [',', ';', '\t'];

function delimiterOf(text: string): string {
  const firstLine = /^[^\r\n]*/.exec(text)![0];
  const counts = DELIMITERS.map((one) => firstLine.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function malformed(error: CsvError): Error {
  const line = (error as unknown as { lines?: number }).lines ?? 0;
  return invalid(
    '/file',
    `file cannot be read from line ${line} on: a cell with a quotation mark, a separator or a line break stands in quotation marks, and each of its own quotation marks is doubled`,
  );
}

function cellsOf(record: readonly string[], columns: Columns['columns'], row: number): Cells {
  const extra = record.slice(columns.length).find((cell) => cell.trim() !== '');
  if (extra !== undefined)
    throw invalid(
      '/file',
      `row ${row} has more cells than the file has columns: a text with a separator in it stands in quotation marks`,
    );
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const cell = storable(record[index] ?? '');
      return column === null || cell.trim() === '' ? [] : [[column, cell]];
    }),
  );
}

/**
 * A text that a spreadsheet would run as a formula is exported with an apostrophe in front, which is no part of it. The character 0
 * cannot be stored.
 */
const storable = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r])/, '').replaceAll('\0', '');
