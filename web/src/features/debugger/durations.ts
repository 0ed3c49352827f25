/** Spans of time for people. */
import { language } from '../../base/language/language.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Such as `1.9 s`, `15 min` or `0.04 s`. @param ms 0 or more */
export function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1_000];
  const digits = unit === 'second' && ms < 1_000 ? 2 : 1;
  return new Intl.NumberFormat(language.locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(ms / size);
}
