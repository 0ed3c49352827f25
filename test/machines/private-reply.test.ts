/** A rule's answer to a comment: its queue, its two calls, and what is announced when. */
import t from 'tap';
import {
  ANNOUNCE_AFTER_MS,
  type PrivateReplyContext,
  type PrivateReplyInput,
} from '../../machines/private-reply.ts';
import { type Answer, World, WORLD_START } from '../support/machine-world.ts';

const ID = 'preply_1';
const MINUTE = 60_000;
const QUEUE = 'rqueue_1';
const GRANTED = { type: 'place.granted' };
const ASKED = { type: 'place.asked', queueId: QUEUE, at: WORLD_START + 20 * MINUTE };
const STORED = { type: 'act.stored' };
const TURN = { type: 'turn.granted' };

function answering(input: Partial<PrivateReplyInput> = {}) {
  const world = new World();
  world.start('private_reply', ID, {
    replyId: ID,
    ruleId: 'rule_1',
    accountId: 'acc_1',
    platform: 'instagram',
    commentId: '7',
    place: { networkPostId: 'media_1', parentId: null },
    dmText: 'Here it is',
    publicReply: 'Sent you a DM!',
    commentedAt: WORLD_START,
    onUnknown: 'retry',
    skip: null,
    ...input,
  });
  const answer = (event: Answer) => world.answer(world.asked[0]!, event);
  const calls = () =>
    world.everAsked.flatMap(({ type, params }) => (type === 'actOnComment' ? [params['action']] : []));
  const context = () => world.snapshot(ID).context as PrivateReplyContext;
  const announced = () => world.announced.map(({ event }) => event);
  return { world, answer, calls, context, announced };
}

/** A call of the message or the public reply is done. */
const done = ({ answer }: Pick<ReturnType<typeof answering>, 'answer'>, id: string) => {
  answer({ type: 'acted.done', id });
  answer(STORED);
};

void t.test('the message, then the public reply, then one announcement', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  t.strictSame(reply.calls(), ['private_reply']);
  done(reply, 'message');
  reply.answer(TURN);
  t.strictSame(reply.calls(), ['private_reply', 'reply']);
  t.strictSame(reply.announced(), [], 'not before the public reply');
  done(reply, 'comment');
  t.equal(reply.world.value(ID), 'sent');
  t.match(reply.context(), { messageId: 'message', publicReplyId: 'comment', publicReplyError: null });
  t.strictSame(reply.announced(), ['comment_dm.sent']);
});

void t.test('a public reply that takes longer than a minute does not hold the announcement', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  done(reply, 'message');
  reply.answer(TURN);
  reply.world.elapse(ANNOUNCE_AFTER_MS);
  t.strictSame(reply.announced(), ['comment_dm.sent']);
  done(reply, 'comment');
  t.equal(reply.world.value(ID), 'replied');
  t.strictSame(reply.announced(), ['comment_dm.sent', 'comment_dm.replied'], 'once, and then the reply');
});

void t.test('a public reply that fails after the announcement is not announced', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  done(reply, 'message');
  reply.answer(TURN);
  reply.world.elapse(ANNOUNCE_AFTER_MS);
  reply.answer({ type: 'acted.rejected', reason: 'spam', code: '368' });
  t.equal(reply.world.value(ID), 'replied');
  t.match(reply.context(), { publicReplyCode: '368' });
  t.strictSame(reply.announced(), ['comment_dm.sent']);
});

void t.test('a failed public reply never repeats the message', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  done(reply, 'message');
  reply.answer(TURN);
  reply.answer({ type: 'acted.rejected', reason: 'spam' });
  t.equal(reply.world.value(ID), 'sent');
  t.match(reply.context(), { publicReplyId: null, publicReplyError: 'spam', reason: null });
  t.strictSame(reply.calls(), ['private_reply', 'reply']);
});

void t.test('it waits in the queue without a timer, until that grants it a place', async (t) => {
  const reply = answering({ publicReply: null, queueId: QUEUE });
  reply.answer(ASKED);
  t.match(reply.context(), { nextAt: WORLD_START + 20 * MINUTE, queueId: QUEUE });
  reply.world.elapse(24 * 60 * MINUTE);
  t.strictSame(reply.world.asked, [], 'nothing but the queue ends the wait');
  reply.world.tell(ID, GRANTED);
  done(reply, 'message');
  t.equal(reply.world.value(ID), 'sent');
});

