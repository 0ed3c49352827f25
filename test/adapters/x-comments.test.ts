/** Replies on X: the calls as X documents them, their cost, and what its responses mean. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { comments } from '../../adapters/x/comments.ts';
import type { Json } from '../../machines/outcome.ts';
import { scriptedCall } from './bench.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const DAY = 24 * 3_600_000;
const idAt = (at: number) => String((BigInt(at) - 1_288_834_974_657n) << 22n);
const POST = idAt(NOW - DAY);

const stepWith = (...responses: (Response | Error)[]) =>
  scriptedCall(
    responses,
    {
      platform: 'x',
      remoteId: '900100',
      username: 'ann_ex',
      endpoints: { api: 'https://api.test', site: 'https://site.test' },
      credentials: { accessToken: 'AT-1' },
    },
    NOW,
  );

/** As in X's reference of "Search recent posts". */
const REPLY: { [name: string]: Json } = {
  id: '1890',
  text: '@ann_ex nice &amp; https://t.co/ab1',
  author_id: '77',
  conversation_id: POST,
  created_at: '2026-10-01T09:00:00.000Z',
  in_reply_to_user_id: '900100',
  public_metrics: { retweet_count: 0, reply_count: 0, like_count: 3, quote_count: 0 },
  entities: { urls: [{ url: 'https://t.co/ab1', expanded_url: 'https://example.org/a' }] },
  referenced_tweets: [{ type: 'replied_to', id: POST }],
};
const USERS = { users: [{ id: '77', username: 'bob', name: 'Bob' }] };
const page = (...data: Json[]) =>
  Response.json({ ...(data.length > 0 && { data }), includes: USERS, meta: { result_count: data.length } });

async function list(networkPostId: string | null, ...answers: Response[]) {
  const { step, requests } = stepWith(...answers);
  const read = await comments.list({ ...step, networkPostId, cursor: null });
  return { read, requests };
}

void t.test('one call reads the replies to a post, another one the recent ones of all posts', async () => {
  const { step, requests } = stepWith(
    Response.json({ data: [REPLY], includes: USERS, meta: { result_count: 1, next_token: 'n1' } }),
    page(),
    page(),
  );
  const first = await comments.list({ ...step, networkPostId: POST, cursor: null });
  equal(first.kind === 'page' && first.cursor, 'n1');
  await comments.list({ ...step, networkPostId: POST, cursor: 'n1' });
  await comments.list({ ...step, networkPostId: null, cursor: null });
  const asked = requests.map(({ url }) => new URL(url));
  deepEqual(
    asked.map(({ pathname, searchParams }) => [
      pathname,
      searchParams.get('query'),
      searchParams.get('max_results'),
      searchParams.get('next_token'),
    ]),
    [
      ['/2/tweets/search/recent', `conversation_id:${POST}`, '100', null],
      ['/2/tweets/search/recent', `conversation_id:${POST}`, '100', 'n1'],
      ['/2/tweets/search/recent', 'to:ann_ex -from:ann_ex', '25', null],
    ],
  );
  equal(requests.length, 3, 'no other call is paid');
  for (const { headers } of requests) equal(headers.get('authorization'), 'Bearer AT-1');
});

