import t from 'tap';
import * as fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { nextOccurrence, nextOccurrences, occurrencesBetween, readRule } from '../src/base/recurrence.ts';
import { localTime, parseInstant } from '../src/base/time.ts';
import { DAY_MS, HOUR_MS } from '../src/base/durations.ts';
import { playsLong } from './support/long.ts';

/** Random cases of each property. */
const RUNS = playsLong ? 60 : 15;

/** Zones whose clocks change in different ways: twice a year, on the southern half, by half an hour, before an odd hour, never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
] as const;

const at = (text: string) => Date.parse(text);
const isoOf = (instants: readonly number[]) => instants.map((one) => new Date(one).toISOString());

void t.test('a rule keeps its time of day when clocks change', (t) => {
  const recurrence = {
    rule: readRule('FREQ=DAILY'),
    startsAt: '2026-03-27T09:00:00',
    timezone: 'Europe/Berlin',
  };
  const found = occurrencesBetween(recurrence, {
    after: at('2026-03-27T00:00:00Z'),
    until: at('2026-03-30T23:00:00Z'),
  });
  t.same(isoOf(found), [
    '2026-03-27T08:00:00.000Z',
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ]);
  t.end();
});

void t.test(
  'an hour that is skipped moves forward by the gap, and one that occurs twice means the first',
  (t) => {
    const timezone = 'Europe/Berlin';
    const rule = readRule('RRULE:FREQ=DAILY');
    const spring = occurrencesBetween(
      { rule, startsAt: '2026-03-01T02:30:00', timezone },
      { after: at('2026-03-28T00:00:00Z'), until: at('2026-03-30T12:00:00Z') },
    );
    t.same(isoOf(spring), [
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    const autumn = occurrencesBetween(
      { rule, startsAt: '2026-10-01T02:30:00', timezone },
      { after: at('2026-10-24T12:00:00Z'), until: at('2026-10-26T12:00:00Z') },
    );
    t.same(isoOf(autumn), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
    t.end();
  },
);

void t.test('a rule ends after its number of dates, or at its end, in the zone of the rule', (t) => {
  const period = { after: at('2026-01-01T00:00:00Z'), until: at('2027-01-01T00:00:00Z') };
  const dates = (rule: string, startsAt: string, timezone: string) =>
    isoOf(occurrencesBetween({ rule: readRule(rule), startsAt, timezone }, period));
  t.same(dates('FREQ=WEEKLY;COUNT=2', '2026-06-01T23:30:00', 'America/New_York'), [
    '2026-06-02T03:30:00.000Z',
    '2026-06-09T03:30:00.000Z',
  ]);
  t.same(
    dates('FREQ=DAILY;UNTIL=20260603', '2026-06-01T23:30:00', 'America/New_York').length,
    3,
    'a date means the end of that day on the wall clock',
  );
  t.same(dates('FREQ=DAILY;UNTIL=20260603T033000Z', '2026-06-01T23:30:00', 'America/New_York').length, 2);
  t.same(
    dates('FREQ=HOURLY;INTERVAL=6;UNTIL=20260602T000000Z', '2026-06-01T12:00:00', 'Asia/Kathmandu').length,
    3,
  );
  t.equal(
    nextOccurrence(
      { rule: readRule('FREQ=DAILY;COUNT=1'), startsAt: '2026-06-01T09:00:00', timezone: 'UTC' },
      period.until,
    ),
    null,
  );
  t.end();
});

void t.test('a month without the day has no date, and the last working day of a month is found', (t) => {
  const period = { after: at('2026-01-01T00:00:00Z'), until: at('2026-05-31T23:00:00Z') };
  const dates = (rule: string) =>
    isoOf(
      occurrencesBetween({ rule: readRule(rule), startsAt: '2026-01-01T12:00:00', timezone: 'UTC' }, period),
    ).map((text) => text.slice(5, 10));
  t.same(dates('FREQ=MONTHLY;BYMONTHDAY=31'), ['01-31', '03-31', '05-31']);
  t.same(dates('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'), [
    '01-30',
    '02-27',
    '03-31',
    '04-30',
    '05-29',
  ]);
  t.same(dates('FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=2'), ['01-30', '03-27', '05-29']);
  t.end();
});

void t.test('what cannot be a rule of a series is refused with a sentence', (t) => {
  for (const [rule, sentence] of [
    ['', /is no part that is supported/],
    ['FREQ=MINUTELY', /at most one an hour/],
    ['FREQ=DAILY;BYMINUTE=0,30', /at most one an hour/],
    ['FREQ=DAILY;BYSECOND=1', /"BYSECOND" is no part/],
    ['FREQ=DAILY;BYHOUR=24', /"24" is no value of BYHOUR/],
    ['FREQ=DAILY;FREQ=WEEKLY', /occurs twice/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20260101', /not both/],
    ['FREQ=DAILY;COUNT=731', /COUNT is at most 730/],
    ['FREQ=DAILY;INTERVAL=1001', /INTERVAL is at most 1000/],
    ['INTERVAL=2', /how often/],
    ['FREQ=DAILY\nRDATE:20260101T000000Z', /FREQ is HOURLY/],
    ['constructor=1', /is no part/],
  ] as const)
    t.throws(() => readRule(rule), { name: 'UnusableRule', message: sentence }, rule);
  t.equal(readRule('freq=daily;interval=2'), 'RRULE:FREQ=DAILY;INTERVAL=2');
  const never = {
    rule: readRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    startsAt: '2026-01-01T09:00:00',
    timezone: 'UTC',
  };
  t.equal(nextOccurrence(never, at('2026-01-01T00:00:00Z')), null, '30 February');
  t.same(occurrencesBetween(never, { after: 0, until: at('2030-01-01T00:00:00Z') }), []);
  const leap = { ...never, rule: readRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29') };
  t.same(isoOf(nextOccurrences(leap, at('2026-01-01T00:00:00Z'), 2)), [
    '2028-02-29T09:00:00.000Z',
    '2032-02-29T09:00:00.000Z',
  ]);
  t.throws(() =>
    nextOccurrence(
      { rule: readRule('FREQ=DAILY;UNTIL=20261399'), startsAt: '2026-01-01T09:00:00', timezone: 'UTC' },
      0,
    ),
  );
  t.end();
});

const two = (value: number) => String(value).padStart(2, '0');
const rules = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((interval) => `FREQ=DAILY;INTERVAL=${interval}`),
  fc
    .uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 })
    .map((days) => `FREQ=WEEKLY;BYDAY=${days.join(',')}`),
  fc.integer({ min: 1, max: 31 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc.constantFrom(
    'FREQ=MONTHLY;BYDAY=-1SU',
    'FREQ=DAILY;BYHOUR=1,2,3',
    'FREQ=HOURLY;INTERVAL=7',
    'FREQ=DAILY;COUNT=200',
  ),
);
const starts = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.constantFrom(0, 15, 30, 45),
  })
  .map(({ day, month, hour, minute }) => `2026-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00`);

void t.test(
  'over a year of clock changes it has the dates of the library, and those that the library leaves out in a gap',
  (t) => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), rules, starts, (timezone, text, startsAt) => {
        const rule = readRule(text);
        const after = at('2026-03-01T00:00:00Z');
        const until = at('2027-03-01T00:00:00Z');
        const own = occurrencesBetween({ rule, startsAt, timezone }, { after, until });
        const zoned = Temporal.Instant.fromEpochMilliseconds(
          parseInstant(startsAt, timezone)!,
        ).toZonedDateTimeISO(timezone);
        // a first time in a gap has another time of day for the library
        fc.pre(localTime(zoned.epochMilliseconds, timezone) === startsAt);
        const library = new RRuleTemporal({ rruleString: rule, dtstart: zoned, temporal: Temporal })
          .between(new Date(after), new Date(until), true)
          .map((date) => date.epochMilliseconds)
          .filter((one) => one > after);
        const theirs = new Set(library);
        const skipped = own.filter((one) => !theirs.has(one));
        // a count goes on without what was left out, so the library's last dates come later
        const last = text.includes('COUNT') ? own.at(-1)! : until;
        const missing = library.filter((one) => one <= last && !own.includes(one));
        return (
          skipped.every((one) => isMoved(one, timezone)) &&
          missing.every((one) => own.some((other) => Math.abs(other - one) < HOUR_MS)) &&
          own.every((one, index) => index === 0 || one - own[index - 1]! >= HOUR_MS)
        );
      }),
      { numRuns: RUNS },
    );
    t.end();
  },
);

/** Whether an instant is within an hour after clocks were set forward: a time in the gap, moved. */
function isMoved(instant: number, timezone: string): boolean {
  const offset = (one: number) => at(`${localTime(one, timezone)}Z`) - one;
  return offset(instant) > offset(instant - HOUR_MS);
}

void t.test('a period in parts has the same dates as the whole', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      rules,
      starts,
      fc.integer({ min: 1, max: 300 }),
      (timezone, text, startsAt, days) => {
        const recurrence = { rule: readRule(text), startsAt, timezone };
        const after = at('2026-03-01T00:00:00Z');
        const middle = after + days * DAY_MS + 7_000_001;
        const until = after + 310 * DAY_MS;
        const whole = occurrencesBetween(recurrence, { after, until });
        const parts = [
          ...occurrencesBetween(recurrence, { after, until: middle }),
          ...occurrencesBetween(recurrence, { after: middle, until }),
        ];
        const next = nextOccurrence(recurrence, middle);
        const expected = whole.find((one) => one > middle) ?? null;
        return (
          JSON.stringify(whole) === JSON.stringify(parts) &&
          (expected === null || next === null || next <= expected)
        );
      },
    ),
    { numRuns: RUNS },
  );
  t.end();
});
