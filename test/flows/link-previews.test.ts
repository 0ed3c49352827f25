/** The preview of a page below a post, from request to network (docs/contract.md, Link previews). */
import t from 'tap';
import type { ReadPage } from '../../src/features/link-previews/index.ts';
import type { PageReading } from '../../store/link-previews.ts';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { type RunningService, startService } from '../support/service.ts';

const PLATFORMS = ['bluesky', 'linkedin', 'facebook', 'mastodon'];
const PAGE = 'https://example.org/news';
const NEWS = { title: 'News', description: 'Of the café', image: null };

type Post = { status: string; deliveries: { platform: string; warnings: string[]; status: string }[] };
const isOut = ({ status }: Post) => status === 'published';
const isEnded = ({ status }: Post) => status === 'published' || status === 'failed';

/** Counts how often each page is read. */
function counting(pages: { [url: string]: PageReading }) {
  const reads: string[] = [];
  const readPage = (url: string) => {
    reads.push(url);
    return Promise.resolve(pages[url] ?? { preview: null, reason: 'there is no such page' });
  };
  return { reads, readPage };
}

async function publish({ call, until }: RunningService, body: object) {
  const created = await call('POST', '/v1/posts', { publishNow: true, ...body });
  t.equal(created.status, 200, JSON.stringify(created.body));
  return (await until(created.body.post.id, isEnded)) as Post;
}

const previewAt = ({ sandbox }: RunningService, network: string) =>
  sandbox.sandbox.ledger.entries({ network }).at(-1)?.details['preview'];

void t.test('the first address of a text is shown where a network shows it only if told', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { sandbox, accounts } = running;
  const url = `${sandbox.url}/samples/page.html`;
  const post = await publish(running, { content: `Come by: ${url}`, accountIds: Object.values(accounts) });
  t.equal(post.status, 'published');
  const words = {
    url,
    title: 'Café Luna opens on Saturday',
    description: 'Cake, coffee and a red boat in the harbour.',
  };
  t.same(previewAt(running, 'bluesky'), words);
  t.same(previewAt(running, 'linkedin'), words);
  t.same(previewAt(running, 'facebook'), { url });
  t.equal(previewAt(running, 'mastodon'), undefined, 'mastodon finds the page itself');
  for (const network of ['bluesky', 'linkedin'])
    t.match(sandbox.sandbox.ledger.entries({ network }), [{ media: [{ type: 'image/jpeg' }] }], network);
});

void t.test('one reading serves all accounts, a retry and validate', async (t) => {
  const { reads, readPage } = counting({ [PAGE]: { preview: NEWS } });
  const running = await startService(t, { platforms: ['bluesky', 'linkedin'], readPage });
  const { call, accounts } = running;
  const accountIds = Object.values(accounts);
  const body = { content: `See ${PAGE}`, accountIds, draft: true };
  const validate = async () => (await call('POST', '/v1/posts/validate', body)).body.accounts;
  t.match(await validate(), [{ linkPreview: { url: PAGE, state: 'unknown', title: null } }, {}]);
  t.equal(reads.length, 0, 'validate waits for no page');
  t.equal((await publish(running, { ...body, draft: undefined })).status, 'published');
  t.same(reads, [PAGE]);
  t.match(await validate(), [
    { linkPreview: { url: PAGE, state: 'known', title: 'News', image: null } },
    { linkPreview: { state: 'known' } },
  ]);
});

void t.test('a retry shows what was read before the first try', async (t) => {
  const { reads, readPage } = counting({ [PAGE]: { preview: NEWS } });
  const running = await startService(t, { platforms: ['bluesky'], readPage });
  const { advance, call, accounts, sandbox, until } = running;
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'bluesky', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: PAGE,
    accountIds: [accounts['bluesky']],
    publishNow: true,
  });
  await until(body.post.id, ({ deliveries }) => deliveries[0].status === 'retrying');
  advance(5 * 60_000);
  await until(body.post.id, isOut);
  t.same(reads, [PAGE], 'read once');
  t.match(previewAt(running, 'bluesky'), { title: 'News' });
});

