/** Arithmetic of the page of numbers: axes, lines, comparisons at the same age, best times, files. */
import t from 'tap';
import {
  bestTimes,
  nextMoments,
  median,
  MIN_IN_CELL,
  MIN_POSTS,
  slotOf,
} from '../../web/src/features/numbers/best-times.ts';
import {
  type AgedPost,
  comparePeriods,
  comparePost,
  largeChange,
  ratioText,
} from '../../web/src/features/numbers/compare.ts';
import { csvOf } from '../../web/src/base/csv.ts';
import { LIMITS } from '../../web/src/base/limits.ts';
import { periodIn, queryOf } from '../../web/src/features/numbers/period.ts';
import {
  countedAt,
  countTicks,
  grouped,
  lateDays,
  linesOf,
  nearestIndex,
  summaryOf,
  timeTicks,
} from '../../web/src/features/numbers/scale.ts';
import type { Source } from '../../web/src/features/numbers/shapes.ts';
import {
  axisText,
  changeText,
  countText,
  isStale,
  metricName,
} from '../../web/src/features/numbers/words.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 31);
const pointsOf = (...values: (number | null)[]) => values.map((value, at) => ({ at, value }));
const counts = (views: number | null, likes: number | null = null) => ({
  views,
  likes,
  comments: null,
  shares: null,
});

const post = (networkPostId: string, daysAgo: number, more: Partial<AgedPost> = {}): AgedPost => ({
  accountId: 'acc_1',
  platform: 'instagram',
  networkPostId,
  publishedAt: new Date(NOW - daysAgo * DAY).toISOString(),
  at24h: null,
  at7d: null,
  latest: null,
  ...more,
});

void t.test('an axis has whole, round steps and room for the highest value', async (t) => {
  t.strictSame(countTicks(0), [0, 1]);
  t.strictSame(countTicks(3), [0, 1, 2, 3]);
  t.strictSame(countTicks(87), [0, 50, 100]);
  t.strictSame(countTicks(4_000), [0, 1_000, 2_000, 3_000, 4_000]);
  t.strictSame(countTicks(2_715, 804), [500, 1_000, 1_500, 2_000, 2_500, 3_000], 'from a round one on');
  t.strictSame(countTicks(5, 5), [5, 6]);
  for (let highest = 0; highest < 3_000; highest += 7) {
    const ticks = countTicks(highest);
    t.ok(ticks.at(-1)! >= highest && ticks.length <= 5 && ticks.every(Number.isInteger), String(highest));
  }
  t.strictSame(timeTicks([1, 2, 3], 4), [1, 2, 3]);
  t.strictSame(timeTicks([1, 2, 3, 4, 5], 3), [1, 3, 5]);
  // hours, then days: they do not lie at even distances
  t.strictSame(timeTicks([0, 1, 2, 3, 4, 24, 48, 240], 4), [48, 240]);
  t.strictSame(timeTicks([0, 1, 2, 90, 180, 240], 4), [2, 90, 240]);
  t.strictSame(countTicks(20, -15)[0], -20, 'followers may get fewer');
  t.equal(
    timeTicks(
      Array.from({ length: 90 }, (_, at) => at),
      7,
    ).at(-1),
    89,
    'today is named',
  );
});

void t.test('a count lies at the end of its hour, and after two days at the end of its day', async (t) => {
  const published = Date.parse('2026-05-04T10:20:00Z');
  const at = (from: string) => new Date(countedAt(Date.parse(from), published)).toISOString().slice(0, 16);
  t.equal(at('2026-05-04T10:00:00Z'), '2026-05-04T11:00');
  t.equal(at('2026-05-06T00:00:00Z'), '2026-05-06T01:00');
  t.equal(at('2026-05-06T10:00:00Z'), '2026-05-07T00:00', 'the rest of the day on which the hours end');
  t.equal(at('2026-05-07T00:00:00Z'), '2026-05-08T00:00');
});

void t.test('a line is not drawn over days that are not known', async (t) => {
  t.strictSame(linesOf(pointsOf(null, 1, 2, null, 0, null)), [
    [
      { at: 1, value: 1 },
      { at: 2, value: 2 },
    ],
    [{ at: 4, value: 0 }],
  ]);
  t.equal(nearestIndex([0, 10, 20], 14), 1);
  t.equal(lateDays([{ points: pointsOf(1, 2, null, null) }, { points: pointsOf(1, 2, 3, null) }]), 1);
  t.equal(lateDays([{ points: pointsOf(null, null) }]), 0, 'nothing is late where nothing comes');
  t.strictSame(grouped([{ x: 30 }, { x: 0 }, { x: 20 }, { x: 50 }], 26), [
    [{ x: 0 }, { x: 20 }],
    [{ x: 30 }, { x: 50 }],
  ]);
  t.equal(summaryOf(pointsOf(null)), null);
  t.match(summaryOf(pointsOf(5, null, 9, 7)), {
    total: 21,
    last: 7,
    change: 2,
    best: { at: 2, value: 9 },
    known: 3,
  });
});

