/** What some accounts of a post get instead, and descriptions of media (docs/contract.md, Overrides and alt text). */
import t from 'tap';
import { startService } from '../support/service.ts';

const PLATFORMS = ['bluesky', 'mastodon', 'telegram'];

void t.test('each network gets its own text, media and descriptions', async (t) => {
  const { call, until, accounts, sandbox } = await startService(t, { platforms: PLATFORMS });
  const photo = `${sandbox.url}/samples/photo.jpg`;
  const wide = `${sandbox.url}/samples/wide.png`;
  const body = {
    content: 'For all of them',
    accountIds: Object.values(accounts),
    media: [photo],
    altText: { [photo]: 'A red boat' },
    overrides: [
      { platforms: ['mastodon'], content: 'For mastodon', media: [wide], altText: { [wide]: 'A wide view' } },
      { accountIds: [accounts['telegram']], content: 'For one channel' },
    ],
    publishNow: true,
  };
  const created = await call('POST', '/v1/posts', body);
  t.equal(created.status, 200, JSON.stringify(created.body));
  const { post } = created.body;
  t.same([post.overrides, post.altText], [body.overrides, body.altText], 'the post shows them');
  t.match(post.warnings, [
    /telegram.*description of .*photo\.jpg is left out: Telegram takes none there \(image\)/i,
  ]);
  await until(post.id, ({ status }: { status: string }) => status === 'published');
  const sent = (network: string) => sandbox.sandbox.ledger.entries({ network });
  t.match(sent('bluesky'), [{ text: 'For all of them', media: [{ type: 'image/jpeg', alt: 'A red boat' }] }]);
  t.match(sent('mastodon'), [{ text: 'For mastodon', media: [{ type: 'image/png', alt: 'A wide view' }] }]);
  t.match(sent('telegram'), [{ text: 'For one channel', media: [{ type: 'image/jpeg' }] }]);
});

void t.test("an account's entry counts before its platform's, and leaves the rest to the post", async (t) => {
  const { call, accounts } = await startService(t, { platforms: PLATFORMS });
  const { body } = await call('POST', '/v1/posts/validate', {
    content: 'All',
    accountIds: Object.values(accounts),
    overrides: [
      { platforms: ['bluesky', 'mastodon'], content: 'Platform' },
      { accountIds: [accounts['bluesky']], media: [] },
    ],
    draft: true,
  });
  const texts = Object.fromEntries(body.accounts.map((one) => [one.platform, one.text]));
  t.same(texts, { bluesky: 'All', mastodon: 'Platform', telegram: 'All' });
});

void t.test('a refusal names the field of the override', async (t) => {
  const { call, accounts } = await startService(t, { platforms: PLATFORMS });
  const post = (overrides: object[], more: object = {}) =>
    call('POST', '/v1/posts', {
      content: 'Fine',
      accountIds: [accounts['mastodon'], accounts['bluesky']],
      overrides,
      publishNow: true,
      ...more,
    });
  const { mastodon } = accounts;
  const stranger = 'acc_01JD0000000000000000000009';
  const url = 'https://example.org/boat.jpg';
  const cases: [object[], { code?: string; param: string }, object?][] = [
    [[{ content: 'Neither list' }], { code: 'invalid', param: '/overrides/0' }],
    [[{ accountIds: [mastodon], platforms: ['mastodon'] }], { code: 'invalid', param: '/overrides/0' }],
    [[{ accountIds: [] }], { param: '/overrides/0/accountIds' }],
    [[{ platforms: ['myspace'] }], { param: '/overrides/0/platforms/0' }],
    [
      [{ platforms: ['mastodon'] }, { platforms: ['bluesky', 'mastodon'] }],
      { code: 'override_conflict', param: '/overrides/1/platforms/1' },
    ],
    [[{ accountIds: [stranger] }], { code: 'unknown_account', param: '/overrides/0/accountIds/0' }],
    [
      [{ accountIds: [accounts['telegram']] }],
      { code: 'unknown_account', param: '/overrides/0/accountIds/0' },
    ],
    [[{ platforms: ['telegram'] }], { code: 'override_conflict', param: '/overrides/0/platforms/0' }],
    [
      [{ platforms: ['mastodon'], content: '  ' }],
      { code: 'content_required', param: '/overrides/0/content' },
    ],
    [
      [{ platforms: ['mastodon'], content: 'a'.repeat(501) }],
      { code: 'text_too_long', param: '/overrides/0/content' },
    ],
    [
      [{ platforms: ['bluesky'], media: ['not an address'] }],
      { code: 'invalid', param: '/overrides/0/media/0' },
    ],
    [
      [{ platforms: ['bluesky'], media: ['http://127.0.0.1/a.jpg'] }],
      { code: 'media_url_refused', param: '/overrides/0/media/0' },
    ],
    [
      [{ platforms: ['bluesky'], altText: { [url]: 'A boat' } }],
      { code: 'unknown_media', param: '/overrides/0/altText' },
    ],
    [[], { code: 'unknown_media', param: '/altText' }, { altText: { [url]: 'A boat' } }],
    [[], { param: '/altText' }, { altText: { [url]: 'a'.repeat(1_501) }, media: [url] }],
  ];
  for (const [overrides, expected, more] of cases) {
    const { status, body } = await post(overrides, more);
    t.equal(status, 400, JSON.stringify(overrides));
    t.match(
      body,
      { ...expected, param: new RegExp(`^${expected.param}`) },
      JSON.stringify(overrides).slice(0, 200),
    );
  }
  t.same((await call('GET', '/v1/posts')).body.posts, [], 'nothing was stored');
});

