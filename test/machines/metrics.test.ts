/** When an account's numbers are read, and what becomes of it. */
import t from 'tap';
import { freshFor, type MetricsContext, type MetricsEvent } from '../../machines/metrics.ts';
import { World } from '../support/machine-world.ts';

const ID = 'metrics_1';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const doneWith = (more: Partial<Extract<MetricsEvent, { type: 'read.done' }>> = {}) =>
  ({ type: 'read.done', without: [], changed: true, youngestAt: null, leastWaitMs: 0, ...more }) as const;
const failed = (more: Partial<Extract<MetricsEvent, { type: 'read.failed' }>> = {}) =>
  ({
    type: 'read.failed',
    problem: 'network_down',
    reason: '502',
    without: [],
    cursor: null,
    ...more,
  }) as const;

function counting(): World {
  const world = new World();
  world.start('metrics', ID, { accountId: 'acc_1', jitter: 0 });
  return world;
}
const contextOf = (world: World) => world.snapshot(ID).context as MetricsContext;
/** Lets the first refresh begin. */
function reading(): World {
  const world = counting();
  world.elapse(MINUTE);
  return world;
}

void t.test('the first refresh reads a year, after a minute', async (t) => {
  const world = counting();
  t.equal(world.value(ID), 'fresh');
  world.elapse(MINUTE - 1);
  t.equal(world.asked.length, 0);
  world.elapse(1);
  t.equal(world.value(ID), 'refreshing');
  t.match(world.asked, [
    { type: 'readNumbers', params: { accountId: 'acc_1', depth: 'year', cursor: null, isAsked: false } },
  ]);
});

void t.test('parts of a refresh follow each other, and keep what was learnt', async (t) => {
  const world = reading();
  const { begunAt } = contextOf(world);
  const without = [{ metric: 'reach', mediaKind: 'REELS' }];
  world.elapse(1_000);
  world.answer(world.asked[0]!, { type: 'read.more', without, cursor: 'page 6' });
  t.equal(world.value(ID), 'refreshing');
  t.match(world.asked, [{ params: { depth: 'year', cursor: 'page 6', without, begunAt } }]);
  world.answer(world.asked[0]!, doneWith({ without }));
  t.match(contextOf(world), { fetchedAt: begunAt, yearAt: begunAt, monthAt: begunAt, cursor: null, without });
});

void t.test('pages every time, 30 days once a day, a year once a week', async (t) => {
  const world = reading();
  const depths: string[] = [];
  const began = world.now;
  while (world.now < began + 8 * DAY) {
    const [asked] = world.asked;
    if (asked) {
      depths.push((asked.params as { depth: string }).depth);
      // a post of this minute each time: hourly
      world.answer(asked, doneWith({ youngestAt: world.now - HOUR }));
    }
    world.elapse(HOUR);
  }
  t.equal(depths.filter((depth) => depth === 'year').length, 2);
  const months = depths.filter((depth) => depth === 'month').length;
  t.ok(months >= 6 && months <= 7, `${months} times a month`);
  t.ok(depths.length > 150, `${depths.length} refreshes`);
});

void t.test('how long numbers are fresh, by the age of the youngest post', async (t) => {
  const at = 100 * DAY;
  const of = (age: number | null, more: Partial<MetricsContext> = {}) =>
    freshFor(
      { youngestAt: age === null ? null : at - age, unchanged: 0, leastWaitMs: 0, jitter: 0, ...more },
      at,
    );
  t.equal(of(5 * MINUTE), 10 * MINUTE, 'first 15 minutes after it was published');
  t.equal(of(HOUR), HOUR);
  t.equal(of(DAY - 1), HOUR);
  t.equal(of(DAY), 6 * HOUR);
  t.equal(of(7 * DAY), DAY);
  t.equal(of(null), DAY);
  t.equal(of(HOUR, { unchanged: 2 }), HOUR);
  t.equal(of(HOUR, { unchanged: 3 }), 2 * HOUR);
  t.equal(of(HOUR, { unchanged: 9 }), 8 * HOUR);
  t.equal(of(HOUR, { unchanged: 90 }), 8 * HOUR);
  t.equal(of(3 * DAY, { unchanged: 90 }), DAY, 'never over a day');
  t.equal(of(5 * MINUTE, { leastWaitMs: DAY }), DAY, 'where the network charges');
  t.equal(of(HOUR, { jitter: 1 }), 66 * MINUTE);
});

void t.test('who asks within an hour gets what is stored, unless by force', async (t) => {
  const world = reading();
  world.answer(world.asked[0]!, doneWith());
  world.tell(ID, { type: 'refresh', depth: 'page', force: false });
  t.equal(world.value(ID), 'fresh');
  world.elapse(HOUR);
  world.tell(ID, { type: 'refresh', depth: 'page', force: false });
  t.match(world.asked, [{ params: { depth: 'page', isAsked: true } }]);
  world.tell(ID, { type: 'refresh', depth: 'page', force: true });
  t.equal(world.asked.length, 1, 'one refresh at a time');
  world.answer(world.asked[0]!, doneWith());
  world.tell(ID, { type: 'refresh', depth: 'month', force: true });
  t.match(world.asked, [{ params: { depth: 'month' } }]);
});

