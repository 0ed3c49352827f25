/** Feeds on the real server: what becomes of their items, once, and what feeds that lie come to (docs/contract.md, Feeds). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { newApproving } from '../support/approval.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Written {
  id?: string;
  title?: string;
  path?: string;
  summary?: string;
  image?: string;
}
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with feeds at any path, each with the answer that the test gives it. */
const answers = new Map<string, Answer>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url!.split('?')[0]!;
  asked.push(path);
  (answers.get(path) ?? ((_, none) => none.writeHead(404).end()))(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
t.teardown(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const running = await startService(t, {
  platforms: ['telegram', 'mastodon', 'instagram'],
  allowedOrigins: [origin],
});
const { call, service, accounts, workspaceId } = running;
const { telegram, mastodon } = accounts;

const rss = (items: readonly Written[]) =>
  `<rss version="2.0"><channel><title>News</title>${items
    .map(
      ({ id, title = id, path, summary = '', image }) =>
        `<item>${id ? `<guid isPermaLink="false">${id}</guid>` : ''}<title>${title}</title>${path ? `<link>${path}</link>` : ''}<description>${summary}</description>${image ? `<enclosure url="${image}" type="image/jpeg"/>` : ''}</item>`,
    )
    .join('')}</channel></rss>`;

let feeds = 0;
/** A new address, whose items the test sets. */
function site(items: readonly Written[] = []) {
  const path = `/feed-${(feeds += 1)}`;
  const set = (now: readonly Written[]) => answers.set(path, (_, response) => response.end(rss(now)));
  set(items);
  return { path, url: `${origin}${path}`, set, answer: (answer: Answer) => answers.set(path, answer) };
}

async function make(url: string, more: object = {}) {
  const { status, body } = await call('POST', '/v1/feeds', {
    url,
    accountIds: [telegram],
    mode: 'draft',
    template: '{title}',
    ...more,
  });
  t.equal(status, 200, JSON.stringify(body));
  return body.feed.id;
}
const read = async (id: string) => (await call('GET', `/v1/feeds/${id}`)).body.feed;
const itemsOf = async (id: string) => (await call('GET', `/v1/feeds/${id}/items?limit=100`)).body.items;
const resultsOf = async (id: string) =>
  (await itemsOf(id)).map(({ key, result }: { key: string; result: string }) => `${key} ${result}`);
const stateOf = async (id: string) => {
  const [row] = await service.sql<{ value: string }[]>`
    select snapshot ->> 'value' as value from actors where id = ${id}`;
  return row!.value;
};
const rests = (id: string) => eventually(async () => !['reading', 'making'].includes(await stateOf(id)));
/** Reads a feed at once, as if its time had come. */
async function readAgain(id: string, more: object = {}) {
  await call('PATCH', `/v1/feeds/${id}`, { everyMinutes: 60, ...more });
  await rests(id);
}
const postOf = async (postId: string) => (await call('GET', `/v1/posts/${postId}`)).body.post;

void t.test('the first read makes nothing, later reads make a post of each new item, once', async (t) => {
  const feed = site([{ id: 'two' }, { id: 'one' }]);
  const id = await make(feed.url, { template: '{title}: {summary}\n{link}' });
  await rests(id);
  t.strictSame(await resultsOf(id), ['two skipped', 'one skipped']);
  t.match(await read(id), { status: 'active', title: 'News', problem: null, lastReadAt: String });
  feed.set([
    { id: 'four', title: 'Four {link}', summary: 'Words', path: '/4' },
    { id: 'three' },
    { id: 'two' },
  ]);
  await readAgain(id);
  t.strictSame(await resultsOf(id), ['four made', 'three made', 'two skipped', 'one skipped']);
  const [four, three] = await itemsOf(id);
  t.match(await postOf(four.postId), {
    status: 'draft',
    content: `Four {link}: Words\n${origin}/4`,
    accountIds: [telegram],
  });
  t.ok(three.postId < four.postId, 'the oldest first');
  await readAgain(id);
  feed.set([{ id: 'three', title: 'Edited' }, { id: 'one' }]);
  await readAgain(id);
  t.equal((await itemsOf(id)).length, 4);
  const [row] = await service.sql<{ count: number }[]>`
    select count(*)::int as count from posts where content like 'Four%' or content like '%three%' or content = 'Edited: '`;
  t.equal(row!.count, 2);
});

void t.test('it is read by itself when its time comes', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url, { everyMinutes: 15 });
  await rests(id);
  feed.set([{ id: 'b' }, { id: 'a' }]);
  running.advance(15 * MINUTE);
  await eventually(async () => (await resultsOf(id))[0] === 'b made');
  t.pass();
});

