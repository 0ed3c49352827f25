/** Numbers of posts and accounts, over the real service and the sandbox (docs/contract.md, Numbers). */
import t, { type Test } from 'tap';
import { FIRST_LOOK_MS } from '../../machines/metrics.ts';
import { people } from '../comments/people.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { eventually } from '../support/eventually.ts';
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
  const get = async <const Path extends string>(path: Path) => {
    const answer = await running.call('GET', path);
    t.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { ...running, get };
}

void t.test('the first request reads the networks, and the next one the store', async (t) => {
  const { get, sandbox, accounts } = await numbered(t, { platforms: ['bluesky', 'instagram', 'telegram'] });
  const first = await get('/v1/performance?days=90&limit=200');
  t.equal(first.posts.length, first.totals['bluesky']!.posts + first.totals['instagram']!.posts);
  type Source = { accountId: string; state: string };
  t.strictSame(
    new Map(first.sources.map(({ accountId, state }: Source) => [accountId, state])),
    new Map(['bluesky', 'instagram', 'telegram'].map((platform) => [accounts[platform], 'ok'])),
  );
  t.equal(first.totals['bluesky']!.posts, 12);
  t.equal(first.totals['bluesky']!.views, null, 'bluesky counts no views');
  t.ok(first.totals['instagram']!.views > 0);
  const calls = sandbox.sandbox.calls.entries().length;
  const second = await get('/v1/performance?days=90&limit=200');
  t.strictSame(second.posts, first.posts);
  t.equal(second.cachedAt, first.cachedAt);
  t.equal(sandbox.sandbox.calls.entries().length, calls);
});

void t.test('the same question is answered from memory until numbers are read again', async (t) => {
  const { get, service, accounts } = await numbered(t, { platforms: ['bluesky', 'instagram'] });
  const question = '/v1/performance?days=90&sortBy=likes&limit=5';
  const first = await get(question);
  // nothing but a refresh writes numbers: this shows what is read from the store, and what is not
  await service.sql`update tracked_posts set likes = 1000000000 where account_id = ${accounts['bluesky']!}`;
  t.strictSame((await get(question)).posts, first.posts);
  const other = '/v1/performance?days=90&sortBy=likes&limit=6';
  const wrong = await get(other);
  t.equal(wrong.posts[0].likes, 1_000_000_000, 'another question reads the store');
  const right = await get(`${other}&refresh=1`);
  t.ok(right.posts[0].likes < 1_000_000_000, 'numbers were read: what was kept is no answer any more');
  t.strictSame((await get(other)).posts, right.posts);
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
  const bluesky = networks.find(({ platform }) => platform === 'bluesky');
  t.type(bluesky.metrics.likes, 'number');
  t.equal(bluesky.metrics.views, null);
  t.equal(metrics.views, 0);
  t.equal(metrics.likes, bluesky.metrics.likes);
  t.strictSame((await get(`/v1/posts/${id}`)).post.metrics, metrics);
  t.strictSame((await get('/v1/posts')).posts[0].metrics, metrics);
  const { posts } = await get(`/v1/performance?accountId=${accounts['telegram']}`);
  t.match(posts, [{ postId: id, platform: 'telegram', views: null, engagementRate: null }]);
});

void t.test('a network that is down shows the others, and says so', async (t) => {
  const { get, sandbox, accounts } = await numbered(t, { platforms: ['bluesky', 'mastodon', 'instagram'] });
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'instagram', times: 100 });
  const { posts, totals, sources, cachedAt } = await get('/v1/performance?days=90&limit=200');
  t.ok(posts.length >= 12);
  t.equal(totals.instagram, undefined);
  const down = sources.find((source) => source.platform === 'instagram');
  t.match(down, { accountId: accounts['instagram'], state: 'network_down', fetchedAt: null });
  t.type(down.reason, 'string');
  t.type(down.nextAt, 'string');
  t.type(cachedAt, 'string');
  const { accounts: listed } = await get('/v1/accounts');
  t.match(
    listed.find(({ id }) => id === accounts['instagram']),
    { status: 'healthy' },
  );
  sandbox.sandbox.faults.clear();
  t.ok((await get('/v1/performance?days=90&refresh=1')).totals['instagram']!.posts > 0);
});