void t.test('a post is compared with others of its account at the same age', async (t) => {
  const posts = [
    post('it', 10, { at24h: counts(300), latest: counts(900) }),
    post('before', 20, { at24h: counts(100) }),
    post('long before', 80, { at24h: counts(500) }),
    post('after', 5, { at24h: counts(0) }),
    post('not counted then', 15, { latest: counts(9_999) }),
    post('of another account', 11, { accountId: 'acc_2', at24h: counts(9_999) }),
  ];
  const it = posts[0]!;
  const at = { age: '24h', count: 'views' } as const;
  t.strictSame(comparePost(it, posts, { ...at, among: 'all' }), {
    value: 300,
    average: 200,
    ratio: 1.5,
    posts: 3,
  });
  t.strictSame(comparePost(it, posts, { ...at, among: 'before' }), {
    value: 300,
    average: 100,
    ratio: 3,
    posts: 1,
  });
  t.equal(comparePost(it, posts, { ...at, age: '7d', among: 'all' }), null, 'nobody was counted at 7 days');
  t.equal(comparePost(it, posts, { ...at, count: 'likes', among: 'all' }), null);
  t.equal(comparePost(it, [it], { ...at, among: 'all' }), null, 'there is no other post');
});

void t.test('periods are compared by an average post at the same age', async (t) => {
  const posts = [
    post('a', 1, { at24h: counts(300) }),
    post('b', 6, { at24h: counts(100) }),
    post('too young', 0.5, { latest: counts(5) }),
    post('c', 8, { at24h: counts(400), latest: counts(10_000) }),
    post('too old', 15, { at24h: counts(9_999) }),
  ];
  const compared = comparePeriods(posts, { from: NOW - 7 * DAY, to: NOW }, '24h');
  t.strictSame(compared.views, { value: 200, average: 400, ratio: 0.5, posts: 1, of: 2 });
  t.equal(compared.likes, null);
  t.strictSame([0.5, 1, 1.2, 1.001, null].map(ratioText), ['−50 %', 'the same', '+20 %', 'the same', null]);
});

/** Posts at 9 o'clock on so many Mondays and at 18 o'clock on as many Thursdays, UTC. */
const weeks = (count: number, countOf: (weekday: number) => Partial<AgedPost>) =>
  Array.from({ length: count }, (_, week) =>
    ([0, 3] as const).map((weekday) => ({
      ...post(`${week} ${weekday}`, 0, countOf(weekday)),
      // 4 May 2026 is a Monday
      publishedAt: new Date(Date.UTC(2026, 4, 4 + weekday - 7 * week, weekday === 0 ? 9 : 18)).toISOString(),
    })),
  ).flat();

void t.test('best times need enough posts, in all and at each time', async (t) => {
  const few = bestTimes(
    weeks(14, () => ({ at24h: counts(100) })),
    'UTC',
    NOW,
  );
  t.strictSame(few, { posts: 28, basis: 'first24h', cells: null, best: [] });
  const enough = [
    ...weeks(MIN_POSTS / 2, (weekday) => ({ at24h: counts(weekday === 0 ? 300 : 100) })),
    { ...post('alone', 0, { at24h: counts(9_999) }), publishedAt: '2026-05-03T12:00:00.000Z' },
  ];
  const { cells, best, posts } = bestTimes(enough, 'UTC', NOW);
  t.equal(posts, MIN_POSTS + 1);
  t.strictSame(
    cells!.map(({ weekday, hour, score }) => [
      weekday,
      hour,
      score === null ? null : Math.round(score * 100) / 100,
    ]),
    [
      [0, 9, 1],
      [3, 18, 0.33],
      [6, 12, null],
    ],
    `fewer than ${MIN_IN_CELL} posts have no figure`,
  );
  t.strictSame(best, [], 'what is usual is not best');
  t.equal(bestTimes([], 'UTC', NOW).cells, null);
});

void t.test('the next moment of a best time is ahead, within a week', async (t) => {
  const cells = [
    { weekday: 0, hour: 9, posts: 9, score: 2 },
    { weekday: 3, hour: 18, posts: 9, score: 1.5 },
  ];
  const next = (today: string) => nextMoments(cells, today).map(({ at }) => at);
  // 4 May 2026 is a Monday
  t.strictSame(next('2026-05-04T08:59'), ['2026-05-04T09:00', '2026-05-07T18:00']);
  t.strictSame(next('2026-05-04T09:00'), ['2026-05-07T18:00', '2026-05-11T09:00'], 'not this moment');
  t.strictSame(next('2026-12-31T18:30'), ['2027-01-04T09:00', '2027-01-07T18:00'], 'over the end of a year');
});

