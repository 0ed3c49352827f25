/** Results as CSV (RFC 4180), for who accepts `text/csv`. */
import type { CsvCell } from '../../api/operation.ts';
import type { Exchange, Header } from '../../api/exchange.ts';

/** Whether a request asks for CSV: it names `text/csv`, and JSON not before it. */
export function wantsCsv(accept: string): boolean {
  const types = accept.split(',').map((one) => one.split(';', 1)[0]!.trim().toLowerCase());
  const csv = types.indexOf('text/csv');
  const json = types.indexOf('application/json');
  return csv !== -1 && (json === -1 || csv < json);
}

/** @param headers of a response with JSON; rows: the first one has the headings */
export function answerCsv(exchange: Exchange, headers: readonly Header[], rows: readonly CsvCell[][]): void {
  const others = headers.filter(([name]) => name !== 'content-type');
  exchange.answer({
    status: 200,
    headers: [['content-type', 'text/csv; charset=utf-8; header=present'], ...others],
    body: csvText(rows),
  });
}

/** Rows as text, each with CRLF behind it. */
export function csvText(rows: readonly CsvCell[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection). */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