void t.test('an account that cannot be read does not make the others look old', async (t) => {
  const { get, sandbox, advance } = await numbered(t, { platforms: ['bluesky', 'instagram'] });
  const first = await get('/v1/performance?days=90');
  advance(2 * HOUR);
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'instagram', times: 100 });
  const second = await get('/v1/performance?days=90&refresh=1');
  const timeOf = (platform: string) =>
    second.sources.find((source) => source.platform === platform).fetchedAt;
  t.ok(timeOf('instagram') <= first.cachedAt || timeOf('instagram') < timeOf('bluesky'));
  t.equal(second.cachedAt, timeOf('bluesky'));
});

void t.test('the posts with the most views come first, and those without views last', async (t) => {
  const { get, call, accounts, until, advance, service } = await numbered(t, {
    platforms: ['bluesky', 'telegram', 'instagram'],
  });
  const publish = async (platform: string, media: string[] = []) => {
    const { body } = await call('POST', '/v1/posts', {
      content: `On ${platform}`,
      accountIds: [accounts[platform]],
      media,
      publishNow: true,
    });
    await until(body.post.id, ({ status }) => status === 'published');
    return body.post.id;
  };
  const some = await publish('bluesky');
  const none = await publish('telegram'); // the newest
  advance(6 * HOUR);
  await get('/v1/analytics');
  await service.sql`update tracked_posts set views = 7 where account_id = ${accounts['bluesky']!}`;
  const { topPosts, postCount } = await get('/v1/analytics');
  t.equal(postCount, 2);
  t.strictSame(
    topPosts.map(({ id }) => id),
    [some, none],
  );
});

void t.test('the profile views of threads are its views too', async (t) => {
  const { get, accounts } = await numbered(t, { platforms: ['threads', 'instagram'] });
  const { accounts: stats } = await get('/v1/accounts/stats');
  const threads = stats.find(({ platform }) => platform === 'threads');
  t.type(threads.profileViews, 'number');
  t.equal(threads.views, threads.profileViews);
  const { accounts: trends } = await get('/v1/accounts/trends?days=14');
  const seriesOf = (platform: string, metric: string) =>
    trends.filter(
      (one: { accountId: string; metric: string }) =>
        one.accountId === accounts[platform] && one.metric === metric,
    );
  t.equal(seriesOf('threads', 'views').length, 1);
  t.strictSame(seriesOf('threads', 'views')[0].series, seriesOf('threads', 'profileViews')[0].series);
  t.ok(seriesOf('instagram', 'views').length <= 1);
});

void t.test('post insights have one count of views, and comments with their post', async (t) => {
  const { get, service, sandbox } = await numbered(t, { platforms: ['instagram'] });
  const { posts } = await get('/v1/performance?days=90&limit=200');
  const { accountId, networkPostId, text, url } = posts[0];
  await controlOf(sandbox)('people', {
    network: 'instagram',
    person: { username: 'ann' },
    act: { comment: { text: 'Lovely', mediaId: networkPostId } },
  });
  await service.sql`update tracked_posts set views = 1, likes = 1 where network_post_id = ${networkPostId}`;
  const { post, metrics, comparison, comments } = await get(
    `/v1/post-insights?accountId=${accountId}&postId=${networkPostId}`,
  );
  t.equal(post.views, metrics.views);
  t.equal(comparison['views']!.value, metrics.views);
  t.equal(post.likes, metrics.likes);
  t.equal(comments[0]?.text, 'Lovely');
  for (const comment of comments) t.match(comment.post, { networkPostId, text, url });
});

