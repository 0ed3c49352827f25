/** When an account is subscribed and read, and what of it is worth a step of the journal. */
import t from 'tap';
import {
  CHECKS_APART_MS,
  PROBLEM_AGAIN_MS,
  type ReceiverContext,
  type ReceiverEvent,
  type ReceiverInput,
  type Way,
} from '../../machines/receiver.ts';
import { receiver } from '../../src/kinds/receiver.ts';
import { replay } from '../../src/features/introspection/replay.ts';
import { World } from '../support/machine-world.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { readHistory } from '../support/charts.ts';
import { rowsOf } from '../support/journal-rows.ts';

const ID = 'receiver_1';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PACE = 15 * MINUTE;

type Region = 'subscription' | 'reading' | 'sweeping' | 'placing';
type Read = Extract<ReceiverEvent, { type: `read.${string}` }>;
const FAILED = { type: 'read.failed', code: 'network', reason: '503', progressed: false } as const;

/** @param isSwept the sweep that it begins with is under way; else no rule was active */
function account(known?: ReceiverInput['known'], { isSwept = false } = {}) {
  const world = new World();
  world.start('receiver', ID, { accountId: 'acc_1', ...(known && { known }) });
  const context = () => world.snapshot(ID).context as ReceiverContext;
  const parts = () => (world.value(ID) as { active: { [region in Region]: string } }).active;
  const states = () => {
    const { subscription, reading } = parts();
    return { subscription, reading };
  };
  const asked = (type: 'subscribeAccount' | 'readAccount' | 'sweepAccount' | 'placeComments') =>
    world.asked.filter((one) => one.type === type);
  /** Ends the check that is under way. */
  const checked = (way: Partial<Way & { ended: boolean; checkedAt: number }> = {}) => {
    const found = { via: 'webhook', paceMs: PACE, problem: null, ended: false, checkedAt: world.now, ...way };
    world.answer(asked('subscribeAccount')[0]!, { type: 'subscription.checked', ...found });
  };
  /** Ends the read that is under way. */
  const ended = (event: Read = { type: 'read.whole' }) => world.answer(asked('readAccount')[0]!, event);
  const swept = (nextAt: number | null = null, problem: string | null = null) =>
    world.answer(asked('sweepAccount')[0]!, { type: 'sweep.done', nextAt, problem });
  const placed = (nextAt: number | null = null) =>
    world.answer(asked('placeComments')[0]!, { type: 'place.done', nextAt });
  const tell = (event: ReceiverEvent) => world.tell(ID, event);
  const steps = () => world.journal.map(({ step }) => step.event.type);
  if (!isSwept) swept();
  return { world, context, states, parts, asked, checked, ended, swept, placed, tell, steps };
}

/** One that is subscribed and was read. */
function atRest() {
  const one = account();
  one.checked();
  one.ended();
  return one;
}

void t.test('it is subscribed when it starts, read after that, and read again at its pace', async (t) => {
  const { world, states, asked, checked, ended, context } = account();
  t.strictSame(states(), { subscription: 'checking', reading: 'unsubscribed' });
  t.match(world.asked, [{ params: { accountId: 'acc_1', wasWhole: false, isAsked: false } }]);
  checked();
  t.strictSame(states(), { subscription: 'subscribed', reading: 'reading' });
  world.elapse(MINUTE);
  ended({ type: 'read.more' });
  t.equal(asked('readAccount').length, 1, 'the next part');
  world.elapse(MINUTE);
  const begunAt = world.now - 2 * MINUTE;
  ended();
  t.match(context(), { readAt: begunAt, nextReadAt: begunAt + PACE }, 'the pace counts from the beginning');
  world.elapse(PACE - 2 * MINUTE - 1);
  t.equal(asked('readAccount').length, 0);
  world.elapse(1);
  t.equal(asked('readAccount').length, 1);
});

