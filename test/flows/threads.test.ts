/** A post with parts below it (docs/contract.md, Threads). */
import t from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type RunningService, startService } from '../support/service.ts';

/** The networks that take threads, and the call that makes a part live. */
const LIVE_CALLS = {
  x: 'POST /2/tweets',
  threads: 'threads_publish',
  bluesky: 'com.atproto.repo.putRecord',
  mastodon: 'POST /api/v1/statuses',
} as const;
const THREADED = Object.keys(LIVE_CALLS) as (keyof typeof LIVE_CALLS)[];
const PARTS = ['The harbour opens at nine', 'Boats leave every hour', 'Bring a coat'];

interface Part {
  status: string;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
}
interface Delivery extends Part {
  platform: string;
  accountId: string;
  thread: Part[];
}
interface Post {
  id: string;
  status: string;
  partial?: true;
  error: string | null;
  deliveries: Delivery[];
}

const body = (accountIds: string[]) => ({
  content: PARTS[0],
  thread: PARTS.slice(1).map((content) => ({ content })),
  accountIds,
  publishNow: true,
});
const textsOf = ({ sandbox }: RunningService, network: string) =>
  sandbox.sandbox.ledger.entries({ network }).map(({ text }) => text);
const isPublished = ({ status }: Post) => status === 'published';

for (const platform of rowsToPlay(THREADED, (one) => one === 'x')) {
  void t.test(`${platform} gets each part below the one before`, async (t) => {
    const { call, until, accounts, sandbox } = await startService(t, { platforms: [platform] });
    const created = await call('POST', '/v1/posts', body([accounts[platform]!]));
    t.equal(created.status, 200, JSON.stringify(created.body));
    t.match(created.body.post.thread, [{ content: PARTS[1] }, { content: PARTS[2] }]);
    const post: Post = await until(created.body.post.id, isPublished);
    const sent = sandbox.sandbox.ledger.entries({ network: platform });
    t.same(
      sent.map(({ text }) => text),
      PARTS,
    );
    const [delivery] = post.deliveries;
    const parts = [delivery!, ...delivery!.thread];
    t.same(
      parts.map(({ networkPostId }) => networkPostId),
      sent.map(({ id }) => id),
      'each part has its own id',
    );
    const above = sent.map(({ details }) => details['replyTo'] ?? details['reply_to'] ?? null);
    t.same(above, [null, sent[0]!.id, sent[1]!.id], 'and stands below the one before');
    t.ok(
      parts.every(({ status, url, error }) => status === 'published' && url !== null && error === null),
      JSON.stringify(parts),
    );
    t.notOk(post.partial);
  });
}

for (const platform of rowsToPlay(THREADED, (one) => one === 'bluesky')) {
  void t.test(`${platform}: a lost response at any part repeats none and leaves none out`, async (t) => {
    const running = await startService(t, { platforms: [platform] });
    const { call, until, accounts, sandbox } = running;
    for (const kind of ['lost_answer', 'cut'] as const) {
      for (const skip of PARTS.keys()) {
        const { faults, ledger } = sandbox.sandbox;
        const before = ledger.entries({ network: platform }).length;
        faults.add({ kind, network: platform, call: LIVE_CALLS[platform], times: 1, skip });
        const own = (text: string) => `${text} (${kind} ${skip})`;
        const { id } = (
          await call('POST', '/v1/posts', {
            ...body([accounts[platform]!]),
            content: own(PARTS[0]!),
            thread: PARTS.slice(1).map((text) => ({ content: own(text) })),
          })
        ).body.post;
        const post: Post = await until(id, isPublished, { advancesMs: 60_000 });
        const sent = ledger.entries({ network: platform }).slice(before);
        t.same(
          sent.map(({ text }) => text),
          PARTS.map(own),
          `${kind} at part ${skip + 1}`,
        );
        const above = sent.map(({ details }) => details['replyTo'] ?? details['reply_to'] ?? null);
        t.same(above, [null, sent[0]!.id, sent[1]!.id], 'in one line');
        t.notOk(post.partial, JSON.stringify(post.deliveries));
        t.same(faults.list(), []);
      }
    }
  });

  void t.test(`${platform}: the service is stopped at any part, and goes on there`, async (t) => {
    const running = await startService(t, { platforms: [platform], restarts: true });
    const { call, until, accounts, sandbox } = running;
    for (const skip of PARTS.keys()) {
      const { faults, ledger } = sandbox.sandbox;
      const before = ledger.entries({ network: platform }).length;
      faults.add({
        kind: 'slow',
        network: platform,
        call: LIVE_CALLS[platform],
        times: 1,
        skip,
        delayMs: 600_000,
      });
      const own = (text: string) => `${text} (${skip})`;
      const { id } = (
        await call('POST', '/v1/posts', {
          ...body([accounts[platform]!]),
          content: own(PARTS[0]!),
          thread: PARTS.slice(1).map((text) => ({ content: own(text) })),
        })
      ).body.post;
      await eventually(async () => ledger.entries({ network: platform }).length > before + skip);
      await running.restart();
      await until(id, isPublished, { advancesMs: 60_000 });
      const sent = ledger.entries({ network: platform }).slice(before);
      t.same(
        sent.map(({ text }) => text),
        PARTS.map(own),
        `stopped at part ${skip + 1}`,
      );
    }
  });
}

