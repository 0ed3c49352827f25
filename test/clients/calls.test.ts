import t from 'tap';
import {
  createTroupe,
  type Troupe,
  TroupeError,
  TroupeUnreachable,
} from '../../clients/typescript/src/index.ts';
import { startService } from '../support/service.ts';

/** A client whose waits take no time, and what passes between it and the service. */
function watched(
  baseUrl: string,
  key: string,
  meddle: (response: () => Promise<Response>, request: Request) => Promise<Response> = (response) =>
    response(),
) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const troupe: Troupe = createTroupe({
    baseUrl,
    key,
    fetch: (request) => {
      requests.push(request.clone());
      return meddle(() => fetch(request), request);
    },
    pause: async (ms) => void waits.push(ms),
  });
  const keys = () => requests.map(({ headers }) => headers.get('idempotency-key'));
  return { troupe, requests, waits, keys };
}

const json = (status: number, body: object, headers: { [name: string]: string } = {}) =>
  Promise.resolve(Response.json(body, { status, headers }));

void t.test('operations are functions: path, query and body are one typed object', async (t) => {
  const { baseUrl, key, accounts, until } = await startService(t);
  const { troupe } = watched(`${baseUrl}/`, key);
  const account = accounts['mastodon']!;
  const { post } = await troupe.createPost({ content: 'Hello', accountIds: [account], publishNow: true });
  t.equal((await until(post.id, ({ status }) => status === 'published')).content, 'Hello');
  t.equal((await troupe.getPost({ id: post.id })).post.deliveries[0]!.status, 'published');
  t.equal((await troupe.listPosts({ status: 'published', limit: 1 })).posts[0]!.id, post.id);
  t.match(await troupe.listWorkspaces(), { workspaces: [{ slug: 'home' }] });
  const draft = await troupe.createPost({ content: 'Later', accountIds: [account], draft: true });
  t.equal((await troupe.updatePost({ id: draft.post.id, content: 'Soon' })).post.content, 'Soon');
  t.strictSame(await troupe.deletePost({ id: draft.post.id }), { id: draft.post.id, deleted: true });
  const slots = [{ day: 'tue' as const, time: '08:15' }];
  await troupe.setPostingSchedule({ accountId: account, slots });
  t.strictSame((await troupe.getPostingSchedule({ accountId: account })).slots, slots);
  t.not((await troupe.getPostingSchedule({})).slots.length, 1, 'the workspace keeps its own');
  // @ts-expect-error -- a field that the operation lacks
  await t.rejects(troupe.getPost({ id: post.id, colour: 'red' }), { code: 'unknown_parameter' });
  for (const id of ['', '..', undefined])
    await t.rejects(troupe.deletePost({ id: id as string }), {
      name: 'TypeError',
      message: /"id" must be an id/,
    });
});

void t.test('a file is uploaded as a form', async (t) => {
  const { baseUrl, key } = await startService(t);
  const { troupe } = watched(baseUrl, key);
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const { url } = await troupe.uploadMedia({ file: new File([gif], 'dot.gif'), workspace: 'home' });
  t.match(url, /\/media\/[0-9a-f]{64}\.gif$/);
});

void t.test('errors have the sentence, the code and the field of the API', async (t) => {
  const { baseUrl, key, accounts } = await startService(t);
  const { troupe, requests } = watched(baseUrl, key);
  const error = await troupe
    .createPost({
      content: 'Hello',
      accountIds: [accounts['bluesky']!],
      media: ['no address'],
      publishNow: true,
    })
    .catch((thrown: unknown) => thrown);
  t.ok(error instanceof TroupeError);
  t.match(error, { status: 400, code: 'invalid', field: '/media/0', requestId: /./, message: /media/ });
  t.equal(requests.length, 1, 'a refusal is not asked for again');
  await t.rejects(troupe.getPost({ id: 'post_none' }), {
    name: 'TroupeError',
    status: 404,
    code: 'not_found',
    values: { what: 'post' },
  });
  await t.rejects(createTroupe({ baseUrl, key: 'trp_wrong' }).listWorkspaces(), {
    status: 401,
    code: 'unauthorized',
  });
  t.throws(() => createTroupe({ baseUrl: 'ftp://troupe.example', key }), TypeError);
});