void t.test('as many items of the first read as wanted become posts, the newest', async (t) => {
  const feed = site([{ id: 'c' }, { id: 'b' }, { id: 'a' }]);
  const id = await make(feed.url, { backfill: 2 });
  await rests(id);
  t.strictSame(await resultsOf(id), ['c made', 'b made', 'a skipped']);
});

void t.test('posts go out at once, or in the next free slots, each in its own', async (t) => {
  const feed = site([{ id: 'out now', image: `${running.sandbox.url}/samples/photo.jpg` }]);
  const id = await make(feed.url, { mode: 'publish', backfill: 1 });
  await rests(id);
  const [item] = await itemsOf(id);
  t.equal(item.result, 'made', item.problem);
  const post = await running.until(item.postId, ({ status }) => status === 'published');
  t.equal(post.media.length, 1);
  t.notMatch(post.media[0], running.sandbox.url, 'the picture is hosted here');

  await call('PUT', '/v1/posting-schedule', { slots: [{ day: 'mon', time: '11:00' }] });
  const other = site([{ id: 'y' }, { id: 'x' }]);
  const slots = await make(other.url, { mode: 'next_slot', backfill: 2 });
  await rests(slots);
  const [y, x] = await itemsOf(slots);
  const timeOf = async (postId: string) => Date.parse((await postOf(postId)).scheduledAt);
  t.equal(
    (await timeOf(y.postId)) - (await timeOf(x.postId)),
    7 * 24 * HOUR,
    'a week apart, the oldest first',
  );
  await call('PUT', '/v1/posting-schedule', { slots: [] });
  other.set([{ id: 'z' }]);
  await readAgain(slots);
  t.match((await itemsOf(slots))[0], { key: 'z', result: 'refused', problem: /posting schedule/ });
  t.match((await read(slots)).problem, /posting schedule/);
});

void t.test('an account that refuses is left out, and an item that all refuse has the reason', async (t) => {
  const { instagram } = accounts;
  const feed = site([{ id: 'no picture' }]);
  const both = await make(feed.url, { mode: 'publish', backfill: 1, accountIds: [telegram, instagram] });
  await rests(both);
  const [item] = await itemsOf(both);
  t.match(await postOf(item.postId), { accountIds: [telegram], skipped: [{ accountId: instagram }] });
  const none = await make(feed.url, { mode: 'publish', backfill: 1, accountIds: [instagram] });
  await rests(none);
  t.match(await itemsOf(none), [{ result: 'refused', postId: null, problem: /instagram/ }]);
});

void t.test('feeds that lie have a sentence in problem', async (t) => {
  const lies: [string, Answer, RegExp][] = [
    [
      'one id for several items',
      (_, response) =>
        response.end(
          rss([
            { id: 'same', title: 'A' },
            { id: 'same', title: 'B' },
          ]),
        ),
      /gives one id to several items/,
    ],
    [
      'items without ids and addresses',
      (_, response) => response.end(rss([{ title: 'A' }])),
      /without an id/,
    ],
    [
      '50 MB',
      (_, response) => {
        const piece = Buffer.alloc(1_000_000, ' ');
        const more = (left: number) => {
          if (left > 0 && !response.destroyed) response.write(piece, () => more(left - 1));
          else response.end();
        };
        more(50);
      },
      /larger than 5 MB/,
    ],
    [
      'a redirect without an end',
      (request, response) =>
        response.writeHead(302, { location: `${request.url!.split('?')[0]}?${asked.length}` }).end(),
      /redirects more than 5 times/,
    ],
    ['a page', (_, response) => response.end('<!doctype html><html></html>'), /a web page, not a feed/],
    ['an error', (_, response) => response.writeHead(503).end(), /responded with status 503/],
  ];
  for (const [name, answer, problem] of lies) {
    const feed = site();
    feed.answer(answer);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const id = await make(feed.url);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await rests(id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    t.match((await read(id)).problem, problem, name);
  }
});

void t.test(
  'after a day of failures it is failing and announced; a read that succeeds ends it',
  async (t) => {
    const feed = site();
    feed.answer((_, response) => response.writeHead(503).end());
    const id = await make(feed.url);
    // pauses of 15 minutes to 6 hours: the day is over after the eighth
    for (let pause = 0; pause < 9; pause += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await rests(id);
      running.advance(8 * HOUR);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await running.idle();
    }
    await eventually(async () => (await read(id)).status === 'failing');
    t.match(await read(id), { failingSince: String, problem: /503/, nextReadAt: String });
    feed.set([{ id: 'a' }]);
    running.advance(8 * HOUR);
    await eventually(async () => (await read(id)).status === 'active');
    t.match(await read(id), { failingSince: null, problem: null });
  },
);

void t.test('a read that finds nothing writes no step into the journal', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url);
  await rests(id);
  const count = async () => (await call('GET', `/v1/actors/${id}/journal?limit=100`)).body.steps.length;
  const before = await count();
  const { lastReadAt } = await read(id);
  running.advance(HOUR + MINUTE);
  await eventually(async () => (await read(id)).lastReadAt !== lastReadAt);
  t.equal(await count(), before);
});