void t.test(
  'reads that find nothing are no steps of the journal, and a replay goes on behind them',
  async (t) => {
    const { world, ended, checked, asked, steps, context } = atRest();
    const before = steps().length;
    for (let day = 0; day < 2; day += 1) {
      for (let reads = 0; reads < 96; reads += 1) {
        world.elapse(PACE);
        if (asked('subscribeAccount').length > 0) checked();
        ended();
      }
    }
    t.equal(world.everAsked.filter(({ type }) => type === 'readAccount').length, 193);
    t.equal(steps().length, before, 'two days without news');
    t.equal(context().readAt, world.now);
    world.elapse(PACE);
    ended(FAILED);
    t.strictSame(steps().slice(before), ['read.failed'], 'what failed is news');
    for (let more = 0; more < 5; more += 1) {
      world.elapse(PACE);
      ended(FAILED);
    }
    t.equal(steps().length, before + 1, 'that it still fails is none');
    world.elapse(PACE);
    ended();
    t.strictSame(steps().slice(before), ['read.failed', 'read.whole'], 'that it works again is');
    const { stopped, end, steps: replayed } = replay(receiver, rowsOf(world, ID));
    t.equal(stopped, null);
    t.strictSame(
      replayed.flatMap(({ differences }) => differences),
      [],
    );
    t.strictSame(end, world.snapshot(ID));
    const pruned = replay(receiver, rowsOf(world, ID).slice(-2));
    t.equal(pruned.stopped, null, 'each step says from where it started');
    t.strictSame(pruned.end, world.snapshot(ID));
  },
);

void t.test('a read that fails is tried again ever later, or when the network says', async (t) => {
  const { world, ended, asked, states, context } = atRest();
  world.elapse(PACE);
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    ended(FAILED);
    t.equal(states().reading, 'failing');
    t.match(context().unread, { code: 'network', reason: '503' });
    world.elapse(minutes * MINUTE - 1);
    t.equal(asked('readAccount').length, 0, `not before ${minutes} minutes`);
    world.elapse(1);
    t.equal(asked('readAccount').length, 1);
  }
  ended({ ...FAILED, progressed: true });
  t.equal(context().nextReadAt, world.now + MINUTE, 'one that brought a page goes on soon');
  world.elapse(MINUTE);
  ended({ ...FAILED, code: 'budget', afterMs: 5 * HOUR });
  t.equal(context().nextReadAt, world.now + 5 * HOUR);
  world.elapse(5 * HOUR);
  ended();
  t.match(context(), { unread: null, failures: 0 });
});

void t.test('an account whose access has ended is not read until it is connected again', async (t) => {
  const { world, ended, asked, states, tell, checked, steps } = atRest();
  world.elapse(PACE);
  const refused = { type: 'read.refused', reason: 'the token was revoked' } as const;
  ended(refused);
  t.equal(states().reading, 'refused');
  t.match(
    receiver.view.waitsForPerson('active.subscription.subscribed, reading.refused'),
    /connect the account/,
  );
  const known = steps().length;
  world.elapse(15 * MINUTE);
  ended(refused);
  t.equal(steps().length, known, 'still refused');
  tell({ type: 'connected' });
  t.match(asked('subscribeAccount'), [{ params: { isAsked: true } }]);
  t.equal(asked('readAccount').length, 0);
  checked();
  t.equal(asked('readAccount').length, 1, 'at once');
  ended();
  t.equal(states().reading, 'waiting');
});

void t.test('a subscription is checked once a day, one with a problem every ten minutes', async (t) => {
  const { world, checked, asked, states, ended } = account();
  checked({ problem: 'The network does not send: comments.', paceMs: null });
  t.strictSame(states(), { subscription: 'incomplete', reading: 'unread' }, 'it lists nothing');
  world.elapse(PROBLEM_AGAIN_MS);
  t.match(asked('subscribeAccount'), [{ params: { wasWhole: false } }]);
  checked();
  t.equal(states().subscription, 'subscribed');
  ended();
  world.elapse(PACE);
  world.script = ({ type }) => (type === 'readAccount' ? { type: 'read.whole' } : null);
  world.settle();
  world.elapse(DAY - PACE - 1);
  t.equal(asked('subscribeAccount').length, 0);
  world.elapse(1);
  t.match(asked('subscribeAccount'), [{ params: { wasWhole: true, isAsked: false } }]);
});

