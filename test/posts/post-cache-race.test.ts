/** Posts are kept in memory: whatever is committed, by whom, and whenever this node hears of it, a read is never older than its request. */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import type { FeedBatchNotice } from '../../src/engine/write.ts';
import { lockInto } from '../../src/engine/take.ts';
import { type PostPage, PostCache } from '../../src/features/posts/post-cache.ts';
import { newPostKey } from '../../src/features/numbers/keys.ts';
import type { Sql } from '../../store/connect.ts';
import { findPosts, updatePostContent } from '../../store/posts.ts';
import { savePosts } from '../../store/tracked-posts.ts';
import { seeded } from '../support/property.ts';
import { stage } from '../support/stage.ts';

const DAY = 86_400_000;
const POSTS = 6;
const RUNS_MS = 3_000;

void t.test('a read that begins after a commit shows it', async (t) => {
  const { sql, node, clock, workspaceId, createPost, newNode } = await stage(t);
  const other = newNode();
  const random = seeded(t);
  const shown = new PostCache(sql);
  let [late, lost] = [0, 0];
  const report = (batches: readonly FeedBatchNotice[]) => {
    if (random.happens(0.05)) {
      lost += 1; // as a notice of another node may be
    } else if (random.happens(0.5)) {
      late += 1; // so that reports come in another order than the commits
      setTimeout(() => shown.committed(batches), random.below(80));
    } else shown.committed(batches);
  };
  node.onCommit(report);
  const ids: string[] = [];
  for (let nth = 0; nth < POSTS; nth += 1) ids.push(await createPost({ dueAt: clock() + DAY }));
  const written = new Map<string, number>(ids.map((id) => [id, 0]));
  const ends = Date.now() + RUNS_MS;

  const write = async (by: typeof node, id: string) => {
    const version = written.get(id)! + 1;
    await by.command(async (tx, turn) => {
      const actor = await lockInto(tx, turn, id);
      const [before] = await findPosts(tx, [id], null);
      await updatePostContent(tx, { ...before!, content: `v${version}`, words: [] }, clock());
      const stays: { type: string } & Record<string, unknown> = { type: 'schedule', at: clock() + DAY };
      turn.deliver(actor!, stays); // where it is already: no event says so
      const edited = {
        type: 'post.edited',
        resource: { type: 'post', id },
        postId: id,
        at: 'now',
        data: { id },
      };
      return { result: null, feed: random.happens(0.7) ? [{ workspaceId, ...edited }] : [] };
    });
    written.set(id, version);
  };
  const versionOf = ({ content }: { content: string }) => Number(content.match(/^v(\d+)$/)?.[1] ?? 0);
  // each writer has posts of its own, so that it knows the version it has written
  const writers = [node, node, other].map(async (by, writer) => {
    while (Date.now() < ends) {
      await write(by, random.pick(ids.filter((_, index) => index % 3 === writer)));
      await pause(random.below(by === other ? 200 : 20));
    }
  });
  let [reads, stale] = [0, 0];
  const check = (posts: readonly { id: string; content: string }[], before: Map<string, number>) => {
    for (const post of posts) {
      reads += 1;
      if (versionOf(post) < before.get(post.id)!) stale += 1;
    }
  };
  const readers = Array.from({ length: 4 }, async () => {
    while (Date.now() < ends) {
      const before = new Map(written);
      if (random.happens(0.5)) {
        const found = await shown.find(random.some(ids, 3));
        check(
          [...found.values()].map(({ post }) => post),
          before,
        );
      } else {
        const list = { workspaceId, heldTo: null, status: 'scheduled', limit: 25, now: clock() };
        for (const page of await shown.list([list, { ...list, status: null }])) {
          const { posts } = page as PostPage;
          check(posts, before);
          t.equal(posts.length, POSTS);
        }
      }
    }
  });
  await Promise.all([...writers, ...readers]);
  t.equal(stale, 0, `of ${reads} reads, with ${late} reports that were late and ${lost} that were lost`);
  t.ok(late > 0 && reads > 100);
});

