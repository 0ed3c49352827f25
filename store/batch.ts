/** Batches of rows as parameters of one SQL statement. */

/**
 * Encodes rows as one JSON parameter, for `json_to_recordset`. For rows that contain JSON themselves this is cheaper than
 * arrays of texts, because the driver encodes, quotes and escapes each text of an array separately.
 */
export const batch = (rows: readonly object[]): string => JSON.stringify(rows);

/** One column of a batch of plain values, as the array that `unnest` takes. */
export function column<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}

/** Separates the values of a joined column. JSON never contains this character. */
export const SEPARATOR = '\u001e';

/**
 * Encodes one column of the rows as one text, for `string_to_array`: the cheapest way for many rows, also for values that
 * are JSON. null and the empty text both become null. Texts that people or networks wrote must not contain the separator.
 */
export function joined<Row>(rows: readonly Row[], value: (row: Row) => string | number | null): string {
  let text = '';
  for (let index = 0; index < rows.length; index += 1) {
    if (index > 0) text += SEPARATOR;
    text += value(rows[index]!) ?? '';
  }
  return text;
}

/**
 * A text that people or networks wrote, for a joined column: the separator becomes a space, and the character 0, which
 * Postgres does not store, is dropped.
 */
export function plain(text: string | null | undefined): string | null {
  return text?.replaceAll(SEPARATOR, ' ').replaceAll('\0', '') ?? null;
}
