/** When a series makes posts, what pauses and ends it, and what earlier work reports late. */
import t from 'tap';
import { SERIES_AHEAD_MS, type SeriesContext, type SeriesEvent } from '../../machines/series.ts';
import { World } from '../support/machine-world.ts';

const ID = 'series_1';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function started() {
  const world = new World();
  const begin = world.now;
  world.start('series', ID, { seriesId: ID, accountIds: ['acc_a', 'acc_b'] });
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as SeriesContext;
  const tell = (event: SeriesEvent) => world.tell(ID, event);
  const last = () => world.asked.at(-1)!;
  const made = (more: Partial<Extract<SeriesEvent, { type: 'occurrences.made' }>> = {}) =>
    world.answer(last(), {
      type: 'occurrences.made',
      round: context().round,
      through: world.now + SERIES_AHEAD_MS,
      isMore: false,
      nextAt: world.now + DAY,
      lastAt: null,
      ...more,
    });
  const withdrawn = (isMore = false) =>
    world.answer(last(), { type: 'occurrences.withdrawn', round: context().round, isMore });
  return { world, begin, state, context, tell, last, made, withdrawn };
}

void t.test('it makes the posts of 30 days, and the next ones when their time comes', async (t) => {
  const { world, begin, state, last, made } = started();
  t.match(last(), { type: 'makeOccurrences', params: { after: begin, until: begin + SERIES_AHEAD_MS } });
  made({ through: begin + 10 * DAY, isMore: true });
  t.match(last(), { params: { after: begin + 10 * DAY, until: begin + SERIES_AHEAD_MS } });
  made();
  t.equal(state(), 'waiting');
  world.elapse(DAY - 1);
  t.equal(world.asked.length, 0);
  world.elapse(1);
  t.match(last(), { params: { after: begin + SERIES_AHEAD_MS, until: begin + DAY + SERIES_AHEAD_MS } });
});

void t.test('it ends when its last post is due', async (t) => {
  const { world, state, context, made } = started();
  made({ nextAt: null, lastAt: world.now + 3 * DAY });
  t.equal(state(), 'finishing');
  world.elapse(3 * DAY);
  t.match([state(), context().reason], ['ended', null]);
});

void t.test('a pause withdraws what is planned, and a resume makes it again from now', async (t) => {
  const { world, begin, state, context, tell, last, made, withdrawn } = started();
  made();
  world.elapse(HOUR);
  tell({ type: 'pause' });
  t.match(last(), { type: 'withdrawOccurrences', params: { from: begin + HOUR, all: false } });
  withdrawn(true);
  t.equal(state(), 'withdrawing', 'in parts');
  withdrawn();
  t.match([state(), context().reason], ['paused', null]);
  tell({ type: 'pause' });
  t.equal(state(), 'paused');
  world.elapse(5 * DAY);
  tell({ type: 'resume' });
  t.match(last(), { type: 'makeOccurrences', params: { after: begin + HOUR + 5 * DAY } });
});

void t.test(
  'a change makes the posts again from its time on, and a paused series stays paused',
  async (t) => {
    const { begin, state, tell, last, made, withdrawn } = started();
    made();
    const from = begin + 9 * DAY;
    tell({ type: 'edit', from, accountIds: ['acc_a'] });
    t.match(last(), { type: 'withdrawOccurrences', params: { from } });
    tell({ type: 'edit', from: begin + 3 * DAY, accountIds: ['acc_a'] });
    t.match(last(), { params: { from: begin + 3 * DAY } }, 'the earlier time of both');
    withdrawn();
    t.match(last(), { type: 'makeOccurrences', params: { after: begin + 3 * DAY - 1 } });
    tell({ type: 'pause' });
    withdrawn();
    tell({ type: 'edit', from, accountIds: ['acc_a'] });
    withdrawn();
    t.equal(state(), 'paused');
  },
);

void t.test('what an earlier round reports changes nothing', async (t) => {
  const { world, state, tell, last, withdrawn } = started();
  const early = last();
  tell({ type: 'pause' });
  tell({ type: 'resume' });
  withdrawn();
  t.equal(state(), 'making');
  world.tell(ID, {
    type: 'occurrences.made',
    round: (early.params as { round: number }).round,
    through: 0,
    isMore: false,
    nextAt: null,
    lastAt: null,
  });
  t.equal(state(), 'making');
});

void t.test('a refusal pauses it with the reason and announces it; a resume tries again', async (t) => {
  const { world, state, context, tell, last } = started();
  const refused = { type: 'occurrences.refused', round: 1, reason: 'plan', error: 'no plan' } as const;
  world.answer(last(), refused);
  t.match([state(), context()], ['paused', { reason: 'plan', error: 'no plan' }]);
  t.match(world.announced, [{ event: 'series.paused' }]);
  tell({ type: 'resume' });
  t.match([state(), context().error], ['making', null]);
});

void t.test('it ends with its last account, and a change gives it another', async (t) => {
  const { state, context, tell, made, withdrawn } = started();
  made();
  tell({ type: 'account.left', accountIds: ['acc_b'] });
  t.match([state(), context().accountIds], ['waiting', ['acc_b']]);
  tell({ type: 'account.left', accountIds: [] });
  t.match([state(), context().reason], ['ended', 'accounts']);
  tell({ type: 'edit', from: 0, accountIds: ['acc_c'] });
  withdrawn();
  t.equal(state(), 'making');
});

void t.test('deleting it keeps its posts, or removes all that are not out', async (t) => {
  const kept = started();
  kept.made();
  kept.tell({ type: 'delete', posts: false });
  t.match([kept.state(), kept.world.asked.length], ['deleted', 0]);
  const all = started();
  all.made();
  all.tell({ type: 'delete', posts: true });
  t.match(all.last(), { type: 'withdrawOccurrences', params: { all: true } });
  all.tell({ type: 'account.left', accountIds: [] });
  all.withdrawn();
  t.equal(all.state(), 'deleted');
});

void t.test('nothing keeps one that is being deleted with its posts', async (t) => {
  const events: SeriesEvent[] = [
    { type: 'pause' },
    { type: 'resume' },
    { type: 'edit', from: 0, accountIds: ['acc_a'] },
  ];
  for (const event of events) {
    const { state, context, tell, made, withdrawn } = started();
    made();
    tell({ type: 'delete', posts: true });
    tell(event);
    t.equal(context().then, 'delete', event.type);
    withdrawn();
    t.equal(state(), 'deleted', event.type);
  }
});
