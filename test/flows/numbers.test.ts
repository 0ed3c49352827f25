/** Numbers of posts and accounts, over the real service and the sandbox (docs/contract.md, Numbers). */
import t, { type Test } from 'tap';
import { startService } from '../support/service.ts';

const HOUR = 3_600_000;

async function numbered(
  t: Test,
  { platforms, days = 60, posts = 12 }: { platforms: string[]; days?: number; posts?: number },
) {
  const running = await startService(t, { platforms });
  for (const platform of platforms) {
    const { numbers } = running.sandbox.sandbox;
    if (numbers.has(platform)) numbers.makeHistory(platform, await remoteIdOf(platform), { days, posts });
  }
  async function remoteIdOf(platform: string): Promise<string> {
    const [row] = await running.service.sql<{ id: string }[]>`
      select remote_id as id from accounts where id = ${running.accounts[platform]!}`;
    return row!.id;
  }
  const get = async (path: string) => {
    const answer = await running.call('GET', path);
    t.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { ...running, get };
}

void t.test('the first request reads the networks, and the next one the store', async (t) => {
  const { get, sandbox, accounts } = await numbered(t, { platforms: ['bluesky', 'instagram', 'telegram'] });
  const first = await get('/v1/performance?days=90&limit=200');
  t.equal(first.posts.length, first.totals.bluesky.posts + first.totals.instagram.posts);
  type Source = { accountId: string; state: string };
  t.strictSame(
    new Map(first.sources.map(({ accountId, state }: Source) => [accountId, state])),
    new Map(['bluesky', 'instagram', 'telegram'].map((platform) => [accounts[platform], 'ok'])),
  );
  t.equal(first.totals.bluesky.posts, 12);
  t.equal(first.totals.bluesky.views, null, 'bluesky counts no views');
  t.ok(first.totals.instagram.views > 0);
  const calls = sandbox.sandbox.calls.entries().length;
  const second = await get('/v1/performance?days=90&limit=200');
  t.strictSame(second.posts, first.posts);
  t.equal(second.cachedAt, first.cachedAt);
  t.equal(sandbox.sandbox.calls.entries().length, calls);
});

void t.test('posts of this service have numbers of their own, in lists too', async (t) => {
  const { get, call, accounts, until, advance } = await numbered(t, { platforms: ['bluesky', 'telegram'] });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Rye is back',
    accountIds: [accounts['bluesky'], accounts['telegram']],
    publishNow: true,
  });
  t.ok(body.post, JSON.stringify(body));
  const { id } = body.post;
  await until(id, ({ status }) => status === 'published');
  t.equal((await get(`/v1/posts/${id}`)).post.metrics, null);
  advance(6 * HOUR);
  const { metrics, networks } = await get(`/v1/posts/${id}/metrics`);
  t.equal(networks.length, 2);
  const bluesky = networks.find(({ platform }: { platform: string }) => platform === 'bluesky');
  t.type(bluesky.metrics.likes, 'number');
  t.equal(bluesky.metrics.views, null);
  t.equal(metrics.views, 0);
  t.equal(metrics.likes, bluesky.metrics.likes);
  t.strictSame((await get(`/v1/posts/${id}`)).post.metrics, metrics);
  t.strictSame((await get('/v1/posts')).posts[0].metrics, metrics);
  const { posts } = await get(`/v1/performance?accountId=${accounts['telegram']}`);
  t.match(posts, [{ postId: id, platform: 'telegram', views: null, engagementRate: null }]);
});