void t.test('a subscription that the network had ended has the account read', async (t) => {
  const { world, checked, asked } = atRest();
  /** A day passes, in which all is read, until the next check. */
  const nextCheck = () => {
    world.script = ({ type }) => (type === 'readAccount' ? { type: 'read.whole' } : null);
    world.elapse(DAY - MINUTE);
    while (asked('subscribeAccount').length === 0) world.elapse(1_000);
    world.script = () => null;
  };
  nextCheck();
  checked();
  t.equal(asked('readAccount').length, 0, 'nothing was missed');
  nextCheck();
  checked({ ended: true });
  t.equal(asked('readAccount').length, 1);
});

void t.test(
  'something that should have been reported has the network asked, but not all the time',
  async (t) => {
    const { world, tell, asked, checked } = atRest();
    tell({ type: 'check', force: false });
    t.equal(asked('subscribeAccount').length, 0, 'it was checked just now');
    world.elapse(CHECKS_APART_MS);
    tell({ type: 'check', force: false });
    t.equal(asked('subscribeAccount').length, 0);
    world.elapse(1);
    tell({ type: 'check', force: false });
    t.match(asked('subscribeAccount'), [{ params: { isAsked: true } }]);
    checked({ via: 'polling' });
    world.elapse(HOUR);
    tell({ type: 'check', force: false });
    t.equal(asked('subscribeAccount').length, 0, 'nothing is reported where the account is read');
    tell({ type: 'check', force: true });
    t.equal(asked('subscribeAccount').length, 1);
  },
);

void t.test('what is asked for while a check or a read is under way is done after it', async (t) => {
  const { tell, asked, checked, ended, states, world } = account();
  tell({ type: 'connected' });
  t.equal(asked('subscribeAccount').length, 1, 'one at a time');
  checked();
  t.equal(asked('subscribeAccount').length, 1, 'with the access of now');
  checked();
  t.equal(asked('subscribeAccount').length, 0);
  t.equal(asked('readAccount').length, 1);
  ended();
  t.equal(asked('readAccount').length, 1, 'what was read may have been read with the access from before');
  tell({ type: 'read' });
  t.equal(asked('readAccount').length, 1, 'one at a time');
  ended();
  ended();
  t.equal(states().reading, 'waiting');
  world.elapse(MINUTE);
  tell({ type: 'read' });
  t.equal(asked('readAccount').length, 1, 'at once');
});

void t.test('the next check counts from the beginning of the last one', async (t) => {
  const { world, checked, ended, asked, context } = account();
  const begunAt = world.now;
  world.elapse(HOUR); // the service was away before the result was stored
  checked({ checkedAt: begunAt });
  ended();
  t.equal(context().checkedAt, begunAt);
  world.script = ({ type }) => (type === 'readAccount' ? { type: 'read.whole' } : null);
  world.elapse(DAY - HOUR);
  t.equal(asked('subscribeAccount').length, 1);
});

void t.test('an unusual silence has the network asked; what it reports puts that off', async (t) => {
  const { world, tell, asked, steps } = atRest();
  world.script = ({ type }) => (type === 'readAccount' ? { type: 'read.whole' } : null);
  const known = steps().length;
  for (let minutes = 0; minutes < 90; minutes += 1) {
    tell({ type: 'heard', quietAt: world.now + HOUR });
    world.elapse(MINUTE);
  }
  t.equal(steps().length, known, 'a report is no step');
  t.equal(asked('subscribeAccount').length, 0);
  world.elapse(59 * MINUTE - 1);
  t.equal(asked('subscribeAccount').length, 0);
  world.elapse(1);
  t.equal(asked('subscribeAccount').length, 1);
});

void t.test('a long subscription delays no read, and a long read no subscription', async (t) => {
  const { world, tell, asked, states, checked, ended } = atRest();
  tell({ type: 'check', force: true });
  world.elapse(PACE);
  t.strictSame(states(), { subscription: 'checking', reading: 'reading' });
  ended();
  t.equal(states().reading, 'waiting');
  world.elapse(PACE);
  checked();
  t.strictSame(states(), { subscription: 'subscribed', reading: 'reading' });
  ended();
  t.equal(asked('readAccount').length, 1, 'the check was asked for, so it is read once more');
});

