/** The calls of what is done with comments: interrupted ones, and which reply is evidence for which request. */
import t, { type Test } from 'tap';
import type { Comment, CommentOutcome, CommentsPort } from '../../adapters/port/comments.ts';
import type { AccessProblem, Missing } from '../../adapters/port/read.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { SendOutcome } from '../../adapters/port/messages.ts';
import { networks } from '../../adapters/networks.ts';
import type { ActWork } from '../../machines/comment-act.ts';
import { commentActHandlers } from '../../src/features/comments/acting.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { Recorder } from '../../src/engine/recorder.ts';
import { createSealer } from '../../src/base/seal.ts';
import { readComments } from '../../store/comments.ts';
import { silent } from '../support/stage.ts';
import { commentEvent, HOUR, NOW, scene } from './scene.ts';

const work: ActWork = {
  actId: 'act_1',
  accountId: 'acc_1',
  commentId: 'c1',
  action: 'reply',
  text: 'Thanks!',
  place: { networkPostId: 'media_1', parentId: null },
  mayBeDone: false,
  askedAt: NOW,
  resultId: null,
  reportTo: null,
};

const own = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  networkPostId: 'media_1',
  parentId: 'c1',
  text: 'Thanks!',
  from: { id: null, username: 'cafe.luna', name: null },
  isOwn: true,
  createdAt: NOW + 1000,
  likes: null,
  hidden: false,
  rating: null,
  ...more,
});

const byText = (one: string, other: string) => one.localeCompare(other);

/** The handlers over a network whose answers a test chooses. */
async function acting(t: Test) {
  const world = await scene(t);
  const sealer = createSealer([Buffer.alloc(32, 7)]);
  const sealed = sealer.seal({ accessToken: 'secret-token-value' }, 'acc_1');
  await world.sql`update accounts set credentials = ${sealed} where id = 'acc_1'`;
  const network = {
    answer: { kind: 'done', id: 'r1' } as CommentOutcome,
    sent: { kind: 'sent', id: 'm1', personId: null } as SendOutcome,
    listed: [] as Comment[],
    isIncomplete: false,
    /** A post without comments to list, and what the network says of the comment. */
    missing: null as string | null,
    read: own('c1') as Comment | Missing | AccessProblem,
    calls: [] as string[],
  };
  const say = (name: string) => async () => {
    network.calls.push(name);
    return network.answer;
  };
  const comments: CommentsPort = {
    list: async ({ networkPostId }) => {
      network.calls.push('list');
      if (networkPostId === network.missing) return { kind: 'missing', reason: 'no such post' };
      const incomplete = network.isIncomplete && { incomplete: true as const };
      return { kind: 'page', items: network.listed, cursor: null, ...incomplete };
    },
    reply: say('reply'),
    hide: say('hide'),
    unhide: say('unhide'),
    delete: say('delete'),
    read: async () => network.read,
  };
  const messages = { ...networks.instagram.messages!, send: async () => network.sent };
  const adapters: { [platform: string]: Manifest } = {
    instagram: {
      ...networks.instagram,
      comments,
      messages,
      firstComment: { ...networks.instagram.firstComment!, send: say('first_comment') },
    },
  };
  const handlers = commentActHandlers({
    sql: world.sql,
    directory: world.sql,
    sealer,
    adapters,
    guard: { fetch: () => Promise.reject(new Error('no network in this test')) } as never,
    refresher: { refresh: () => Promise.reject(new Error('no refresh in this test')) },
    clock: () => NOW,
    log: silent,
    node: () => ({
      command: async (run) => {
        const done = await world.sql.begin((tx) => run(tx, { now: NOW } as never));
        return (done as { result: never }).result;
      },
    }),
  });
  const marks: boolean[] = [];
  const run = (effect: Partial<Run['effect']> = {}): Run => ({
    effect: { started: false, tries: 1, ...effect } as Run['effect'],
    signal: new AbortController().signal,
    recorder: new Recorder(),
    markStarted: async () => {
      marks.push(true);
      return true;
    },
    markAnswered: () => undefined,
  });
  return { ...world, handlers, network, run, marks };
}

for (const action of ['reply', 'first_comment'] as const)
  void t.test(
    `a ${action} is marked before it is sent, and not sent again when its run was cut off`,
    async (t) => {
      const { handlers, network, run, marks } = await acting(t);
      const one = { ...work, action };
      t.match(await handlers.actOnComment(one, run()), { type: 'acted.done', id: 'r1' });
      t.strictSame(marks, [true]);
      t.match(await handlers.actOnComment(one, run({ started: true, tries: 2 })), {
        type: 'acted.interrupted',
      });
      t.strictSame(network.calls, [action]);
    },
  );

