/** When a push is sent, sent again and given up. */
import t from 'tap';
import { PUSH_RETRY_AFTER_MS, type PushContext } from '../../machines/push.ts';
import { World } from '../support/machine-world.ts';

const ID = 'push_1';
const HOUR = 3_600_000;

function started(validMs = 24 * HOUR) {
  const world = new World();
  world.start('push', ID, { pushId: ID, expiresAt: world.now + validMs });
  const result = (event: { type: string; reason?: string; afterMs?: number | null }) =>
    world.answer(world.asked.at(-1)!, event);
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as PushContext;
  return { world, result, state, context };
}

const later = { type: 'push.later', reason: '503', afterMs: null };
const lost = { type: 'push.unknown', reason: 'no response' };

void t.test('each end of a push is final', async (t) => {
  for (const [type, end] of [
    ['push.sent', 'sent'],
    ['push.none', 'skipped'],
    ['push.gone', 'ended'],
    ['push.refused', 'failed'],
  ] as const) {
    const { world, result, state } = started();
    result({ type, reason: 'why' });
    t.equal(state(), end);
    t.equal(world.rows.get(ID)!.status, 'done');
  }
});

void t.test('it is tried again with growing waits, and given up after the last', async (t) => {
  const { world, result, state, context } = started();
  for (const [index, waitMs] of PUSH_RETRY_AFTER_MS.entries()) {
    result(later);
    t.match([state(), context().nextAt], ['waiting', world.now + waitMs]);
    world.elapse(waitMs - 1);
    t.equal(world.asked.length, 0);
    world.elapse(1);
    t.match(world.asked, [{ type: 'sendPush', params: { attempt: index + 2 } }]);
  }
  result(later);
  t.match([state(), context().reason], ['failed', '503']);
});

void t.test('it waits as long as the push service asks for, while it says something new', async (t) => {
  const { world, result, state } = started();
  result({ type: 'push.later', reason: '429', afterMs: 3 * HOUR });
  world.elapse(3 * HOUR - 1);
  t.equal(world.asked.length, 0);
  world.elapse(1);
  t.equal(world.asked.length, 1);
  result({ type: 'push.later', reason: '429', afterMs: 22 * HOUR });
  t.equal(state(), 'expired');
});

void t.test('after a lost response it is sent once more, and not a third time', async (t) => {
  const { world, result, state } = started();
  result(lost);
  world.elapse(PUSH_RETRY_AFTER_MS[0]);
  result(lost);
  t.equal(state(), 'unknown');
  t.equal(world.everAsked.length, 2);
});