void t.test('one that knows no queue asks again when it does: the queue sees only those in it', async (t) => {
  const reply = answering({ publicReply: null });
  reply.answer(ASKED);
  t.match(reply.context(), { queueId: QUEUE });
  t.match(reply.world.asked, [{ type: 'takePlace' }]);
  reply.answer(ASKED);
  t.equal(reply.world.value(ID), 'waiting');
  t.strictSame(reply.world.asked, []);
});

void t.test('a place that comes before the question is answered counts, and so does a refusal', async (t) => {
  const granted = answering({ publicReply: null, queueId: QUEUE });
  granted.world.tell(ID, GRANTED);
  t.strictSame(granted.calls(), ['private_reply']);
  granted.answer(ASKED);
  t.equal(granted.world.value(ID), 'sending', 'the late answer changes nothing');
  const refused = answering({ queueId: QUEUE });
  refused.answer(ASKED);
  refused.world.tell(ID, { type: 'place.refused', reason: 'answered' });
  t.equal(refused.world.value(ID), 'skipped');
  t.match(refused.context(), { reason: 'answered', nextAt: null });
});

void t.test('a fault of the account holds it, and it is sent when the account can', async (t) => {
  const reply = answering({ publicReply: null });
  reply.answer(GRANTED);
  reply.answer({ type: 'acted.reauthorize', reason: 'withdrawn', credentialsVersion: 1 });
  t.match(reply.world.asked, [{ type: 'holdQueue', params: { reason: 'withdrawn' } }]);
  reply.answer({ type: 'queue.held' });
  t.equal(reply.world.value(ID), 'queued', 'it asks again');
  t.match(reply.context(), { reason: 'withdrawn' });
  reply.answer(GRANTED);
  t.strictSame(reply.calls(), ['private_reply', 'private_reply']);
  done(reply, 'message');
  t.match(reply.world.value(ID), 'sent');
  t.equal(reply.context().reason, null);
});

void t.test('a message that may have arrived is sent again with that doubt, or fails with it', async (t) => {
  const reply = answering({ publicReply: null });
  const lose = () => reply.answer({ type: 'acted.unknown', reason: 'no response came' });
  reply.answer(GRANTED);
  lose();
  reply.world.elapse(MINUTE);
  reply.answer({ type: 'acted.reauthorize', reason: 'withdrawn', credentialsVersion: 1 });
  t.match(reply.world.asked, [{ type: 'holdQueue', params: { reason: 'withdrawn' } }]);
  reply.answer({ type: 'queue.held' });
  t.equal(reply.world.value(ID), 'queued');
  reply.answer(GRANTED);
  t.match(
    reply.world.asked,
    [{ type: 'actOnComment', params: { mayBeDone: true } }],
    'a refusal may prove it',
  );
  for (let left = 3; left > 0; left -= 1) {
    lose();
    reply.world.elapse(MINUTE);
  }
  reply.answer({ type: 'looked.cannot_tell', reason: 'not listed' });
  t.equal(reply.world.value(ID), 'failed');
  t.match(reply.context(), { doubt: String, reason: /did not answer; the message may have arrived/ });
  const late = answering({ publicReply: null });
  late.answer(GRANTED);
  late.answer({ type: 'acted.unknown', reason: 'no response came' });
  late.world.elapse(MINUTE);
  late.answer({ type: 'acted.retry', reason: 'too many', afterMs: 120 * MINUTE });
  t.equal(late.world.value(ID), 'held');
  t.match(late.context(), { doubt: String }, 'nor when the network asks for a long wait');
  late.world.elapse(120 * MINUTE);
  late.answer(GRANTED);
  t.match(late.world.asked, [{ type: 'actOnComment', params: { mayBeDone: true } }]);
});

void t.test(
  'a message that lookups show not to be there has failed, and the person may have it again',
  async (t) => {
    const reply = answering({ publicReply: null });
    reply.answer(GRANTED);
    for (let left = 3; left > 0; left -= 1) {
      reply.answer({ type: 'acted.unknown', reason: 'no response came' });
      reply.world.elapse(MINUTE);
    }
    reply.answer({ type: 'looked.absent' });
    reply.world.elapse(MINUTE);
    reply.answer({ type: 'looked.absent' });
    t.equal(reply.world.value(ID), 'failed');
    t.match(reply.context(), { doubt: null, reason: /did not answer, and the message is not there/ });
  },
);