void t.test(
  'what may be repeated is repeated after a cut, and some refusals prove the first try',
  async (t) => {
    const { handlers, network, run, marks } = await acting(t);
    const remove = { ...work, action: 'delete' as const };
    network.answer = { kind: 'missing', reason: 'gone' };
    t.match(await handlers.actOnComment(remove, run()), { type: 'acted.missing' });
    t.match(await handlers.actOnComment(remove, run({ tries: 2 })), { type: 'acted.done' });
    t.match(await handlers.actOnComment({ ...remove, mayBeDone: true }, run()), { type: 'acted.done' });
    const dm = { ...work, action: 'private_reply' as const };
    network.sent = { kind: 'rejected', reason: 'once', afterUnknown: 'sent' };
    t.match(await handlers.actOnComment(dm, run()), { type: 'acted.closed', reason: 'once' });
    t.match(await handlers.actOnComment({ ...dm, mayBeDone: true }, run()), { type: 'acted.done', id: null });
    const again = { ...dm, mayBeDone: true };
    network.sent = { kind: 'rejected', reason: 'takes no messages' };
    t.match(await handlers.actOnComment(dm, run()), { type: 'acted.rejected' });
    t.match(await handlers.actOnComment(dm, run({ tries: 2 })), { type: 'acted.unknown' }, 'it was cut off');
    network.sent = { kind: 'retry', reason: 'error', mayBeSent: true };
    t.match(await handlers.actOnComment(dm, run()), { type: 'acted.unknown', reason: 'error' });
    network.sent = { kind: 'retry', reason: 'too many', afterMs: 5 };
    t.strictSame(await handlers.actOnComment(dm, run()), {
      type: 'acted.retry',
      reason: 'too many',
      afterMs: 5,
    });
    network.sent = { kind: 'rejected', reason: 'once', afterUnknown: 'sent' };
    network.read = { kind: 'missing', reason: 'deleted' };
    t.match(await handlers.actOnComment(again, run()), { type: 'acted.unknown', reason: 'once' });
    network.read = own('c1', { createdAt: NOW - 7 * 24 * HOUR - 1 });
    t.match(await handlers.actOnComment(again, run()), { type: 'acted.unknown', reason: 'once' }, 'too old');
    network.read = { kind: 'retry', reason: 'busy' };
    t.match(await handlers.actOnComment(again, run()), { type: 'acted.retry', reason: 'busy' });
    network.sent = { kind: 'sent', id: null, personId: null };
    t.match(await handlers.actOnComment(dm, run()), { type: 'acted.rejected' }, 'it is of somebody else');
    t.match(await handlers.actOnComment({ ...dm, mayBeDone: true }, run()), { type: 'acted.done' });
    t.strictSame(marks, [], 'only replies are marked');
  },
);

void t.test('an error of an adapter is an unknown outcome, and no secret reaches a result', async (t) => {
  const { handlers, network, run } = await acting(t);
  network.answer = { kind: 'rejected', reason: 'bad token secret-token-value' };
  const refused = await handlers.actOnComment(work, run());
  t.notMatch(JSON.stringify(refused), /secret-token/);
  network.answer = undefined as never;
  t.match(await handlers.actOnComment(work, run()), { type: 'acted.unknown' });
});

void t.test(
  'evidence is an own reply below the comment with the same text, not older than the request',
  async (t) => {
    const { handlers, network, run, take } = await acting(t);
    await take(commentEvent({ id: 'c1' }));
    const look = async (...listed: Comment[]) => {
      network.listed = listed;
      return handlers.lookForReply(work, run());
    };
    t.match(await look(), { type: 'looked.absent' });
    t.match(await look(own('r1', { text: 'Thanks' })), { type: 'looked.absent' }, 'another text');
    t.match(await look(own('r1', { isOwn: false })), { type: 'looked.absent' }, 'of somebody else');
    t.match(await look(own('r1', { parentId: 'c2' })), { type: 'looked.absent' }, 'below another comment');
    t.match(await look(own('r1', { createdAt: NOW - 120_000 })), { type: 'looked.absent' }, 'older');
    network.isIncomplete = true;
    t.match(await look(), { type: 'looked.cannot_tell' }, 'a part of the list proves no absence');
    network.isIncomplete = false;
    t.match(await look(own('r1', { text: ' Thanks! ' })), { type: 'looked.found', id: 'r1' });
    t.match(await look(own('r1')), { type: 'looked.found', id: 'r1' }, 'asked again it is the same');
  },
);

void t.test('one reply is evidence for one request', async (t) => {
  const { handlers, network, run, sql } = await acting(t);
  network.listed = [own('r1')];
  const other = { ...work, actId: 'act_2' };
  const both = await Promise.all([handlers.lookForReply(work, run()), handlers.lookForReply(other, run())]);
  t.strictSame(both.map(({ type }) => type).toSorted(byText), ['looked.absent', 'looked.found']);
  network.listed = [own('r1'), own('r2', { createdAt: NOW + 2000 })];
  const again = await Promise.all([handlers.lookForReply(work, run()), handlers.lookForReply(other, run())]);
  t.strictSame(
    again.map((event) => ('id' in event ? event.id : '')).toSorted(byText),
    ['r1', 'r2'],
    'two equal replies are for two requests',
  );
  const stored = await readComments(sql, { accountId: 'acc_1', ids: ['r1', 'r2'] });
  t.strictSame(stored.map(({ madeBy }) => madeBy ?? '').toSorted(byText), ['act_1', 'act_2']);
});

void t.test('a reply that the network has told already is found without asking it', async (t) => {
  const { handlers, network, run, take } = await acting(t);
  await take(commentEvent({ id: 'r1', parentId: 'c1', text: 'Thanks!', isOwn: true }, NOW + 500));
  t.match(await handlers.lookForReply(work, run()), { type: 'looked.found', id: 'r1' });
  t.strictSame(network.calls, []);
});

void t.test(
  'where the named post has no comments, the network says what the comment stands below',
  async (t) => {
    const { handlers, network, run, take } = await acting(t);
    await take(commentEvent({ id: 'c1', networkPostId: 'picture_1' }));
    network.listed = [own('r9')];
    network.missing = 'picture_1';
    const below = { ...work, place: { networkPostId: 'picture_1', parentId: null } };
    t.match(await handlers.lookForReply(below, run()), { type: 'looked.found', id: 'r9' });
    network.read = { ...network.read, networkPostId: 'picture_1' };
    t.match(await handlers.lookForReply({ ...below, actId: 'act_2' }, run()), { type: 'looked.cannot_tell' });
  },
);
