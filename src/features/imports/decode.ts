/** The text of a CSV file. UTF-8 is read; a file in another encoding is refused with what to do. */
import { invalid } from '../../api/problem.ts';

const HOW =
  'save it again as UTF-8: in Excel choose "CSV UTF-8 (Comma delimited)", in LibreOffice the character set "Unicode (UTF-8)"';

const refused = (what: string) => invalid('/file', `file is ${what}, and UTF-8 is read here; ${HOW}`);

/**
 * @returns the text, without a byte order mark
 * @throws Problem 400 that says which encoding the file seems to have
 */
export function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]))
    throw invalid(
      '/file',
      'file is a workbook (.xlsx) or an archive, not CSV; export the sheet as CSV UTF-8',
    );
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]) || hasZeros(bytes))
    throw refused('in UTF-16 ("Unicode Text" of Excel)');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(`in ${oneByteSetOf(bytes)}`);
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

/** Text without a byte order mark in UTF-16 has a zero in each Latin letter, and CSV has none. */
const hasZeros = (bytes: Uint8Array) => bytes.subarray(0, 1024).includes(0);

/** Windows-1252 has letters and quotation marks where ISO 8859-1 has control characters. */
const oneByteSetOf = (bytes: Uint8Array) =>
  bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
    ? 'Windows-1252 (what Excel calls "CSV")'
    : 'Latin-1 (ISO 8859-1) or Windows-1252 (what Excel calls "CSV")';