/** A thread on x of which the second part is refused. */
async function refusedAtTwo(running: RunningService) {
  const { call, until, accounts, sandbox } = running;
  const fault = { kind: 'status', status: 403, network: 'x', call: LIVE_CALLS.x, times: 1, skip: 1 } as const;
  sandbox.sandbox.faults.add(fault);
  const { id } = (await call('POST', '/v1/posts', body([accounts['x']!]))).body.post;
  const post: Post = await until(id, isPublished);
  return { id, post };
}

void t.test(
  'a part that x refuses ends the thread with the words of x, and a retry continues there',
  async (t) => {
    const running = await startService(t, { platforms: ['x'] });
    const { call, until } = running;
    const { id, post } = await refusedAtTwo(running);
    t.equal(post.partial, true);
    t.match(post.deliveries, [
      {
        status: 'published',
        error: /^X: .*\(HTTP 403\)/,
        thread: [
          { status: 'failed', error: /^X: / },
          { status: 'pending', error: null },
        ],
      },
    ]);
    t.match(post.error, /^acc_\w+: X: /);
    t.same(textsOf(running, 'x'), PARTS.slice(0, 1));
    const { summary } = (await call('GET', `/v1/posts/${id}/explain`)).body;
    t.match(summary, /1 of 3 parts are live at .* and the next one is not: "X: /);

    const edit = await call('PATCH', `/v1/posts/${id}`, { thread: [{ content: 'Another' }] });
    t.match(edit, {
      status: 409,
      body: { code: 'thread_partly_published', error: /x \(acc_\w+\) has part 1 of 3/ },
    });
    const again = await call('POST', `/v1/posts/${id}/retry`, {});
    t.equal(again.status, 200, JSON.stringify(again.body));
    const whole: Post = await until(id, isPublished);
    t.match(whole, { error: null, deliveries: [{ error: null }] });
    t.notOk(whole.partial);
    t.same(textsOf(running, 'x'), PARTS, 'each part once');
  },
);

void t.test(
  'a thread that is partly out keeps its text in drafts too, and is finished from there',
  async (t) => {
    const running = await startService(t, { platforms: ['x'] });
    const { call, until } = running;
    const { id } = await refusedAtTwo(running);
    t.match(await call('PATCH', `/v1/posts/${id}`, { draft: true }), { status: 200 });
    t.match(await call('PATCH', `/v1/posts/${id}`, { content: 'Another' }), {
      status: 409,
      body: { code: 'thread_partly_published' },
    });
    t.match(await call('PATCH', `/v1/posts/${id}`, { publishNow: true }), { status: 200 });
    await until(id, (post: Post) => isPublished(post) && !post.partial);
    t.same(textsOf(running, 'x'), PARTS);
  },
);

void t.test('a person says what became of a part, and the thread goes on below it', async (t) => {
  const running = await startService(t, { platforms: ['x'] });
  const { call, until, accounts, sandbox, advance } = running;
  const path = (id: string) => `/v1/posts/${id}/deliveries/${accounts['x']}/resolve` as const;
  const { id: other } = await refusedAtTwo(running);
  const nothing = await call('POST', path(other), { outcome: 'absent' });
  t.match(nothing, { status: 409, body: { code: 'nothing_in_doubt' } });

  const { faults, ledger } = sandbox.sandbox;
  const before = ledger.entries({ network: 'x' }).length;
  const texts = PARTS.map((text) => `${text}, said again`);
  faults.add({ kind: 'lost_answer', network: 'x', call: LIVE_CALLS.x, times: 1, skip: 1 });
  faults.add({ kind: 'status', status: 403, network: 'x', call: 'GET /2/users/:id/tweets' });
  const { id } = (
    await call('POST', '/v1/posts', {
      ...body([accounts['x']!]),
      content: texts[0],
      thread: texts.slice(1).map((content) => ({ content })),
    })
  ).body.post;
  await until(id, (post) => post.deliveries[0].maybeLive && post.deliveries[0].status === 'retrying');
  const [first, second] = ledger.entries({ network: 'x' }).slice(before);
  const live = { outcome: 'live', networkPostId: second!.id };
  t.match(await call('POST', path(id), { ...live, part: 3 }), {
    status: 409,
    body: { code: 'nothing_in_doubt', param: '/part' },
  });
  t.match(await call('POST', path(id), { outcome: 'live', part: 2 }), {
    status: 400,
    body: { param: '/networkPostId' },
  });
  t.match(await call('POST', path(id), { ...live, networkPostId: first!.id, part: 2 }), {
    status: 409,
    body: { code: 'network_post_taken' },
  });
  faults.clear('x');
  t.match(await call('POST', path(id), { ...live, part: 2 }), { status: 200 });
  const post: Post = await until(id, isPublished);
  advance(0);
  t.notOk(post.partial);
  t.same(
    ledger
      .entries({ network: 'x' })
      .slice(before)
      .map(({ text }) => text),
    texts,
  );
});

void t.test('a held thread goes on in a round of the post when a person found its part', async (t) => {
  const running = await startService(t, { platforms: ['x'] });
  const { call, until, accounts, sandbox } = running;
  const { faults, ledger } = sandbox.sandbox;
  await call('PATCH', `/v1/accounts/${accounts['x']}`, { onUnknown: 'hold' });
  faults.add({ kind: 'lost_answer', network: 'x', call: LIVE_CALLS.x, times: 1, skip: 1 });
  faults.add({ kind: 'status', status: 403, network: 'x', call: 'GET /2/users/:id/tweets' });
  const { id } = (await call('POST', '/v1/posts', body([accounts['x']!]))).body.post;
  const held: Post = await until(id, isPublished);
  t.match(held, { partial: true, deliveries: [{ status: 'published', error: /^outcome unknown/ }] });
  faults.clear('x');
  const { id: networkPostId } = ledger.entries({ network: 'x' })[1]!;
  const path = `/v1/posts/${id}/deliveries/${accounts['x']}/resolve` as const;
  t.match(await call('POST', path, { outcome: 'live', networkPostId, part: 2 }), { status: 200 });
  await until(id, (post: Post) => isPublished(post) && !post.partial);
  t.same(textsOf(running, 'x'), PARTS);
});

void t.test('a network without threads gets the parts as one post', async (t) => {
  const running = await startService(t, { platforms: ['telegram', 'discord'] });
  const { call, until, accounts, sandbox } = running;
  const photo = (name: string) => `${sandbox.url}/samples/${name}`;
  const created = await call('POST', '/v1/posts', {
    ...body(Object.values(accounts)),
    media: [photo('photo.jpg')],
    thread: [{ content: PARTS[1], media: [photo('wide.png')] }, { content: PARTS[2] }],
  });
  t.match(created.body.post.warnings, [
    /telegram.*takes no threads.*one post/,
    /telegram.*wide\.png is left out/,
    /discord.*takes no threads/,
  ]);
  const post: Post = await until(created.body.post.id, isPublished);
  for (const platform of ['telegram', 'discord'])
    t.same(
      [
        ...new Set(
          textsOf(running, platform)
            .map((text) => text.replaceAll('\r', ''))
            .filter(Boolean),
        ),
      ],
      [PARTS.join('\n\n')],
      platform,
    );
  t.same(
    post.deliveries.map(({ thread }) => thread),
    [[], []],
  );
  const { body: checked } = await call('POST', '/v1/posts/validate', {
    ...body([accounts['telegram']!]),
    thread: [{ content: 'a'.repeat(5_000) }],
  });
  t.match(checked, {
    valid: false,
    accounts: [{ warningDetails: [{ code: 'thread_joined', param: '/thread' }] }],
  });
});

void t.test('limits are those of each part, and a refusal names the part', async (t) => {
  const { call, accounts, sandbox } = await startService(t, { platforms: ['mastodon', 'bluesky'] });
  const post = (thread: object[], more: object = {}) =>
    call('POST', '/v1/posts', { ...body([accounts['mastodon']!]), thread, ...more });
  const long = 'a'.repeat(501);
  const photo = `${sandbox.url}/samples/photo.jpg`;
  const clip = `${sandbox.url}/samples/clip.mp4`;
  const cases: [object[], object, object?][] = [
    [[{ content: 'Fine' }, { content: long }], { code: 'text_too_long', param: '/thread/1/content' }],
    [[{ content: '  ' }], { code: 'content_required', param: '/thread/0/content' }],
    [[{ content: 'Both', media: [photo, clip] }], { code: 'mixed_media', param: '/thread/0/media/1' }],
    [
      [{ content: 'Local', media: ['http://127.0.0.1/a.jpg'] }],
      { code: 'media_url_refused', param: '/thread/0/media/0' },
    ],
    [[{ content: 'Word', media: ['word'] }], { code: 'invalid', param: '/thread/0/media/0' }],
    [
      [{ content: 'Alt', altText: { [photo]: 'A boat' } }],
      { code: 'unknown_media', param: '/thread/0/altText' },
    ],
    [Array.from({ length: 25 }, () => ({ content: 'Many' })), { param: '/thread' }],
    [
      [],
      { code: 'text_too_long', param: '/overrides/0/thread/0/content' },
      { overrides: [{ platforms: ['mastodon'], thread: [{ content: long }] }] },
    ],
  ];
  for (const [thread, expected, more] of cases) {
    const { status, body: answer } = await post(thread, more);
    t.equal(status, 400, JSON.stringify(thread).slice(0, 200));
    t.match(answer, expected);
  }
  const { body: checked } = await call('POST', '/v1/posts/validate', {
    ...body([accounts['bluesky']!]),
    thread: [{ content: 'a'.repeat(301) }, { content: 'ok', media: [photo] }],
  });
  t.match(checked.accounts, [
    {
      thread: [
        { text: 'a'.repeat(300), length: { used: 301, limit: 300 }, cutAt: 300 },
        { text: 'ok', media: [photo], cutAt: null },
      ],
      warnings: [/^thread\[0\]: content: the text was cut/],
    },
  ]);
});

void t.test('an account can have a thread of its own, or none', async (t) => {
  const running = await startService(t, { platforms: ['mastodon', 'bluesky', 'x'] });
  const { call, until, accounts } = running;
  const created = await call('POST', '/v1/posts', {
    ...body(Object.values(accounts)),
    overrides: [
      { platforms: ['mastodon'], thread: [{ content: 'For mastodon' }] },
      { accountIds: [accounts['x']], thread: [] },
    ],
  });
  await until(created.body.post.id, isPublished);
  t.same(textsOf(running, 'mastodon'), [PARTS[0], 'For mastodon']);
  t.same(textsOf(running, 'x'), [PARTS[0]]);
  t.same(textsOf(running, 'bluesky'), PARTS);
  const { steps } = (
    await call('GET', `/v1/actors/${deliveryId(created.body.post.id, accounts['bluesky']!)}/journal`)
  ).body;
  t.equal(
    steps.filter((step) => step.event.type === 'outcome.published').length,
    PARTS.length,
    'each part has its step in the journal',
  );
});

void t.test('the numbers of each part count in those of the post', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'] });
  const { call, until, accounts, advance } = running;
  const { id } = (await call('POST', '/v1/posts', body([accounts['mastodon']!]))).body.post;
  const post: Post = await until(id, isPublished);
  const [delivery] = post.deliveries;
  const parts = [delivery!, ...delivery!.thread].map(({ networkPostId }) => networkPostId);
  advance(48 * 3_600_000);
  const { metrics, networks } = (await call('GET', `/v1/posts/${id}/metrics?refresh=true`)).body;
  const read = (await call('GET', '/v1/performance')).body.posts as {
    networkPostId: string;
    postId: string;
    text: string;
    url: string;
    likes: number;
  }[];
  t.same(new Set(read.map(({ networkPostId }) => networkPostId)), new Set(parts), 'each is in the list');
  t.ok(read.every(({ postId }) => postId === id));
  t.same(new Set(read.map(({ url }) => url)).size, PARTS.length, 'with its own address');
  const likes = read.reduce((sum, row) => sum + row.likes, 0);
  t.ok(likes > 0);
  t.equal(metrics.likes, likes);
  t.match(networks, [{ networkPostId: parts[0], metrics: { likes } }]);
  const shown = (await call('GET', `/v1/posts/${id}`)).body.post;
  t.equal(shown.metrics.likes, likes);
  t.equal(
    shown.deliveries[0].thread[1].metrics.likes,
    read.find(({ networkPostId }) => networkPostId === parts[2])!.likes,
  );
});

for (const platform of rowsToPlay(['x', 'threads'] as const, (one) => one === 'threads')) {
  void t.test(`${platform}: comments below any part are the post's, and its parts are none`, async (t) => {
    const running = await startService(t, { platforms: [platform] });
    const { call, until, accounts, sandbox } = running;
    const { id } = (await call('POST', '/v1/posts', body([accounts[platform]!]))).body.post;
    const post: Post = await until(id, isPublished);
    const [delivery] = post.deliveries;
    const comment = {
      text: 'When is the last one?',
      mediaId: delivery!.networkPostId,
      parentId: delivery!.thread[0]!.networkPostId,
    };
    await controlOf(sandbox)('people', { network: platform, person: { username: 'ann' }, act: { comment } });
    const { comments } = (await call('GET', `/v1/posts/${id}/comments`)).body;
    t.same(
      comments.map(({ text }) => text.replace(/^@\w+ /, '')),
      ['When is the last one?'],
    );
    t.match(comments, [{ postId: id }]);
  });
}