void t.test('a page that cannot be read never fails or holds a post', async (t) => {
  const { readPage } = counting({});
  const running = await startService(t, { platforms: PLATFORMS, readPage });
  const post = await publish(running, { content: PAGE, accountIds: Object.values(running.accounts) });
  t.equal(post.status, 'published');
  for (const { platform, warnings } of post.deliveries) {
    const missing = ['bluesky', 'linkedin'].includes(platform);
    const expected = ['the post shows no preview of the page it links to: there is no such page.'];
    t.same(warnings, missing ? expected : [], platform);
  }
  t.equal(previewAt(running, 'bluesky'), undefined);
  t.same(previewAt(running, 'facebook'), { url: PAGE }, 'facebook reads the page itself');
});

void t.test('a page that facebook refuses is left out', async (t) => {
  const running = await startService(t, { platforms: ['facebook'] });
  const post = await publish(running, {
    content: 'https://news.invalid/',
    accountIds: [running.accounts['facebook']],
  });
  t.match(post, {
    status: 'published',
    deliveries: [{ warnings: [/shows no preview.*could not be posted/] }],
  });
  t.equal(running.sandbox.sandbox.ledger.entries({ network: 'facebook' }).length, 1);
  t.equal(previewAt(running, 'facebook'), undefined);
});

void t.test('a picture that cannot be had is left out', async (t) => {
  const image = 'https://example.org/none.jpg';
  const { readPage } = counting({ [PAGE]: { preview: { ...NEWS, image } } });
  const running = await startService(t, { platforms: ['bluesky', 'linkedin'], readPage });
  const post = await publish(running, { content: PAGE, accountIds: Object.values(running.accounts) });
  t.equal(post.status, 'published');
  for (const network of ['bluesky', 'linkedin']) {
    t.match(previewAt(running, network), { title: 'News' }, network);
    t.match(running.sandbox.sandbox.ledger.entries({ network }), [{ media: [] }], network);
  }
});

void t.test('the setting beats the text, and an override beats the setting', async (t) => {
  const { reads, readPage } = counting({ [PAGE]: { preview: NEWS } });
  const running = await startService(t, { platforms: PLATFORMS, readPage });
  const { accounts, call } = running;
  const own = { url: 'https://example.org/own', title: 'Own', description: '' };
  const post = await publish(running, {
    content: PAGE,
    accountIds: Object.values(accounts),
    linkPreview: own,
    overrides: [
      { accountIds: [accounts['linkedin']], linkPreview: null },
      { platforms: ['facebook'], linkPreview: false },
    ],
  });
  t.equal(post.status, 'published');
  t.same(previewAt(running, 'bluesky'), own);
  t.same(previewAt(running, 'linkedin'), { url: PAGE, title: 'News', description: 'Of the café' });
  t.equal(previewAt(running, 'facebook'), undefined);
  t.same([...reads].sort(), [PAGE, own.url].sort(), 'the own page is read for its picture');

  const { body } = await call('POST', '/v1/posts/validate', {
    content: 'Words',
    accountIds: Object.values(accounts),
    linkPreview: { ...own, image: 'https://example.org/own.jpg' },
    draft: true,
  });
  const found = Object.fromEntries(
    body.accounts.map(
      (one: { platform: string; warningDetails: { code: string }[]; linkPreview: object }) => [
        one.platform,
        [one.warningDetails.map(({ code }) => code), one.linkPreview],
      ],
    ),
  );
  t.match(found, {
    bluesky: [[], { url: own.url, state: 'known', title: 'Own', image: 'https://example.org/own.jpg' }],
    facebook: [['preview_from_page'], { url: own.url, state: 'known', title: null }],
    mastodon: [['preview_left_out'], null],
  });
});

