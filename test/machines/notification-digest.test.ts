/** When the daily mail of a person is queued, and when it is not. */
import t from 'tap';
import type { NotificationDigestContext } from '../../machines/notification-digest.ts';
import { World } from '../support/machine-world.ts';

const ID = 'dig_1';
const HOUR = 3_600_000;

function started() {
  const world = new World();
  world.start('notification_digest', ID, { digestId: ID, userId: 'usr_1', dueAt: world.now + HOUR });
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as NotificationDigestContext;
  const opens = (dueAt: number) => world.tell(ID, { type: 'opened', dueAt });
  const queued = () => world.answer(world.asked.at(-1)!, { type: 'digest.queued' });
  return { world, state, context, opens, queued };
}

void t.test('the mail waits for its hour, however much opens before', async (t) => {
  const { world, state, context, opens, queued } = started();
  for (let count = 0; count < 100; count += 1) opens(world.now + 2 * HOUR);
  world.elapse(HOUR - 1);
  t.equal(world.asked.length, 0);
  world.elapse(1);
  t.match(world.asked, [{ type: 'queueDigest', params: { userId: 'usr_1', round: 1 } }]);
  queued();
  t.match([state(), context()], ['idle', { dueAt: null, round: 2 }]);
  world.elapse(100 * HOUR);
  t.equal(world.everAsked.length, 1, 'nothing opened since: no mail');
  opens(world.now + HOUR);
  world.elapse(HOUR);
  t.match(world.asked, [{ type: 'queueDigest', params: { round: 2 } }]);
});

void t.test('what opens while a mail is written is in the next one', async (t) => {
  const { world, state, context, opens, queued } = started();
  world.elapse(HOUR);
  opens(world.now + 24 * HOUR);
  queued();
  t.match([state(), context()], ['waiting', { dueAt: world.now + 24 * HOUR, round: 2 }]);
  world.elapse(24 * HOUR);
  t.equal(world.everAsked.length, 2);
});
