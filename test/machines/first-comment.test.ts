/** A post is commented once where it is live, whatever becomes of the comment; and what a network calls a duplicate is looked up. */
import * as fc from 'fast-check';
import t from 'tap';
import {
  type CommentActContext,
  type CommentActInput,
  FIRST_COMMENT_AGAIN_AFTER_MS,
  SECOND_LOOK_AFTER_MS,
} from '../../machines/comment-act.ts';
import type { PostContext, Target } from '../../machines/post.ts';
import { type Answer, dlv, type Script, targetOf, World, WORLD_START } from '../support/machine-world.ts';

const POST = 'post_1';
const WORDS = 'The recipe is on our page';
const DAY = 24 * 3_600_000;

const live: Answer = { type: 'outcome.published', networkPostId: 'n_7', url: 'https://example.com/7' };
const rejected: Answer = { type: 'outcome.rejected', reason: 'too long' };
const written: Answer = { type: 'acted.done', id: 'c_8' };
const lost: Answer = { type: 'acted.unknown', reason: 'no answer' };
const absent: Answer = { type: 'looked.absent' };
const duplicate: Answer = { type: 'acted.duplicate', reason: 'duplicate content' };

const commented = (accountId: string): Target => ({ ...targetOf(POST, accountId), firstComment: WORDS });
const acts = (world: World) => [...world.rows.values()].filter(({ kind }) => kind === 'comment_act');
const writes = (world: World) => world.everAsked.filter(({ type }) => type === 'actOnComment');
const comments = (world: World) => (world.snapshot(POST).context as PostContext).firstComments;

/** A network that publishes, and responds so to comments. */
const network =
  (publish: Answer, act: Answer | null, look: Answer = absent): Script =>
  ({ type }) => {
    if (type === 'publish') return publish;
    if (type === 'actOnComment') return act;
    if (type === 'lookForReply') return look;
    return type === 'storeAct' ? { type: 'act.stored' } : null;
  };

void t.test('a post that is live is commented below what is live, and knows what became of it', async (t) => {
  const world = new World({ script: network(live, null) });
  world.post({ accounts: [commented('acc_a'), 'acc_b'] });
  world.settle();
  t.match(world.postOf(POST), { status: 'published', error: null }, 'the post does not wait for it');
  t.equal(acts(world).length, 1, 'the other account gets none');
  t.match(writes(world), [
    {
      params: {
        accountId: 'acc_a',
        action: 'first_comment',
        commentId: 'n_7',
        text: WORDS,
        place: { networkPostId: 'n_7', parentId: null },
        reportTo: POST,
      },
    },
  ]);
  t.match(comments(world), { acc_a: { status: 'pending', networkCommentId: null, error: null } });
  world.script = network(live, written);
  world.settle();
  t.match(comments(world), { acc_a: { status: 'sent', networkCommentId: 'c_8', error: null } });
});

void t.test(
  'whatever becomes of the comment changes nothing of the post, and starts no second one',
  async (t) => {
    const answer = fc.constantFrom<Answer>(
      written,
      lost,
      duplicate,
      { type: 'acted.rejected', reason: 'no comments here' },
      { type: 'acted.blocked', reason: 'not allowed' },
      { type: 'acted.missing', reason: 'no such post' },
      { type: 'acted.retry', reason: '503' },
      { type: 'acted.retry', reason: '429', isUndone: true },
      { type: 'acted.spam', reason: 'slow down' },
      { type: 'acted.reauthorize', reason: 'sign in again', credentialsVersion: 1 },
    );
    const look = fc.constantFrom<Answer>(
      absent,
      { type: 'looked.found', id: 'c_8' },
      { type: 'looked.cannot_tell', reason: 'not shown' },
      { type: 'looked.retry', reason: '503' },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 4 }),
        fc.array(look, { maxLength: 8 }),
        async (list, looks) => {
          const [rest, looksLeft] = [[...list], [...looks]];
          const script: Script = (asked) =>
            network(live, rest.shift() ?? written, looksLeft.shift() ?? absent)(asked);
          const world = new World({ script: (asked) => (asked.type === 'publish' ? live : script(asked)) });
          world.post({ accounts: [commented('acc_a')] });
          world.settle();
          const before = world.postOf(POST);
          world.elapse(DAY);
          const after = world.postOf(POST);
          t.match(
            { status: after.status, publishedAt: after.publishedAt, error: after.error },
            { status: 'published', publishedAt: before.publishedAt, error: null },
          );
          world.tell(POST, { type: 'shelve' });
          world.tell(POST, { type: 'publish' });
          world.elapse(DAY);
          t.equal(acts(world).length, 1);
          t.not(comments(world)['acc_a']!.status, 'pending', 'it ends');
        },
      ),
    );
  },
);

