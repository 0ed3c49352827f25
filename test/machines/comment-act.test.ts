/** What is done with a comment is done once: looks before repeats, and waits that the network asks for. */
import t from 'tap';
import { FAILED_LOOKUP_WAITS_MS } from '../../machines/lookup-waits.ts';
import {
  ACT_AGAIN_AFTER_MS,
  type CommentActContext,
  type CommentActInput,
  SECOND_LOOK_AFTER_MS,
} from '../../machines/comment-act.ts';
import { type Answer, World, WORLD_START } from '../support/machine-world.ts';

const ID = 'act_1';
const lost = { type: 'acted.unknown', reason: 'no answer' };
const busy = { type: 'acted.retry', reason: '503' };
const absent = { type: 'looked.absent' };
const done = { type: 'acted.done', id: '8' };

function acting(input: Partial<CommentActInput> = {}) {
  const world = new World();
  world.start('comment_act', ID, {
    actId: ID,
    accountId: 'acc_1',
    platform: 'instagram',
    commentId: '7',
    action: 'reply',
    text: 'Thanks!',
    place: { networkPostId: 'media_1', parentId: null },
    onUnknown: 'retry',
    askedAt: WORLD_START,
    ...input,
  });
  const answer = (event: Answer) => world.answer(world.asked[0]!, event);
  const asked = () => world.asked.map(({ type }) => type);
  const sent = () => world.everAsked.filter(({ type }) => type === 'actOnComment').length;
  const context = () => world.snapshot(ID).context as CommentActContext;
  return { world, answer, asked, sent, context };
}

void t.test('what is done is stored, and then it is done', async (t) => {
  const { world, answer, asked, context } = acting();
  answer(done);
  t.strictSame(asked(), ['storeAct']);
  t.match(world.asked[0]!.params, { resultId: '8', action: 'reply', commentId: '7' });
  answer({ type: 'act.stored' });
  t.equal(world.value(ID), 'done');
  t.equal(context().resultId, '8');
});

void t.test(
  'after a lost response it looks at once and again a minute later, and sends nothing meanwhile',
  async (t) => {
    const { world, answer, asked, sent } = acting();
    answer(lost);
    t.strictSame(asked(), ['lookForReply']);
    answer(absent);
    t.strictSame(asked(), []);
    world.elapse(SECOND_LOOK_AFTER_MS - 1);
    t.strictSame(asked(), [], 'not before a minute');
    world.elapse(1);
    t.strictSame(asked(), ['lookForReply']);
    t.equal(sent(), 1);
    answer({ type: 'looked.found', id: '9' });
    answer({ type: 'act.stored' });
    t.equal(world.value(ID), 'done');
    t.equal(sent(), 1);
  },
);

void t.test('without evidence the setting of the account decides', async (t) => {
  const hold = acting({ onUnknown: 'hold' });
  hold.answer(lost);
  hold.answer(absent);
  hold.world.elapse(SECOND_LOOK_AFTER_MS);
  hold.answer({ type: 'looked.cannot_tell', reason: 'too many comments' });
  t.equal(hold.world.value(ID), 'unknown');
  t.equal(hold.sent(), 1, 'hold: never again');
  t.match(hold.context().error, /did not answer; the reply may have arrived: no answer/);

  const { world, answer, asked, sent } = acting();
  answer(lost);
  answer(absent);
  world.elapse(SECOND_LOOK_AFTER_MS);
  answer({ type: 'looked.cannot_tell', reason: 'too many comments' });
  world.elapse(0);
  t.strictSame(asked(), ['actOnComment'], 'retry: again');
  t.equal(sent(), 2);
  t.equal(world.asked[0]!.params['mayBeDone'], true);
  answer({ type: 'acted.rejected', reason: 'too long' });
  t.strictSame(asked(), ['lookForReply'], 'the first try may have arrived all the same');
  answer({ type: 'looked.cannot_tell', reason: 'too many comments' });
  t.equal(world.value(ID), 'unknown');
});

void t.test('a reply that is not there is sent again, or has failed where the account holds', async (t) => {
  const hold = acting({ onUnknown: 'hold' });
  const retry = acting();
  for (const { answer, world } of [hold, retry]) {
    answer(lost);
    answer(absent);
    world.elapse(SECOND_LOOK_AFTER_MS);
    answer(absent);
    world.elapse(0);
  }
  t.match([hold.world.value(ID), hold.sent()], ['failed', 1]);
  t.match(hold.context(), {
    failure: 'lost',
    doubt: null,
    error: /did not answer, and the reply is not there/,
  });
  t.strictSame([retry.asked(), retry.sent()], [['actOnComment'], 2]);
  retry.answer({ type: 'acted.rejected', reason: 'too long' });
  t.equal(retry.world.value(ID), 'failed', 'the first try is known not to have arrived');
});

void t.test(
  'a private answer is looked for after its repeats, or after a refusal that may be of a repeat',
  async (t) => {
    for (const last of [lost, busy, { type: 'acted.rejected', reason: 'blocked', code: '551' }]) {
      const { world, answer, asked, sent, context } = acting({ action: 'private_reply' });
      answer(lost);
      world.elapse(ACT_AGAIN_AFTER_MS[0]);
      answer(busy);
      world.elapse(ACT_AGAIN_AFTER_MS[1]);
      answer(last);
      t.strictSame([asked(), sent()], [['lookForReply'], 3], last.type);
      answer(absent);
      world.elapse(SECOND_LOOK_AFTER_MS);
      answer(absent);
      t.equal(world.value(ID), 'failed', last.type);
      t.equal(context().doubt, null);
      t.equal(context().networkCode ?? null, last.type === 'acted.rejected' ? '551' : null);
    }
  },
);

