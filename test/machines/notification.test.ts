/** When people are notified and reminded, and when a notification closes. */
import t from 'tap';
import {
  NOTIFICATION_LOOK_MS,
  NOTIFICATION_LOOKS,
  type NotificationCause,
  type NotificationContext,
} from '../../machines/notification.ts';
import { World } from '../support/machine-world.ts';

const ID = 'ntf_1';

function started(cause: NotificationCause = 'account_needs_reconnect') {
  const world = new World();
  world.start('notification', ID, { notificationId: ID, cause, accountId: 'acc_a' });
  const result = (event: { type: string; count?: number }) => world.answer(world.asked.at(-1)!, event);
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as NotificationContext;
  const send = (event: { type: string; userId?: string }) => world.tell(ID, event);
  return { world, result, state, context, send };
}

void t.test('10,000 failures of an account are one notification, and people are notified once', async (t) => {
  const { world, result, state, context, send } = started('post_failed');
  t.match(world.asked, [
    { type: 'notifyPeople', params: { cause: 'post_failed', round: 1, isReminder: false } },
  ]);
  result({ type: 'people.notified' });
  for (let failure = 1; failure < 10_000; failure += 1) send({ type: 'occurred' });
  t.equal(context().count, 10_000);
  t.equal(state(), 'open');
  t.equal(world.asked.length, 0, 'nobody is notified again');
});

void t.test('it closes when its cause is gone, and opens again when it comes back', async (t) => {
  const { world, result, state, context, send } = started();
  result({ type: 'people.notified' });
  send({ type: 'read', userId: 'usr_1' });
  send({ type: 'read', userId: 'usr_1' });
  t.same(context().readBy, ['usr_1']);
  world.elapse(NOTIFICATION_LOOK_MS);
  t.match(world.asked, [{ type: 'lookAtCause', params: { accountId: 'acc_a', count: 1 } }]);
  send({ type: 'occurred' });
  result({ type: 'cause.gone', count: 1 });
  t.equal(state(), 'open', 'it happened again after it was looked at');
  world.elapse(NOTIFICATION_LOOK_MS);
  result({ type: 'cause.gone', count: 2 });
  t.equal(state(), 'closed');
  world.elapse(10 * NOTIFICATION_LOOK_MS);
  t.equal(world.asked.length, 0, 'nothing is read of one that is closed');
  send({ type: 'occurred' });
  t.match(world.asked, [{ type: 'notifyPeople', params: { round: 2, count: 1, isReminder: false } }]);
  t.match(context(), { count: 1, round: 2, readBy: [] });
});

void t.test('people are reminded once, after a day', async (t) => {
  const { world, result, state, context, send } = started();
  result({ type: 'people.notified' });
  send({ type: 'read', userId: 'usr_1' });
  for (let look = 1; look <= 2 * NOTIFICATION_LOOKS; look += 1) {
    world.elapse(NOTIFICATION_LOOK_MS);
    result({ type: 'cause.holds' });
    if (look === NOTIFICATION_LOOKS) {
      t.match(world.asked, [{ type: 'notifyPeople', params: { round: 1, isReminder: true } }]);
      t.same(context().readBy, [], 'it is unread again');
      result({ type: 'people.notified' });
    }
    t.equal(state(), 'open', `look ${look}`);
  }
});

void t.test('failed posts close it by themselves after a day without another', async (t) => {
  const { world, result, state, send } = started('post_failed');
  result({ type: 'people.notified' });
  world.elapse(NOTIFICATION_LOOK_MS * NOTIFICATION_LOOKS);
  send({ type: 'occurred' });
  for (let look = 1; look <= NOTIFICATION_LOOKS; look += 1) {
    world.elapse(NOTIFICATION_LOOK_MS);
    t.equal(state(), 'open');
  }
  world.elapse(NOTIFICATION_LOOK_MS);
  t.equal(state(), 'closed');
  t.equal(world.asked.length, 0);
});