void t.test('what appeared while it was paused becomes no posts', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url);
  await rests(id);
  t.match(await call('POST', `/v1/feeds/${id}/pause`, {}), {
    status: 200,
    body: { feed: { status: 'paused', nextReadAt: null } },
  });
  feed.set([{ id: 'b' }, { id: 'a' }]);
  t.match((await call('POST', `/v1/feeds/${id}/resume`, {})).body.feed.status, 'active');
  await rests(id);
  feed.set([{ id: 'c' }, { id: 'b' }]);
  await readAgain(id);
  t.strictSame(await resultsOf(id), ['c made', 'b skipped', 'a skipped']);
});

void t.test('the server is asked for what is new only, until the feed has another address', async (t) => {
  const seen: (string | undefined)[] = [];
  const known: Answer = ({ headers }, response) => {
    seen.push(headers['if-none-match']);
    const isKnown = headers['if-none-match'] === '"v1"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? '' : rss([{ id: 'a' }]));
  };
  const one = site();
  const other = site();
  one.answer(known);
  other.answer(known);
  const id = await make(one.url);
  await rests(id);
  await readAgain(id);
  await readAgain(id, { url: other.url });
  t.strictSame(seen, [undefined, '"v1"', undefined]);
});

void t.test('an item becomes one post by a promise of the database, whatever runs twice', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url, { backfill: 1 });
  await rests(id);
  await t.rejects(
    service.sql`insert into feed_items (feed_id, key, workspace_id, no, title, seen_at)
      values (${id}, 'a', ${workspaceId}, 99, 'again', now())`,
    { code: '23505' },
  );
  const { feedHandlers } = await import('../../src/features/feeds/index.ts');
  const { node, adapters, guard, media, posts, log } = service.context;
  const handlers = feedHandlers({
    sql: service.sql,
    directory: service.directory,
    adapters,
    guard,
    media,
    posts,
    log,
    node: () => node,
    clock: Date.now,
    userAgent: 'test',
  });
  const [row] = await service.sql<{ round: number }[]>`
    select (snapshot #>> '{context,round}')::int as round from actors where id = ${id}`;
  const effect = { id: 'an old one' };
  const run = { effect, signal: new AbortController().signal, markAnswered: () => {} } as never;
  const made = await handlers.makeFeedPosts({ feedId: id, round: row!.round }, run);
  t.match(made, { type: 'items.done', waiting: 0 });
  t.match(await handlers.makeFeedPosts({ feedId: id, round: row!.round - 1 }, run), {
    type: 'items.outdated',
  });
  t.equal((await itemsOf(id)).length, 1);
});

void t.test('a preview shows the newest items and stores nothing', async (t) => {
  const feed = site([{ id: 'b', title: 'B', path: '/b' }, { id: 'a' }]);
  const before = (await call('GET', '/v1/feeds')).body.feeds.length;
  t.match(await call('POST', '/v1/feeds/preview', { url: feed.url, limit: 1, template: '* {title}' }), {
    status: 200,
    body: { title: 'News', items: [{ title: 'B', link: `${origin}/b`, text: '* B' }], problem: null },
  });
  t.match((await call('POST', '/v1/feeds/preview', { url: `${origin}/none` })).body, {
    title: null,
    items: [],
    problem: '127.0.0.1 responded with status 404',
  });
  t.equal((await call('GET', '/v1/feeds')).body.feeds.length, before);
});