void t.test('lost responses repeat a reply at most twice', async (t) => {
  const { world, answer, sent } = acting();
  for (let tries = 1; tries <= 3; tries += 1) {
    answer(lost);
    answer(absent);
    world.elapse(SECOND_LOOK_AFTER_MS);
    answer(absent);
    world.elapse(0);
  }
  t.equal(sent(), 3);
  t.equal(world.value(ID), 'failed');
});

void t.test('after an error response it looks once and repeats, at most twice', async (t) => {
  const { world, answer, asked, sent, context } = acting();
  for (const waitMs of ACT_AGAIN_AFTER_MS) {
    answer(busy);
    t.strictSame(asked(), ['lookForReply']);
    answer(absent);
    t.strictSame(asked(), [], 'no second look');
    world.elapse(waitMs - 1);
    t.strictSame(asked(), []);
    world.elapse(1);
    t.strictSame(asked(), ['actOnComment']);
  }
  answer(busy);
  answer(absent);
  t.equal(world.value(ID), 'failed');
  t.match(context(), { failure: 'busy', error: '503' });
  t.equal(sent(), 3);
});

void t.test('an error response after which the reply is there is no failure', async (t) => {
  const { world, answer, sent } = acting();
  answer(busy);
  answer({ type: 'looked.found', id: '9' });
  answer({ type: 'act.stored' });
  t.equal(world.value(ID), 'done');
  t.equal(sent(), 1);
});

void t.test('it waits as long as the network asks, and not for hours', async (t) => {
  const { world, answer, asked } = acting();
  answer({ ...busy, afterMs: 120_000 });
  answer(absent);
  world.elapse(119_999);
  t.strictSame(asked(), []);
  world.elapse(1);
  t.strictSame(asked(), ['actOnComment']);
  answer({ ...busy, afterMs: 7_200_000 });
  t.equal(world.value(ID), 'failed');
});

void t.test(
  'a look that the network does not answer is repeated, and a reply is not sent for it',
  async (t) => {
    const { world, answer, asked, sent } = acting({ onUnknown: 'hold' });
    answer(lost);
    for (const wait of FAILED_LOOKUP_WAITS_MS) {
      answer({ type: 'looked.retry', reason: '503' });
      world.elapse(wait - 1);
      t.strictSame(asked(), [], `not before ${wait} ms`);
      world.elapse(1);
      t.strictSame(asked(), ['lookForReply']);
    }
    answer({ type: 'looked.retry', reason: '503' });
    t.equal(world.value(ID), 'unknown');
    t.equal(sent(), 1);
  },
);

void t.test('hiding, deleting and private answers are repeated without a look', async (t) => {
  for (const action of ['hide', 'unhide', 'delete', 'private_reply'] as const) {
    const { world, answer, asked, sent } = acting({ action });
    answer(lost);
    t.strictSame(asked(), [], action);
    world.elapse(ACT_AGAIN_AFTER_MS[0]);
    t.match(world.asked, [{ type: 'actOnComment', params: { mayBeDone: true } }], action);
    answer(busy);
    world.elapse(ACT_AGAIN_AFTER_MS[1]);
    answer(lost);
    if (action === 'private_reply') answer({ type: 'looked.cannot_tell', reason: 'not listed' });
    t.equal(world.value(ID), 'unknown', action);
    t.equal(sent(), 3, action);
  }
});

void t.test(
  'a repeat after an error response may find it done: some networks do the work and answer 503',
  async (t) => {
    for (const action of ['delete', 'private_reply', 'reply'] as const) {
      const { world, answer } = acting({ action });
      t.match(world.asked, [{ params: { mayBeDone: false } }], action);
      answer(busy);
      if (action === 'reply') answer(absent);
      world.elapse(ACT_AGAIN_AFTER_MS[0]);
      t.match(world.asked, [{ type: 'actOnComment', params: { mayBeDone: true } }], action);
      answer({ type: 'acted.rejected', reason: 'too long' });
      t.equal(world.value(ID), 'failed', `${action}: an answer that proves nothing is a failure`);
    }
  },
);

void t.test('an expired access is renewed, and a refused one is told to the account', async (t) => {
  const { world, answer, asked, context } = acting();
  answer({ type: 'acted.expired', reason: 'token over', credentialsVersion: 3 });
  t.match(world.asked, [
    { type: 'refreshForComment', params: { accountId: 'acc_1', refusedCredentials: 3 } },
  ]);
  const refreshed = { credentialsVersion: 4, obtainedAt: WORLD_START, expiresAt: null };
  answer({ type: 'refresh.refreshed', ...refreshed });
  t.strictSame(asked(), ['actOnComment']);
  answer({ type: 'acted.reauthorize', reason: 'signed out', credentialsVersion: 4 });
  t.equal(world.value(ID), 'failed');
  t.match(context(), { failure: 'access', error: 'signed out' });
  t.match(
    world.messages.map(({ actorId, event }) => ({ actorId, event })),
    [
      { actorId: 'acc_1', event: { type: 'renewed', credentialsVersion: 4 } },
      { actorId: 'acc_1', event: { type: 'refused', deliveryId: ID, credentialsVersion: 4 } },
    ],
  );
});

void t.test('a reply without an id is no reply that can be shown', async (t) => {
  const { world, answer } = acting();
  answer({ type: 'acted.done', id: null });
  t.equal(world.value(ID), 'unknown');
});
