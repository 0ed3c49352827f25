/** Comments on Instagram, Pages and Threads: what is asked for, what the rows say, and what refusals mean. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Comment, CommentsPort } from '../../adapters/port/comments.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Page } from '../../adapters/port/read.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import { metaScene, page, refusal } from './meta-bench.ts';

function scene(manifest: Manifest, responses: (Response | Error)[], credentials = {}) {
  const port = manifest.comments;
  ok(port);
  const { reply, hide, unhide, read, posts } = port;
  ok(reply && hide && unhide && read && posts);
  return {
    ...metaScene(manifest, responses, credentials),
    port: { ...port, reply, hide, unhide, read, posts },
  };
}
const isPage = (found: Awaited<ReturnType<CommentsPort['list']>>): Page<Comment> => {
  ok(found.kind === 'page', JSON.stringify(found));
  return found;
};
const MEDIA = '18000000000000020';
const done = Response.json({ success: true });
const fan = { id: '1234500000000001', username: 'fan1' };
const row = (id: string, more: object = {}) => ({
  id,
  text: `text ${id}`,
  timestamp: '2026-09-20T10:00:00+0000',
  username: 'fan1',
  from: fan,
  like_count: 2,
  hidden: false,
  ...more,
});

void t.test('instagram: a page of comments has the replies of each after it', async () => {
  const reply = row('3', {
    parent_id: '1',
    username: 'cafe_luna',
    from: { id: '99', username: 'cafe_luna' }, // one of the account's other ids
  });
  const { port, step, calls } = scene(instagram, [
    Response.json(page([row('1', { replies: page([reply]) }), row('2', { hidden: true })], 'more')),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
  deepEqual(
    found.items.map(({ id, parentId, isOwn, hidden }) => [id, parentId, isOwn, hidden]),
    [
      ['1', null, false, false],
      ['3', '1', true, false],
      ['2', null, false, true],
    ],
  );
  deepEqual([found.cursor, found.incomplete, found.without], ['more', undefined, undefined]);
  const { can, cannot, ...first } = found.items[0]!;
  deepEqual(first, {
    id: '1',
    networkPostId: MEDIA,
    parentId: null,
    text: 'text 1',
    from: { ...fan, name: null },
    isOwn: false,
    createdAt: Date.UTC(2026, 8, 20, 10),
    likes: 2,
    hidden: false,
    rating: null,
  });
  deepEqual([can, cannot], [{ reply: true, hide: true, delete: true, privateReply: true }, undefined]);
  deepEqual(found.items[1]?.can, { reply: true, hide: false, delete: true, privateReply: false });
  deepEqual(Object.keys(found.items[2]?.cannot ?? {}), ['reply']);
  const [call] = await calls();
  equal(call?.call, `GET /v26.0/${MEDIA}/comments`);
  equal(call?.query['limit'], '50');
  ok(call?.query['fields']?.includes('replies.limit(10){id,text'));
});

void t.test('instagram: a comment older than 7 days takes no private reply', async () => {
  const old = row('1', { timestamp: '2026-09-14T13:59:59+0000' });
  const young = row('2', { timestamp: '2026-09-14T14:00:01+0000' });
  const { port, step } = scene(instagram, [Response.json(page([old, young]))]);
  const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
  deepEqual(
    found.items.map(({ can }) => can?.privateReply),
    [false, true],
  );
});

void t.test(
  'instagram: replies are followed with the cursor, never by the address in the response',
  async () => {
    const { port, step, calls } = scene(instagram, [
      Response.json(page([row('1', { replies: page([row('10')], 'r1') })])),
      Response.json(page([row('11')], 'r2')),
      Response.json(page([row('12')])),
    ]);
    const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: 'c0' }));
    deepEqual(
      found.items.map(({ id, parentId }) => [id, parentId]),
      [
        ['1', null],
        ['10', '1'],
        ['11', '1'],
        ['12', '1'],
      ],
    );
    equal(found.incomplete, undefined);
    deepEqual(
      (await calls()).map(({ call, query }) => [call, query['after']]),
      [
        [`GET /v26.0/${MEDIA}/comments`, 'c0'],
        ['GET /v26.0/1/replies', 'r1'],
        ['GET /v26.0/1/replies', 'r2'],
      ],
    );
  },
);

void t.test(
  'instagram: replies are followed to a bound, and the page says that some are left out',
  async () => {
    const endless = Array.from({ length: 10 }, (_, index) => Response.json(page([row(`2${index}`)], 'on')));
    const { port, step, calls } = scene(instagram, [
      Response.json(page([row('1', { replies: page([row('10')], 'on') }), row('3')])),
      ...endless,
    ]);
    const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
    equal((await calls()).length, 11);
    equal(found.items.length, 1 + 1 + 10 + 1);
    equal(found.incomplete, true);
  },
);

void t.test('instagram: replies that cannot be read cost only themselves', async () => {
  const { port, step } = scene(instagram, [
    Response.json(page([row('1', { replies: page([row('10')], 'on') })])),
    refusal(2, { status: 500 }),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
  deepEqual([found.items.length, found.incomplete], [2, true]);
});

void t.test('instagram: what an account may not read is left out, and said', async () => {
  const { port, step, calls } = scene(instagram, [
    refusal(100, { message: '(#100) Tried accessing nonexisting field (replies)' }),
    refusal(1, { status: 500, message: 'Please reduce the amount of data you are asking for' }),
    Response.json(page([row('1')])),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
  deepEqual([found.without, found.incomplete], [['replies', 'from'], true]);
  const asked = (await calls()).map(({ query }) => query['fields'] ?? '');
  deepEqual(
    asked.map((fields) => [fields.includes('replies'), fields.includes('from')]),
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  );
  // what was learnt is not tried again
  const second = scene(instagram, [Response.json(page([]))]);
  await second.port.list({
    ...second.step,
    networkPostId: MEDIA,
    cursor: null,
    without: ['replies', 'from'],
  });
  equal((await second.calls())[0]?.query['fields']?.includes('from'), false);
});

void t.test('instagram: the broadcasts that go on, and what says nothing of them', async () => {
  const { port, step, calls } = scene(instagram, [
    Response.json(page([{ id: '18000000000000077' }])),
    Response.json({ data: [] }),
    refusal(10),
    Response.json({ ok: true }),
  ]);
  ok(port.broadcasts);
  const list = () => port.broadcasts!(step);
  deepEqual(await list(), { kind: 'page', items: ['18000000000000077'], cursor: null });
  deepEqual(await list(), { kind: 'page', items: [], cursor: null });
  for (const told of [await list(), await list()]) ok(told.kind !== 'page', JSON.stringify(told));
  const [first] = await calls();
  deepEqual([first?.call, first?.query['fields']], ['GET /v26.0/17841400000000003/live_media', 'id']);
});

void t.test('instagram: recent comments are those below the latest media that have any', async () => {
  const media = (id: string, comments_count: number) => ({
    id,
    comments_count,
    timestamp: '2026-09-20T10:00:00+0000',
  });
  const { port, step, calls } = scene(instagram, [
    Response.json(page([media('m1', 60), media('m2', 0), media('m3', 1)], 'older')),
    Response.json(page([row('1')], 'there is more')),
    refusal(100, { subcode: 33 }),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: null, cursor: 'c0' }));
  deepEqual(
    found.items.map(({ id, networkPostId }) => [id, networkPostId]),
    [['1', 'm1']],
  );
  deepEqual([found.cursor, found.incomplete], ['older', true]);
  deepEqual(
    (await calls()).map(({ call, query }) => [call, query['limit'], query['after']]),
    [
      ['GET /v26.0/17841400000000003/media', '5', 'c0'],
      ['GET /v26.0/m1/comments', '50', undefined],
      ['GET /v26.0/m3/comments', '50', undefined],
    ],
  );
});

void t.test('what is refused below the first post is left out below the others', async () => {
  const media = (id: string) => ({ id, comments_count: 1, timestamp: '2026-09-20T10:00:00+0000' });
  const { port, step, calls } = scene(instagram, [
    Response.json(page([media('m1'), media('m2')])),
    refusal(100, { message: '(#100) Tried accessing nonexisting field (replies)' }),
    Response.json(page([row('1')])),
    Response.json(page([row('2')])),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: null, cursor: null }));
  deepEqual([found.without, found.incomplete, found.items.length], [['replies'], true, 2]);
  equal((await calls())[3]?.query['fields']?.includes('replies'), false);
});

void t.test('instagram: a full first page of replies is followed, though no next page is named', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => row(`1${index}`));
  const replies = { data: ten, paging: { cursors: { before: 'a', after: 'r1' } } };
  const { port, step } = scene(instagram, [
    Response.json(page([row('1', { replies })])),
    Response.json(page([row('99')])),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: MEDIA, cursor: null }));
  equal(found.items.length, 12);
});

void t.test('instagram: a reply to a reply goes to its parent', async () => {
  const known = scene(instagram, [Response.json({ id: '9' })]);
  deepEqual(await known.port.reply({ ...known.step, commentId: '3', parentId: '1', text: 'Thanks' }), {
    kind: 'done',
    id: '9',
  });
  deepEqual(await known.calls(), [{ call: 'POST /v26.0/1/replies', query: {}, body: { message: 'Thanks' } }]);
  const top = scene(instagram, [Response.json({ id: '9' })]);
  await top.port.reply({ ...top.step, commentId: '1', parentId: null, text: 'Thanks' });
  equal((await top.calls())[0]?.call, 'POST /v26.0/1/replies');
  // without a parent the network is asked; if that fails, nothing was sent
  const asked = scene(instagram, [Response.json({ id: '3', parent_id: '1' }), Response.json({ id: '9' })]);
  await asked.port.reply({ ...asked.step, commentId: '3', text: 'Thanks' });
  deepEqual(
    (await asked.calls()).map(({ call }) => call),
    ['GET /v26.0/3', 'POST /v26.0/1/replies'],
  );
  const broken = scene(instagram, [new TypeError('broken')]);
  equal((await broken.port.reply({ ...broken.step, commentId: '3', text: 'Thanks' })).kind, 'retry');
});

void t.test('instagram: hiding, showing and deleting', async () => {
  const { port, step, calls } = scene(instagram, [done, done, done]);
  deepEqual(await port.hide({ ...step, commentId: '1' }), { kind: 'done' });
  deepEqual(await port.unhide({ ...step, commentId: '1' }), { kind: 'done' });
  deepEqual(await port.delete?.({ ...step, commentId: '1' }), { kind: 'done' });
  deepEqual(await calls(), [
    { call: 'POST /v26.0/1', query: {}, body: { hide: true } },
    { call: 'POST /v26.0/1', query: {}, body: { hide: false } },
    { call: 'DELETE /v26.0/1', query: {}, body: null },
  ]);
});

void t.test('instagram: one comment, and the posts that comments stand below', async () => {
  const one = scene(instagram, [Response.json(row('1', { parent_id: '7', media: { id: MEDIA } }))]);
  const read = await one.port.read({ ...one.step, commentId: '1' });
  deepEqual('id' in read ? [read.id, read.parentId, read.networkPostId] : read, ['1', '7', MEDIA]);
  const media = {
    id: MEDIA,
    caption: 'Hello',
    media_type: 'CAROUSEL_ALBUM',
    media_url: 'https://cdn.test/a.jpg',
    permalink: 'https://www.instagram.com/p/x/',
    timestamp: '2026-09-20T10:00:00+0000',
    comments_count: 3,
    children: { data: [{ id: 'c1' }, { id: 'c2' }] },
  };
  const list = scene(instagram, [Response.json(page([media]))]);
  deepEqual(await list.port.posts({ ...list.step, cursor: null }), {
    kind: 'page',
    items: [
      {
        networkPostId: MEDIA,
        text: 'Hello',
        url: 'https://www.instagram.com/p/x/',
        thumbnailUrl: 'https://cdn.test/a.jpg',
        publishedAt: Date.UTC(2026, 8, 20, 10),
        type: 'CAROUSEL_ALBUM',
        comments: 3,
        childIds: ['c1', 'c2'],
      },
    ],
    cursor: null,
  });
});

void t.test('instagram by Facebook: the same calls, with the proof of the app', async () => {
  const credentials = { login: 'facebook', pageId: '102000000000001', appSecretProof: 'proof' };
  const { port, step, calls } = scene(instagram, [done, refusal(10)], credentials);
  await port.hide({ ...step, commentId: '1' });
  deepEqual((await calls())[0]?.body, { hide: true, appsecret_proof: 'proof' });
  const refused = await port.delete?.({ ...step, commentId: '1' });
  deepEqual(refused?.kind === 'missing_scope' ? refused.scope : refused, 'instagram_manage_comments');
  equal((await calls())[1]?.query['appsecret_proof'], 'proof');
});

const POST = '102000000000001_700000000000001';
const pageRow = {
  id: '700000000000001_800000000000002',
  message: 'me too',
  from: { id: '6100000000000001', name: 'Ann' },
  created_time: '2026-09-20T10:00:00+0000',
  parent: { id: '700000000000001_800000000000001' },
  like_count: 1,
  is_hidden: true,
  can_hide: true,
  can_remove: true,
  can_reply_privately: false,
};

void t.test('facebook: comments and replies come in one list, newest first', async () => {
  const { port, step, calls } = scene(facebook, [
    Response.json(page([pageRow, { id: '1_2', message: 'hi' }], 'more')),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: POST, cursor: null }));
  deepEqual(found.items[0], {
    id: pageRow.id,
    networkPostId: POST,
    parentId: '700000000000001_800000000000001',
    text: 'me too',
    from: { id: '6100000000000001', username: null, name: 'Ann' },
    isOwn: false,
    createdAt: Date.UTC(2026, 8, 20, 10),
    likes: 1,
    hidden: true,
    rating: null,
    can: { hide: true, delete: true, privateReply: false },
    cannot: { privateReply: 'Facebook does not allow it for this comment.' },
  });
  // a private person, of whom nothing is said
  deepEqual(
    [found.items[1]?.from, found.items[1]?.isOwn, found.items[1]?.can],
    [{ id: null, username: null, name: null }, false, undefined],
  );
  const [call] = await calls();
  equal(call?.call, `GET /v26.0/${POST}/comments`);
  deepEqual([call?.query['filter'], call?.query['order']], ['stream', 'reverse_chronological']);
});

void t.test('facebook: recent comments, a comment by its id, posts', async () => {
  const post = (id: string, count: number) => ({
    id,
    created_time: '2026-09-20T10:00:00+0000',
    comments: { data: [], summary: { total_count: count } },
  });
  const recent = scene(facebook, [
    Response.json(page([post(POST, 1), post('other', 0)])),
    Response.json(page([pageRow])),
  ]);
  const found = isPage(await recent.port.list({ ...recent.step, networkPostId: null, cursor: null }));
  deepEqual([found.items.length, found.items[0]?.networkPostId, found.incomplete], [1, POST, undefined]);
  deepEqual(
    (await recent.calls()).map(({ call }) => call),
    ['GET /v26.0/102000000000001/posts', `GET /v26.0/${POST}/comments`],
  );

  const one = scene(facebook, [Response.json(pageRow)]);
  const read = await one.port.read({ ...one.step, commentId: pageRow.id });
  equal('id' in read ? read.networkPostId : read, POST);

  const posts = scene(facebook, [
    Response.json(
      page([
        {
          id: POST,
          message: 'Open today',
          created_time: '2026-09-20T10:00:00+0000',
          permalink_url: 'https://www.facebook.com/1',
          full_picture: 'https://cdn.test/a.jpg',
          attachments: { data: [{ media_type: 'photo' }] },
          comments: { data: [], summary: { total_count: 7 } },
        },
      ]),
    ),
  ]);
  deepEqual(await posts.port.posts({ ...posts.step, cursor: 'c' }), {
    kind: 'page',
    items: [
      {
        networkPostId: POST,
        text: 'Open today',
        url: 'https://www.facebook.com/1',
        thumbnailUrl: 'https://cdn.test/a.jpg',
        publishedAt: Date.UTC(2026, 8, 20, 10),
        type: 'photo',
        comments: 7,
      },
    ],
    cursor: null,
  });
});

void t.test('facebook: answering, hiding, deleting', async () => {
  const asked = scene(facebook, [
    Response.json({ id: '1_3', parent: { id: '1_2' } }),
    Response.json({ id: '1_9' }),
  ]);
  await asked.port.reply({ ...asked.step, commentId: '1_3', text: 'Thanks' });
  deepEqual(
    (await asked.calls()).map(({ call }) => call),
    ['GET /v26.0/1_3', 'POST /v26.0/1_2/comments'],
  );
  const { port, step, calls } = scene(facebook, [Response.json({ id: '1_9' }), done, done, done]);
  deepEqual(await port.reply({ ...step, commentId: '1_3', parentId: '1_2', text: 'Thanks' }), {
    kind: 'done',
    id: '1_9',
  });
  await port.hide({ ...step, commentId: '1_2' });
  await port.unhide({ ...step, commentId: '1_2' });
  await port.delete?.({ ...step, commentId: '1_2' });
  deepEqual(await calls(), [
    { call: 'POST /v26.0/1_2/comments', query: {}, body: { message: 'Thanks' } },
    { call: 'POST /v26.0/1_2', query: {}, body: { is_hidden: true } },
    { call: 'POST /v26.0/1_2', query: {}, body: { is_hidden: false } },
    { call: 'DELETE /v26.0/1_2', query: {}, body: null },
  ]);
});

const ROOT = '1800000000000022';
const replyRow = (id: string, more: object = {}) => ({
  id,
  text: 'Nice',
  username: 'fan1',
  timestamp: '2026-09-20T10:00:00+0000',
  root_post: { id: ROOT },
  replied_to: { id: ROOT },
  is_reply_owned_by_me: false,
  hide_status: 'NOT_HUSHED',
  ...more,
});

void t.test('threads: the whole conversation below a post', async () => {
  const { port, step, calls } = scene(threads, [
    Response.json(
      page([
        replyRow('3', { replied_to: { id: '2' }, username: 'cafe_luna', is_reply_owned_by_me: true }),
        replyRow('2', { hide_status: 'HIDDEN' }),
        replyRow('1', { hide_status: 'UNHUSHED' }),
      ]),
    ),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: ROOT, cursor: null }));
  deepEqual(
    found.items.map(({ id, parentId, isOwn, hidden, can }) => [id, parentId, isOwn, hidden, can?.hide]),
    [
      ['3', '2', true, false, false],
      ['2', null, false, true, true],
      ['1', null, false, false, true],
    ],
  );
  deepEqual(found.items[1]?.from, { id: null, username: 'fan1', name: null });
  deepEqual(found.items[1]?.likes, null);
  equal((await calls())[0]?.call, `GET /v1.0/${ROOT}/conversation`);
  equal(port.delete, undefined, 'replies of others cannot be deleted');
});

void t.test('threads: recent replies, post by post', async () => {
  const post = (id: string, more: object = {}) => ({ id, timestamp: '2026-09-20T10:00:00+0000', ...more });
  const { port, step, calls } = scene(threads, [
    Response.json(
      page([post('a', { has_replies: true }), post('b', { has_replies: false }), post('c')], 'older'),
    ),
    Response.json(page([replyRow('1', { replied_to: { id: 'a' } })], 'more')),
    refusal(100, { subcode: 33 }),
  ]);
  const found = isPage(await port.list({ ...step, networkPostId: null, cursor: null }));
  deepEqual([found.items.map(({ id }) => id), found.cursor, found.incomplete], [['1'], 'older', true]);
  deepEqual(
    (await calls()).map(({ call }) => call),
    ['GET /v1.0/26100000000000001/threads', 'GET /v1.0/a/conversation', 'GET /v1.0/c/conversation'],
  );
});

void t.test('threads: answering in one call, hiding', async () => {
  const { port, step, calls } = scene(threads, [Response.json({ id: '9' }), done, done]);
  deepEqual(await port.reply({ ...step, commentId: '2', parentId: '1', text: 'Thanks!' }), {
    kind: 'done',
    id: '9',
  });
  await port.hide({ ...step, commentId: '2' });
  await port.unhide({ ...step, commentId: '2' });
  deepEqual(await calls(), [
    {
      call: 'POST /v1.0/26100000000000001/threads',
      query: {},
      body: { media_type: 'TEXT', text: 'Thanks!', reply_to_id: '2', auto_publish_text: true },
    },
    { call: 'POST /v1.0/2/manage_reply', query: {}, body: { hide: true } },
    { call: 'POST /v1.0/2/manage_reply', query: {}, body: { hide: false } },
  ]);
});

void t.test('threads: one reply, and posts', async () => {
  const one = scene(threads, [Response.json(replyRow('2'))]);
  const read = await one.port.read({ ...one.step, commentId: '2' });
  deepEqual('id' in read ? [read.networkPostId, read.parentId] : read, [ROOT, null]);
  const row = { id: ROOT, media_type: 'TEXT_POST', text: 'Hi', timestamp: '2026-09-20T10:00:00+0000' };
  const posts = scene(threads, [
    Response.json(
      page([
        { ...row, has_replies: false },
        { ...row, has_replies: true },
      ]),
    ),
  ]);
  const found = await posts.port.posts({ ...posts.step, cursor: null });
  deepEqual(found.kind === 'page' ? found.items.map(({ comments }) => comments) : found, [0, null]);
});

/** What the network says, what a change then is, and what a read is. */
const ROWS: [name: string, () => Response | Error, change: string, read: string][] = [
  ['100/33', () => refusal(100, { subcode: 33 }), 'missing', 'missing'],
  ['9000001', () => refusal(9_000_001), 'missing', 'missing'],
  ['24/4279009', () => refusal(24, { subcode: 4_279_009 }), 'missing', 'missing'],
  ['100', () => refusal(100), 'rejected', 'missing'],
  ['20/1772107', () => refusal(20, { subcode: 1_772_107 }), 'unknown', 'missing'],
  ['10', () => refusal(10, { status: 403 }), 'missing_scope', 'missing_scope'],
  ['200', () => refusal(200, { status: 403 }), 'missing_scope', 'missing_scope'],
  ['3', () => refusal(3), 'missing_scope', 'missing_scope'],
  ['190', () => refusal(190, { status: 401 }), 'reauthorize', 'reauthorize'],
  ['190/463', () => refusal(190, { subcode: 463 }), 'reauthorize', 'reauthorize'],
  ['4', () => refusal(4), 'retry', 'retry'],
  ['17', () => refusal(17), 'retry', 'retry'],
  ['32', () => refusal(32), 'retry', 'retry'],
  ['368', () => refusal(368), 'retry', 'retry'],
  ['429', () => new Response('', { status: 429, headers: { 'retry-after': '30' } }), 'retry', 'retry'],
  ['1', () => refusal(1, { status: 500 }), 'retry', 'retry'],
  ['2', () => refusal(2, { status: 503 }), 'retry', 'retry'],
  ['transient', () => refusal(100, { transient: true }), 'retry', 'retry'],
  ['200 without content', () => Response.json({}), 'unknown', 'retry'],
  ['no response', () => new DOMException('late', 'TimeoutError'), 'unknown', 'retry'],
  [
    'no connection',
    () =>
      new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
    'retry',
    'retry',
  ],
];

