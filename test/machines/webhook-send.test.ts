import t from 'tap';
import { WEBHOOK_RETRY_AFTER_MS, type WebhookSendContext } from '../../machines/webhook-send.ts';
import { World } from '../support/machine-world.ts';

const ID = 'send_1';
const delivered = { type: 'webhook.delivered', statusCode: 204 };
const refused = { type: 'webhook.refused', reason: '500 Internal Server Error', gone: false };
const gone = { type: 'webhook.refused', reason: '410 Gone', gone: true };

function sending(retries: boolean): World {
  const world = new World();
  world.start('webhook_send', ID, { sendId: ID, endpointId: 'hook_1', eventId: 'evt_1', retries });
  return world;
}
const contextOf = (world: World) => world.snapshot(ID).context as WebhookSendContext;

void t.test('an event is sent at once, with the fields that the endpoint and the log need', async (t) => {
  const world = sending(false);
  t.match(world.asked, [
    { type: 'postWebhook', params: { sendId: ID, endpointId: 'hook_1', eventId: 'evt_1', attempt: 1 } },
  ]);
  world.answer(world.asked[0]!, delivered);
  t.equal(world.value(ID), 'delivered');
  t.equal(world.rows.get(ID)?.status, 'done');
});

void t.test('an endpoint without retries gets an event once, whatever its response', async (t) => {
  for (const answer of [refused, gone]) {
    const world = sending(false);
    world.answer(world.asked[0]!, answer);
    t.equal(world.value(ID), 'failed');
    t.equal(contextOf(world).error, answer.reason);
    t.strictSame(world.mail, []);
    t.equal(world.rows.get(ID)?.status, 'done');
  }
});

void t.test(
  'an endpoint with retries gets an event seven times over two days, with pauses that grow',
  async (t) => {
    const world = sending(true);
    const begun = world.now;
    for (const [index, wait] of WEBHOOK_RETRY_AFTER_MS.entries()) {
      world.answer(world.asked[0]!, refused);
      t.equal(world.value(ID), 'retrying');
      t.match(contextOf(world), {
        attempt: index + 1,
        nextAttemptAt: world.now + wait,
        error: refused.reason,
      });
      world.elapse(wait - 1);
      t.equal(world.asked.length, 0, `not before ${wait} ms`);
      world.elapse(1);
      t.match(world.asked, [{ params: { eventId: 'evt_1', attempt: index + 2 } }]);
    }
    world.answer(world.asked[0]!, refused);
    t.equal(world.value(ID), 'failed');
    t.equal(world.everAsked.length, 7);
    t.ok(world.now - begun > 24 * 3_600_000 && world.now - begun < 48 * 3_600_000);
    t.strictSame(world.mail, []);
  },
);

void t.test('a send that succeeds on a later try drops the earlier refusals', async (t) => {
  const world = sending(true);
  world.answer(world.asked[0]!, refused);
  world.elapse(WEBHOOK_RETRY_AFTER_MS[0]);
  world.answer(world.asked[0]!, delivered);
  t.equal(world.value(ID), 'delivered');
  t.match(contextOf(world), { attempt: 2, error: null, nextAttemptAt: null });
});

void t.test('an endpoint that is gone is not called again, with or without retries', async (t) => {
  const world = sending(true);
  world.answer(world.asked[0]!, refused);
  world.elapse(WEBHOOK_RETRY_AFTER_MS[0]);
  world.answer(world.asked[0]!, gone);
  t.equal(world.value(ID), 'failed');
  t.equal(contextOf(world).error, '410 Gone');
});
