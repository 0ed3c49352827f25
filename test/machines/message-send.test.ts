import t from 'tap';
import { FAILED_LOOKUP_WAITS_MS } from '../../machines/lookup-waits.ts';
import {
  type MessageSendContext,
  messageStatusOf,
  SECOND_LOOK_MS,
  SEND_AGAIN_AFTER_MS,
} from '../../machines/message-send.ts';
import { type Answer, World } from '../support/machine-world.ts';

const ID = 'msg_1';
const sent = { type: 'message.sent', networkId: 'mid.1' };
const busy = { type: 'message.retry', reason: '503' };
const lost = { type: 'message.unknown', reason: 'no response' };
const found = { type: 'lookup.found', networkId: 'mid.1' };
const absent = { type: 'lookup.absent' };

function sending(more: object = {}): World {
  const world = new World();
  world.start('message_send', ID, {
    messageId: ID,
    conversationId: 'conv_1',
    accountId: 'acc_1',
    personId: '991',
    byPerson: true,
    asHumanAgent: false,
    askedAt: world.now,
    ...more,
  });
  return world;
}
const answer = (world: World, event: Answer) => world.answer(world.asked[0]!, event);
const calls = (world: World) => world.everAsked.filter(({ type }) => type === 'sendMessage').length;
const errorOf = (world: World) => (world.snapshot(ID).context as MessageSendContext).error;

void t.test('a message that the network takes is sent once', async (t) => {
  const world = sending();
  t.match(world.asked, [
    { type: 'sendMessage', params: { messageId: ID, personId: '991', asHumanAgent: false } },
  ]);
  answer(world, sent);
  t.match([world.value(ID), calls(world), errorOf(world)], ['sent', 1, null]);
  t.match(world.snapshot(ID).context, { networkId: 'mid.1' });
});

void t.test('a refusal for good ends it with the words of the network', async (t) => {
  const world = sending();
  answer(world, { type: 'message.refused', reason: 'the person blocked the account' });
  t.match([world.value(ID), errorOf(world)], ['failed', 'the person blocked the account']);
  t.strictSame([world.asked, world.mail], [[], []]);
});

void t.test('refused for now: one lookup, then again, twice at most', async (t) => {
  const world = sending();
  for (const wait of SEND_AGAIN_AFTER_MS) {
    answer(world, busy);
    t.equal(world.asked[0]!.type, 'findMessage');
    answer(world, absent);
    world.elapse(wait - 1);
    t.equal(world.asked.length, 0, `not before ${wait} ms`);
    world.elapse(1);
  }
  answer(world, busy);
  t.match([world.value(ID), calls(world)], ['failed', 3]);
});

void t.test('refused for now, and the lookup finds it: it is not sent again', async (t) => {
  const world = sending();
  answer(world, busy);
  answer(world, found);
  t.match([world.value(ID), calls(world), errorOf(world)], ['sent', 1, null]);
});

void t.test('the network asks to wait longer', async (t) => {
  const world = sending();
  answer(world, { ...busy, afterMs: 90_000 });
  answer(world, { type: 'lookup.failed', reason: '503' });
  world.elapse(89_999);
  t.equal(calls(world), 1);
  world.elapse(1);
  t.equal(calls(world), 2);
});

void t.test(
  'a lost response: two lookups, a minute apart, then it has failed; what the team wrote is never sent again',
  async (t) => {
    const world = sending();
    answer(world, lost);
    answer(world, absent);
    t.equal(world.asked.length, 0);
    world.elapse(SECOND_LOOK_MS);
    answer(world, absent);
    t.match([world.value(ID), calls(world)], ['failed', 1]);
    t.match(errorOf(world), /did not answer, and the message is not in the conversation: no response/);
    world.elapse(7 * 24 * 3_600_000);
    t.equal(calls(world), 1);
  },
);

void t.test('what no lookup can show stays unknown, and says that it may have arrived', async (t) => {
  const world = sending();
  answer(world, lost);
  answer(world, { type: 'lookup.cannot_tell', reason: 'not listed' });
  world.elapse(SECOND_LOOK_MS);
  answer(world, { type: 'lookup.cannot_tell', reason: 'not listed' });
  t.match([world.value(ID), calls(world)], ['unknown', 1]);
  t.match(errorOf(world), /did not answer; the message may have arrived: no response/);
  world.tell(ID, { type: 'echo', networkId: 'mid.1' });
  t.match([world.value(ID), errorOf(world)], ['sent', null], 'until the network reports it');
});

void t.test('lookups that fail are made again for a day, as long as an outage may last', async (t) => {
  const world = sending();
  answer(world, lost);
  for (const wait of FAILED_LOOKUP_WAITS_MS) {
    answer(world, { type: 'lookup.failed', reason: '503' });
    world.elapse(wait - 1);
    t.strictSame(world.asked, [], `not before ${wait} ms`);
    world.elapse(1);
  }
  answer(world, { type: 'lookup.failed', reason: '503' });
  t.equal(world.value(ID), 'unknown');
});

