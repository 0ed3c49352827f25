/** Tables as files for spreadsheets. Pure. */
type Field = string | number | null;

/** RFC 4180, with a byte order mark, without which Excel does not read UTF-8. */
export function csvOf(head: readonly string[], rows: readonly (readonly Field[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(fieldOf).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function fieldOf(field: Field): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  // a spreadsheet would run what begins so as a formula
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
