/** The sentence that says how a series repeats. Pure. */
import { clock, dayText } from '../../base/parts/times.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';
import { WEEKDAYS, type Weekday } from './repeat.ts';

/** The name of a weekday, such as "Monday". */
export function weekdayName(day: Weekday, style: 'long' | 'short' = 'long'): string {
  // 4 May 2026 is a Monday
  const at = Date.UTC(2026, 4, 4 + WEEKDAYS.indexOf(day));
  return new Intl.DateTimeFormat(language.locale, { weekday: style, timeZone: 'UTC' }).format(at);
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(words);

/**
 * A rule in words.
 * @param at its first time on the wall clock of its zone, such as `2026-05-04T10:00`
 * @returns the rule itself where it is one that this page does not make
 */
export function ruleWords(rule: string, at: string): string {
  const parts = new Map(
    rule
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const often = oftenWords(parts, clock(at.slice(11, 16)));
  if (often === null) return rule.replace(/^RRULE:/, '');
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')];
  if (until !== undefined) {
    const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
    return t('{often}, until {day}', { often, day: dayText(day) });
  }
  if (count === undefined) return often;
  return t('{often}, {count, plural, one {once} other {# times}}', { often, count: Number(count) });
}

function oftenWords(parts: ReadonlyMap<string, string>, time: string): string | null {
  const simple = new Set(['FREQ', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT']);
  if ([...parts.keys()].some((name) => !simple.has(name))) return null;
  const [often, days, date] = [parts.get('FREQ'), parts.get('BYDAY'), parts.get('BYMONTHDAY')];
  if (often === 'DAILY' && days === undefined && date === undefined)
    return t('Every day at {time}', { time });
  if (often === 'WEEKLY' && date === undefined && days !== undefined) {
    const names = WEEKDAYS.filter((one) => days.split(',').includes(one)).map((one) => weekdayName(one));
    return t('Every week on {days} at {time}', { days: listed(names), time });
  }
  if (often !== 'MONTHLY') return null;
  if (date !== undefined && /^\d+$/.test(date))
    return t('Every month on day {date} at {time}', { date: Number(date), time });
  const [, place = '', day] = /^(-?\d)([A-Z]{2})$/.exec(days ?? '') ?? [];
  const weekday = WEEKDAYS.find((one) => one === day);
  return weekday === undefined ? null : monthWords(place, weekdayName(weekday), time);
}

function monthWords(place: string, weekday: string, time: string): string | null {
  switch (place) {
    case '1':
      return t('Every month on the first {weekday} at {time}', { weekday, time });
    case '2':
      return t('Every month on the second {weekday} at {time}', { weekday, time });
    case '3':
      return t('Every month on the third {weekday} at {time}', { weekday, time });
    case '4':
      return t('Every month on the fourth {weekday} at {time}', { weekday, time });
    case '-1':
      return t('Every month on the last {weekday} at {time}', { weekday, time });
    default:
      return null;
  }
}