for (const manifest of [instagram, facebook, threads]) {
  void t.test(`${manifest.platform}: what each refusal means`, async (t) => {
    for (const [name, answer, change, read] of ROWS) {
      const changing = { commentId: '1', parentId: null, text: 'x' };
      for (const action of ['reply', 'hide', 'unhide', 'delete'] as const) {
        const { port, step } = scene(manifest, [answer()]);
        const found = await port[action]?.({ ...step, ...changing });
        if (found === undefined) continue; // threads deletes nothing
        // blocked for replies: it says that they look like spam
        const expected = action === 'reply' && name === '368' ? 'rejected' : change;
        t.equal(found.kind, expected, `${action}: ${name}`);
        if (expected !== change) t.match(found, { isSpam: true });
        t.notMatch(JSON.stringify(found), 'geheim');
      }
      const many = Array.from({ length: 5 }, answer);
      const list = scene(manifest, many);
      t.equal(
        (await list.port.list({ ...list.step, networkPostId: '1', cursor: null })).kind,
        read,
        `list: ${name}`,
      );
      const one = scene(manifest, many);
      const found = await one.port.read({ ...one.step, commentId: '1' });
      t.equal('kind' in found ? found.kind : 'a comment', read, `read: ${name}`);
    }
  });
}

void t.test('a wait that the network names is kept', async () => {
  const { port, step } = scene(instagram, [
    new Response('', { status: 429, headers: { 'retry-after': '30' } }),
  ]);
  const found = await port.hide({ ...step, commentId: '1' });
  deepEqual(found.kind === 'retry' ? found.afterMs : found, 30_000);
});