void t.test('order, limits, rate and totals of a period', async (t) => {
  const { get, call, accounts } = await numbered(t, {
    platforms: ['bluesky', 'instagram'],
    days: 40,
    posts: 20,
  });
  const all = await get('/v1/performance?days=365&limit=200');
  for (const by of ['views', 'likes', 'comments', 'shares'] as const) {
    const { posts } = await get(`/v1/performance?days=365&limit=200&sortBy=${by}`);
    const values: (number | null)[] = posts.map((post) => post[by]);
    const expected = values.toSorted((one, other) => (other ?? -1) - (one ?? -1));
    t.strictSame(values, expected, `${by}: most first, nulls last`);
  }
  const dates = all.posts.map(({ publishedAt }) => publishedAt);
  t.strictSame(dates, dates.toSorted().toReversed(), 'newest first');
  for (const post of all.posts) {
    const { views, likes, comments, shares, engagementRate } = post;
    if (views === null) t.equal(engagementRate, null);
    else t.ok(Math.abs(engagementRate - ((likes + comments + shares) / views) * 100) < 0.006);
  }
  const few = await get('/v1/performance?days=365&limit=2');
  t.equal(few.posts.length, 2);
  t.strictSame(few.totals, all.totals, 'totals are about all posts');
  const one = await get(`/v1/performance?days=365&platform=bluesky&limit=200`);
  t.strictSame(one.totals, { bluesky: all.totals.bluesky });
  const ten = await get('/v1/performance?days=10&limit=200');
  t.ok(ten.posts.length < all.posts.length);
  for (const { publishedAt } of ten.posts)
    t.ok(publishedAt >= ten.period.from && publishedAt < ten.period.to);
  for (const wrong of ['days=0', 'days=366', 'limit=0', 'limit=201', 'sortBy=fame'])
    t.equal((await call('GET', `/v1/performance?${wrong}`)).status, 400, wrong);
  t.equal((await call('GET', '/v1/performance?accountId=acc_x')).status, 404);

  const { accountId, networkPostId } = all.posts.find(
    ({ platform }: { platform: string }) => platform === 'instagram',
  );
  const insights = await get(`/v1/post-insights?accountId=${accountId}&postId=${networkPostId}`);
  t.equal(insights.post.networkPostId, networkPostId);
  t.type(insights.metrics.reach, 'number');
  t.type(insights.comparison['likes']!.average, 'number');
  t.ok(insights.history.length > 0);
  const unknown = await call('GET', `/v1/post-insights?accountId=${accounts['bluesky']}&postId=nothing`);
  t.equal(unknown.status, 404);
});

