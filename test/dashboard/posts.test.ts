/** The dashboard's list of posts: every post is found by status, account and time, and none is listed twice. */
import t from 'tap';
import { type RunningService, startService } from '../support/service.ts';

type Listed = { id: string; content: string };

/** Reads page after page until there is none. */
async function readAll({ call }: RunningService, query: string) {
  const found: Listed[] = [];
  let before = '';
  for (let page = 1; ; page += 1) {
    const { status, body } = await call('GET', `/app/api/posts?${query}${before && `&before=${before}`}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    found.push(...body.posts);
    if (body.next === null) return { found, pages: page };
    before = body.next;
  }
}

void t.test('all posts are reached page by page, whatever is added meanwhile', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const make = async (content: string, more: object = { draft: true }, network = 'bluesky') =>
    (await call('POST', '/v1/posts', { content, accountIds: [accounts[network]], ...more })).body.post.id;
  for (let one = 0; one < 23; one += 1) await make(`Draft ${one}`);
  await make('Later', { scheduledAt: '2036-05-04T10:00:00Z' });

  const first = (await call('GET', '/app/api/posts?limit=10')).body;
  t.equal(first.total, 24);
  t.equal(first.posts.length, 10);
  await make('Meanwhile');
  const second = (await call('GET', `/app/api/posts?limit=10&before=${first.next}`)).body;
  t.equal(second.total, null, 'counted once');
  t.equal(second.posts[0].content, 'Draft 13', 'what is new moves nothing');
  const { found, pages } = await readAll(running, 'limit=5');
  t.equal(pages, 6, 'the last page may be empty');
  t.equal(new Set(found.map(({ id }) => id)).size, 25);
  t.same(
    found
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
    found.map(({ id }) => id),
    'newest first',
  );

  t.same(
    (await readAll(running, 'status=scheduled')).found.map(({ content }) => content),
    ['Later'],
  );
  t.equal((await call('GET', '/app/api/posts?status=draft')).body.total, 24);
});

void t.test('posts are found by account and by the relevant time', async (t) => {
  const running = await startService(t);
  const { call, accounts, until } = running;
  const make = async (content: string, networks: string[], more: object) =>
    (
      await call('POST', '/v1/posts', {
        content,
        accountIds: networks.map((network) => accounts[network]),
        ...more,
      })
    ).body.post.id;
  await make('in May', ['bluesky', 'discord'], { scheduledAt: '2036-05-31T23:30:00Z' });
  await make('in June', ['bluesky'], { scheduledAt: '2036-06-01T00:00:00Z' });
  await make('a draft of today', ['bluesky'], { draft: true });
  const live = await make('out today', ['telegram'], { publishNow: true });
  await until(live, ({ status }) => status === 'published');

  const texts = async (query: string) => (await readAll(running, query)).found.map(({ content }) => content);
  t.same(await texts(`accountId=${accounts['discord']}`), ['in May']);
  t.same(await texts(`accountId=${accounts['bluesky']}&status=draft`), ['a draft of today']);
  t.same(await texts('from=2036-05-01T00:00:00Z&to=2036-06-01T00:00:00Z'), ['in May']);
  t.same(await texts('from=2036-06-01T00:00:00Z'), ['in June']);
  t.same(await texts('to=2036-01-01T00:00:00Z'), ['out today', 'a draft of today']);
  t.same(await texts(`limit=1&to=2036-07-01T00:00:00Z&accountId=${accounts['bluesky']}`), [
    'a draft of today',
    'in June',
    'in May',
  ]);
  t.match(await call('GET', '/app/api/posts?accountId=acc_none'), {
    status: 404,
    body: { error: /no account acc_none/ },
  });
  t.match(await call('GET', '/app/api/posts?from=2036-06-01T00:00:00Z&to=2036-05-01T00:00:00Z'), {
    status: 400,
    body: { param: '/to' },
  });

  const next = await running.neighbour();
  const stranger = { authorization: `Bearer ${next.key}` };
  t.equal((await call('GET', '/app/api/posts?workspace=home', undefined, stranger)).status, 403);
  t.same((await call('GET', '/app/api/posts', undefined, stranger)).body.posts, []);
  t.same((await call('GET', `/app/api/posts-by-id?ids=${live}`, undefined, stranger)).body.posts, []);
  t.match((await call('GET', `/app/api/posts-by-id?ids=${live},post_none`)).body.posts, [{ id: live }]);
  t.match(
    await call('GET', `/app/api/posts-by-id?ids=${Array.from({ length: 101 }, (_, id) => id).join()}`),
    {
      status: 400,
      body: { param: '/ids' },
    },
  );
});

void t.test(
  'the dashboard lists a post that failed on some of its accounts among the failed ones; the API does not',
  async (t) => {
    const running = await startService(t);
    const { call, accounts, until } = running;
    running.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 2 });
    const make = async (content: string, networks: string[]) => {
      const accountIds = networks.map((network) => accounts[network]);
      const { id } = (await call('POST', '/v1/posts', { content, accountIds, publishNow: true })).body.post;
      await until(id, ({ status }) => status === 'published' || status === 'failed');
    };
    await make('nowhere', ['discord']);
    await make('on one of two', ['discord', 'telegram']);
    await make('everywhere', ['discord', 'telegram']);
    const failed = async (query: string) =>
      (await readAll(running, `status=failed${query}`)).found.map(({ content }) => content);
    t.same(await failed(''), ['on one of two', 'nowhere']);
    t.equal((await call('GET', '/app/api/posts?status=failed')).body.total, 2);
    t.same(await failed('&limit=1'), ['on one of two', 'nowhere']);
    t.same(await failed(`&accountId=${accounts['telegram']}`), ['on one of two']);
    t.match((await call('GET', '/v1/posts?status=failed')).body.posts, [{ content: 'nowhere' }]);
    t.equal((await call('GET', '/v1/posts?status=failed')).body.posts.length, 1);
  },
);
