/** Steps of a delivery to a Ghost site, its tokens and mails, and how responses are classified. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/ghost/connect.ts';
import { manifest as ghost } from '../../adapters/ghost/manifest.ts';
import { tokenFor } from '../../adapters/ghost/token.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { ghost as network } from '../../simulators/ghost/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { photos, post } from '../contract/media.ts';
import { adapterBench, always } from './bench.ts';

const { facts, publish, verify, until } = adapterBench(ghost, network, ['keyId']);
const PLAIN = post('Boats at noon\n\nTwo came in.');
const settings = (articleSettings: { [name: string]: Json }) => post(PLAIN.text, [], { articleSettings });
const plan = (content: PostContent) =>
  ghost.publish.plan(content, { id: 'acc_1', platform: 'ghost', limits: {} });

const named = (scene: Scene, content: PostContent) => until(scene, content, ({ slug }) => slug !== null);
const drafted = (scene: Scene, content: PostContent) => until(scene, content, ({ draft }) => draft !== null);

const errors = (
  type: string,
  message: string,
  code: string | null = null,
  context: string | null = null,
) => ({
  errors: [{ message, context, type, code }],
});

/** Calls the site's API directly. */
async function ask(scene: Scene, method: string, path: string, body?: object): Promise<Response> {
  const { keyId = '', secret = '' } = scene.account.credentials;
  return scene.sandbox.fetch(`${scene.account.endpoints['admin']}/ghost/api/admin${path}`, {
    method,
    headers: {
      authorization: `Ghost ${tokenFor({ keyId, secret }, scene.clock.now)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

void t.test('a token is signed with the decoded secret and expires after five minutes', async () => {
  const secret = '00ff'.repeat(16);
  const [header = '', payload = '', signature] = tokenFor({ keyId: 'abc', secret }, 1_700_000_000_999).split(
    '.',
  );
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
  deepEqual(decoded(header), { alg: 'HS256', typ: 'JWT', kid: 'abc' });
  deepEqual(decoded(payload), { iat: 1_700_000_000, exp: 1_700_000_300, aud: '/admin/' });
  const right = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${header}.${payload}`);
  equal(signature, right.digest('base64url'));
});

void t.test('a post is published with its pictures, tags and canonical address', async () => {
  const scene = setScene(facts);
  const content = post('Boats at noon\n\nSee https://a.b/c\nnow', [...photos(2), 'clip.mp4'], {
    articleSettings: { tags: ['boats', 'boats', ' wood '], canonicalUrl: 'https://blog.example/boat' },
  });
  equal((await drive(scene, { post: content })).status, 'published');
  const [entry] = scene.sandbox.ledger.entries();
  ok(entry);
  equal(entry.text, 'See https://a.b/c\nnow');
  deepEqual(entry.details['tags'], ['boats', 'wood']);
  equal(entry.details['canonicalUrl'], 'https://blog.example/boat');
  equal(entry.details['mailed'], null);
  match(entry.details['featureImage'] as string, /\/content\/images\//);
  match(entry.details['html'] as string, /<img src="[^"]+picture-2\.jpg">/);
  match(
    entry.details['html'] as string,
    /kg-card-begin: html-->\n<video src="https:\/\/media\.test\/clip\.mp4"/,
  );
  deepEqual(
    entry.media.map(({ type, bytes }) => [type, bytes > 0]),
    [
      ['image/jpeg', true],
      ['image/jpeg', true],
      ['video by its address', false],
    ],
  );
});

void t.test('a newsletter is mailed with the publication, once, to the chosen recipients', async () => {
  for (const [given, to] of [
    [{ newsletter: 'weekly' }, 'all'],
    [{ newsletter: 'weekly', emailSegment: 'label:vip' }, 'label:vip'],
  ] as const) {
    for (const kind of ['lost_answer', 'error_after_accept', 'cut'] as const) {
      const scene = setScene(facts);
      scene.sandbox.faults.add({ kind, network: 'ghost', call: 'PUT /posts/:id/', times: 1 });
      equal((await drive(scene, { post: settings({ ...given }) })).status, 'published', kind);
      const entries = scene.sandbox.ledger.entries();
      deepEqual(
        entries.map(({ details }) => details['mailed']),
        [{ newsletter: 'weekly', to }],
        kind,
      );
    }
  }
});

void t.test(
  'a newsletter that does not exist, or is archived, is refused before anything is created',
  async () => {
    for (const newsletter of ['yearly', 'christmas']) {
      const scene = setScene(facts);
      const content = post(PLAIN.text, photos(1), { articleSettings: { newsletter } });
      const driven = await drive(scene, { post: content });
      equal(driven.status, 'failed');
      match(
        driven.error ?? '',
        new RegExp(`no active newsletter with the slug "${newsletter}".*: it has weekly, daily`),
      );
      const calls = scene.sandbox.calls.entries().map(({ call }) => call);
      deepEqual(calls, ['GET /newsletters/']);
    }
  },
);

void t.test(
  'a newsletter that is deleted before the publication fails the post, and the draft is removed',
  async () => {
    const scene = setScene(facts);
    const content = post(PLAIN.text, photos(1), { articleSettings: { newsletter: 'weekly' } });
    const checkpoint = await drafted(scene, content);
    const { id } = checkpoint['draft'] as { id: string };
    const options = { articleSettings: { newsletter: 'yearly' } };
    const refused = await publish(scene, content, { ...checkpoint, newsletter: 'yearly' }, { options });
    ok(refused.kind === 'progress', 'its 500 is no outage');
    equal((await ask(scene, 'GET', `/posts/${id}/`)).status, 200);
    const outcome = await publish(scene, content, refused.checkpoint, { options });
    ok(outcome.kind === 'rejected');
    match(
      outcome.reason,
      /does not have a newsletter relation \(status 500\)\. The pictures .* stay on the site/,
    );
    equal((await ask(scene, 'GET', `/posts/${id}/`)).status, 404);
    const { now } = scene.clock;
    equal(ghost.publish.repeatable({ checkpoint: refused.checkpoint, plan: plan(content), now }), 'yes');
    equal(
      (await publish(scene, content, refused.checkpoint, { options })).kind,
      'rejected',
      'again after a crash',
    );
  },
);

void t.test(
  'a draft that the site does not let us delete is named, and one that became public stays',
  async () => {
    const scene = setScene(facts);
    const checkpoint: Checkpoint = {
      ...(await drafted(scene, PLAIN)),
      refused: 'Ghost: Not yours (status 403)',
    };
    const { id } = checkpoint['draft'] as { id: string };
    const forbidding: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      const refusing = always(403, errors('NoPermissionError', 'No'));
      return request.method === 'DELETE' ? refusing(request) : scene.sandbox.fetch(request);
    };
    const kept = await publish(scene, PLAIN, checkpoint, { fetch: forbidding });
    ok(kept.kind === 'rejected');
    match(kept.reason, new RegExp(`^Ghost: Not yours.*delete it there: http.*/editor/post/${id}$`));
    const { updatedAt } = checkpoint['draft'] as { updatedAt: string };
    await ask(scene, 'PUT', `/posts/${id}/`, { posts: [{ updated_at: updatedAt, status: 'published' }] });
    const published = await publish(scene, PLAIN, checkpoint);
    ok(published.kind === 'published' && published.networkPostId === id);
  },
);

void t.test('the plan reports what is not mailed, what readers do not see, and what is missing', async () => {
  deepEqual(plan(settings({ newsletter: 'weekly', emailSegment: 'all', aiDisclosure: 'any' })).refusals, []);
  match(plan(settings({ newsletter: 'weekly', asDraft: true })).warnings[0] ?? '', /mails nothing/);
  match(plan(settings({ tags: ['#boats'] })).warnings[0] ?? '', /internal/);
  match(plan(post('A\n\nB', ['clip.mp4'])).warnings[0] ?? '', /media\/0 is a video/);
  deepEqual(
    plan(settings({ emailSegment: 'all' })).refusals.map(({ code, param }) => [code, param]),
    [['option_required', '/articleSettings/newsletter']],
  );
  deepEqual(
    plan(settings({ canonicalUrl: 'nowhere', tags: ['a'.repeat(192)] })).refusals.map(({ param }) => param),
    ['/articleSettings/tags/0', '/articleSettings/canonicalUrl'],
  );
});

void t.test('asDraft leaves one draft, whatever happens to the response', async () => {
  for (const kind of ['lost_answer', 'cut', 'no_id', 'error_after_accept'] as const) {
    const scene = setScene(facts);
    scene.sandbox.faults.add({ kind, network: 'ghost', call: 'POST /posts/', times: 1 });
    const driven = await drive(scene, { post: settings({ asDraft: true, newsletter: 'weekly' }) });
    equal(driven.status, 'published', kind);
    match(driven.url ?? '', /\/rosa\/ghost\/#\/editor\/post\/[0-9a-f]{24}$/, kind);
    equal(live(scene), 0, kind);
    const slug = driven.checkpoint?.['slug'] as string;
    equal((await ask(scene, 'GET', `/posts/slug/${slug}/`)).status, 200, kind);
    equal((await ask(scene, 'GET', `/posts/slug/${slug}-2/`)).status, 404, kind);
  }
});

void t.test('a draft that somebody edited is published as it is now', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  const { id, updatedAt } = checkpoint['draft'] as { id: string; updatedAt: string };
  scene.clock.now += 1000;
  const byHand = { posts: [{ title: 'Boats at one', updated_at: updatedAt }] };
  equal((await ask(scene, 'PUT', `/posts/${id}/`, byHand)).status, 200);
  const outcome = await publish(scene, PLAIN, checkpoint);
  ok(outcome.kind === 'progress');
  const next = await publish(scene, PLAIN, outcome.checkpoint);
  deepEqual([next.kind, scene.sandbox.ledger.entries()[0]?.details['title']], ['published', 'Boats at one']);
});

void t.test('a draft that changes during each try is tried again later', async () => {
  const scene = setScene(facts);
  const checkpoint = { ...(await drafted(scene, PLAIN)), collisions: 3 };
  const stale = {
    ...checkpoint,
    draft: { ...(checkpoint as { draft?: object }).draft, updatedAt: 'long ago' },
  };
  equal((await publish(scene, PLAIN, stale)).kind, 'retry');
});

void t.test('a repeated publication finds that it is done', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  equal(ghost.publish.repeatable({ checkpoint, plan: plan(PLAIN), now: scene.clock.now }), 'yes');
  const first = await publish(scene, PLAIN, checkpoint);
  ok(first.kind === 'published');
  deepEqual(await publish(scene, PLAIN, checkpoint), first);
  equal(live(scene), 1);
});