void t.test('a refusal of the person fails it with the words', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  reply.answer({ type: 'acted.rejected', reason: 'takes no messages' });
  t.equal(reply.world.value(ID), 'failed');
  t.equal(reply.context().reason, 'takes no messages');
  t.strictSame(reply.announced(), ['comment_dm.failed']);
  t.strictSame(reply.calls(), ['private_reply'], 'no public reply');
});

void t.test(
  'nothing is asked for a comment that is skipped; a stopped rule sends nothing that waits',
  async (t) => {
    const skipped = answering({ skip: 'duplicate' });
    t.equal(skipped.world.value(ID), 'skipped');
    t.equal(skipped.context().reason, 'duplicate');
    t.strictSame(skipped.world.everAsked, []);
    for (const wait of [null, ASKED]) {
      const stopped = answering({ queueId: QUEUE });
      if (wait) stopped.answer(wait);
      stopped.world.tell(ID, { type: 'rule.stopped' });
      t.equal(stopped.world.value(ID), 'skipped');
      t.equal(stopped.context().reason, 'paused');
      stopped.world.elapse(10 * MINUTE);
      t.strictSame(stopped.calls(), []);
    }
    const going = answering();
    going.answer(GRANTED);
    going.world.tell(ID, { type: 'rule.stopped' });
    done(going, 'message');
    t.strictSame(going.world.value(ID), { replying: 'asking' }, 'what is being sent is sent');
  },
);

void t.test('a public reply waits for its turn, and the message is announced meanwhile', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  done(reply, 'message');
  reply.answer({ type: 'turn.wait', afterMs: 10 * MINUTE, held: 'paced' });
  t.match(reply.context(), { publicReplyHeld: 'paced', hasTurn: true, nextAt: WORLD_START + 10 * MINUTE });
  reply.world.elapse(ANNOUNCE_AFTER_MS);
  t.strictSame(reply.announced(), ['comment_dm.sent']);
  t.strictSame(reply.calls(), ['private_reply']);
  reply.world.elapse(10 * MINUTE);
  t.match(reply.world.asked, [{ type: 'takeTurn', params: { hasTurn: true } }]);
  reply.answer(TURN);
  done(reply, 'comment');
  t.equal(reply.world.value(ID), 'replied');
  t.match(reply.context(), { publicReplyId: 'comment', publicReplyHeld: 'paced', nextAt: null });
});

void t.test('a public reply that is left out says why, and so does one whose rule was paused', async (t) => {
  const late = answering({ publicReplyLateMinutes: 5 });
  late.answer(GRANTED);
  done(late, 'message');
  t.match(late.world.asked, [{ params: { latestAt: WORLD_START + 5 * MINUTE } }]);
  late.answer({ type: 'turn.skipped', reason: 'late' });
  t.equal(late.world.value(ID), 'sent');
  t.match(late.context(), { publicReplySkipped: 'late', publicReplyId: null, publicReplyError: null });
  t.strictSame(late.calls(), ['private_reply']);

  const paused = answering();
  paused.answer(GRANTED);
  done(paused, 'message');
  t.match(paused.world.asked, [{ params: { latestAt: null } }], 'by default nothing is too late');
  paused.answer({ type: 'turn.wait', afterMs: MINUTE, held: 'breaker' });
  t.match(paused.context(), { publicReplyHeld: 'breaker', hasTurn: false });
  paused.world.tell(ID, { type: 'rule.stopped' });
  t.match(paused.context(), { publicReplySkipped: 'paused', messageId: 'message' });
  t.equal(paused.world.value(ID), 'sent');
});

void t.test(
  'a spam refusal of a public reply trips the breaker, once, and the message stays sent',
  async (t) => {
    const reply = answering();
    reply.answer(GRANTED);
    done(reply, 'message');
    reply.answer(TURN);
    reply.answer({ type: 'acted.spam', reason: 'slow down' });
    t.match(reply.world.asked, [
      { type: 'tripBreaker', params: { accountId: 'acc_1', reason: 'slow down' } },
    ]);
    reply.answer({ type: 'breaker.tripped' });
    t.equal(reply.world.value(ID), 'sent');
    t.match(reply.context(), { publicReplyError: 'slow down', messageId: 'message' });
    t.strictSame(reply.calls(), ['private_reply', 'reply']);
  },
);

