import t from 'tap';
import { KEY, makeWorkspace, posts, type Running, start, until } from './harness.ts';

void t.test('an invalid message gets an error that names the field, and the socket stays open', async (t) => {
  const { client } = await start(t);
  const one = await client();
  await one.take('ready');
  const cases = [
    ['{"type":', { code: 'invalid_json', error: /not valid JSON/ }],
    ['["ping"]', { code: 'invalid_json', error: /JSON object/ }],
    ['null', { code: 'invalid_json' }],
    [{}, { code: 'required', param: '/type', error: /auth, subscribe, unsubscribe, ping/ }],
    [{ type: 'subscrbe' }, { code: 'invalid', param: '/type', error: /did you mean subscribe/ }],
    [{ type: 'toString' }, { code: 'invalid', param: '/type' }],
    [{ type: 7 }, { code: 'invalid', param: '/type' }],
    [
      { type: 'subscribe', afer: 3 },
      { code: 'unknown_field', param: '/afer', error: /did you mean after/ },
    ],
    [
      { type: 'subscribe', after: '3' },
      { code: 'invalid', param: '/after', error: /after must be/ },
    ],
    [
      { type: 'subscribe', after: 1.5 },
      { code: 'invalid', param: '/after' },
    ],
    [
      { type: 'subscribe', after: -1 },
      { code: 'invalid', param: '/after' },
    ],
    [
      { type: 'subscribe', after: 2 ** 53 },
      { code: 'invalid', param: '/after' },
    ],
    [
      { type: 'subscribe', posts: [] },
      { code: 'invalid', param: '/posts', error: /not be empty/ },
    ],
    [
      { type: 'subscribe', resources: [{ type: 'post' }] },
      { code: 'required', param: '/resources/0/id' },
    ],
    [
      { type: 'subscribe', posts: ['7'] },
      { code: 'invalid', param: '/posts/0', error: /id of a post/ },
    ],
    [
      { type: 'subscribe', posts: posts(101) },
      { code: 'invalid', param: '/posts', error: /100 items/ },
    ],
    [
      { type: 'subscribe', workspace: 'nobody' },
      { code: 'not_a_member', param: '/workspace' },
    ],
    [
      { type: 'unsubscribe', workspace: 'nobody' },
      { code: 'not_a_member', param: '/workspace' },
    ],
    [
      { type: 'unsubscribe', posts: ['post_a'] },
      { code: 'unknown_field', param: '/posts' },
    ],
    [
      { type: 'ping', id: 1 },
      { code: 'unknown_field', param: '/id' },
    ],
    [{ type: 'auth' }, { code: 'required', param: '/key' }],
  ] as const;
  for (const [message, error] of cases) {
    one.send(message);
    t.match(await one.take('error'), error, JSON.stringify(message));
  }
  one.send({ type: 'ping' });
  await one.take('pong');
});

void t.test('a message over the size limit closes the socket with 1009', async (t) => {
  const { client } = await start(t);
  const one = await client();
  one.send({ type: 'ping', filler: 'x'.repeat(20_000) });
  t.match(await one.closed, { code: 1009, reason: /16384 bytes/ });
  const two = await client();
  two.send({ type: 'ping', filler: 'x'.repeat(1_000_000) });
  t.match(await two.closed, { code: 1006 }, 'one that is much too big is not even read');
});

void t.test('a client that sends too many messages is closed with 1008', async (t) => {
  const { client } = await start(t);
  const [talker, pinger, eager] = await Promise.all([client(), client(), client({ key: null })]);
  for (let index = 0; index < 300; index += 1) talker.send({ type: 'ping' });
  for (let index = 0; index < 300; index += 1) pinger.socket.ping('x'.repeat(100));
  for (const one of [talker, pinger]) t.match(await one.closed, { code: 1008, reason: /too many messages/ });
  t.ok(talker.said.filter(({ type }) => type === 'pong').length >= 200, 'a burst is fine');
  eager.send({ type: 'auth', key: KEY });
  await eager.take('ready');
});

void t.test('too many messages during the lookup of a key close the socket', async (t) => {
  const { client } = await start(t, { live: { authenticate: () => new Promise(() => {}) } });
  const one = await client({ key: null });
  one.send({ type: 'auth', key: KEY });
  for (let index = 0; index < 40; index += 1) one.send({ type: 'ping' });
  t.match(await one.closed, { code: 1008, reason: /before auth was answered/ });
});

void t.test('a subscription to resources receives their events once each, live and replayed', async (t) => {
  const { client, workspace, say } = await start(t, { hub: { recent: 4 } });
  const delivery = { resource: { type: 'delivery', id: 'dlv_1' }, postId: 'post_a' };
  const comment = { resource: { type: 'comment', id: 'c1' } };
  const events = ['post_a', delivery, 'post_b', comment, delivery, 'post_a'];
  const watch = async (resources: object[], after?: number) => {
    const one = await client();
    one.send({
      type: 'subscribe',
      workspace: workspace.slug,
      ...(after !== undefined && { after }),
      resources,
    });
    await one.take('subscribed');
    return one;
  };
  const wanted: [what: object[], seqs: number[]][] = [
    [[{ type: 'post', id: 'post_a' }], [1, 2, 5, 6]],
    [[{ type: 'delivery', id: 'dlv_1' }], [2, 5]],
    [
      [
        { type: 'delivery', id: 'dlv_1' },
        { type: 'post', id: 'post_a' },
      ],
      [1, 2, 5, 6],
    ],
    [[{ type: 'comment', id: 'c1' }], [4]],
    [[{ type: 'comment', id: 'post_a' }], []],
  ];
  const live = await Promise.all(wanted.map(([resources]) => watch(resources)));
  await say(events);
  await say(Array.from({ length: 20 }, () => 'post_z'));
  const replayed = await Promise.all(wanted.map(([resources]) => watch(resources, 0)));
  for (const [index, [resources, seqs]] of wanted.entries())
    for (const one of [live[index]!, replayed[index]!]) {
      for (let position = 0; position < 26;) {
        one.send({ type: 'ping' });
        const positions = (await one.take('pong'))['positions'] as { [slug: string]: number };
        position = positions[workspace.slug]!;
      }
      t.same(one.seqs(), seqs, JSON.stringify(resources));
    }
  const shown = await watch([{ type: 'comment', id: 'c1' }], 0);
  t.match(await shown.take('event'), { ...comment, postId: null });
});