void t.test('creating a draft is not repeated without a check, nor is a step of an edited text', async () => {
  const scene = setScene(facts);
  const { now } = scene.clock;
  const repeatable = (checkpoint: Checkpoint | null, content = PLAIN) =>
    ghost.publish.repeatable({ checkpoint, plan: plan(content), now });
  equal(repeatable(null), 'yes');
  equal(repeatable(await named(scene, PLAIN)), 'no');
  equal(repeatable(await drafted(scene, PLAIN), post('Boats at one\n\nTwo')), 'no_longer');
});

void t.test('an edited post starts again with another slug', async () => {
  const scene = setScene(facts);
  const before = await drafted(scene, PLAIN);
  const outcome = await publish(scene, post('Boats at one\n\nTwo'), before);
  ok(outcome.kind === 'progress');
  match(outcome.checkpoint['slug'] as string, /^boats-at-one-/);
  equal(outcome.checkpoint['draft'], null);
});

const wrongToken = errors('UnauthorizedError', 'Invalid token', 'INVALID_JWT');
const rows: [what: string, typeof globalThis.fetch, create: Outcome['kind'], publishing: Outcome['kind']][] =
  [
    ['a wrong token', always(401, wrongToken), 'reauthorize', 'reauthorize'],
    ['no permission', always(403, errors('NoPermissionError', 'Not yours')), 'rejected', 'rejected'],
    ['a limit of the plan', always(403, errors('HostLimitError', 'Upgrade, please')), 'rejected', 'rejected'],
    ['a post that is gone', always(404, errors('NotFoundError', 'Post not found.')), 'rejected', 'rejected'],
    ['a wrong version', always(406, errors('RequestNotAcceptableError', 'Too old')), 'rejected', 'rejected'],
    ['a large request', always(413, '<html>'), 'rejected', 'rejected'],
    ['a wrong field', always(422, errors('ValidationError', 'Validation error')), 'rejected', 'rejected'],
    ['a move', always(301, '', { location: 'https://elsewhere.example' }), 'rejected', 'rejected'],
    ['too many requests', always(429, errors('TooManyRequestsError', 'Slow down')), 'retry', 'retry'],
    ['an error of its own', always(500, errors('InternalServerError', 'Oh no')), 'unknown', 'unknown'],
    ['an upgrade', always(503, errors('MaintenanceError', 'In a moment')), 'unknown', 'unknown'],
    ['a page', always(200, '<html>Private site</html>'), 'unknown', 'unknown'],
  ];
