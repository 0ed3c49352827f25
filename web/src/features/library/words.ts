/** What people read of a file. */
import { language } from '../../base/language/language.ts';
import type { FileType, LibraryFile } from './queries.ts';
import { t } from '../../base/language/text.ts';

const TYPE_WORDS: { [type in FileType]: string } = {
  image: t('Pictures'),
  gif: t('GIFs'),
  video: t('Videos'),
  document: t('PDFs'),
};

/** The types of files, for a field that chooses. */
export const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label }));

/** The name of a file, or what it is. */
export const titleOf = ({ name, type }: Pick<LibraryFile, 'name' | 'type'>): string =>
  name ?? WITHOUT_NAME[type] ?? t('A file');

const WITHOUT_NAME: { [type in FileType]?: string } = {
  image: t('A picture'),
  gif: t('A GIF'),
  video: t('A video'),
  document: t('A PDF'),
};

const UNITS = ['kilobyte', 'megabyte'] as const;

/** @param bytes below a megabyte in kilobytes */
function sizeText(bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? ([UNITS[0], 1_000] as const) : ([UNITS[1], 1_000_000] as const);
  const options = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 } as const;
  return new Intl.NumberFormat(language.dates, options).format(
    Math.max(bytes / divisor, unit === 'kilobyte' ? 1 : 0),
  );
}

/** Minutes and seconds, such as 1:05. */
function lengthText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Its size and shape in one line. */
export function factsOf({ bytes, width, height, durationSeconds }: LibraryFile): string {
  return [
    width === null || height === null ? null : `${width} × ${height}`,
    durationSeconds === null ? null : lengthText(durationSeconds),
    sizeText(bytes),
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}