void t.test('a refusal names the field', async (t) => {
  const { call, accounts, sandbox } = await startService(t, { platforms: ['bluesky'] });
  const url = 'https://example.org/';
  const long = `https://example.org/${'ж'.repeat(900)}`; // six characters for each letter once it is encoded
  const cases: [object, { code: string; param: string }][] = [
    [{ linkPreview: { url: long } }, { code: 'invalid', param: '/linkPreview/url' }],
    [{ linkPreview: { url, image: long } }, { code: 'invalid', param: '/linkPreview/image' }],
    [{ linkPreview: { url: 'news' } }, { code: 'invalid', param: '/linkPreview/url' }],
    [{ linkPreview: { url: 'ftp://example.org/' } }, { code: 'invalid', param: '/linkPreview/url' }],
    [{ linkPreview: { url: 'http://127.0.0.1/' } }, { code: 'url_refused', param: '/linkPreview/url' }],
    [
      { linkPreview: { url, image: 'http://10.0.0.1/a.jpg' } },
      { code: 'url_refused', param: '/linkPreview/image' },
    ],
    [
      { linkPreview: { url }, media: [`${sandbox.url}/samples/photo.jpg`] },
      { code: 'preview_with_media', param: '/linkPreview' },
    ],
    [
      { overrides: [{ platforms: ['bluesky'], linkPreview: { url: 'http://169.254.169.254/' } }] },
      { code: 'url_refused', param: '/overrides/0/linkPreview/url' },
    ],
  ];
  for (const [more, error] of cases) {
    const body = { content: 'Words', accountIds: [accounts['bluesky']], publishNow: true, ...more };
    t.match(await call('POST', '/v1/posts', body), { status: 400, body: error }, JSON.stringify(more));
  }
  t.match(await call('POST', '/v1/link-previews', { url: long }), { status: 400, body: { param: '/url' } });
  const text = { content: long, accountIds: [accounts['bluesky']], draft: true };
  t.match((await call('POST', '/v1/posts/validate', text)).body.accounts, [{ linkPreview: null }]);
});

void t.test('an edit decides again which page is read', async (t) => {
  const { reads, readPage } = counting({ [PAGE]: { preview: NEWS } });
  const running = await startService(t, { platforms: ['bluesky'], readPage });
  const { call, accounts, until } = running;
  const create = { content: 'https://example.org/old', accountIds: [accounts['bluesky']], draft: true };
  const { id } = (await call('POST', '/v1/posts', create)).body.post;
  const patched = await call('PATCH', `/v1/posts/${id}`, { content: `Look: ${PAGE}` });
  t.match(patched.body.post, { linkPreview: null });
  await call('PATCH', `/v1/posts/${id}`, { publishNow: true });
  await until(id, isOut);
  t.same(reads, [PAGE]);
  t.match(previewAt(running, 'bluesky'), { title: 'News' });

  const other = (await call('POST', '/v1/posts', { ...create, content: `Look again: ${PAGE}` })).body.post.id;
  await call('PATCH', `/v1/posts/${other}`, { linkPreview: false });
  await call('PATCH', `/v1/posts/${other}`, { publishNow: true });
  await until(other, isOut);
  t.equal(previewAt(running, 'bluesky'), undefined, 'switched off');
  const again = await call('PATCH', `/v1/posts/${other}`, { linkPreview: null });
  t.equal(again.status, 409, 'what is live cannot be edited');
});

void t.test('a service that is killed while it reads goes on', async (t) => {
  let answer: (reading: PageReading) => void = () => undefined;
  let reads = 0;
  const readPage = () => {
    reads += 1;
    return reads === 1
      ? new Promise<PageReading>((resolve) => (answer = resolve))
      : Promise.resolve<PageReading>({ preview: NEWS });
  };
  const running = await startService(t, { platforms: ['bluesky', 'mastodon'], readPage, restarts: true });
  const { call, accounts, until } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: PAGE,
    accountIds: Object.values(accounts),
    publishNow: true,
  });
  t.match(body.post, { status: 'publishing', deliveries: [{ status: 'pending' }, { status: 'pending' }] });
  await until(body.post.id, () => reads === 1);
  await running.restart();
  answer({ preview: null, reason: 'too late' });
  await until(body.post.id, isOut);
  t.match(previewAt(running, 'bluesky'), { title: 'News' });
  for (const network of ['bluesky', 'mastodon'])
    t.equal(running.sandbox.sandbox.ledger.entries({ network }).length, 1, network);
});

