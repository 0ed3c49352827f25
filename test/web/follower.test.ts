/** What happens in a burst is served together (web/src/base/live/follower.ts), and lists of pages are changed in place. */
import t from 'tap';
import type { FeedEvent } from '../../web/src/base/live/feed-event.ts';
import { type Clock, follower, type Following } from '../../web/src/base/live/follower.ts';
import { Queries } from '../../web/src/base/live/reading.ts';
import { changedPages, withChanged } from '../../web/src/base/parts/pages.ts';

const FIRST_MS = 200;
const BETWEEN_MS = 1_000;

const eventOf = (workspace: string, id: string, type = 'thing') =>
  ({ workspace, resource: { type, id }, data: {} }) as unknown as FeedEvent;

/** A clock that the test moves. */
function testClock() {
  let now = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  };
  const pass = (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
  };
  return { clock, pass };
}

/** A follower of things. */
function followThings(queries: Queries, serve: Following<string>['serve']) {
  const { clock, pass } = testClock();
  const following: Following<string> = {
    roots: ['things'],
    firstMs: FIRST_MS,
    betweenMs: BETWEEN_MS,
    happened({ resource }, add) {
      if (resource.type !== 'thing') return false;
      add(resource.id);
      return true;
    },
    serve,
  };
  return { things: follower(queries, following, clock), pass };
}

void t.test('events of one moment are served together, by workspace', async (t) => {
  const served: unknown[] = [];
  const { things, pass } = followThings(
    new Queries(),
    (workspace, ids) => void served.push([workspace, ids]),
  );
  t.equal(things.happened(eventOf('home', 'a')), true);
  pass(FIRST_MS - 1);
  t.equal(things.happened(eventOf('home', 'b')), true);
  t.equal(things.happened(eventOf('shop', 'c')), true);
  t.equal(things.happened(eventOf('home', 'd', 'other')), false, 'another feature takes it');
  t.same(served, []);
  pass(1);
  t.same(served, [
    ['home', ['a', 'b']],
    ['shop', ['c']],
  ]);
});

void t.test('a flood is served at most once in the time between, and never starves', async (t) => {
  let count = 0;
  const { things, pass } = followThings(new Queries(), () => void (count += 1));
  for (let ms = 0; ms < 5_000; ms += 100) {
    things.happened(eventOf('home', 'a'));
    pass(100);
  }
  t.equal(count, 5);
});

void t.test(
  'what could not be served is served again, and an event meanwhile does not wait for it',
  async (t) => {
    const served: (readonly string[])[] = [];
    const { things, pass } = followThings(new Queries(), (_, ids, again) => {
      served.push(ids);
      if (served.length === 1) again(ids, 5_000);
    });
    things.happened(eventOf('home', 'a'));
    pass(FIRST_MS);
    t.same(served, [['a']]);
    things.happened(eventOf('home', 'b'));
    pass(BETWEEN_MS);
    t.same(served, [['a'], ['a', 'b']], 'with the next batch');
    pass(10_000);
    t.equal(served.length, 2);
  },
);

void t.test('a gap reads everything again, and nothing is served after the end', async (t) => {
  const queries = new Queries();
  queries.setQueryData(['things', 'home'], 1);
  queries.setQueryData(['others', 'home'], 1);
  let count = 0;
  const { things, pass } = followThings(queries, () => void (count += 1));
  things.gap();
  t.equal(queries.getQueryState(['things', 'home'])?.isInvalidated, true);
  t.equal(queries.getQueryState(['others', 'home'])?.isInvalidated, false);
  things.happened(eventOf('home', 'a'));
  things.stop();
  things.happened(eventOf('home', 'b'));
  pass(10_000);
  t.equal(count, 0);
});

void t.test('a change of pages leaves what does not change as the same object', async (t) => {
  const data = {
    pages: [
      { things: [{ id: 'c' }, { id: 'b' }], next: 'b' },
      { things: [{ id: 'a' }], next: null },
    ],
    pageParams: [null, 'b'],
  };
  const nothing = changedPages(data, 'things', (things) => withChanged(things, (one) => one));
  t.equal(nothing, data);
  const changed = changedPages(data, 'things', (things) =>
    withChanged(things, (one) => (one.id === 'a' ? { id: 'z' } : one)),
  );
  t.equal(changed.pages[0], data.pages[0]);
  t.same(changed.pages[1], { things: [{ id: 'z' }], next: null });
  t.equal(changed.pageParams, data.pageParams);
});