void t.test('message access that is switched off holds it; it does not fail', async (t) => {
  const reply = answering({ publicReply: null });
  reply.answer(GRANTED);
  reply.answer({ type: 'acted.blocked', reason: 'messages are off' });
  reply.answer({ type: 'queue.held' });
  t.equal(reply.world.value(ID), 'queued');
  t.strictSame(reply.announced(), []);
  reply.answer(GRANTED);
  done(reply, 'message');
  t.equal(reply.world.value(ID), 'sent');
});

void t.test('the end of the broadcast is no failure; a refusal of another comment is one', async (t) => {
  for (const isLive of [true, false]) {
    const reply = answering({ isLive });
    reply.answer(GRANTED);
    reply.answer({ type: 'acted.closed', reason: 'too late' });
    t.equal(reply.world.value(ID), isLive ? 'skipped' : 'failed');
    t.equal(reply.context().reason, isLive ? 'live_over' : 'too late');
  }
});

void t.test(
  'when the broadcast has ended, what waits for its place ends; what is sent does not',
  async (t) => {
    const over = { type: 'broadcast.over' };
    for (const wait of [null, ASKED])
      for (const isLive of [true, false]) {
        const reply = answering({ isLive, queueId: QUEUE });
        if (wait) reply.answer(wait);
        const before = reply.world.value(ID);
        reply.world.tell(ID, over);
        t.equal(reply.world.value(ID), isLive ? 'skipped' : before);
        if (isLive) t.match(reply.context(), { reason: 'live_over', nextAt: null });
      }
    const going = answering({ isLive: true });
    going.answer(GRANTED);
    going.world.tell(ID, over);
    done(going, 'message');
    t.equal(going.context().messageId, 'message');
  },
);

void t.test('a network that asks for hours is waited for, twice', async (t) => {
  const reply = answering({ publicReply: null });
  const long = { type: 'acted.retry', reason: 'slow down', afterMs: 2 * 60 * MINUTE };
  for (const _ of [1, 2]) {
    reply.answer(GRANTED);
    reply.answer(long);
    t.equal(reply.world.value(ID), 'held');
    t.match(reply.context(), { reason: 'slow down', waitMs: 2 * 60 * MINUTE });
    reply.world.elapse(2 * 60 * MINUTE);
  }
  reply.answer(GRANTED);
  reply.answer(long);
  t.equal(reply.world.value(ID), 'failed');
});

void t.test('a comment behind an earlier one of its person', async (t) => {
  const WAITS = { type: 'person.waits' };

  await t.test('gets the message when that one cannot', async (t) => {
    const reply = answering({ isBehind: true, publicReply: null });
    t.equal(reply.world.asked[0]!.type, 'takePerson');
    reply.answer(WAITS);
    t.equal(reply.context().nextAt, WORLD_START + 5_000);
    reply.world.elapse(5_000);
    reply.answer({ type: 'person.reserved' });
    t.equal(reply.world.asked[0]!.type, 'takePlace');
    reply.answer(ASKED);
    t.strictSame(reply.calls(), [], 'it has a place of its own to wait for');
  });

  await t.test('is a duplicate when the person got it', async (t) => {
    const reply = answering({ isBehind: true });
    reply.answer({ type: 'person.answered' });
    t.equal(reply.world.value(ID), 'skipped');
    t.match(reply.context(), { reason: 'duplicate', nextAt: null });
    t.strictSame(reply.announced(), []);
  });

  await t.test('asks less and less often, at least once an hour', async (t) => {
    const reply = answering({ isBehind: true });
    const waits: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      reply.answer(WAITS);
      waits.push(reply.context().waitMs);
      reply.world.elapse(reply.context().waitMs);
    }
    t.strictSame(waits.slice(0, 3), [5_000, 10_000, 20_000]);
    t.equal(waits.at(-1), 60 * MINUTE);
  });

  await t.test('ends with its rule', async (t) => {
    const reply = answering({ isBehind: true });
    reply.answer(WAITS);
    reply.world.tell(ID, { type: 'rule.stopped' });
    t.match(reply.context(), { reason: 'paused', nextAt: null });
  });
});
