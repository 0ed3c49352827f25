/** Steps of a delivery to Hashnode, and how responses are classified. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/hashnode/connect.ts';
import { textAt } from '../../adapters/lib/http.ts';
import { manifest as hashnode } from '../../adapters/hashnode/manifest.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { hashnode as network } from '../../simulators/hashnode/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { open, photos, post } from '../contract/media.ts';
import { adapterBench, always, callsOf } from './bench.ts';

const { facts, publish, verify, until } = adapterBench(hashnode, network, ['publicationId']);
const PLAIN = post('Boats at noon\n\nTwo came in.');
const settings = (articleSettings: { [name: string]: Json }) => post(PLAIN.text, [], { articleSettings });
const plan = (content: PostContent) =>
  hashnode.publish.plan(content, { id: 'acc_1', platform: 'hashnode', limits: {} });

const named = (scene: Scene, content: PostContent) => until(scene, content, ({ slug }) => slug !== null);
const drafted = (scene: Scene, content: PostContent) =>
  until(scene, content, ({ draftId }) => draftId !== null);

const errors = (code: string, message = 'It was refused.') => ({
  errors: [{ message, extensions: { code } }],
  data: null,
});

/** Calls the API directly. */
async function ask(scene: Scene, query: string, variables: { [name: string]: Json }): Promise<Json> {
  const answer = await scene.sandbox.fetch(`${scene.account.endpoints['api']}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.account.credentials['token']}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await answer.json()) as Json;
}

void t.test('an article is published with its pictures, tags and canonical address', async () => {
  const scene = setScene(facts);
  const content = post('# Boats at noon\n\n**Two** came in.', photos(2), {
    articleSettings: { tags: ['Wood Work', 'C++'], canonicalUrl: 'https://blog.example/boat' },
  });
  const driven = await drive(scene, { post: content });
  equal(driven.status, 'published');
  const [entry] = scene.sandbox.ledger.entries();
  ok(entry);
  match(
    entry.text,
    /^\*\*Two\*\* came in\.\n\n!\[\]\(http:\/\/sandbox\.test\/hashnode\/cdn\/uploads\/[0-9a-f]+\)$/,
  );
  deepEqual(entry.details['tags'], [
    { slug: 'wood-work', name: 'Wood Work' },
    { slug: 'cpp', name: 'C++' },
  ]);
  equal(entry.details['title'], 'Boats at noon');
  equal(entry.details['originalArticleUrl'], 'https://blog.example/boat');
  deepEqual(
    entry.media.map(({ type, bytes }) => [type, bytes > 0]),
    [
      ['image/jpeg', true],
      ['image/jpeg', true],
    ],
  );
  match(driven.url ?? '', /\/boats-at-noon-[0-9a-f]{8}$/);
});

void t.test('asDraft leaves one draft, whatever happens to the response', async () => {
  for (const kind of ['lost_answer', 'cut', 'no_id', 'error_after_accept'] as const) {
    const scene = setScene(facts);
    scene.sandbox.faults.add({ kind, network: 'hashnode', call: 'createDraft', times: 1 });
    const driven = await drive(scene, { post: settings({ asDraft: true }) });
    equal(driven.status, 'published', kind);
    match(driven.url ?? '', /^https:\/\/hashnode\.com\/draft\//, kind);
    equal(live(scene), 0, kind);
    const all = await ask(
      scene,
      'query($id: ObjectId!){ publication(id:$id){ drafts(first:20){ edges{ node{ slug } } } } }',
      {
        id: scene.account.remoteId,
      },
    );
    equal(JSON.stringify(all).match(/boats-at-noon-/g)?.length, 1, kind);
  }
});

void t.test('the plan refuses videos and media without an address, and warns of a short title', async () => {
  deepEqual(plan(settings({ aiDisclosure: 'any', newsletter: 'any' })).refusals, []);
  deepEqual(
    plan(post('A boat\n\nB', ['photo.jpg', 'clip.mov'])).refusals.map(({ code, param }) => [code, param]),
    [['media_type', '/media/1']],
  );
  equal(plan(settings({ tags: ['日本'] })).refusals[0]?.param, '/articleSettings/tags/0');
  equal(plan(settings({ canonicalUrl: '/boat' })).refusals[0]?.param, '/articleSettings/canonicalUrl');
  match(plan(post('Boat\n\nText')).warnings[0] ?? '', /fewer than 6/);
  deepEqual(plan(post('Boats!\n\nText')).warnings, []);
});

void t.test('the size of a request is counted in bytes as sent', async () => {
  equal(plan(post(`Boats at noon\n\n${'ü'.repeat(49_000)}`)).refusals.length, 0);
  equal(plan(post(`Boats at noon\n\n${'ü'.repeat(51_000)}`)).refusals[0]?.code, 'text_too_long');
  equal(plan(post(`Boats at noon\n\n${'a"'.repeat(34_000)}`)).refusals[0]?.code, 'text_too_long');
});

const rows: [what: string, typeof globalThis.fetch, create: Outcome['kind'], publishing: Outcome['kind']][] =
  [
    ['a revoked token', always(200, errors('UNAUTHENTICATED')), 'reauthorize', 'reauthorize'],
    ['a revoked token as 401', always(401, errors('UNAUTHENTICATED')), 'reauthorize', 'reauthorize'],
    ['a bare 401', always(401, ''), 'reauthorize', 'reauthorize'],
    ['no Pro plan', always(200, errors('FORBIDDEN', 'No active Pro plan.')), 'rejected', 'rejected'],
    ['a publication or draft that is gone', always(200, errors('NOT_FOUND')), 'rejected', 'unknown'],
    ['wrong input', always(400, errors('BAD_USER_INPUT')), 'rejected', 'rejected'],
    ['another schema', always(400, errors('GRAPHQL_VALIDATION_FAILED')), 'rejected', 'rejected'],
    ['a fault of its own', always(200, errors('INTERNAL_SERVER_ERROR')), 'unknown', 'unknown'],
    [
      'an error without a code',
      always(200, { errors: [{ message: 'Something is odd' }] }),
      'unknown',
      'unknown',
    ],
    ['a closed address', always(301, '<html>', { location: 'https://hashnode.com' }), 'rejected', 'rejected'],
    ['a large request', always(413, '<html>'), 'rejected', 'rejected'],
    ['too many requests', always(429, '<html>'), 'retry', 'retry'],
    ['a proxy in trouble', always(502, '<html>'), 'unknown', 'unknown'],
    ['a page', always(200, '<html>Welcome</html>'), 'unknown', 'unknown'],
  ];
for (const [what, fetch, create, publishing] of rows) {
  void t.test(`${what}: ${create} for the draft, ${publishing} for its publication`, async () => {
    const scene = setScene(facts);
    equal((await publish(scene, PLAIN, await named(scene, PLAIN), { fetch })).kind, create);
    equal((await publish(scene, PLAIN, await drafted(scene, PLAIN), { fetch })).kind, publishing);
  });
}

void t.test('a response with an article means published, with or without errors beside it', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  const data = { publishDraft: { post: { id: 'p1', url: 'https://rosa.hashnode.dev/boats' } } };
  const fetch = always(200, { ...errors('INTERNAL_SERVER_ERROR'), data });
  deepEqual(await publish(scene, PLAIN, checkpoint, { fetch }), {
    kind: 'published',
    networkPostId: 'p1',
    url: 'https://rosa.hashnode.dev/boats',
  });
});

void t.test('a draft that was already published is looked up by its slug', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  const first = await publish(scene, PLAIN, checkpoint);
  ok(first.kind === 'published');
  equal((await publish(scene, PLAIN, checkpoint)).kind, 'unknown');
  deepEqual(await verify(scene, PLAIN, checkpoint), { ...first, kind: 'live' });
  equal(live(scene), 1);
});

void t.test('a missing article proves nothing while reads may be stale', async () => {
  const scene = setScene(facts);
  for (const checkpoint of [await named(scene, PLAIN), await drafted(scene, post('Other boats\n\nText'))]) {
    const early = await verify(scene, PLAIN, checkpoint);
    deepEqual([early.kind, 'afterMs' in early && early.afterMs], ['retry', 30_000]);
    const now = scene.clock.now + 30_000;
    deepEqual(await verify(scene, PLAIN, checkpoint, { now }), { kind: 'absent', checkpoint });
  }
});

void t.test('a draft that is gone without an article is left open, after five minutes', async () => {
  const scene = setScene(facts);
  const checkpoint = { ...(await drafted(scene, PLAIN)), draftId: 'f'.repeat(24) };
  equal((await verify(scene, PLAIN, checkpoint)).kind, 'retry');
  const now = scene.clock.now + 5 * 60_000;
  equal((await verify(scene, PLAIN, checkpoint, { now })).kind, 'cannot_tell');
});

void t.test('a lookup can be refused', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  for (const [status, body, kind] of [
    [200, errors('UNAUTHENTICATED'), 'reauthorize'],
    [200, errors('FORBIDDEN'), 'cannot_tell'],
    [429, '<html>', 'retry'],
    [503, '<html>', 'retry'],
    [200, {}, 'retry'],
  ] as const) {
    equal((await verify(scene, PLAIN, checkpoint, { fetch: always(status, body) })).kind, kind);
  }
});

void t.test('an edited post starts again, and is not repeated without a check', async () => {
  const scene = setScene(facts);
  const edited = post('Boats at one\n\nTwo came in.');
  const { now } = scene.clock;
  const checkpoint = await drafted(scene, PLAIN);
  equal(hashnode.publish.repeatable({ checkpoint, plan: plan(PLAIN), now }), 'yes');
  equal(hashnode.publish.repeatable({ checkpoint, plan: plan(edited), now }), 'no_longer');
  equal(hashnode.publish.repeatable({ checkpoint: await named(scene, PLAIN), plan: plan(PLAIN), now }), 'no');
  const outcome = await publish(scene, edited, checkpoint);
  ok(outcome.kind === 'progress');
  deepEqual(
    [outcome.checkpoint['draftId'], (outcome.checkpoint['slug'] as string).slice(0, 13)],
    [null, 'boats-at-one-'],
  );
});

const withPicture = post('A boat\n\nText', ['photo.jpg']);

/** The sandbox, with responses of the test's own for some calls. */
function instead(scene: Scene, answer: (request: Request) => Response | null | Promise<Response | null>) {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    return (await answer(request.clone())) ?? scene.sandbox.fetch(request);
  };
  return { fetch };
}
const storing = (answer: () => Response) => (request: Request) =>
  request.url.includes('/storage/') ? answer() : null;
const confirming = (confirmImageUpload: Json) => async (request: Request) =>
  (await request.text()).includes('confirmImageUpload(')
    ? Response.json({ data: { confirmImageUpload } })
    : null;

void t.test('a picture is uploaded by a PUT of its bytes, and confirmed', async () => {
  const scene = setScene(facts);
  const puts: [method: string, type: string | null, bytes: number][] = [];
  const done = await publish(
    scene,
    withPicture,
    null,
    instead(scene, async (request) => {
      if (!request.url.includes('/storage/')) return null;
      const { byteLength } = await request.arrayBuffer();
      puts.push([request.method, request.headers.get('content-type'), byteLength]);
      return null;
    }),
  );
  ok(done.kind === 'progress');
  const { bytes } = await open(withPicture.media[0]!);
  deepEqual(puts, [['PUT', 'image/jpeg', bytes.length]]);
  deepEqual(callsOf(scene), ['createImageUploadURL 200', 'storage 200', 'confirmImageUpload 200']);
  match(
    textAt(done.checkpoint['pictures'], 0) ?? '',
    /^http:\/\/sandbox\.test\/hashnode\/cdn\/uploads\/[0-9a-f]+$/,
  );
});

void t.test('the storage refuses a picture, or has a fault', async () => {
  const scene = setScene(facts);
  const answering = (status: number, headers: { [name: string]: string } = {}) =>
    instead(
      scene,
      storing(() => new Response('<Error/>', { status, headers })),
    );
  equal((await publish(scene, withPicture, null, answering(400))).kind, 'rejected');
  equal((await publish(scene, withPicture, null, answering(500))).kind, 'retry');
  const slow = await publish(scene, withPicture, null, answering(503, { 'retry-after': '9' }));
  deepEqual([slow.kind, 'afterMs' in slow && slow.afterMs], ['retry', 9000]);
});

void t.test('an upload address that has expired is asked for again, twice', async () => {
  const scene = setScene(facts);
  const late = instead(scene, (request) => {
    if (request.url.includes('/storage/')) scene.clock.now += 60_001;
    return null;
  });
  let work: Outcome = await publish(scene, withPicture, null, late);
  for (const brokenOff of [1, 2]) {
    ok(work.kind === 'progress');
    deepEqual([work.checkpoint['brokenOff'], work.checkpoint['pictures']], [brokenOff, []]);
    work = await publish(scene, withPicture, work.checkpoint, late);
  }
  equal(work.kind, 'rejected');
});

void t.test('only a confirmed picture is used', async () => {
  const scene = setScene(facts);
  const large = await publish(
    scene,
    withPicture,
    null,
    instead(scene, confirming({ ok: false, cdnUrl: null })),
  );
  ok(large.kind === 'rejected');
  match(large.reason, /media\/0 .* 8000000 bytes/);
  const unsaid = await publish(scene, withPicture, null, instead(scene, confirming({})));
  equal(unsaid.kind, 'retry');
  const own = await publish(scene, withPicture, null, instead(scene, confirming({ ok: true, cdnUrl: null })));
  ok(own.kind === 'progress');
  match(textAt(own.checkpoint['pictures'], 0) ?? '', /\/cdn\/uploads\//, 'the address of before');
});

void t.test('a picture of more than 8 MB is refused before it is sent', async () => {
  const scene = setScene(facts);
  const large = () =>
    Promise.resolve({
      bytes: new Uint8Array(8_000_001),
      contentType: 'image/png',
      width: null,
      height: null,
    });
  const refused = await publish(scene, withPicture, null, { open: large });
  ok(refused.kind === 'rejected');
  match(refused.reason, /media\/0/);
  deepEqual(callsOf(scene), []);
});

const connecting = (scene: Scene, token: string, fetch = scene.sandbox.fetch) =>
  connect.connect({
    endpoints: scene.account.endpoints,
    fetch,
    signal: new AbortController().signal,
    now: scene.clock.now,
    fields: { token },
  });

void t.test('connecting offers each publication with the Pro plan', async () => {
  const scene = setScene(facts);
  const answer = await connecting(scene, `Bearer ${scene.account.credentials['token']}`);
  ok(answer.kind === 'accounts');
  equal(answer.accounts.length, 2);
  const free = scene.sandbox.connect('hashnode', 'free rosa');
  const refused = await connecting(scene, free.credentials['token'] ?? '');
  ok(refused.kind === 'refused');
  match(refused.reason, /Pro plan/);
});

void t.test('connecting without a publication says that the person must create one', async () => {
  const me = { id: 'u1', username: 'rosa', publications: { edges: [] } };
  const answer = await connecting(setScene(facts), 'token', always(200, { data: { me } }));
  ok(answer.kind === 'refused');
  match(answer.reason, /no publication/);
});
