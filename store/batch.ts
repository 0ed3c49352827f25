/** Batches of rows as parameters of one statement. */

/**
 * A batch of rows as one JSON parameter, for `json_to_recordset`. Rows that hold JSON themselves are cheaper this way than
 * as arrays of texts, each of which is encoded, quoted and escaped on its own.
 */
export const batch = (rows: readonly object[]): string => JSON.stringify(rows);

/** One column of a batch of plain values, as the array that `unnest` takes. */
export function column<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}

/** Between the values of a joined column: JSON never holds this character. */
export const SEPARATOR = '\u001e';

/**
 * One column of a batch as one text, for `string_to_array`: the cheapest way for many rows, JSON among them. null and the
 * empty text are null. A text that people or networks wrote must not hold the separator.
 */
export function joined<Row>(rows: readonly Row[], value: (row: Row) => string | number | null): string {
  let text = '';
  for (let index = 0; index < rows.length; index += 1) {
    if (index > 0) text += SEPARATOR;
    text += value(rows[index]!) ?? '';
  }
  return text;
}