void t.test('a message of a run that is not there is sent again, twice at most', async (t) => {
  const world = sending({ reportTo: 'run_1' });
  for (const wait of SEND_AGAIN_AFTER_MS) {
    answer(world, lost);
    answer(world, absent);
    world.elapse(SECOND_LOOK_MS);
    answer(world, absent);
    world.elapse(wait);
  }
  answer(world, lost);
  answer(world, absent);
  world.elapse(SECOND_LOOK_MS);
  answer(world, absent);
  t.match([world.value(ID), calls(world)], ['failed', 3]);
});

void t.test('a lost response, and the second lookup finds it', async (t) => {
  const world = sending();
  answer(world, lost);
  answer(world, { type: 'lookup.failed', reason: '503' });
  world.elapse(SECOND_LOOK_MS);
  answer(world, found);
  t.match([world.value(ID), calls(world)], ['sent', 1]);
});

void t.test('the echo of the network settles it in every state', async (t) => {
  const ways: { [state: string]: Answer[] } = {
    sending: [],
    checking: [busy],
    waiting: [busy, absent],
    looking: [lost],
    lookingAgain: [lost, absent],
    refreshing: [{ type: 'message.expired', reason: 'over', credentialsVersion: 1 }],
    failed: [{ type: 'message.refused', reason: 'no' }],
  };
  for (const [state, events] of Object.entries(ways)) {
    const world = sending();
    for (const event of events) answer(world, event);
    t.equal(world.value(ID), state);
    world.tell(ID, { type: 'echo', networkId: 'mid.9' });
    t.match([world.value(ID), errorOf(world)], ['sent', null], state);
  }
});

void t.test('an expired access is renewed, twice at most', async (t) => {
  const expired = { type: 'message.expired', reason: 'token over', credentialsVersion: 3 };
  const world = sending();
  for (let times = 0; times < 2; times += 1) {
    answer(world, expired);
    t.match(world.asked, [
      { type: 'renewForMessage', params: { accountId: 'acc_1', refusedCredentials: 3 } },
    ]);
    answer(world, { type: 'access.renewed' });
  }
  answer(world, expired);
  t.match([world.value(ID), errorOf(world)], ['failed', 'token over']);
  const other = sending();
  answer(other, expired);
  answer(other, { type: 'access.refused', reason: 'sign in again' });
  t.match([other.value(ID), errorOf(other)], ['failed', 'sign in again']);
});

void t.test('an access that the network refuses is the account’s affair: it is told', async (t) => {
  const heard = (world: World) => world.messages.map(({ actorId, event }) => ({ actorId, event }));
  const refused = sending();
  answer(refused, { type: 'message.reauthorize', reason: 'the token was withdrawn', credentialsVersion: 3 });
  t.match([refused.value(ID), errorOf(refused)], ['failed', 'the token was withdrawn']);
  const report = {
    type: 'refused',
    deliveryId: ID,
    credentialsVersion: 3,
    reason: 'the token was withdrawn',
  };
  t.strictSame(heard(refused), [{ actorId: 'acc_1', event: report }]);

  const expired = { type: 'message.expired', reason: 'token over', credentialsVersion: 3 };
  const over = sending();
  answer(over, expired);
  answer(over, { type: 'access.refused', reason: 'sign in again', credentialsVersion: 3 });
  t.match(heard(over), [{ actorId: 'acc_1', event: { type: 'refused', reason: 'sign in again' } }]);
  const renewed = sending();
  answer(renewed, expired);
  answer(renewed, { type: 'access.renewed', credentialsVersion: 4, obtainedAt: 1, expiresAt: 2 });
  t.match(heard(renewed), [{ actorId: 'acc_1', event: { type: 'renewed', credentialsVersion: 4 } }]);
});

void t.test('a network that is busy while the access is renewed breaks nothing', async (t) => {
  const world = sending();
  answer(world, { type: 'message.expired', reason: 'token over', credentialsVersion: 3 });
  answer(world, { type: 'access.retry', reason: '503' });
  t.strictSame([world.value(ID), world.messages.filter(({ actorId }) => actorId !== ID)], ['waiting', []]);
  world.elapse(SEND_AGAIN_AFTER_MS[0]);
  t.equal(calls(world), 2);
});

void t.test('people see four statuses', async (t) => {
  t.strictSame(
    [
      'sending',
      'checking',
      'waiting',
      'looking',
      'lookingAgain',
      'refreshing',
      'sent',
      'failed',
      'unknown',
    ].map(messageStatusOf),
    [...Array.from({ length: 6 }, () => 'sending'), 'sent', 'failed', 'unknown'],
  );
});
