/** When a feed is read, what makes its pauses longer, what pauses and ends it, and what earlier work reports late. */
import t from 'tap';
import type { FeedContext, FeedEvent } from '../../machines/feed.ts';
import { isRoutine } from '../../src/engine/routine.ts';
import { step } from '../../machines/durable.ts';
import { feed as kind } from '../../src/kinds/feed.ts';
import { World } from '../support/machine-world.ts';

const ID = 'feed_1';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function started(more: { backfill?: number } = {}) {
  const world = new World();
  const begin = world.now;
  const input = { feedId: ID, accountIds: ['acc_a', 'acc_b'], everyMs: HOUR, backfill: 0, ...more };
  world.start('feed', ID, input);
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as FeedContext;
  const tell = (event: FeedEvent) => world.tell(ID, event);
  const last = () => world.asked.at(-1)!;
  const round = () => context().round;
  const read = (waiting = 0, notice: string | null = null) =>
    world.answer(last(), { type: 'read.done', round: round(), waiting, notice });
  const fail = (afterMs: number | null = null) =>
    world.answer(last(), { type: 'read.failed', round: round(), problem: '503', afterMs });
  const made = (waiting = 0, refusal: string | null = null) =>
    world.answer(last(), { type: 'items.done', round: round(), waiting, refusal });
  return { world, begin, state, context, tell, last, read, fail, made };
}

void t.test('it is read again and again, and new items become posts until none waits', async (t) => {
  const { world, begin, state, context, last, read, made } = started({ backfill: 3 });
  t.match(last(), { type: 'readFeed', params: { feedId: ID, backfill: 3 } });
  read(3);
  t.match([state(), last().type], ['making', 'makeFeedPosts']);
  world.elapse(10 * MINUTE);
  made(1);
  t.match([state(), last().type], ['making', 'makeFeedPosts']);
  made(0, 'too long');
  t.match([state(), context()], ['waiting', { waiting: 0, refusal: 'too long', lastReadAt: begin }]);
  world.elapse(50 * MINUTE - 1);
  t.equal(state(), 'waiting');
  world.elapse(1);
  t.match(last(), { type: 'readFeed', params: { backfill: null } }, 'an hour after the read before');
  read();
  t.equal(context().lastReadAt, begin + HOUR);
});

void t.test('the pauses after failures grow, and one that its server wants is kept', async (t) => {
  const { world, state, context, read, fail } = started();
  const pauses: number[] = [];
  const failNow = (afterMs: number | null = null) => {
    fail(afterMs);
    const pause = context().nextAt! - world.now;
    pauses.push(pause / MINUTE);
    world.elapse(pause);
  };
  for (let time = 0; time < 6; time += 1) failNow();
  t.strictSame(pauses, [15, 30, 60, 120, 240, 360]);
  t.match([state(), context().problem], ['reading', '503']);
  failNow(20 * HOUR);
  t.equal(pauses.at(-1), 20 * 60);
  read();
  t.match(
    [state(), context()],
    ['waiting', { problem: null, failures: 0, failingSince: null, isTold: false }],
  );
});

void t.test('after a day of failures a person is told, once, and it goes on', async (t) => {
  const { world, begin, context, read, fail } = started();
  const failUntil = (at: number) => {
    while (world.now < at) {
      fail();
      world.elapse(context().nextAt! - world.now);
    }
  };
  failUntil(begin + DAY);
  t.equal(world.now, begin + DAY, 'it is read when the day is over');
  t.strictSame(world.announced, []);
  fail();
  t.match(world.announced, [{ event: 'feed.failed' }]);
  world.elapse(context().nextAt! - world.now);
  failUntil(begin + 3 * DAY);
  t.equal(world.announced.length, 1);
  read();
  world.elapse(HOUR);
  failUntil(world.now + DAY);
  fail();
  t.equal(world.announced.length, 2, 'and once more the next time');
});

void t.test('a pause reads nothing, and a resume skips what appeared meanwhile', async (t) => {
  const { world, state, tell, last, read } = started();
  read(2);
  tell({ type: 'pause' });
  const asked = world.everAsked.length;
  world.elapse(3 * DAY);
  t.match([state(), world.everAsked.length], ['paused', asked]);
  tell({ type: 'resume' });
  t.match(last(), { type: 'readFeed', params: { backfill: 0 } });
  read();
  world.elapse(HOUR);
  t.match(last(), { params: { backfill: null } });
});