void t.test('a period from one day to another, on the calendar of the workspace', async (t) => {
  const { get, call, service } = await numbered(t, {
    platforms: ['bluesky', 'instagram'],
    days: 40,
    posts: 20,
  });
  // the clocks go forward on 29 March: that day has 23 hours
  await service.directory`update workspaces set timezone = 'Europe/Berlin'`;
  const march = await get('/v1/performance?from=2026-03-29&to=2026-03-29');
  t.strictSame(march.period, { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' });
  const all = await get('/v1/performance?days=60&limit=200');
  const dayIn = (at: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(at));
  const days: string[] = all.posts.map(({ publishedAt }) => dayIn(publishedAt));
  const [to, from] = [days[3]!, days[12]!];
  const some = await get(`/v1/performance?from=${from}&to=${to}&limit=200`);
  t.equal(some.posts.length, days.filter((day) => day >= from && day <= to).length);
  const trends = await get(`/v1/accounts/trends?from=${from}&to=${to}`);
  for (const { series } of trends.accounts) {
    t.equal(series[0].date, from);
    t.equal(series.at(-1).date, to);
  }
  for (const [query, param] of [
    ['from=2026-05-02&to=2026-05-01', '/to'],
    ['from=2025-01-01&to=2026-05-01', '/to'],
    ['from=0000-01-01&to=0000-02-01', '/from'],
    ['from=2026-05-01', '/to'],
    ['to=2026-05-01', '/from'],
    ['days=7&from=2026-05-01&to=2026-05-02', '/days'],
    ['from=yesterday&to=2026-05-02', '/from'],
  ])
    for (const path of ['/v1/performance', '/v1/accounts/trends'])
      t.match(await call('GET', `${path}?${query}`), { status: 400, body: { param } }, `${path}?${query}`);
});

void t.test('accounts side by side: sums of their own posts, followers and days', async (t) => {
  const { get, call, accounts } = await numbered(t, {
    platforms: ['bluesky', 'instagram', 'telegram'],
    days: 40,
    posts: 20,
  });
  const all = await get('/v1/performance?days=30');
  const stats = await get('/v1/accounts/stats');
  const ids = ['instagram', 'telegram'].map((platform) => accounts[platform]!);
  const ask = (query: string) => call('GET', `/app/api/numbers/accounts?${query}`);
  const { body } = await ask(`accountIds=${ids.join(',')}&days=30`);
  const [instagram, telegram] = body.accounts;
  t.equal(instagram.accountId, ids[0], 'in the order of the request');
  t.strictSame(instagram.totals, all.totals.instagram);
  t.strictSame(telegram.totals, { posts: 0, views: null, likes: null, comments: null, shares: null });
  for (const one of body.accounts)
    t.equal(one.followers, stats.accounts.find(({ accountId }) => accountId === one.accountId).followers);
  t.ok(instagram.trends.some(({ metric }) => metric === 'reach'));
  t.ok(
    instagram.trends.every(
      ({ accountId, series }: { accountId: string; series: unknown[] }) =>
        accountId === ids[0] && series.length === 30,
    ),
  );
  t.match(await ask(`accountIds=${ids[0]}`), { status: 400, body: { param: '/accountIds' } });
  t.match(await ask(`accountIds=${ids[0]},${ids[0]}`), { status: 400 }, 'twice the same one');
  t.match(await ask(`accountIds=${ids[0]},acc_01JD0000000000000000000009`), { status: 404 });
});

void t.test('accounts now and by day, with days without a post', async (t) => {
  const { get, call, accounts } = await numbered(t, { platforms: ['instagram', 'telegram'] });
  const stats = await get('/v1/accounts/stats');
  t.equal(stats.accounts.length, 2);
  for (const { followers, cachedAt } of stats.accounts) {
    t.type(followers, 'number');
    t.type(cachedAt, 'string');
  }
  const trends = await get('/v1/accounts/trends?days=14');
  const metricsOf = (id: string) =>
    trends.accounts.filter((one) => one.accountId === id).map(({ metric }) => metric);
  t.ok(metricsOf(accounts['instagram']!).includes('reach'));
  t.ok(metricsOf(accounts['telegram']!).includes('followers'));
  for (const { series, metric, summary } of trends.accounts) {
    t.equal(series.length, 14, metric);
    const known = series.flatMap(({ value }) => value ?? []);
    if (metric !== 'followers')
      t.equal(
        summary.total,
        known.reduce((sum: number, value: number) => sum + value, 0),
      );
  }
  t.equal((await get('/v1/accounts/trends')).accounts[0].series.length, 28);
  t.equal((await call('GET', '/v1/accounts/trends?days=91')).status, 400);
});

void t.test('CSV of posts and of days', async (t) => {
  const { baseUrl, key, get } = await numbered(t, { platforms: ['bluesky'] });
  await get('/v1/performance?days=90');
  const csv = async (path: string) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
    });
    t.equal(response.status, 200);
    t.match(response.headers.get('content-type'), 'text/csv');
    return (await response.text()).split('\r\n');
  };
  const posts = await csv('/v1/performance?days=90&limit=200');
  t.equal(
    posts[0],
    'publishedAt,platform,accountId,networkPostId,postId,url,text,views,likes,comments,shares,engagementRate',
  );
  t.equal(posts.length, 1 + 12 + 1);
  const days = await csv('/v1/accounts/trends?days=7');
  t.equal(days[0], 'accountId,platform,metric,date,value');
  t.equal(days.length, 1 + 7 + 1, 'followers of seven days');
});