void t.test('a POST whose response is lost is made again under the same key, and happens once', async (t) => {
  const { baseUrl, key, accounts } = await startService(t);
  const lost: Response[] = [];
  const { troupe, keys, waits } = watched(baseUrl, key, async (response) => {
    const came = await response();
    if (lost.length === 2) return came;
    lost.push(came);
    throw new TypeError('fetch failed', { cause: new Error('the connection broke') });
  });
  const { post } = await troupe.createPost({
    content: 'Once',
    accountIds: [accounts['telegram']!],
    draft: true,
  });
  t.strictSame([lost.length, new Set(keys()).size, waits.length], [2, 1, 2]);
  t.match(keys()[0], /^[0-9a-f-]{36}$/);
  t.ok(waits[1]! > waits[0]!, 'it waits longer each time');
  t.strictSame(
    (await troupe.listPosts()).posts.map(({ id }) => id),
    [post.id],
  );
  await troupe.createPost({ content: 'Once', accountIds: [accounts['telegram']!], draft: true });
  t.equal(new Set(keys().filter((one) => one !== null)).size, 2, 'another call has another key');
});

void t.test('without a key a POST is sent once, and so are PATCH and DELETE', async (t) => {
  const { baseUrl, key, accounts } = await startService(t);
  const { troupe, requests } = watched(baseUrl, key, async (response) => {
    await response();
    throw new TypeError('fetch failed', { cause: new Error('the connection broke') });
  });
  const direct = createTroupe({ baseUrl, key });
  const draft = { content: 'Hello', accountIds: [accounts['telegram']!], draft: true };
  const unkeyed = troupe.createPost(draft, { idempotencyKey: null });
  await t.rejects(unkeyed, {
    name: 'TroupeUnreachable',
    message: /the connection broke/,
    idempotencyKey: null,
  });
  const [post] = (await direct.listPosts()).posts;
  await t.rejects(troupe.updatePost({ id: post!.id, content: 'Hi' }), TroupeUnreachable);
  await t.rejects(troupe.deletePost({ id: post!.id }), TroupeUnreachable);
  t.strictSame(
    requests.map(({ method }) => method),
    ['POST', 'PATCH', 'DELETE'],
  );
  await t.rejects(troupe.listPosts(), TroupeUnreachable);
  t.equal(requests.length, 6, 'a GET is tried three times');
});

void t.test('the caller’s own key is sent, and given back when the end is not known', async (t) => {
  const { baseUrl, key, accounts } = await startService(t);
  let isDown = true;
  const { troupe, keys } = watched(baseUrl, key, async (response) => {
    const came = await response();
    if (isDown) throw new TypeError('fetch failed');
    return came;
  });
  const draft = { content: 'Hello', accountIds: [accounts['telegram']!], draft: true };
  const options = { idempotencyKey: 'order-17', retries: 0 };
  await t.rejects(troupe.createPost(draft, options), {
    name: 'TroupeUnreachable',
    idempotencyKey: 'order-17',
  });
  isDown = false;
  const { post } = await troupe.createPost(draft, options);
  t.strictSame(keys(), ['order-17', 'order-17']);
  t.equal((await troupe.listPosts()).posts[0]!.id, post.id);
  t.equal((await troupe.listPosts()).posts.length, 1);
});