void t.test('an account on which the post fails gets the comment when a later round is live', async (t) => {
  const world = new World({ script: network(rejected, written) });
  world.post({ accounts: [commented('acc_a')] });
  world.settle();
  t.match([world.postOf(POST).status, acts(world).length], ['failed', 0]);
  world.script = network(live, written);
  world.tell(POST, { type: 'retry' });
  world.settle();
  t.match(comments(world), { acc_a: { status: 'sent' } });
});

void t.test('a comment that an edit adds goes to the accounts that were not live before', async (t) => {
  const world = new World({
    script: (asked) => network(asked.params['accountId'] === 'acc_a' ? live : rejected, written)(asked),
  });
  world.post({ accounts: ['acc_a', 'acc_b'] });
  world.settle();
  world.tell(POST, { type: 'shelve', targets: [commented('acc_a'), commented('acc_b')] });
  world.script = network(live, written);
  world.tell(POST, { type: 'publish' });
  world.settle();
  t.same(Object.keys(comments(world)), ['acc_b']);
});

void t.test('a thread that is finished in a later round has the comment of its first part', async (t) => {
  const world = new World({ script: network(live, written) });
  const answers: Answer[] = [live, rejected, live];
  world.script = (asked) => (asked.type === 'publish' ? answers.shift()! : network(live, written)(asked));
  world.post({ accounts: [{ ...commented('acc_a'), parts: 2 }] });
  world.settle();
  t.match(comments(world), { acc_a: { status: 'sent' } }, 'the first part is live');
  world.tell(POST, { type: 'retry' });
  world.settle();
  t.equal(world.value(dlv(POST, 'acc_a')), 'published');
  t.match([acts(world).length, writes(world).length], [1, 1]);
});

void t.test('a post that was deleted before it was live is not commented', async (t) => {
  const world = new World();
  world.post({ accounts: [commented('acc_a')] });
  world.tell(POST, { type: 'remove' });
  world.answer(world.askedBy(dlv(POST, 'acc_a'))[0]!, live);
  world.settle();
  t.same(acts(world), []);
});

void t.test('what goes live while its post is put back to drafts is not commented', async (t) => {
  const world = new World();
  world.post({ accounts: [commented('acc_a')] });
  const [call] = world.askedBy(dlv(POST, 'acc_a'));
  world.tell(POST, { type: 'shelve' });
  world.answer(call!, live);
  world.settle();
  t.match([world.postOf(POST).status, acts(world).length], ['draft', 0]);
  t.equal(world.value(dlv(POST, 'acc_a')), 'published');
});

void t.test('nothing can be put below a post that the network does not name', async (t) => {
  const world = new World({ script: network({ ...live, networkPostId: null }, written) });
  world.post({ accounts: [commented('acc_a')] });
  world.settle();
  t.same(acts(world), []);
  t.match(comments(world), { acc_a: { status: 'failed', error: /does not name the post/ } });
});

void t.test('a post without a first comment reports and stores what it did before', async (t) => {
  const world = new World({ script: network(live, written) });
  world.post();
  world.settle();
  const ends = world.journal.filter(({ step }) => step.event.type === 'delivery.ended');
  t.same(
    ends.map(({ step }) => Object.keys(step.event).sort()),
    [['accountId', 'error', 'round', 'status', 'type']],
  );
  t.same(
    ends.map(({ step }) => [step.taken, step.effects]),
    [[['post|delivery.ended|0', 'post.publishing||0'], ['announce']]],
  );
});

