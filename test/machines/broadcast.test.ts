/** When a live broadcast has ended, and what is watched again. */
import t from 'tap';
import { type BroadcastContext, type BroadcastInput, LOOK_EVERY_MS } from '../../machines/broadcast.ts';
import { broadcast } from '../../src/kinds/broadcast.ts';
import { World } from '../support/machine-world.ts';

const ID = 'bcast_1_live';
const KEY = { accountId: 'acc_1', networkPostId: 'live' };

function watched(known?: BroadcastInput['known']) {
  const world = new World();
  world.start('broadcast', ID, known ? { ...KEY, known } : KEY);
  const context = () => world.snapshot(ID).context as BroadcastContext;
  /** Lets the next read begin, and gives its result. */
  const look = (type: 'look.listed' | 'look.missing') => {
    world.elapse(LOOK_EVERY_MS);
    world.answer(world.asked[0]!, { type });
  };
  const shown = () => broadcast.listColumns!(world.snapshot(ID), { shelf: null, now: world.now });
  return { world, context, look, shown };
}

void t.test('the list is read every half minute', async (t) => {
  const { world, look, shown } = watched();
  t.equal(world.value(ID), 'watching');
  t.match(shown(), { status: 'watching', plannedAt: world.now + LOOK_EVERY_MS, reachedAt: null });
  world.elapse(LOOK_EVERY_MS - 1);
  t.equal(world.asked.length, 0);
  world.elapse(1);
  t.match(world.asked, [{ type: 'lookForBroadcast', params: { ...KEY, hasPlace: false } }]);
  t.match(shown(), { status: 'watching', plannedAt: null }, 'while it is read, it is watched');
  world.answer(world.asked[0]!, { type: 'look.listed' });
  for (let count = 0; count < 5; count += 1) look('look.listed');
  t.equal(world.everAsked.length, 6);
  t.equal(world.value(ID), 'watching');
});

void t.test('it has ended when two lists in a row do not have it', async (t) => {
  const { world, context, look, shown } = watched();
  look('look.missing');
  t.equal(world.value(ID), 'watching', 'a list may be late');
  look('look.listed');
  look('look.missing');
  t.equal(world.value(ID), 'watching', 'a list that had it starts the count again');
  look('look.missing');
  const overAt = world.now;
  t.equal(world.value(ID), 'ending');
  t.match(shown(), { status: 'over', reachedAt: overAt }, 'comments find it over before all messages ended');
  t.match(world.asked, [{ type: 'endLiveReplies', params: KEY }]);
  world.elapse(10_000);
  world.answer(world.asked[0]!, { type: 'replies.ended' });
  t.equal(world.value(ID), 'over');
  world.elapse(24 * 3_600_000);
  t.equal(world.asked.length, 0, 'nothing is read any more');
  t.equal(context().overAt, overAt);
});

void t.test('two lists within a few seconds are no evidence', async (t) => {
  const { world, look } = watched();
  look('look.missing');
  const { timer } = world.timersOf(ID)[0]!;
  world.tell(ID, { type: timer });
  world.answer(world.asked[0]!, { type: 'look.missing' });
  t.equal(world.value(ID), 'watching');
});

void t.test(
  'a list that cannot be read says nothing, and is read again when the network allows',
  async (t) => {
    const { world, context, look } = watched();
    look('look.missing');
    world.elapse(LOOK_EVERY_MS);
    world.answer(world.asked[0]!, { type: 'look.later', afterMs: 300_000, hasPlace: true, reason: '429' });
    t.equal(world.value(ID), 'watching');
    t.equal(context().reason, '429');
    world.elapse(299_999);
    t.equal(world.asked.length, 0);
    world.elapse(1);
    t.match(world.asked, [{ params: { hasPlace: true } }], 'the call is paid for');
    world.answer(world.asked[0]!, { type: 'look.listed' });
    t.match(context(), { hasPlace: false, reason: null, missingSince: null });
  },
);

void t.test('a comment after its end shows that it is live; the earlier end is still known', async (t) => {
  for (const isTold of [true, false]) {
    const { world, context, look, shown } = watched();
    look('look.missing');
    look('look.missing');
    const overAt = world.now;
    if (isTold) world.answer(world.asked[0]!, { type: 'replies.ended' });
    world.elapse(5_000);
    world.tell(ID, { type: 'commented' });
    t.equal(world.value(ID), 'watching');
    t.match(shown(), { status: 'watching', reachedAt: overAt });
    t.equal(context().missingSince, null);
    look('look.missing');
    t.equal(world.value(ID), 'watching', 'it takes two lists again');
  }
});

void t.test('a comment while it is watched changes nothing', async (t) => {
  const { world, context } = watched();
  const { nextAt } = context();
  world.elapse(10_000);
  world.tell(ID, { type: 'commented' });
  t.equal(context().nextAt, nextAt);
});

void t.test('nothing is read for an account that was disconnected', async (t) => {
  const { world, shown } = watched();
  world.elapse(LOOK_EVERY_MS);
  world.answer(world.asked[0]!, { type: 'look.gone' });
  t.equal(world.value(ID), 'gone');
  t.match(shown(), { status: 'gone' });
});

void t.test('what was known before the actor started is kept', async (t) => {
  const at = new World().now;
  const over = watched({ missingSince: at - 60_000, overAt: at - 30_000, isOver: true });
  t.equal(over.world.value(ID), 'ending', 'some messages may not have heard of the end');
  t.match(over.shown(), { status: 'over', reachedAt: at - 30_000 });
  const missing = watched({ missingSince: at, overAt: null, isOver: false });
  missing.look('look.missing');
  t.equal(missing.world.value(ID), 'ending');
});