void t.test(
  'a post that was read before a commit, and arrives after the report of it, is not taken for the new one',
  async (t) => {
    const { sql, node, clock, createPost, tell } = await stage(t);
    let current: Pick<Sql, 'unsafe'> = sql;
    const switched = Object.assign(
      (...query: never[]) => (current as unknown as (...query: never[]) => unknown)(...query),
      {
        unsafe: (text: string) => current.unsafe(text),
      },
    );
    const shown = new PostCache(switched as unknown as Sql);
    node.onCommit((batches) => shown.committed(batches));
    const [id, second] = [
      await createPost({ dueAt: clock() + DAY }),
      await createPost({ dueAt: clock() + DAY }),
    ];
    const scheduled = async () => (await shown.find([id])).get(id)!.post.scheduledAt;
    await sql.begin('isolation level repeatable read', async (earlier) => {
      await earlier`select from feed_heads`; // sees the database as it is now
      await shown.find([second]);
      await tell(id, { type: 'schedule', at: clock() + 2 * DAY });
      current = earlier;
      t.equal(
        await scheduled(),
        new Date(clock() + DAY).toISOString(),
        'a request that is older than the commit',
      );
      current = sql;
      t.equal(await scheduled(), new Date(clock() + 2 * DAY).toISOString(), 'and one that is not');
    });
  },
);

void t.test('numbers, which no event reports, are shown at once', async (t) => {
  const { sql, clock, workspaceId, createPost, addAccount } = await stage(t);
  const accountId = await addAccount();
  const id = await createPost({ dueAt: clock() + DAY, accountIds: [accountId] });
  const shown = new PostCache(sql);
  const views = async () => (await shown.find([id])).get(id)!.post.metrics?.views;
  t.equal(await views(), undefined);
  const key = newPostKey(clock());
  for (const [seen, minute] of [
    [5, 1],
    [5, 2],
    [8, 3],
  ] as const) {
    const at = clock() + minute * 60_000;
    const numbers = {
      views: seen,
      likes: null,
      comments: null,
      shares: null,
      allCounts: '{}',
      state: 'ok' as const,
    };
    const post = {
      key,
      networkPostId: 'n1',
      postId: id,
      url: null,
      text: 'Hi',
      mediaKind: null,
      publishedAt: at,
    };
    await savePosts(
      sql,
      { workspaceId, accountId, platform: 'telegram' },
      [{ ...post, ...numbers, bucket: at }],
      at,
    );
    t.equal(await views(), seen, `at minute ${minute}`);
  }
});

void t.test('while nothing changes, posts are shown without a look at their rows', async (t) => {
  const { sql, node, clock, workspaceId, createPost, tell, newNode } = await stage(t);
  const other = newNode();
  const shown = new PostCache(sql);
  node.onCommit((batches) => shown.committed(batches));
  const [id, second] = [
    await createPost({ dueAt: clock() + DAY }),
    await createPost({ dueAt: clock() + DAY }),
  ];
  const isKept = async () => {
    const before = await shown.find([id]);
    // what is kept is returned even when the row of the post, but nothing else, was changed by hand
    await sql`update actors set rev = rev + 1 where id = ${id}`;
    const after = await shown.find([id]);
    return before.get(id)!.post === after.get(id)!.post;
  };
  const list = { workspaceId, heldTo: null, status: 'scheduled', limit: 25, now: clock() };
  await shown.list([list]);
  t.ok(await isKept());
  await tell(second, { type: 'schedule', at: clock() + 2 * DAY });
  t.ok(await isKept(), 'this node changed another post');
  await tell(id, { type: 'schedule', at: clock() + 2 * DAY });
  await shown.find([id]);
  t.ok(await isKept(), 'it changed this one, and read it again');
  await other.command(async (tx, turn) => {
    const moved: { type: string } & Record<string, unknown> = { type: 'schedule', at: clock() + 3 * DAY };
    turn.deliver((await lockInto(tx, turn, second))!, moved);
    return { result: null };
  });
  t.notOk(await isKept(), 'another node changed something: the key is compared');
  await pause(60);
  await shown.find([id]);
  t.ok(await isKept(), 'and after that no more');
});