void t.test('a subscription to single posts receives only their events, live and replayed', async (t) => {
  const { client, workspace, say } = await start(t, { hub: { recent: 4 } });
  await say(['post_a', 'post_b', 'post_c']);
  for (let index = 0; index < 20; index += 1) await say(['post_b', 'post_c']);
  const all = await client({ query: `?workspace=${workspace.slug}` });
  await all.take('subscribed');
  const some = await client();
  some.send({ type: 'subscribe', workspace: workspace.slug, after: 0, posts: ['post_a', 'post_d'] });
  t.match(await some.take('subscribed'), { seq: 43, resumedFrom: 0 });
  t.match(await some.take('event'), { seq: 1, postId: 'post_a' });

  await say(['post_b', 'post_d', 'post_a', 'post_b']);
  await until(() => all.seqs().length === 4 && some.seqs().length === 3);
  t.same(some.seqs(), [1, 45, 46]);
  some.send({ type: 'ping' });
  t.same(
    (await some.take('pong'))['positions'],
    { [workspace.slug]: 47 },
    'it is told how far it has come, past what does not concern it',
  );
  some.send({ type: 'unsubscribe' });
  await some.take('unsubscribed');
  await say(['post_a']);
  some.send({ type: 'ping' });
  t.same((await some.take('pong'))['positions'], {});
  t.same(some.seqs(), [1, 45, 46]);
});

void t.test(
  'a newer subscription to a workspace replaces the older one and continues from its position',
  async (t) => {
    const { client, workspace, say } = await start(t);
    const one = await client({ query: `?workspace=${workspace.slug}` });
    await one.take('subscribed');
    await say(['post_a', 'post_b']);
    one.send({ type: 'subscribe', posts: ['post_b'] });
    t.match(await one.take('subscribed'), { seq: 2, resumedFrom: 2 });
    await say(['post_a', 'post_b']);
    one.send({ type: 'subscribe', posts: ['post_a', 'post_b'] });
    await one.take('subscribed');
    await say(['post_a', 'post_b']);
    one.send({ type: 'subscribe' });
    await one.take('subscribed');
    await say(['post_c']);
    await until(() => one.seqs().length >= 6);
    t.same(one.seqs(), [1, 2, 4, 5, 6, 7]);
  },
);

void t.test('a subscription that is replaced early starts at the requested position', async (t) => {
  const running: Running = await start(t, {
    live: { authenticate: (key) => Promise.resolve(running.keys.get(key) ?? null) },
  });
  await running.say(posts(7));
  const one = await running.client({ key: null });
  one.send({ type: 'auth', key: KEY });
  one.send({ type: 'subscribe', after: 3, posts: ['post_6'] });
  one.send({ type: 'subscribe' });
  t.match(await one.take('subscribed'), { seq: 7, resumedFrom: 3 });
  await until(() => one.seqs().length >= 4);
  t.same(one.seqs(), [4, 5, 6, 7]);
});

void t.test(
  'without a workspace the first one is used, and each workspace has its own numbers',
  async (t) => {
    const { client, workspace, say, sql, keys } = await start(t);
    const second = await makeWorkspace(sql);
    keys.set(KEY, { ...keys.get(KEY)!, workspaces: [workspace, second] });
    keys.set('trp_none', { userId: 'usr_2', keyId: 'key_2', workspaces: [] });
    await say(posts(3));
    const one = await client({ query: '?after=2' });
    t.match(await one.take('subscribed'), { workspace: workspace.slug, seq: 3, resumedFrom: 2 });
    t.match(await one.take('event'), { workspace: workspace.slug, seq: 3 });
    one.send({ type: 'subscribe', workspace: second.slug });
    t.match(await one.take('subscribed'), { workspace: second.slug, seq: 0, resumedFrom: null });

    const none = await client({ key: 'trp_none' });
    none.send({ type: 'subscribe' });
    t.match(await none.take('error'), { code: 'no_workspace' });
  },
);

void t.test('a socket may watch a limited number of posts', async (t) => {
  const { client, workspace } = await start(t, { live: { maxSubscriptions: 3 } });
  const one = await client();
  one.send({ type: 'subscribe', posts: posts(4) });
  t.match(await one.take('error'), { code: 'too_many_subscriptions', param: '/posts' });
  one.send({ type: 'subscribe', posts: posts(3) });
  t.match(await one.take('subscribed'), { workspace: workspace.slug });
  one.send({ type: 'subscribe', posts: ['post_7', 'post_8', 'post_9'] });
  t.match(await one.take('subscribed'), { workspace: workspace.slug }, 'what is replaced does not count');
});

void t.test('an unreadable feed is reported, and can be subscribed to when it is back', async (t) => {
  const failing = { left: 1 };
  const { client } = await start(t, { failing });
  const one = await client();
  one.send({ type: 'subscribe' });
  t.match(await one.take('error'), { code: 'unavailable', param: '/workspace' });
  one.send({ type: 'subscribe' });
  t.match(await one.take('subscribed'), { seq: 0 });
});