void t.test('an account of another workspace is unknown, and nothing of it is shown', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'] });
  const { call, accounts } = running;
  const neighbour = await running.neighbour();
  const foreign = neighbour.accounts['mastodon']!;
  const body = {
    content: 'Fine',
    accountIds: [accounts['mastodon']],
    overrides: [{ accountIds: [foreign], content: 'Not theirs' }],
    draft: true,
  };
  const expected = {
    status: 400,
    body: { code: 'unknown_account', param: '/overrides/0/accountIds/0', error: /has no account acc_/ },
  };
  t.match(await call('POST', '/v1/posts', body), expected);
  t.match(await call('POST', '/v1/posts/validate', body), expected);
  const { post } = (await call('POST', '/v1/posts', { ...body, overrides: [] })).body;
  t.match(await call('PATCH', `/v1/posts/${post.id}`, { overrides: body.overrides }), expected);
  t.same((await call('GET', `/v1/posts/${post.id}`)).body.post.overrides, []);
});

void t.test('an edit replaces the list, and entries of accounts that leave go', async (t) => {
  const { call, accounts } = await startService(t, { platforms: PLATFORMS });
  const { bluesky, mastodon, telegram } = accounts;
  const created = await call('POST', '/v1/posts', {
    content: 'Draft',
    accountIds: [bluesky, mastodon, telegram],
    overrides: [
      { platforms: ['mastodon', 'telegram'], content: 'Two networks' },
      { accountIds: [bluesky], content: 'One account' },
    ],
    draft: true,
  });
  const { id } = created.body.post;
  const edit = async (body: object) => (await call('PATCH', `/v1/posts/${id}`, body)).body.post.overrides;
  t.match(await edit({ content: 'Other words' }), { length: 2 }, 'another field leaves them');
  t.same(await edit({ accountIds: [mastodon] }), [{ platforms: ['mastodon'], content: 'Two networks' }]);
  t.same(await edit({ overrides: [{ accountIds: [mastodon], content: 'New' }] }), [
    { accountIds: [mastodon], content: 'New' },
  ]);
  t.same(await edit({ overrides: [] }), []);
  const [boat, cup] = ['https://example.org/boat.jpg', 'https://example.org/cup.jpg'];
  const altText = { [boat]: 'A boat', [cup]: 'A cup' };
  await edit({ media: [boat, cup], altText, overrides: [{ accountIds: [mastodon], altText }] });
  const { post } = (await call('PATCH', `/v1/posts/${id}`, { media: [cup] })).body;
  t.same(
    [post.altText, post.overrides],
    [{ [cup]: 'A cup' }, [{ accountIds: [mastodon], altText: { [cup]: 'A cup' } }]],
    'media that go take their descriptions with them',
  );
});

void t.test('a description that is too long for a network is cut there, with a warning', async (t) => {
  const { call, until, accounts, sandbox } = await startService(t, { platforms: ['x', 'bluesky'] });
  const photo = `${sandbox.url}/samples/photo.jpg`;
  const words = 'boat '.repeat(300).trim();
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: Object.values(accounts),
    media: [photo],
    altText: { [photo]: words },
    publishNow: true,
  });
  t.match(body.post.warnings, [/\(x\): the description of .* is cut: X takes 1000 characters, it has 1499/]);
  await until(body.post.id, ({ status }: { status: string }) => status === 'published');
  const alt = (network: string) => sandbox.sandbox.ledger.entries({ network })[0]?.media[0]?.alt;
  t.equal(alt('bluesky'), words);
  t.equal(alt('x'), words.slice(0, 1_000));
});