void t.test(
  'best times: accounts weigh the same, in the zone of the workspace, and old posts stand in',
  async (t) => {
    const small = weeks(15, (weekday) => ({
      accountId: 'small',
      latest: counts(null, weekday === 0 ? 6 : 2),
    }));
    const large = weeks(15, () => ({ accountId: 'large', latest: counts(1_000_000) }));
    const { basis, best, posts } = bestTimes([...small, ...large], 'America/New_York', NOW);
    t.equal(basis, 'lifetime');
    t.equal(posts, 60);
    t.match(best, [{ weekday: 0, hour: 3, posts: 30 }], '9 o’clock in UTC is 5 in New York');
    const young = small.map((one) => ({ ...one, publishedAt: new Date(NOW - DAY).toISOString() }));
    t.equal(bestTimes(young, 'UTC', NOW).posts, 0, 'what is younger than a week has not had its time');
    t.strictSame(slotOf('2026-05-03T23:30:00Z', 'Asia/Tokyo'), { weekday: 0, hour: 6 });
    t.equal(median([3, 1, 2]), 2);
    t.equal(median([4, 1]), 2.5);
  },
);

void t.test('files are for spreadsheets, and texts in them are never formulas', async (t) => {
  t.equal(
    csvOf(
      ['a', 'b'],
      [
        ['x "y", z', 1.5],
        ['=1+1', null],
        ['two\nlines', -3],
      ],
    ),
    '\uFEFFa,b\r\n"x ""y"", z",1.5\r\n\'=1+1,\r\n"two\nlines",-3\r\n',
  );
});

void t.test('names and states in words', async (t) => {
  t.equal(metricName('post_media_view'), 'Post media view');
  t.equal(metricName('quoteCount'), 'Quote count');
  t.equal(metricName('engagement'), 'Interactions');
  t.strictSame([countText(11_469.94), countText(7.554), countText(null)], ['11,470', '7.55', '–']);
  t.equal(axisText([500, 1_000, 1_500])(1_500), '1.5K');
  t.equal(axisText([2_640, 2_650, 2_660])(2_650), '2,650', 'not 2.7K twice');
  t.strictSame([changeText(0), changeText(5), changeText(-1_200)], ['no change', '+5', '−1,200']);
  const source: Source = {
    accountId: 'acc_1',
    platform: 'instagram',
    fetchedAt: new Date(NOW - 60_000).toISOString(),
    state: 'ok',
    reason: null,
    nextAt: null,
  };
  t.notOk(isStale(source, NOW));
  t.ok(isStale({ ...source, state: 'network_down' }, NOW));
  t.ok(isStale({ ...source, fetchedAt: null }, NOW));
  t.ok(isStale(source, NOW + 3 * 3_600_000));
});

void t.test('a change of a quarter is large, if both averages are of five posts', async (t) => {
  const change = (ratio: number | null, posts = 5, of = 5) => largeChange({ ratio, posts }, of);
  t.strictSame(
    [1.25, 1.24, 0.75, 0.76, null].map((ratio) => change(ratio)),
    ['up', null, 'down', null, null],
  );
  t.equal(change(3, 4), null, 'few posts of before');
  t.equal(change(3, 5, 4), null, 'few posts of the period');
});

void t.test('the address names the last days, last month, or any days; else it is 28 days', async (t) => {
  const at = (search: { days?: string; from?: string; to?: string }, today = '2026-05-31') =>
    periodIn({ days: null, from: null, to: null, ...search }, today);
  t.match(at({}), {
    preset: '28',
    from: '2026-05-04',
    to: '2026-05-31',
    days: 28,
    reach: 28,
    name: '28 days',
  });
  t.match(at({ days: '365' }), { days: 365, when: 'in a year' });
  t.strictSame(queryOf(at({ days: '7' })), { days: 7 });
  const april = at({ days: 'last-month' });
  t.match(april, { from: '2026-04-01', to: '2026-04-30', days: 30, reach: 61, when: 'in April 2026' });
  t.strictSame(queryOf(april), { from: '2026-04-01', to: '2026-04-30' });
  t.match(at({ days: 'last-month' }, '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' });
  t.match(at({ days: 'last-month' }, '2026-01-01'), { from: '2025-12-01', to: '2025-12-31' });
  const range = at({ from: '2026-03-28', to: '2026-03-30' });
  t.match(range, { preset: null, days: 3, reach: 65 });
  t.match(range.when, /^from 28 Mar 2026 to 30 Mar 2026$|^from Mar 28, 2026 to Mar 30, 2026$/);
  t.match(at({ from: '2026-03-28', to: '2026-03-28' }), { days: 1, when: /^on / });
  const longest = at({ from: '2025-05-31', to: '2026-05-31' });
  t.equal(longest.days, LIMITS.numberDays);
  for (const wrong of [
    { from: '2026-03-30', to: '2026-03-28' },
    { from: '2026-03-30' },
    { from: '2026-13-30', to: '2026-14-30' },
    { from: '2025-05-30', to: '2026-05-31' },
    { days: '9' },
  ])
    t.equal(at(wrong).preset, '28', JSON.stringify(wrong));
});