for (const [what, fetch, create, publishing] of rows) {
  void t.test(`${what}: ${create} for the draft, ${publishing} for its publication`, async () => {
    const scene = setScene(facts);
    equal((await publish(scene, PLAIN, await named(scene, PLAIN), { fetch })).kind, create);
    // a permanent refusal is stored until the draft is deleted
    const expected = publishing === 'rejected' ? 'progress' : publishing;
    equal((await publish(scene, PLAIN, await drafted(scene, PLAIN), { fetch })).kind, expected);
    const upload = await publish(scene, post('A\n\nB', ['photo.jpg']), null, { fetch });
    equal(upload.kind, create === 'unknown' ? 'retry' : create);
  });
}

void t.test('a refusal quotes the site, and for a wrong clock says what to do', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  const context = 'Value in [posts.title] exceeds maximum length of 255 characters.';
  const invalid = always(
    422,
    errors('ValidationError', 'Validation error, cannot save post.', null, context),
  );
  const refused = await publish(scene, PLAIN, checkpoint, { fetch: invalid });
  ok(refused.kind === 'progress');
  const rejected = await publish(scene, PLAIN, refused.checkpoint);
  ok(rejected.kind === 'rejected' && rejected.reason.includes(context));
  const unauthorized = await publish(scene, PLAIN, checkpoint, { fetch: always(401, wrongToken) });
  ok(unauthorized.kind === 'reauthorize');
  match(unauthorized.reason, /clock/);
});

