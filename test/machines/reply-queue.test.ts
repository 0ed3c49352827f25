/** The queue of private replies of a network account: when it grants places, what holds it, and what it tells of workspaces. */
import t from 'tap';
import {
  type Granted,
  HELD_FOR_MS,
  type ReplyQueueContext,
  type ReplyQueueEvent,
} from '../../machines/reply-queue.ts';
import { World, WORLD_START } from '../support/machine-world.ts';

const ID = 'rqueue_1';
const MINUTE = 60_000;
const ASKED: ReplyQueueEvent = { type: 'place.asked' };
const FAILED: ReplyQueueEvent = { type: 'account.failed', seat: 'A' };
const WORKS: ReplyQueueEvent = { type: 'account.works', seat: 'A' };

function queue() {
  const world = new World();
  world.start('reply_queue', ID, { platform: 'instagram', remoteId: '17', holds: {} });
  const grant = (more: Partial<Granted> = {}) =>
    world.answer(world.asked[0]!, {
      type: 'places.granted',
      granted: 1,
      refused: 0,
      waiting: 0,
      sent: 1,
      trials: [],
      lastSeat: null,
      nextAt: null,
      because: null,
      ...more,
    });
  const context = () => world.snapshot(ID).context as ReplyQueueContext;
  const value = () => world.value(ID);
  /** How often places were granted, or are being granted. */
  const looks = () => world.everAsked.length;
  return { world, grant, context, value, looks, tell: (event: ReplyQueueEvent) => world.tell(ID, event) };
}

void t.test('it grants when somebody asks, and rests when nobody waits', async (t) => {
  const { world, grant, value, looks, tell, context } = queue();
  t.equal(value(), 'idle');
  tell(ASKED);
  t.match(world.asked, [
    { type: 'grantPlaces', params: { platform: 'instagram', remoteId: '17', holds: {} } },
  ]);
  grant({ lastSeat: 'A', sent: 12 });
  t.equal(value(), 'idle');
  t.match(context(), { waiting: 0, sent: 12, lastSeat: 'A', nextAt: null });
  world.elapse(60 * MINUTE);
  t.equal(looks(), 1, 'no timer of an empty queue');
});

void t.test('who asks while places are granted is looked for afterwards', async (t) => {
  const { grant, value, looks, tell } = queue();
  tell(ASKED);
  tell(ASKED);
  tell(ASKED);
  t.equal(looks(), 1, 'not beside it');
  grant();
  t.equal(value(), 'granting');
  t.equal(looks(), 2, 'once for all who asked');
  grant();
  t.equal(value(), 'idle');
});

void t.test('a full hour waits for its first place, and no ask is a step', async (t) => {
  const { world, grant, value, looks, tell, context } = queue();
  tell(ASKED);
  grant({ because: 'full', nextAt: WORLD_START + 10 * MINUTE, waiting: 800, sent: 700 });
  t.equal(value(), 'full');
  tell(ASKED);
  t.equal(looks(), 1);
  t.match(context(), { isChanged: false, waiting: 800 });
  world.elapse(10 * MINUTE - 1);
  t.equal(looks(), 1);
  world.elapse(1);
  t.equal(value(), 'granting');
});

void t.test(
  'more places than one commit grants follow at once; a pace or a hold is waited for',
  async (t) => {
    const { world, grant, value, looks, tell } = queue();
    tell(ASKED);
    grant({ because: 'more', nextAt: WORLD_START });
    t.equal(looks(), 2);
    grant({ because: 'paced', nextAt: WORLD_START + MINUTE });
    t.equal(value(), 'paced');
    tell(ASKED);
    t.equal(looks(), 3, 'it may be for a live broadcast, which does not keep the pace');
    grant({ because: 'held', nextAt: WORLD_START + MINUTE });
    t.equal(value(), 'held');
    world.elapse(MINUTE);
    t.equal(looks(), 4);
  },
);

void t.test('a fault of an account holds its workspace until one message has tried', async (t) => {
  const { world, grant, value, tell, context } = queue();
  tell(FAILED);
  t.match(context().holds, { A: { until: WORLD_START + HELD_FOR_MS, isTried: false } });
  tell(ASKED);
  t.match(world.asked, [{ params: { holds: { A: {} } } }]);
  grant({ because: 'held', nextAt: WORLD_START + HELD_FOR_MS, waiting: 3 });
  world.elapse(HELD_FOR_MS);
  grant({ because: 'held', nextAt: WORLD_START + 2 * HELD_FOR_MS, trials: ['A'] });
  t.match(context().holds, { A: { until: WORLD_START + 2 * HELD_FOR_MS, isTried: true } });
  tell({ type: 'account.works', seat: 'B' });
  t.equal(value(), 'held', 'another workspace says nothing of its account');
  tell(WORKS);
  t.equal(value(), 'granting', 'the others go at once');
  t.strictSame(context().holds, {});
  t.match(world.asked, [{ params: { holds: {} } }]);
});

void t.test('a fault that shows while places are granted holds the next ones', async (t) => {
  const { world, grant, tell, context } = queue();
  tell(ASKED);
  tell(FAILED);
  grant({ because: 'full', nextAt: WORLD_START + MINUTE });
  t.match(world.asked, [{ params: { holds: { A: {} } } }], 'it looks again, with the hold');
  grant({ because: 'full', nextAt: WORLD_START + MINUTE });
  tell(WORKS);
  t.strictSame(context().holds, {});
  tell(FAILED);
  world.elapse(25 * 60 * MINUTE);
  grant({ trials: ['B'] });
  t.strictSame(
    context().holds,
    {},
    'a hold of nobody who waits is forgotten after a day, and a trial makes none',
  );
});