void t.test('a reply is read with its writer, its likes and its own words', async () => {
  const root = { id: POST, text: 'Hello', author_id: '900100', conversation_id: POST };
  const below = { ...REPLY, id: '1891', text: '@ann_ex @friend look', referenced_posts: [] };
  const { read } = await list(
    POST,
    page(REPLY, { ...below, referenced_tweets: [{ type: 'replied_to', id: '1890' }] }, root),
  );
  ok(read.kind === 'page');
  deepEqual(read.items[0], {
    id: '1890',
    networkPostId: POST,
    parentId: null,
    text: 'nice & https://example.org/a',
    from: { id: '77', username: 'bob', name: 'Bob' },
    isOwn: false,
    attachments: [],
    createdAt: Date.UTC(2026, 9, 1, 9),
    likes: 3,
    hidden: false,
    rating: null,
    can: { reply: true, hide: false, delete: false },
  });
  deepEqual(
    read.items.slice(1).map(({ id, parentId, text }) => [id, parentId, text]),
    [['1891', '1890', '@friend look']],
    'the post itself is no reply',
  );
  const own = await list(POST, page({ ...REPLY, author_id: '900100', text: '@bob @carol Thanks' }));
  ok(own.read.kind === 'page');
  deepEqual(
    own.read.items.map(({ isOwn, text }) => [isOwn, text]),
    [[true, 'Thanks']],
  );
  const renamed = { ...REPLY, referenced_tweets: [], referenced_posts: REPLY['referenced_tweets'] ?? [] };
  const posts = await list(POST, page(renamed));
  equal(posts.read.kind === 'page' && posts.read.items.length, 1, 'the newer name of the field');
});

void t.test(
  'a reply may be answered where its author mentioned the account or quoted a post of it',
  async () => {
    const other = { ...REPLY, text: '@carol look', entities: {}, referenced_posts: [] };
    const row = (
      more: { [name: string]: Json },
      quoted: string | null = null,
      field = 'referenced_posts',
    ) => ({
      ...other,
      referenced_tweets: [],
      [field]: [
        { type: 'replied_to', id: '1890' },
        ...(quoted === null ? [] : [{ type: 'quoted', id: quoted }]),
      ],
      ...more,
    });
    const linked = (name: string, id: string) => ({
      entities: {
        urls: [{ url: 'https://t.co/q', expanded_url: `https://twitter.com/${name}/status/${id}` }],
      },
    });
    const answerable = async (data: Json, posts: Json[] = []) => {
      const body = { data: [data], includes: { ...USERS, posts }, meta: { result_count: 1 } };
      const { read } = await list(POST, Response.json(body));
      const [item] = read.kind === 'page' ? read.items : [];
      return [item?.can?.reply, item?.cannot?.reply !== undefined];
    };
    const quoted = { id: '55', text: 'Hello' };
    const ownPost = { ...quoted, author_id: '900100' };
    deepEqual(await answerable(row({})), [false, true]);
    deepEqual(await answerable(row({ entities: { mentions: [{ start: 0, end: 7, username: 'Ann_Ex' }] } })), [
      true,
      false,
    ]);
    deepEqual(await answerable(row({}, '55'), [ownPost]), [true, false], 'the post came along');
    deepEqual(await answerable(row(linked('Ann_Ex', '55'), '55')), [true, false], 'its link alone');
    deepEqual(
      await answerable(row(linked('ann_ex', '55'), '55', 'referenced_tweets')),
      [true, false],
      'old names',
    );
    deepEqual(await answerable(row({}, '55'), [{ ...quoted, author_id: '77' }]), [false, true]);
    deepEqual(await answerable(row(linked('carol', '55'), '55')), [false, true]);
    deepEqual(
      await answerable(row(linked('ann_ex', '56'), '55')),
      [false, true],
      'the link is to another post',
    );
    deepEqual(await answerable(row(linked('ann_ex', '55'))), [false, true], 'a link alone is no quote');
  },
);

void t.test('search knows seven days, so the replies to an older post are incomplete', async () => {
  const isIncomplete = async (at: number) => {
    const { read } = await list(idAt(at), page());
    return read.kind === 'page' && read.incomplete === true;
  };
  equal(await isIncomplete(NOW - 6 * DAY), false);
  equal(await isIncomplete(NOW - 7 * DAY), true);
  equal(await isIncomplete(NOW - 90 * DAY), true);
  const { read, requests } = await list('at://not.of.x/1');
  deepEqual([read, requests.length], [{ kind: 'page', items: [], cursor: null }, 0]);
});