void t.test('a comment makes numbers due, an hour after they were read at the soonest', async (t) => {
  const world = reading();
  world.tell(ID, { type: 'commented' });
  world.answer(world.asked[0]!, doneWith());
  const read = contextOf(world).fetchedAt!;
  t.equal(contextOf(world).nextAt, read + DAY, 'no post: once a day');
  world.elapse(10 * MINUTE);
  world.tell(ID, { type: 'commented' });
  t.equal(contextOf(world).nextAt, read + HOUR);
  world.elapse(10 * MINUTE);
  world.tell(ID, { type: 'commented' });
  t.equal(contextOf(world).nextAt, read + HOUR, 'more comments change nothing');
  world.elapse(40 * MINUTE);
  t.match(world.asked, [{ params: { depth: 'page', isAsked: false } }]);
  world.answer(world.asked[0]!, doneWith({ leastWaitMs: DAY, changed: false }));
  const { nextAt } = contextOf(world);
  world.elapse(2 * HOUR);
  world.tell(ID, { type: 'commented' });
  t.equal(contextOf(world).nextAt, nextAt, 'not sooner where the network charges');
});

void t.test('a comment does not delay the first look at a new post', async (t) => {
  const world = reading();
  world.answer(world.asked[0]!, doneWith({ youngestAt: contextOf(world).begunAt! - 5 * MINUTE }));
  const { nextAt, fetchedAt } = contextOf(world);
  t.equal(nextAt, fetchedAt! + 10 * MINUTE);
  world.tell(ID, { type: 'commented' });
  t.equal(contextOf(world).nextAt, nextAt);
});

void t.test('a failure keeps the cursor, and the next refresh continues there', async (t) => {
  const world = reading();
  world.answer(world.asked[0]!, failed({ cursor: 'page 3' }));
  t.equal(world.value(ID), 'stale');
  t.match(contextOf(world), {
    problem: 'network_down',
    reason: '502',
    fetchedAt: null,
    nextAt: world.now + 5 * MINUTE,
  });
  world.elapse(5 * MINUTE);
  t.match(world.asked, [{ params: { depth: 'year', cursor: 'page 3' } }]);
  world.answer(world.asked[0]!, failed());
  t.equal(contextOf(world).nextAt, world.now + 10 * MINUTE, 'less often while it stays down');
  world.elapse(10 * MINUTE);
  world.answer(world.asked[0]!, doneWith());
  t.equal(world.value(ID), 'fresh');
  t.match(contextOf(world), { problem: null, reason: null, failures: 0, blockedUntil: null });
});

void t.test('nobody can ask a network that said to wait, by force neither', async (t) => {
  for (const problem of ['rate_limited', 'budget'] as const) {
    const world = reading();
    world.answer(world.asked[0]!, failed({ problem, afterMs: 2 * HOUR }));
    world.tell(ID, { type: 'refresh', depth: 'page', force: true });
    t.equal(world.value(ID), 'stale', problem);
    world.elapse(2 * HOUR);
    t.equal(world.value(ID), 'refreshing', problem);
  }
});

void t.test('a missing permission is asked again in a day, or when somebody wants it now', async (t) => {
  const world = reading();
  world.answer(world.asked[0]!, failed({ problem: 'needs_permission', reason: 'allow insights' }));
  t.equal(contextOf(world).nextAt, world.now + DAY);
  world.tell(ID, { type: 'refresh', depth: 'page', force: false });
  t.equal(world.value(ID), 'stale');
  world.tell(ID, { type: 'refresh', depth: 'page', force: true });
  t.equal(world.value(ID), 'refreshing');
});

void t.test('a name that was refused elsewhere is left out from then on, in every state', async (t) => {
  const [views, reach, saved] = ['views', 'reach', 'saved'].map((metric) => ({ metric, mediaKind: 'FEED' }));
  const world = counting();
  world.tell(ID, { type: 'refused', without: [views!] });
  world.elapse(MINUTE);
  t.match(world.asked, [{ params: { without: [views] } }]);
  // the refresh began without knowing this one
  world.tell(ID, { type: 'refused', without: [reach!] });
  t.equal(world.value(ID), 'refreshing');
  world.answer(world.asked[0]!, { type: 'read.more', without: [views!, saved!], cursor: 'page 6' });
  t.strictSame(contextOf(world).without, [views, reach, saved]);
  world.answer(world.asked[0]!, failed({ without: [views!] }));
  t.equal(world.value(ID), 'stale');
  t.strictSame(contextOf(world).without, [views, reach, saved]);
  world.elapse(5 * MINUTE);
  world.answer(world.asked[0]!, doneWith({ without: [views!] }));
  t.strictSame(contextOf(world).without, [views, reach, saved]);
});

void t.test('a disconnected account ends it', async (t) => {
  const world = reading();
  world.answer(world.asked[0]!, { type: 'read.gone' });
  t.equal(world.value(ID), 'ended');
  t.equal(world.rows.get(ID)?.status, 'done');
});