void t.test('a reading that the end of the service cuts off is no answer', async (t) => {
  let reads = 0;
  const readPage: ReadPage = async (_, signal) => {
    reads += 1;
    if (reads > 1) return { preview: NEWS };
    await new Promise((resolve) => signal!.addEventListener('abort', resolve, { once: true }));
    return { preview: null, reason: 'it was cut off' };
  };
  const running = await startService(t, { platforms: ['bluesky'], readPage, restarts: true });
  const { call, accounts, until } = running;
  const body = { content: PAGE, accountIds: [accounts['bluesky']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', body)).body.post;
  await until(id, () => reads === 1);
  await running.restart();
  await until(id, isOut);
  t.match(previewAt(running, 'bluesky'), { title: 'News' });
});

void t.test('a post can be called back while its page is read, and retried on one account', async (t) => {
  const held: ((reading: PageReading) => void)[] = [];
  const readPage = () => new Promise<PageReading>((resolve) => held.push(resolve));
  const running = await startService(t, { platforms: ['bluesky', 'mastodon'], readPage });
  const { call, accounts, until } = running;
  const create = { content: PAGE, accountIds: Object.values(accounts), publishNow: true };
  const { id } = (await call('POST', '/v1/posts', create)).body.post;
  const { summary } = (await call('GET', `/v1/posts/${id}/explain`)).body;
  t.match(summary, /waits until the pages that it links to are read/);
  t.match((await call('PATCH', `/v1/posts/${id}`, { draft: true })).body.post, { status: 'draft' });
  await until(id, () => held.length === 1);
  held[0]!({ preview: NEWS });
  await running.idle();
  t.match(
    (await call('GET', `/v1/posts/${id}`)).body.post,
    { status: 'draft' },
    'a late page changes nothing',
  );
  t.equal(running.sandbox.sandbox.ledger.entries().length, 0);
  await call('PATCH', `/v1/posts/${id}`, { publishNow: true });
  await until(id, isOut);
  t.match(previewAt(running, 'bluesky'), { title: 'News' });
});

void t.test('a page is read by request, 30 times a minute for a workspace', async (t) => {
  const { reads, readPage } = counting({
    [PAGE]: { preview: { ...NEWS, image: 'https://example.org/a.jpg' } },
  });
  const running = await startService(t, { platforms: ['bluesky'], readPage });
  const { call, neighbour, service } = running;
  const read = (url: string, headers?: { [name: string]: string }) =>
    call('POST', '/v1/link-previews', { url }, headers);
  t.match(await read(PAGE), {
    status: 200,
    body: { linkPreview: { url: PAGE, title: 'News', image: 'https://example.org/a.jpg' }, reason: null },
  });
  t.match(await read('https://example.org/none'), {
    status: 200,
    body: { linkPreview: null, reason: 'there is no such page' },
  });
  t.match(await read('news'), { status: 400, body: { code: 'invalid', param: '/url' } });
  t.match(await read('http://localhost/'), { status: 400, body: { code: 'url_refused', param: '/url' } });

  const other = await neighbour();
  const body = { content: PAGE, accountIds: [other.accounts['bluesky']], draft: true };
  const theirs = await call('POST', '/v1/posts/validate', body, { authorization: `Bearer ${other.key}` });
  t.match(theirs.body.accounts, [{ linkPreview: { state: 'unknown' } }], 'what others read stays theirs');

  for (let count = 2; count < 30; count += 1) await read(PAGE);
  const refused = await read(PAGE);
  t.match(refused, { status: 429, body: { code: 'rate_limited' } });
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  t.equal(reads.length, 30);

  const { sql, directory } = service.context;
  const later = Date.now() + 25 * 3_600_000;
  t.match(await prune({ sql, directory }, kinds, later), { linkPreviews: 2 }, 'kept for a day');
});
