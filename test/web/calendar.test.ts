/** The days of the calendar, what a day shows, and the slots that are free. */
import t from 'tap';
import {
  addDays,
  addMonths,
  freeSlots,
  placeAfter,
  visibleOf,
  wallAt,
  weeksOf,
} from '../../web/src/features/posts/calendar.ts';

const BERLIN = 'Europe/Berlin';
const postAt = (scheduledAt: string, status = 'scheduled') => ({ scheduledAt, status });

void t.test('a month has whole weeks, across years and leap days', async (t) => {
  for (const month of ['2026-02', '2028-02', '2026-12', '2026-06']) {
    const days = weeksOf(month).flat();
    t.equal(days.length % 7, 0);
    t.ok(days.includes(`${month}-01`) && days.includes(addDays(`${addMonths(month, 1)}-01`, -1)), month);
    t.ok(days.length <= 42);
    t.strictSame(days, days.toSorted());
  }
  t.equal(addMonths('2026-12', 1), '2027-01');
  t.equal(addDays('2028-02-28', 1), '2028-02-29');
});

void t.test('what failed or waits for a person is shown, however many others there are', async (t) => {
  const posts = ['a', 'b', 'c', 'd', 'e', 'late failure', 'f'];
  const mustShow = (one: string) => one.includes('failure');
  t.strictSame(visibleOf(posts, 3, mustShow), ['a', 'b', 'late failure']);
  t.strictSame(visibleOf(['x failure', 'y failure'], 1, mustShow), ['x failure', 'y failure']);
});

void t.test('slots are free that are to come and that no scheduled post has', async (t) => {
  const slots = (['09:00', '11:00', '16:00'] as const).map((time) => ({ day: 'mon' as const, time }));
  // Monday 4 May 2026, summer time
  const now = Date.parse('2026-05-04T08:00:00Z');
  const posts = [postAt('2026-05-04T14:00:00.000Z'), postAt('2026-05-04T09:00:00.000Z', 'draft')];
  t.strictSame(freeSlots('2026-05-04', { slots, posts, timezone: BERLIN, now }), ['11:00']);
  t.strictSame(freeSlots('2026-05-05', { slots, posts, timezone: BERLIN, now }), []);
  t.strictSame(freeSlots('2026-05-11', { slots, posts: [], timezone: BERLIN, now }), [
    '09:00',
    '11:00',
    '16:00',
  ]);
});

void t.test('a post that is moved keeps its time of day, or takes the one of its new place', async (t) => {
  const post = postAt('2026-05-04T07:30:00.000Z');
  t.equal(wallAt(post, { day: '2026-12-24', time: null }, BERLIN), '2026-12-24T09:30:00');
  t.equal(wallAt(post, { day: '2026-12-24', time: '16:00' }, BERLIN), '2026-12-24T16:00:00');
  t.strictSame(placeAfter(post, 'ArrowRight', BERLIN), { day: '2026-05-05', time: '09:30' });
  t.strictSame(placeAfter(postAt('2026-05-04T21:30:00.000Z'), 'ArrowDown', BERLIN), {
    day: '2026-05-05',
    time: '00:30',
  });
  t.equal(placeAfter(post, 'Enter', BERLIN), null);
});