void t.test('a change reads at once; another address makes nothing of what it has', async (t) => {
  const { context, tell, last, read } = started({ backfill: 5 });
  const edit: FeedEvent = { type: 'edit', accountIds: ['acc_a'], everyMs: 2 * HOUR, isOther: true };
  tell(edit);
  t.match(last().params, { backfill: 5 }, 'nothing was read yet');
  read();
  tell({ ...edit, isOther: false });
  t.match(last().params, { backfill: null });
  read();
  tell(edit);
  t.match(last().params, { backfill: 0 });
  t.match(context(), { revision: 3, everyMs: 2 * HOUR, accountIds: ['acc_a'] });
});

void t.test('a paused feed that is changed stays paused', async (t) => {
  const { state, tell } = started();
  tell({ type: 'pause' });
  tell({ type: 'edit', accountIds: ['acc_a'], everyMs: HOUR, isOther: true });
  t.equal(state(), 'paused');
});

void t.test('what an earlier round reports changes nothing', async (t) => {
  const { world, state, tell, read } = started();
  tell({ type: 'pause' });
  tell({ type: 'resume' });
  world.tell(ID, { type: 'read.done', round: 1, waiting: 2, notice: null });
  t.equal(state(), 'reading');
  read(1);
  world.tell(ID, { type: 'items.done', round: 1, waiting: 0, refusal: null });
  t.equal(state(), 'making');
});

void t.test('without a plan it pauses and tells a person; a resume tries again', async (t) => {
  const { world, state, context, tell, last, read } = started();
  world.answer(last(), { type: 'read.refused', round: context().round, error: 'no plan' });
  t.match([state(), context()], ['paused', { reason: 'plan', problem: 'no plan' }]);
  tell({ type: 'resume' });
  t.match([state(), context().reason], ['reading', null]);
  read(1);
  world.answer(last(), { type: 'items.refused', round: context().round, error: 'no plan' });
  t.match([state(), context().reason], ['paused', 'plan']);
  t.match(world.announced, [{ event: 'feed.failed' }, { event: 'feed.failed' }]);
});

void t.test('it ends with its last account, and a change gives it another', async (t) => {
  const { world, state, context, tell, last, read } = started();
  read();
  tell({ type: 'account.left', accountIds: ['acc_b'] });
  t.match([state(), context().accountIds], ['waiting', ['acc_b']]);
  tell({ type: 'account.left', accountIds: [] });
  t.match([state(), context().reason], ['ended', 'accounts']);
  world.elapse(DAY);
  t.equal(state(), 'ended');
  tell({ type: 'edit', accountIds: ['acc_c'], everyMs: HOUR, isOther: false });
  t.match(last().params, { backfill: 0 });
  t.match([state(), context().reason], ['reading', null]);
  read(1);
  world.answer(last(), { type: 'items.no_account', round: context().round });
  t.equal(state(), 'ended');
  tell({ type: 'delete' });
  t.equal(state(), 'deleted');
});

void t.test('a read that finds nothing is left out of the journal, one that finds something is not', (t) => {
  const { world, read, fail, context } = started();
  const isLeftOut = (event: FeedEvent) => {
    const before = world.snapshot(ID);
    return isRoutine(kind.routine!, event, before, step(kind.machine, before as never, event, world.now));
  };
  const round = () => context().round;
  t.equal(isLeftOut({ type: 'read.done', round: round(), waiting: 0, notice: 'n' }), false);
  t.equal(isLeftOut({ type: 'read.done', round: round(), waiting: 0, notice: null }), false, 'the first');
  read();
  world.elapse(HOUR);
  t.equal(isLeftOut({ type: 'read.done', round: round(), waiting: 0, notice: null }), true);
  t.equal(isLeftOut({ type: 'read.unchanged', round: round(), waiting: 0 }), true);
  t.equal(isLeftOut({ type: 'read.done', round: round(), waiting: 1, notice: null }), false);
  const failed: FeedEvent = { type: 'read.failed', round: round(), problem: '503', afterMs: null };
  t.equal(isLeftOut(failed), false);
  fail();
  world.elapse(15 * MINUTE);
  t.equal(isLeftOut({ ...failed, round: round() }), true, 'it fails as before');
  t.equal(isLeftOut({ ...failed, round: round(), problem: '404' }), false);
  t.end();
});
