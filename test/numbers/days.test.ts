/** Periods of whole days on a workspace's calendar (src/features/numbers/period.ts). */
import t from 'tap';
import { daysOf, lastDays } from '../../src/features/numbers/period.ts';

const HOUR = 3_600_000;

void t.test('a period ends with the day that it is now in the zone', (t) => {
  // 23:30 in Auckland, where it is the next day already
  const now = Date.parse('2026-05-04T11:30:00Z');
  t.strictSame(daysOf(lastDays(3, 'Pacific/Auckland', now)), ['2026-05-02', '2026-05-03', '2026-05-04']);
  t.strictSame(daysOf(lastDays(1, 'Pacific/Auckland', now + HOUR)), ['2026-05-05']);
  t.strictSame(daysOf(lastDays(1, 'America/Los_Angeles', now - 12 * HOUR)), ['2026-05-03']);
  t.end();
});

void t.test('a period that is asked for again is the one of its own day', (t) => {
  const noon = Date.parse('2026-05-04T12:00:00Z');
  const days = (now: number) => daysOf(lastDays(2, 'UTC', now));
  t.strictSame(days(noon), ['2026-05-03', '2026-05-04']);
  t.strictSame(days(noon + 12 * HOUR - 1), ['2026-05-03', '2026-05-04']);
  t.strictSame(days(noon + 12 * HOUR), ['2026-05-04', '2026-05-05'], 'midnight begins the next day');
  t.strictSame(days(noon), ['2026-05-03', '2026-05-04'], 'and a clock that went back is believed');
  t.end();
});

void t.test('a day is as long as the zone has it', (t) => {
  // summer time began in Berlin on this day
  const { from, to } = lastDays(1, 'Europe/Berlin', Date.parse('2026-03-29T12:00:00Z'));
  t.equal(to - from, 23 * HOUR);
  t.equal(from, Date.parse('2026-03-28T23:00:00Z'));
  t.end();
});

void t.test('a year has each day once, a leap day too', (t) => {
  const days = daysOf(lastDays(366, 'Europe/Berlin', Date.parse('2028-12-31T12:00:00Z')));
  t.equal(new Set(days).size, 366);
  t.strictSame([days[0], days[59], days.at(-1)], ['2028-01-01', '2028-02-29', '2028-12-31']);
  t.end();
});