function acting(input: Partial<CommentActInput> = {}) {
  const world = new World();
  const id = 'act_1';
  world.start('comment_act', id, {
    actId: id,
    accountId: 'acc_1',
    platform: 'x',
    commentId: '7',
    action: 'first_comment',
    text: WORDS,
    place: { networkPostId: '7', parentId: null },
    onUnknown: 'retry',
    askedAt: WORLD_START,
    ...input,
  });
  const answer = (event: Answer) => world.answer(world.asked[0]!, event);
  const context = () => world.snapshot(id).context as CommentActContext;
  return { world, answer, context, value: () => world.value(id), sent: () => writes(world).length };
}

void t.test('a first comment is sent again only where a lookup shows that it is not there', async (t) => {
  const unseen = acting();
  unseen.answer(lost);
  unseen.answer({ type: 'looked.cannot_tell', reason: 'not shown to apps' });
  t.match([unseen.value(), unseen.sent()], ['unknown', 1]);
  t.match(unseen.context().error, /the first comment may have arrived/);

  const { world, answer, value, sent } = acting();
  answer(lost);
  answer(absent);
  world.elapse(SECOND_LOOK_AFTER_MS);
  answer(absent);
  world.elapse(0);
  t.match([value(), sent()], ['sending', 2]);
});

void t.test('what was not done for certain is sent again without a lookup', async (t) => {
  const { world, answer, value, sent, context } = acting();
  for (const waitMs of FIRST_COMMENT_AGAIN_AFTER_MS) {
    answer({ type: 'acted.retry', reason: '429', isUndone: true });
    world.elapse(waitMs);
  }
  answer({ type: 'acted.retry', reason: '429', isUndone: true });
  t.match([value(), sent()], ['failed', 3]);
  t.match(context(), { failure: 'busy', error: '429', doubt: null });
});

void t.test('a post that the network does not show yet is commented later', async (t) => {
  const { world, answer, value, sent } = acting();
  answer({ type: 'acted.missing', reason: 'no such object' });
  world.elapse(FIRST_COMMENT_AGAIN_AFTER_MS[0]);
  answer(written);
  answer({ type: 'act.stored' });
  t.match([value(), sent()], ['done', 2]);
});

for (const action of ['reply', 'first_comment'] as const) {
  const repeated = (event: Answer) => {
    const act = acting({ action });
    act.answer(lost);
    act.answer(absent);
    act.world.elapse(SECOND_LOOK_AFTER_MS);
    act.answer(absent);
    act.world.elapse(0);
    t.equal(act.sent(), 2);
    act.answer(event);
    return act;
  };

  for (const refusal of [duplicate, { type: 'acted.spam', reason: 'said before', isDuplicate: true }])
    void t.test(
      `${action}: a second try that is refused by ${refusal.type} leads to the first one`,
      async (t) => {
        const found = repeated(refusal);
        found.answer(absent);
        found.world.elapse(SECOND_LOOK_AFTER_MS);
        found.answer({ type: 'looked.found', id: '9' });
        found.answer({ type: 'act.stored' });
        t.match([found.value(), found.context().resultId, found.sent()], ['done', '9', 2]);

        const hidden = repeated(refusal);
        for (let looks = 0; hidden.value() !== 'unknown'; looks += 1) {
          t.ok(looks < 10, 'the lookups end');
          hidden.answer(absent);
          hidden.world.elapse(SECOND_LOOK_AFTER_MS);
        }
        t.match(hidden.context().error, /the network has .* and does not list it/);
        t.equal(hidden.sent(), 2);

        const dark = repeated(refusal);
        dark.answer({ type: 'looked.cannot_tell', reason: 'not shown' });
        t.match([dark.value(), dark.sent()], ['unknown', 2]);
      },
    );

  void t.test(`${action}: a first try that is refused as a duplicate has failed`, async (t) => {
    const { answer, value } = acting({ action });
    answer(duplicate);
    t.equal(value(), 'failed');
  });
}