void t.test('a pause that is over has an account read that waits', async (t) => {
  const { tell, asked, ended } = atRest();
  tell({ type: 'pause.over' });
  t.equal(asked('readAccount').length, 1);
  tell({ type: 'pause.over' });
  ended();
  t.equal(asked('readAccount').length, 0, 'it is being read already');
});

void t.test('sweeps follow the rows of posts, and rules bring them forward', async (t) => {
  const { world, parts, asked, swept, tell, context, steps } = account(undefined, { isSwept: true });
  t.equal(parts().sweeping, 'sweeping', 'whether a rule is active is found out at first');
  swept(null);
  t.equal(parts().sweeping, 'off');
  world.elapse(DAY);
  t.equal(asked('sweepAccount').length, 0);
  tell({ type: 'sweep', at: world.now + MINUTE });
  t.equal(parts().sweeping, 'waiting');
  world.elapse(MINUTE - 1);
  t.equal(asked('sweepAccount').length, 0);
  world.elapse(1);
  t.match(asked('sweepAccount'), [{ params: { accountId: 'acc_1' } }]);
  const known = steps().length;
  swept(world.now + 5 * MINUTE);
  t.equal(context().sweepAt, world.now + 5 * MINUTE);
  tell({ type: 'sweep', at: world.now + HOUR });
  t.equal(context().sweepAt, world.now + 5 * MINUTE, 'it is due earlier');
  world.elapse(5 * MINUTE);
  swept(world.now);
  t.equal(asked('sweepAccount').length, 1, 'more is due');
  tell({ type: 'sweep', at: world.now });
  swept(world.now + HOUR);
  t.equal(asked('sweepAccount').length, 1, 'what was asked for meanwhile is done');
  tell({ type: 'sweep', at: world.now + MINUTE });
  swept(null);
  t.equal(context().sweepAt, world.now + MINUTE, 'and is not forgotten where nothing else is due');
  t.strictSame(
    steps()
      .slice(known)
      .filter((type) => type !== 'sweep'),
    [],
    'a sweep is no step of the journal',
  );
  world.elapse(MINUTE);
  swept(world.now + HOUR, '503');
  t.equal(steps().at(-1), 'sweep.done', 'one that fails is');
});

void t.test('a sweep of minutes delays neither reads nor checks', async (t) => {
  const { world, parts, checked, ended, asked } = account(undefined, { isSwept: true });
  checked();
  ended();
  world.elapse(PACE);
  t.match(parts(), { sweeping: 'sweeping', reading: 'reading' });
  ended();
  t.match(parts(), { sweeping: 'sweeping', reading: 'waiting' });
  t.equal(asked('sweepAccount').length, 1);
});

void t.test('what comments stand below is asked at once, one look at a time', async (t) => {
  const { world, parts, asked, placed, tell, steps } = account(undefined, { isSwept: true });
  t.equal(parts().placing, 'off');
  const known = steps().length;
  tell({ type: 'place' });
  t.match(parts(), { placing: 'placing', sweeping: 'sweeping' }, 'beside a sweep');
  t.match(asked('placeComments'), [{ params: { accountId: 'acc_1' } }]);
  tell({ type: 'place' });
  tell({ type: 'place' });
  t.equal(asked('placeComments').length, 1);
  placed(null);
  t.equal(asked('placeComments').length, 1, 'once for all who came meanwhile');
  placed(world.now + 15_000);
  t.equal(parts().placing, 'waiting');
  world.elapse(14_999);
  t.equal(asked('placeComments').length, 0);
  world.elapse(1);
  t.equal(asked('placeComments').length, 1);
  placed(world.now);
  t.equal(asked('placeComments').length, 1, 'more is due');
  placed(world.now + 15_000);
  tell({ type: 'place' });
  t.equal(asked('placeComments').length, 1, 'a new comment does not wait for one that failed');
  placed(null);
  t.equal(parts().placing, 'off');
  t.strictSame(steps().slice(known), [], 'it is no step of the journal');
});