void t.test('a reply names what it answers; one that is too long is not sent', async () => {
  const { step, requests } = stepWith(
    Response.json({ data: { id: '1892', text: '@bob Hi' } }, { status: 201 }),
  );
  const done = await comments.reply?.({ ...step, commentId: '1890', text: 'Hi' });
  deepEqual(done, { kind: 'done', id: '1892' });
  deepEqual(await requests[0]?.json(), { text: 'Hi', reply: { in_reply_to_tweet_id: '1890' } });
  const long = await comments.reply?.({ ...step, commentId: '1890', text: '日'.repeat(141) });
  deepEqual(long, { kind: 'rejected', reason: 'X counts 282 characters and takes 280' });
  equal(requests.length, 1);
});

void t.test('errors of a reply are read by their words, those of a read by their body', async () => {
  const problem = (status: number, detail: string, title = 'Forbidden') =>
    Response.json({ title, detail, type: 'about:blank', status }, { status });
  const reply = async (answer: Response | Error) =>
    (await comments.reply?.({ ...stepWith(answer).step, commentId: '1890', text: 'Hi' }))?.kind;
  equal(await reply(problem(403, 'Reply to this conversation is not allowed')), 'rejected');
  equal(await reply(problem(403, 'a Tweet that is deleted or not visible to you.')), 'missing');
  equal(await reply(problem(403, 'No', 'Unsupported Authentication')), 'missing_scope');
  equal(await reply(problem(402, 'credits depleted', 'CreditsDepleted')), 'retry');
  equal(await reply(problem(401, 'Unauthorized', 'Unauthorized')), 'expired');
  equal(await reply(Response.json({ data: {} }, { status: 201 })), 'unknown');
  equal(await reply(new TypeError('fetch failed')), 'unknown');

  const errors = [{ title: 'Not Found Error', detail: 'Could not find tweet with id: [1890].' }];
  const read = await comments.read?.({ ...stepWith(Response.json({ errors })).step, commentId: '1890' });
  equal(read !== undefined && 'kind' in read && read.kind, 'missing');
  equal((await list(POST, new Response('<html>'))).read.kind, 'retry');
  equal((await list(POST, Response.json({}))).read.kind, 'retry');
});

void t.test('only what is new is asked for, and no more than may be read', async () => {
  const { step, requests } = stepWith(page(), page(), page());
  const list = { ...step, networkPostId: null, cursor: null };
  await comments.list({ ...list, since: NOW - 3_600_500, maxReads: 12 });
  await comments.list({ ...list, since: NOW - 30 * DAY, maxReads: 3 });
  await comments.list(list);
  const asked = requests.map(({ url }) => new URL(url).searchParams);
  deepEqual(
    asked.map((query) => [query.get('start_time'), query.get('max_results')]),
    [
      ['2026-10-01T10:59:59Z', '12'],
      ['2026-09-24T13:00:00Z', '10'], // search reaches seven days back, and returns ten at least
      [null, '25'],
    ],
  );
});

void t.test('posts of the account are shown, with what they cost', async () => {
  const { step, requests } = stepWith(
    Response.json({
      data: [
        {
          id: POST,
          text: 'Out at six. &lt;3 https://t.co/pic',
          created_at: '2026-09-30T12:00:00.000Z',
          attachments: { media_keys: ['3_1'] },
          entities: {
            urls: [{ url: 'https://t.co/pic', expanded_url: `https://x.com/ann_ex/status/${POST}/photo/1` }],
          },
          public_metrics: { reply_count: 2 },
        },
      ],
      includes: { media: [{ media_key: '3_1', type: 'photo', url: 'https://pbs.test/1.jpg' }] },
      meta: { result_count: 1, next_token: 'n1' },
    }),
  );
  deepEqual(await comments.posts?.({ ...step, cursor: null }), {
    kind: 'page',
    items: [
      {
        networkPostId: POST,
        text: 'Out at six. <3',
        url: `https://site.test/ann_ex/status/${POST}`,
        thumbnailUrl: 'https://pbs.test/1.jpg',
        publishedAt: Date.UTC(2026, 8, 30, 12),
        type: 'photo',
        comments: 2,
      },
    ],
    cursor: 'n1',
    reads: 1,
  });
  ok(requests[0]?.url.includes('/2/users/900100/tweets?'));
});