void t.test('a lookup finds nothing, a draft, a published or deleted post, or a failing site', async () => {
  const scene = setScene(facts);
  const before = await named(scene, PLAIN);
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  deepEqual(await verify(scene, PLAIN, before), { kind: 'absent', checkpoint: before });
  const outcome = await publish(scene, PLAIN, before);
  ok(outcome.kind === 'progress');
  const made = outcome.checkpoint;
  deepEqual(await verify(scene, PLAIN, before), { kind: 'progress', checkpoint: made });
  deepEqual(await verify(scene, PLAIN, made), { kind: 'absent', checkpoint: made });
  const done = await publish(scene, PLAIN, made);
  ok(done.kind === 'published');
  for (const checkpoint of [before, made]) {
    deepEqual(await verify(scene, PLAIN, checkpoint), { ...done, kind: 'live' });
  }
  const gone = await drafted(scene, post('Other boats\n\nText'));
  await ask(scene, 'DELETE', `/posts/${(gone['draft'] as { id: string }).id}/`);
  equal((await verify(scene, post('Other boats\n\nText'), gone)).kind, 'absent');
  const refused = await publish(scene, post('Other boats\n\nText'), gone);
  ok(refused.kind === 'progress');
  equal((await publish(scene, post('Other boats\n\nText'), refused.checkpoint)).kind, 'rejected');
  for (const [status, body, kind] of [
    [401, wrongToken, 'reauthorize'],
    [404, '<html>', 'cannot_tell'],
    [429, errors('TooManyRequestsError', 'Slow down'), 'retry'],
    [503, '<html>', 'retry'],
  ] as const) {
    equal((await verify(scene, PLAIN, made, { fetch: always(status, body) })).kind, kind);
  }
});

void t.test('a post that was only mailed counts as live', async () => {
  const scene = setScene(facts);
  const made = await drafted(scene, PLAIN);
  const { id, updatedAt } = made['draft'] as { id: string; updatedAt: string };
  const body = { posts: [{ updated_at: updatedAt, status: 'published', email_only: true }] };
  await ask(scene, 'PUT', `/posts/${id}/?newsletter=weekly`, body);
  const finding = await verify(scene, PLAIN, made);
  ok(finding.kind === 'live');
  match(finding.url ?? '', /\/email\//);
});

void t.test('creating a post with a newsletter mails nothing', async () => {
  const scene = setScene(facts);
  const posts = [{ title: 'A', html: '<p>B</p>', status: 'published' }];
  equal((await ask(scene, 'POST', '/posts/?source=html&newsletter=weekly', { posts })).status, 201);
  equal(scene.sandbox.ledger.entries()[0]?.details['mailed'], null);
});

void t.test('connecting reports the right address of a site that has moved', async () => {
  const scene = setScene(facts);
  const { keyId, secret } = scene.account.credentials;
  const location = 'https://www.rosa.example/blog/ghost/api/admin/site/';
  const answer = await connect.connect({
    endpoints: {},
    fetch: always(301, '', { location }),
    signal: new AbortController().signal,
    now: scene.clock.now,
    fields: { site: 'rosa.example/blog', adminApiKey: `${keyId}:${secret}` },
  });
  ok(answer.kind === 'refused');
  equal(answer.field, 'site');
  match(answer.reason, /https:\/\/www\.rosa\.example\/blog$/);
});

void t.test('an address is accepted in the forms that people type', async () => {
  const { keyId, secret } = setScene(facts).account.credentials;
  const asked: string[] = [];
  for (const site of [
    'rosa.example',
    ' https://rosa.example/ghost/#/settings ',
    'rosa.example/ghost',
    'https://rosa.example/',
  ]) {
    await connect.connect({
      endpoints: {},
      fetch: (input) => {
        asked.push(new Request(input).url);
        return Promise.resolve(new Response('', { status: 404 }));
      },
      signal: new AbortController().signal,
      now: 0,
      fields: { site, adminApiKey: `${keyId}:${secret}` },
    });
  }
  deepEqual(new Set(asked), new Set(['https://rosa.example/ghost/api/admin/site/']));
});