void t.test('an actor of the version before asks for no comment until it is told of one', async (t) => {
  for (const { snapshot } of readHistory('receiver', 2)!.rows) {
    if (snapshot.status === 'done') continue;
    const { settled } = upgrade(receiver, 2, snapshot, 1_000_000);
    t.match(settled.snapshot.context, { placeAt: null, isPlaceAsked: false });
    const { placing, ...others } = (settled.snapshot.value as { active: { [region in Region]: string } })
      .active;
    t.equal(placing, 'off');
    t.strictSame({ active: others }, snapshot.value);
  }
});

void t.test('an actor of the version before sweeps at once, when its rows say', async (t) => {
  for (const { snapshot } of readHistory('receiver', 1)!.rows) {
    if (snapshot.status === 'done') continue;
    const { settled, implied } = upgrade(receiver, 1, snapshot, 1_000_000);
    t.match(settled.snapshot, { context: { sweepAt: 0, sweepProblem: null } });
    t.match(settled.snapshot.value, { active: { sweeping: 'waiting' } });
    t.match(
      implied.find(({ id }) => id.includes('untilSweep')),
      { delayMs: 0 },
    );
  }
});

void t.test('what an older program knew is kept, and what was due is done', async (t) => {
  const { now } = new World();
  const known: NonNullable<ReceiverInput['known']> = {
    via: 'webhook',
    paceMs: PACE,
    problem: null,
    checkedAt: now - HOUR,
    quietAt: null,
    readAt: now - 10 * MINUTE,
    unread: null,
    nextCheckAt: now + 23 * HOUR,
    isAsked: false,
    nextReadAt: now + 5 * MINUTE,
  };
  const resting = account(known);
  t.strictSame(resting.states(), { subscription: 'subscribed', reading: 'waiting' });
  t.equal(resting.world.asked.length, 0);
  resting.world.elapse(5 * MINUTE);
  t.equal(resting.asked('readAccount').length, 1);
  const due = account({ ...known, nextCheckAt: now, isAsked: true, nextReadAt: now - 1 });
  t.strictSame(due.states(), { subscription: 'checking', reading: 'reading' });
  t.match(due.asked('subscribeAccount'), [{ params: { wasWhole: true, isAsked: true } }]);
  const refused = account({ ...known, unread: { code: 'access', reason: 'revoked' } });
  t.equal(refused.states().reading, 'refused');
});

void t.test('it ends with its account', async (t) => {
  for (const event of ['disconnect', 'subscription.gone', 'read.gone'] as const) {
    const { world, tell } = account();
    tell({ type: event });
    t.equal(world.value(ID), 'ended', event);
    t.strictSame(world.timersOf(ID), []);
  }
});

void t.test('it is shown and explained', async (t) => {
  const { world, ended, checked, asked } = account();
  const shown = () => receiver.listColumns!(world.snapshot(ID), { shelf: null, now: world.now });
  const said = () =>
    receiver.view.explain.sentence(
      { row: {} as never, snapshot: world.snapshot(ID) },
      {
        now: world.now,
        span: (ms: number) => (ms < 0 ? `${-ms / MINUTE} min ago` : `in ${ms / MINUTE} min`),
        failureOf: () => null,
      } as never,
      new Map(),
    );
  t.match(said(), /is being subscribed/);
  checked({ problem: 'The network does not send: comments.' });
  t.match(shown(), { status: 'incomplete', reason: 'The network does not send: comments.' });
  t.match(said(), /Not everything arrives: The network does not send: comments\. .* being read now\./);
  ended();
  world.elapse(PACE);
  ended(FAILED);
  t.match(shown(), { status: 'network', reason: '503' });
  t.match(
    said(),
    /was last read 15 min ago; the network has not been read since: 503\. It is read again in 1 min\./,
  );
  t.equal(asked('readAccount').length, 0);
});

void t.test('a read that finds nothing changes no column of its row that is in an index', async (t) => {
  const { world, ended, checked } = account();
  const columns = () => receiver.listColumns!(world.snapshot(ID), { shelf: null, now: world.now });
  checked();
  ended();
  const before = columns();
  world.elapse(PACE);
  t.strictSame(columns(), before, 'while it reads');
  ended();
  t.strictSame(columns(), before);
});
