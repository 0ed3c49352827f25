/** A rule's answer to a comment: its queue, its two calls, and what is announced when. */
import t from 'tap';
import {
  ANNOUNCE_AFTER_MS,
  HELD_FOR_MS,
  type PrivateReplyContext,
  type PrivateReplyInput,
} from '../../machines/private-reply.ts';
import { type Answer, World, WORLD_START } from '../support/machine-world.ts';

const ID = 'preply_1';
const MINUTE = 60_000;
const GRANTED = { type: 'place.granted' };
const STORED = { type: 'act.stored' };

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
  reply.world.elapse(ANNOUNCE_AFTER_MS);
  t.strictSame(reply.announced(), ['comment_dm.sent']);
  done(reply, 'comment');
  t.equal(reply.world.value(ID), 'replied');
  t.strictSame(reply.announced(), ['comment_dm.sent'], 'once');
});

void t.test('a failed public reply never repeats the message', async (t) => {
  const reply = answering();
  reply.answer(GRANTED);
  done(reply, 'message');
  reply.answer({ type: 'acted.rejected', reason: 'spam' });
  t.equal(reply.world.value(ID), 'sent');
  t.match(reply.context(), { publicReplyId: null, publicReplyError: 'spam', reason: null });
  t.strictSame(reply.calls(), ['private_reply', 'reply']);
});

void t.test('it waits for its place, and asks with the place it has', async (t) => {
  const reply = answering({ publicReply: null });
  reply.answer({ type: 'place.wait', afterMs: 20 * MINUTE });
  t.equal(reply.context().nextAt, WORLD_START + 20 * MINUTE);
  reply.world.elapse(20 * MINUTE - 1);
  t.strictSame(reply.world.asked, [], 'not before its place');
  reply.world.elapse(1);
  t.match(reply.world.asked, [{ type: 'takePlace', params: { hasPlace: true } }]);
  reply.answer(GRANTED);
  done(reply, 'message');
  t.equal(reply.world.value(ID), 'sent');
});

void t.test('a fault of the account holds it, and it is sent when the account can', async (t) => {
  const reply = answering({ publicReply: null });
  reply.answer({ type: 'place.held', reason: 'sign in again' });
  reply.world.elapse(HELD_FOR_MS);
  reply.answer(GRANTED);
  reply.answer({ type: 'acted.reauthorize', reason: 'withdrawn', credentialsVersion: 1 });
  t.equal(reply.world.value(ID), 'held');
  t.match(reply.context(), { reason: 'withdrawn', hasPlace: false });
  reply.world.elapse(HELD_FOR_MS);
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
  t.equal(reply.world.value(ID), 'held');
  reply.world.elapse(HELD_FOR_MS);
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
  t.equal(reply.world.value(ID), 'failed');
  t.match(reply.context(), { doubt: String, reason: String });
  const late = answering({ publicReply: null });
  late.answer(GRANTED);
  late.answer({ type: 'acted.unknown', reason: 'no response came' });
  late.world.elapse(MINUTE);
  late.answer({ type: 'acted.retry', reason: 'too many', afterMs: 120 * MINUTE });
  t.equal(late.world.value(ID), 'failed');
  t.match(late.context(), { doubt: String }, 'nor when the network asks for a long wait');
});

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
    for (const wait of [
      { type: 'place.wait', afterMs: MINUTE },
      { type: 'place.held', reason: 'later' },
    ]) {
      const stopped = answering();
      stopped.answer(wait);
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
    t.equal(going.world.value(ID), 'replying', 'what is being sent is sent');
  },
);
