/** The kept JSON of a post is never older than the post. */
import t from 'tap';
import { postBatches } from '../../src/features/posts/batches.ts';
import { findPosts } from '../../store/posts.ts';
import { publicPost } from '../../src/kinds/views/post.ts';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;

void t.test('a post is shown as it is after each change, and whole', async (t) => {
  const { sql, node, clock, workspaceId, createPost, tell, until, addAccount } = await stage(t);
  const posts = postBatches({ sql, node });
  const id = await createPost({
    dueAt: clock() + MINUTE,
    accountIds: [await addAccount(), await addAccount()],
  });
  const read = () => posts.findPost({ id, workspaceId, heldTo: null });
  const list = async (status: string | null) =>
    (await posts.listPosts({ workspaceId, heldTo: null, status, limit: 25, now: clock() })).posts.map(
      (post) => post.id,
    );
  const isFresh = async (what: string) => {
    const [row] = await findPosts(sql, [id], null);
    t.strictSame(await read(), publicPost(row!), what);
    t.strictSame(await read(), publicPost(row!), `${what}, from what is kept`);
  };

  await isFresh('scheduled');
  t.strictSame(await list('scheduled'), [id]);
  t.equal(await read(), await read(), 'nothing changed: it is the same object');
  await tell(id, { type: 'schedule', at: clock() + 2 * MINUTE });
  await isFresh('moved');
  await sql`update posts set content = 'Other words', updated_at = updated_at + interval '1 second' where id = ${id}`;
  await tell(id, { type: 'schedule', at: clock() + 2 * MINUTE }); // an edit is stored with a step of the post
  await isFresh('edited');
  await sql`update workspaces set timezone = 'Asia/Tokyo' where id = ${workspaceId}`;
  await isFresh('in another time zone');
  await node.start();
  clock.advance(2 * MINUTE);
  node.wake();
  await until(id, ({ status }) => status === 'published');
  await isFresh('published');
  t.strictSame([await list('published'), await list('scheduled'), await list(null)], [[id], [], [id]]);
  t.equal(await posts.findPost({ id, workspaceId: 'ws_other', heldTo: null }), undefined);
  await tell(id, { type: 'remove' });
  t.equal(await read(), undefined);
  t.strictSame(await list(null), []);
});

void t.test('a post that goes out is listed as publishing, and no longer as scheduled', async (t) => {
  const { sql, node, clock, workspaceId, createPost, until, network } = await stage(t);
  const posts = postBatches({ sql, node });
  network.answers = [() => ({ kind: 'retry', reason: '503' })];
  const waiting = await createPost({ dueAt: clock() + 60 * MINUTE });
  const due = await createPost({ dueAt: clock() + MINUTE });
  await node.start();
  clock.advance(MINUTE);
  node.wake();
  await until(due, ({ deliveries }) => deliveries[0]?.status === 'retrying');
  const now = await createPost();
  const list = async (status: string, limit = 25) =>
    (await posts.listPosts({ workspaceId, heldTo: null, status, limit, now: clock() })).posts.map(
      (post) => post.id,
    );
  t.strictSame(await list('publishing'), [now, due]);
  t.strictSame(await list('publishing', 1), [now]);
  t.strictSame(await list('scheduled'), [waiting]);
  const [shelf] = await sql<{ shelf: string }[]>`select shelf from actors where id = ${due}`;
  t.equal(shelf!.shelf, 'scheduled', 'it rests where it was: its steps changed no index');

  // a step of the delivery alone: the row of the post is not written
  const attempt = async () =>
    (await posts.findPost({ id: due, workspaceId, heldTo: null }))!.deliveries[0]!.attempt;
  t.equal(await attempt(), 1);
  clock.advance(5 * MINUTE);
  node.wake();
  await until(due, ({ deliveries }) => deliveries[0]?.attempt === 2);
  t.equal(await attempt(), 2);
});

void t.test(
  'lists of one moment share a statement, and each has its own posts, pages and failure',
  async (t) => {
    const { sql, node, clock, workspaceId, createPost } = await stage(t);
    const posts = postBatches({ sql, node });
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) ids.unshift(await createPost({ dueAt: clock() + 60 * MINUTE }));
    const drafts = [await createPost({ draft: true })];
    // two of them failed, one of these on some of its accounts only
    await sql`update actors set shelf = 'failed', shown = 'failed' where id = ${ids[1]!}`;
    await sql`update actors set shelf = 'published', shown = 'published', reason = 'x' where id = ${ids[3]!}`;
    const list = { workspaceId, heldTo: null, status: null, limit: 25, now: clock() };
    const asked = await Promise.allSettled(
      [
        { ...list, limit: 2, status: 'scheduled' },
        { ...list, limit: 2, status: 'scheduled', before: ids[2]! },
        { ...list, status: 'draft' },
        { ...list, status: 'failed' },
        { ...list, status: 'failed', orPartial: true },
        { ...list, status: 'failed', orPartial: true, limit: 1 },
        { ...list, status: 'publishing' },
        { ...list, workspaceId: 'ws_other' },
        { ...list, before: '\0' }, // Postgres refuses this character
      ].map(posts.listPosts),
    );
    const shown = asked.map((one) =>
      one.status === 'rejected' ? 'failed' : [one.value.posts.map(({ id }) => id), one.value.next],
    );
    t.strictSame(shown, [
      [[ids[0], ids[2]], ids[2]],
      [[ids[4]], null],
      [drafts, null],
      [[ids[1]], null],
      [[ids[1], ids[3]], null],
      [[ids[1]], ids[1]],
      [[], null],
      [[], null],
      'failed',
    ]);
  },
);
