/** What the account has answered leaves the open comments, whatever the order in which answers and comments come. */
import t from 'tap';
import { takeFacts } from '../../src/features/comments/take.ts';
import { readComments, saveDone } from '../../store/comments.ts';
import { commentEvent, HOUR, NOW, scene, type Scene } from './scene.ts';

const MINUTE = 60_000;
const isDone = async ({ sql }: Scene, id: string): Promise<boolean | undefined> =>
  (await readComments(sql, { accountId: 'acc_1', ids: [id] }))[0]?.done;

const from = (username: string) => ({ id: `p_${username}`, username, name: null });
/** A comment of a person, some minutes after the first. */
const said = (id: string, minute: number, more: { parentId?: string; username?: string } = {}) => {
  const { parentId = null, username = 'rosa' } = more;
  return commentEvent({ id, parentId, from: from(username) }, NOW - HOUR / 2 + minute * MINUTE);
};
/** A reply of the account that was written at the network. */
const replied = (id: string, minute: number, { parentId = 'c1', text = 'Yes' } = {}) =>
  commentEvent({ id, parentId, text, from: from('cafe.luna') }, NOW - HOUR / 2 + minute * MINUTE);

void t.test(
  'a reply by hand at the network marks what it answers as done, and watchers see it',
  async (t) => {
    const world = await scene(t);
    await world.take(said('c1', 0), said('c2', 1));
    const feed = await world.take(replied('r1', 2));
    t.equal(await isDone(world, 'c1'), true);
    t.equal(await isDone(world, 'c2'), false, 'another comment');
    const told = feed.map(
      ({ type, resource, data }) => `${type} ${resource.id} ${String((data as { done: boolean }).done)}`,
    );
    t.strictSame(told.toSorted(), ['comment.created r1 true', 'comment.updated c1 true']);
  },
);

void t.test('a reply that is known before its comment, or comes with it, answers it', async (t) => {
  const world = await scene(t);
  await world.take(replied('r1', 2));
  await world.take(said('c1', 0));
  t.equal(await isDone(world, 'c1'), true);
  await world.take(said('c2', 3), replied('r2', 4, { parentId: 'c2' }));
  t.equal(await isDone(world, 'c2'), true);
});

void t.test(
  'somebody who writes after the answer opens the comment again, until that is answered',
  async (t) => {
    const world = await scene(t);
    await world.take(said('c1', 0), replied('r1', 1));
    await world.take(said('c2', 2, { parentId: 'c1' }));
    t.equal(await isDone(world, 'c1'), false);
    t.equal(await isDone(world, 'c2'), false);
    await world.take(replied('r2', 3));
    t.equal(await isDone(world, 'c1'), true);
    t.equal(await isDone(world, 'c2'), true, 'of the same person, below the same comment');
  },
);

void t.test('a reply by hand answers whom it mentions, and nobody else in the thread', async (t) => {
  const world = await scene(t);
  await world.take(
    said('c1', 0),
    said('c2', 1, { parentId: 'c1', username: 'ben' }),
    said('c3', 2, { parentId: 'c1', username: 'ann' }),
    said('c5', 9, { parentId: 'c1', username: 'ann' }),
  );
  await world.take(replied('r1', 4, { text: '@ANN, we open at nine' }));
  t.equal(await isDone(world, 'c3'), true);
  t.equal(await isDone(world, 'c2'), false, 'of somebody else');
  t.equal(await isDone(world, 'c5'), false, 'written after the reply');
});

void t.test('a reply from here answers its comment and what was opened by it, not others', async (t) => {
  const world = await scene(t);
  await world.take(said('c1', 0), replied('r1', 1));
  await world.take(
    said('c2', 2, { parentId: 'c1', username: 'ben' }),
    said('c3', 3, { parentId: 'c1', username: 'ann' }),
    said('c4', 4, { username: 'ann' }),
    said('c5', 5, { parentId: 'c4', username: 'ben' }),
  );
  const reply = (id: string, parentId: string) => ({
    kind: 'seen' as const,
    id,
    isRead: false,
    at: NOW,
    comment: {
      networkPostId: 'media_1',
      parentId,
      text: 'Yes',
      from: from('cafe.luna'),
      isOwn: true,
      createdAt: NOW,
      likes: null,
      hidden: false,
      rating: null,
      madeBy: 'act_1',
    },
  });
  await world.sql.begin((tx) =>
    takeFacts(
      tx,
      { now: NOW },
      { id: 'acc_1', receivingSince: null },
      { facts: [reply('r2', 'c2'), reply('r3', 'c5')] },
    ),
  );
  t.equal(await isDone(world, 'c2'), true);
  t.equal(await isDone(world, 'c1'), true, 'it had an answer of its own');
  t.equal(await isDone(world, 'c3'), false, 'of somebody else');
  t.equal(await isDone(world, 'c5'), true);
  t.equal(await isDone(world, 'c4'), false, 'it has no answer of its own');
});

void t.test('a private answer marks its comment as done', async (t) => {
  const world = await scene(t);
  await world.take(said('c1', 0));
  const answered = { kind: 'answered_privately' as const, id: 'c1', at: NOW };
  const take = () =>
    world.sql.begin((tx) =>
      takeFacts(tx, { now: NOW }, { id: 'acc_1', receivingSince: null }, { facts: [answered] }),
    );
  await take();
  t.equal(await isDone(world, 'c1'), true);
  await saveDone(world.sql, { accountId: 'acc_1', id: 'c1', done: false });
  await take();
  t.equal(await isDone(world, 'c1'), false, 'somebody opened it again, and it is reported twice');
});

void t.test(
  'what somebody opened again after the answer stays open when the answer is reported again',
  async (t) => {
    const world = await scene(t);
    await world.take(said('c1', 0), replied('r1', 1));
    await saveDone(world.sql, { accountId: 'acc_1', id: 'c1', done: false });
    await world.take(replied('r1', 1));
    t.equal(await isDone(world, 'c1'), false);
  },
);