void t.test(
  'sums over the last posts of this service, and numbers that leave with their account',
  async (t) => {
    const { get, call, accounts, until, advance, service } = await numbered(t, { platforms: ['mastodon'] });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { body } = await call('POST', '/v1/posts', {
        content: `Loaf ${count}`,
        accountIds: [accounts['mastodon']],
        publishNow: true,
      });
      ids.push(body.post.id);
      await until(body.post.id, ({ status }) => status === 'published');
    }
    advance(3 * HOUR);
    const { totals, topPosts, postCount } = await get('/v1/analytics');
    t.equal(postCount, 3);
    t.equal(totals.views, null, 'mastodon counts no views');
    t.type(totals.likes, 'number');
    t.strictSame(
      topPosts.map(({ id }) => id),
      ids.toReversed(),
      'nothing to order by: the newest first',
    );
    const listed = await get('/v1/performance');
    t.strictSame(
      new Set(listed.posts.map(({ postId }) => postId)),
      new Set(ids),
      'only posts of this service',
    );
    t.equal((await call('DELETE', `/v1/accounts/${accounts['mastodon']}`)).status, 200);
    for (const table of ['tracked_posts', 'post_samples', 'account_numbers', 'account_days'])
      t.equal((await service.sql`select from ${service.sql(table)}`).length, 0, table);
  },
);

void t.test('a post that goes live plans the first look at its account', async (t) => {
  const { call, accounts, until } = await startService(t, {
    platforms: ['bluesky', 'telegram'],
    gatherPublishedMs: 10,
  });
  const wait = async () => {
    const { body } = await call('GET', '/v1/accounts/stats');
    return (body.sources as { accountId: string; nextAt: string }[]).map(
      ({ accountId, nextAt }) => [accountId, Date.parse(nextAt) - Date.now()] as const,
    );
  };
  for (const [id, ms] of await wait()) t.ok(ms > HOUR, `${id} has no post: ${ms}`);
  const asked = { content: 'Rye is back', accountIds: [accounts['bluesky']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', asked)).body.post;
  await until(id, ({ status }) => status === 'published');
  await eventually(async () => new Map(await wait()).get(accounts['bluesky']!)! <= FIRST_LOOK_MS);
  const waits = new Map(await wait());
  t.ok(waits.get(accounts['telegram']!)! > HOUR, 'the other account waits as before');
});

void t.test('a comment that a network reports makes the numbers of its account due', async (t) => {
  const { running, comment } = await people(t, { subscribes: true, gatherPublishedMs: 10 });
  const { call, accounts, advance } = running;
  // old enough to be read every six hours
  advance(48 * HOUR);
  type Source = { accountId: string; fetchedAt: string; nextAt: string };
  const waits = async (query = '') => {
    const { body } = await call('GET', `/v1/accounts/stats${query}`);
    return new Map(
      (body.sources as Source[]).map(({ accountId, fetchedAt, nextAt }) => [
        accountId,
        Date.parse(nextAt) - Date.parse(fetchedAt),
      ]),
    );
  };
  const before = await waits('?refresh=1');
  for (const ms of before.values()) t.ok(ms >= 6 * HOUR, String(ms));
  await comment('instagram', 'rosa', 'Open on Sunday?');
  await eventually(async () => (await waits()).get(accounts['instagram']!) === HOUR);
  t.equal(
    (await waits()).get(accounts['facebook']!),
    before.get(accounts['facebook']!),
    'nobody commented there',
  );
});
