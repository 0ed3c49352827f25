import * as fc from 'fast-check';
import t from 'tap';
import { processTimeZone } from './support/time-zone.ts';
import { Temporal } from 'temporal-polyfill';
import {
  DEFAULT_SLOTS,
  isTimeZone,
  localTime,
  nextFreeSlot,
  nextTimeOfDay,
  parseInstant,
} from '../src/base/time.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

void t.test(
  'a time without an offset is wall time of the zone; with Z or an offset it is absolute',
  async (t) => {
    t.equal(parseInstant('2026-05-04T10:00:00', BERLIN), at('2026-05-04T08:00:00Z'));
    t.equal(parseInstant('2026-05-04T10:00:00Z', BERLIN), at('2026-05-04T10:00:00Z'));
    t.equal(parseInstant('2026-05-04T10:00:00+09:00', BERLIN), at('2026-05-04T01:00:00Z'));
    t.equal(parseInstant('2026-05-04', BERLIN), at('2026-05-03T22:00:00Z'), 'a date alone is its midnight');
  },
);

void t.test(
  'a time that a DST change skips moves forward by the gap; one that occurs twice means the first',
  async (t) => {
    t.equal(
      parseInstant('2026-03-29T02:30:00', BERLIN),
      at('2026-03-29T01:30:00Z'),
      '02:30 does not exist: 03:30',
    );
    t.equal(localTime(at('2026-03-29T01:30:00Z'), BERLIN), '2026-03-29T03:30:00');
    t.equal(
      parseInstant('2026-10-25T02:30:00', BERLIN),
      at('2026-10-25T00:30:00Z'),
      'the first of two, in summer time',
    );
  },
);

void t.test('text that is not a date is recognized', async (t) => {
  for (const text of [
    '',
    'tomorrow',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-05-04T25:00:00',
    '04.05.2026',
    '1777852800000',
    '2026-05-04T10:00:00+99:00',
  ]) {
    t.equal(parseInstant(text, BERLIN), null, text);
  }
});

void t.test('zones are IANA names', async (t) => {
  for (const zone of ['UTC', BERLIN, 'America/New_York', 'Asia/Kolkata']) t.ok(isTimeZone(zone), zone);
  for (const zone of ['', 'Mars/Olympus', '+02:00', 'Berlin']) t.notOk(isTimeZone(zone), zone);
});

void t.test(
  'a time formatted in a zone is read back unchanged, in every zone and for every process zone',
  async (t) => {
    const zones = fc.constantFrom(
      'UTC',
      BERLIN,
      'America/St_Johns',
      'Asia/Kolkata',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    );
    const setProcessZone = processTimeZone(t);
    const instants = fc.integer({
      min: at('2020-01-01T00:00:00Z') / 1000,
      max: at('2035-01-01T00:00:00Z') / 1000,
    });
    fc.assert(
      fc.property(instants, zones, fc.constantFrom('UTC', 'Asia/Kolkata', 'bogus'), (seconds, zone, own) => {
        setProcessZone(own);
        const read = parseInstant(localTime(seconds * 1000, zone), zone)!;
        // an hour that occurs twice is read as its first
        return read === seconds * 1000 || localTime(read, zone) === localTime(seconds * 1000, zone);
      }),
    );
    t.pass();
  },
);

void t.test(
  'the next free slot is the earliest future one without a post, in the zone’s wall time',
  async (t) => {
    const friday = at('2026-05-08T13:59:00Z'); // 15:59 in Berlin
    t.equal(nextFreeSlot(DEFAULT_SLOTS, BERLIN, friday, new Set()), at('2026-05-08T14:00:00Z'));
    const taken = new Set([at('2026-05-08T14:00:00Z'), at('2026-05-11T09:00:00Z')]);
    t.equal(
      nextFreeSlot(DEFAULT_SLOTS, BERLIN, friday, taken),
      at('2026-05-11T14:00:00Z'),
      'over the weekend',
    );
    t.equal(
      nextFreeSlot([{ day: 'sun', time: '02:30' }], BERLIN, at('2026-03-28T00:00:00Z'), new Set()),
      at('2026-03-29T01:30:00Z'),
    );
    t.equal(nextFreeSlot([], BERLIN, friday, new Set()), null);
  },
);

void t.test('cached offsets of a zone equal Temporal’s, also at its changes', async (t) => {
  const zones = [
    'UTC',
    BERLIN,
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ];
  const start = at('2026-01-01T00:00:00Z');
  for (const zone of zones) {
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const instant = start + hour * 3_600_000 + (hour % 3) * 1_199_000;
      const said = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
      if (localTime(instant, zone) !== said.toString({ smallestUnit: 'second' }))
        t.fail(`${zone} at ${instant}`);
    }
  }
  t.pass();
});

void t.test('the next time of day is today or tomorrow, also where clocks change in between', async (t) => {
  const next = (now: string, hour = 8) => new Date(nextTimeOfDay(BERLIN, hour, at(now))).toISOString();
  t.equal(next('2026-05-04T05:59:59Z'), '2026-05-04T06:00:00.000Z');
  t.equal(next('2026-05-04T06:00:00Z'), '2026-05-05T06:00:00.000Z', 'that instant has come already');
  t.equal(next('2026-03-28T20:00:00Z'), '2026-03-29T06:00:00.000Z', 'summer time begins that night');
  t.equal(next('2026-10-24T20:00:00Z'), '2026-10-25T07:00:00.000Z', 'it ends that night');
  t.equal(next('2026-03-28T20:00:00Z', 2), '2026-03-29T01:00:00.000Z', 'an hour that is skipped');
});