void t.test('what is tried again, and how long it waits', async (t) => {
  const cases: [what: string, first: () => Promise<Response>, tries: number][] = [
    [
      '429 for as long as it says',
      () => json(429, { error: 'slow', code: 'rate_limited' }, { 'retry-after': '7' }),
      2,
    ],
    [
      '429 with an hour',
      () => json(429, { error: 'slow', code: 'rate_limited' }, { 'retry-after': '3600' }),
      1,
    ],
    ['503', () => json(503, { error: 'busy', code: 'network_busy' }), 2],
    ['the same call still runs', () => json(409, { error: 'runs', code: 'idempotency_in_progress' }), 2],
    ['a 502 of a proxy', async () => new Response('<html>', { status: 502 }), 2],
    ['a 502 of the network', () => json(502, { error: 'refused', code: 'network_refused' }), 1],
    ['a 504 of the service', () => json(504, { error: 'unknown', code: 'outcome_unknown' }), 1],
    ['another conflict', () => json(409, { error: 'live', code: 'already_published' }), 1],
    ['500', () => json(500, { error: 'oops', code: 'internal' }), 1],
  ];
  for (const [what, first, tries] of cases) {
    let count = 0;
    const { troupe, waits } = watched('http://troupe.test', 'k', () =>
      (count += 1) === 1 ? first() : json(200, { post: {} }),
    );
    await troupe.retryPost({ id: 'post_1' }).catch(() => {});
    t.equal(count, tries, what);
    if (what.endsWith('as it says')) t.strictSame(waits, [7_000]);
  }
  let patches = 0;
  const { troupe } = watched('http://troupe.test', 'k', () =>
    json((patches += 1) === 1 ? 429 : 503, { error: 'no', code: 'no' }),
  );
  await t.rejects(troupe.updatePost({ id: 'post_1' }), { name: 'TroupeError', status: 503 });
  t.equal(patches, 2, 'a PATCH is made again when nothing was done (429), and only then');
});

void t.test('a redirect, a page that is not Troupe, a slow service and an abort have words', async (t) => {
  const moved = watched(
    'http://troupe.test',
    'k',
    async () => new Response(null, { status: 301, headers: { location: 'https://troupe.test/' } }),
  );
  await t.rejects(moved.troupe.createPost({ content: '', accountIds: ['a'] }), {
    code: 'http_301',
    message: /https:\/\/troupe\.test\//,
  });
  const other = watched('http://troupe.test', 'k', async () => new Response('Not here', { status: 404 }));
  await t.rejects(other.troupe.listPosts(), { code: 'http_404', message: /not one of Troupe/ });
  const page = watched('http://troupe.test', 'k', async () => new Response('<html>', { status: 200 }));
  await t.rejects(page.troupe.listPosts(), TroupeUnreachable);

  const awake = setInterval(() => {}, 1_000); // the signal of a timeout keeps no program alive
  t.teardown(() => clearInterval(awake));
  const slow = watched(
    'http://troupe.test',
    'k',
    (_, request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      }),
  );
  await t.rejects(slow.troupe.listPosts({}, { timeoutMs: 5, retries: 1 }), {
    message: /no response within 5 ms/,
  });
  t.equal(slow.requests.length, 2);
  const ending = new AbortController();
  const call = slow.troupe.listPosts({}, { signal: ending.signal });
  ending.abort(new Error('enough'));
  await t.rejects(call, { message: 'enough' });
  t.equal(slow.requests.length, 3);
});

void t.test('pages and entries of a list are iterated to its end', async (t) => {
  const { baseUrl, key, accounts, until } = await startService(t);
  const { troupe, requests } = watched(baseUrl, key);
  const { post } = await troupe.createPost({
    content: 'Hello',
    accountIds: [accounts['telegram']!, accounts['mastodon']!],
    publishNow: true,
  });
  await until(post.id, ({ status }) => status === 'published');
  const whole = (await troupe.listActors({})).actors.map(({ id }) => id);
  t.ok(whole.length > 4);
  const sizes: number[] = [];
  for await (const page of troupe.pages('listActors', { limit: 3 })) sizes.push(page.actors.length);
  t.equal(sizes.length, Math.ceil(whole.length / 3));
  const ids: string[] = [];
  for await (const actor of troupe.items('listActors', { limit: 2 })) ids.push(actor.id);
  t.strictSame(ids, whole);
  const asked = requests.length;
  for await (const _ of troupe.items('listActors', { limit: 2 })) break;
  t.equal(requests.length, asked + 1, 'pages that nobody reads are not asked for');
  const delivery = whole.find((id) => id.startsWith('dlv_'))!;
  const steps: number[] = [];
  for await (const { seq } of troupe.items('getActorJournal', { id: delivery, limit: 1 })) steps.push(seq);
  t.ok(steps.length > 1);
  t.strictSame(
    steps,
    steps.toSorted((a, b) => a - b),
    'a list with `after` goes forwards',
  );
});