void t.test('what cannot be a feed is refused with the field', async (t) => {
  const body = { url: `${origin}/x`, accountIds: [telegram], mode: 'draft' };
  for (const [more, error] of [
    [{ url: 'x' }, { param: '/url' }],
    [{ url: 'ftp://example.org/' }, { param: '/url', code: 'url_refused' }],
    [{ url: 'http://169.254.169.254/' }, { param: '/url', code: 'url_refused' }],
    [{ template: '{titel}' }, { param: '/template', code: 'template_invalid' }],
    [{ template: 'always the same' }, { param: '/template', code: 'template_invalid' }],
    [{ accountIds: ['acc_none'] }, { param: '/accountIds/0', code: 'unknown_account' }],
    [{ everyMinutes: 14 }, { param: '/everyMinutes' }],
    [{ backfill: 11 }, { param: '/backfill' }],
    [{ mode: 'at_once' }, { param: '/mode' }],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    t.match(await call('POST', '/v1/feeds', { ...body, ...more }), { status: 400, body: error });
});

void t.test('a workspace has 100 feeds', async (t) => {
  const home = await startService(t, { platforms: ['telegram'], allowedOrigins: [origin] });
  const body = { url: `${origin}/x`, accountIds: [home.accounts['telegram']], mode: 'draft' };
  for (let count = 0; count < 100; count += 10)
    // oxlint-disable-next-line no-await-in-loop -- ten at a time
    await Promise.all(Array.from({ length: 10 }, () => home.call('POST', '/v1/feeds', body)));
  const both = await Promise.all([
    home.call('POST', '/v1/feeds', body),
    home.call('POST', '/v1/feeds', body),
  ]);
  for (const one of both) t.match(one, { status: 403, body: { code: 'feed_limit' } });
  const [first] = (await home.call('GET', '/v1/feeds')).body.feeds;
  t.match(await home.call('DELETE', `/v1/feeds/${first.id}`), { status: 200 });
  t.match(await home.call('POST', '/v1/feeds', body), { status: 200 });
});

void t.test('without a plan it pauses, says why, and goes on when somebody resumes it', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url);
  await rests(id);
  await service.directory`update workspaces set plan = 'none' where id = ${workspaceId}`;
  running.advance(HOUR + MINUTE);
  await eventually(async () => (await read(id)).status === 'paused');
  t.match(await read(id), { reason: 'plan', problem: /plan/ });
  await service.directory`update workspaces set plan = 'developer' where id = ${workspaceId}`;
  service.context.forgetPrincipals();
  t.match((await call('POST', `/v1/feeds/${id}/resume`, {})).body.feed, { status: 'active', reason: null });
});

void t.test('deleting a feed keeps its posts', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url, { backfill: 1 });
  await rests(id);
  const [{ postId }] = await itemsOf(id);
  t.match(await call('DELETE', `/v1/feeds/${id}`), { status: 200, body: { deleted: true } });
  t.match(await call('GET', `/v1/feeds/${id}`), { status: 404 });
  t.match(await call('POST', `/v1/feeds/${id}/resume`, {}), { status: 404 });
  t.equal((await postOf(postId)).status, 'draft');
  t.strictSame([...(await service.sql`select from feed_items where feed_id = ${id}`)], []);
});

void t.test('it goes on without an account that was disconnected, and ends with its last one', async (t) => {
  const feed = site([{ id: 'a' }]);
  const id = await make(feed.url, { accountIds: [telegram, mastodon] });
  const alone = await make(feed.url, { accountIds: [mastodon] });
  await rests(id);
  await rests(alone);
  t.match(await call('DELETE', `/v1/accounts/${mastodon}`), { status: 200 });
  t.match(await read(id), { status: 'active', accountIds: [telegram] });
  t.match(await read(alone), { status: 'ended', reason: 'accounts', nextReadAt: null });
});

void t.test('where approval is on, posts wait for one, and drafts are drafts', async (t) => {
  const world = await startService(t, { platforms: ['telegram'], allowedOrigins: [origin] });
  const { people, account } = await newApproving(world);
  const feed = site([{ id: 'a' }]);
  const by = async (key: typeof people.owner.by.key, mode: string) => {
    const body = { url: feed.url, accountIds: [account], mode, template: `${mode} {title}`, backfill: 1 };
    const { body: made } = await world.call('POST', '/v1/feeds', body, key);
    const itemOf = async () =>
      (await world.call('GET', `/v1/feeds/${made.feed.id}/items`, undefined, key)).body.items[0];
    await eventually(async () => (await itemOf())?.result === 'made');
    const { post } = (await world.call('GET', `/v1/posts/${(await itemOf()).postId}`, undefined, key)).body;
    return { warnings: made.warnings, post };
  };
  await world.call('PUT', '/v1/posting-schedule', { slots: [{ day: 'mon', time: '11:00' }] });
  const { editor, owner } = people;
  for (const mode of ['publish', 'next_slot'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    t.match(await by(editor.by.key, mode), {
      warnings: [/approv/],
      post: { status: 'draft', approval: 'requested' },
    });
  t.match(await by(editor.by.key, 'draft'), { warnings: [], post: { status: 'draft', approval: null } });
  const byOwner = await by(owner.by.key, 'publish');
  t.match(byOwner.warnings, []);
  t.notMatch(byOwner.post.status, 'draft');
});
