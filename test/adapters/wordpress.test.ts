/** Steps of a delivery to a WordPress site, how a text is converted, and how responses are classified. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { manifest as wordpress } from '../../adapters/wordpress/manifest.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { wordpress as network } from '../../simulators/wordpress/index.ts';
import { adapterBench, always } from './bench.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { post } from '../contract/media.ts';

const PLAIN = post('Boats at noon\nTwo came in.');

const { facts, stepOf, publish, verify: look } = adapterBench(wordpress, network, ['username']);

type Fetch = typeof globalThis.fetch;

const refusal = (status: number, code: string, headers = {}) =>
  always(status, { code, message: 'Nei.', data: { status } }, headers);

/** Runs this many steps that only make progress. */
async function after(scene: Scene, content: PostContent, steps: number): Promise<Checkpoint> {
  let checkpoint: Checkpoint | null = null;
  for (let step = 0; step < steps; step += 1) {
    const outcome: Outcome = await publish(scene, content, checkpoint);
    ok(outcome.kind === 'progress', JSON.stringify(outcome));
    checkpoint = outcome.checkpoint;
  }
  ok(checkpoint);
  return checkpoint;
}

const refusedIn = ({ refused }: Checkpoint) => ({ reason: words(refused) });
const words = (value: unknown) => (typeof value === 'string' ? value : '');
const entryOf = (scene: Scene) => scene.sandbox.ledger.entries()[0];

// How a post is converted

void t.test('the first line is the title, the rest are paragraphs with their line breaks', async () => {
  const scene = setScene(facts);
  const text = '  Boats at noon  \n\nTwo came in.\nOne left.\n\n\nMore at nine.';
  await drive(scene, { post: post(text) });
  const { details } = entryOf(scene)!;
  equal(details['title'], 'Boats at noon');
  equal(details['html'], '<p>Two came in.<br />\nOne left.</p>\n\n<p>More at nine.</p>');
});

void t.test('addresses become links, except one alone in its paragraph, which WordPress embeds', async () => {
  const scene = setScene(facts);
  const text = [
    'T\nRead https://example.com/a, then “https://example.com/b?c=[d]&e”。',
    'https://www.youtube.com/watch?v=abcdefghijk&t=1',
    'https://example.com/a.',
    '[gallery]',
  ].join('\n\n');
  await drive(scene, { post: post(text) });
  const link = (address: string) => `<a href="${address}">${address}</a>`;
  equal(
    entryOf(scene)!.details['html'],
    [
      `<p>Read ${link('https://example.com/a')}, then “${link('https://example.com/b?c=&#91;d&#93;&amp;e')}”。</p>`,
      '<p>https://www.youtube.com/watch?v=abcdefghijk&amp;t=1</p>',
      `<p>${link('https://example.com/a')}.</p>`,
      '<p>&#91;gallery&#93;</p>',
    ].join('\n\n'),
  );
});

void t.test('text that looks like HTML or a shortcode is shown as it was written', async () => {
  const scene = setScene(facts);
  await drive(scene, { post: post('<b>Boats</b> & [gallery]\n<script>alert("x")</script> [video src="x"]') });
  const { details, text } = entryOf(scene)!;
  ok(!/[<[](script|video|b\b|gallery)/.test(words(details['html'])));
  equal(text, '<b>Boats</b> & [gallery]\n\n<script>alert("x")</script> [video src="x"]');
});

void t.test('the first photo is the featured image; more photos and the video follow the text', async () => {
  const scene = setScene(facts);
  await drive(scene, { post: post('Boats\nThree.', ['clip.mp4', 'photo.jpg', 'wide.png', 'turn.gif']) });
  const { details, media } = entryOf(scene)!;
  equal(media.length, 4);
  match(words(details['featured']), /\.jpg$/);
  const order = [...words(details['html']).matchAll(/<(p|video|img)\b/g)].map(([, tag]) => tag);
  deepEqual(order, ['p', 'video', 'img', 'img']);
});

void t.test('the slug is readable and belongs to the delivery', async () => {
  const scene = setScene(facts);
  await drive(scene, { post: post('Zoë’s boats: 3 of them!') });
  match(words(entryOf(scene)!.details['slug']), /^zoe-s-boats-3-of-them-[0-9a-f]{8}$/);
  const other = setScene(facts);
  await drive(other, { post: post('日本語') });
  match(words(entryOf(other)!.details['slug']), /^post-[0-9a-f]{8}$/);
});

void t.test('options of other networks are ignored', async () => {
  const options = { articleSettings: { asDraft: true, tags: ['a', 'b', 'c', 'd', 'e', 'f'] } };
  deepEqual(wordpress.publish.plan(post('Boats', [], options), setScene(facts).account).refusals, []);
});

void t.test('a site without pretty permalinks works too', async () => {
  const scene = setScene(facts);
  const api = `${new URL(scene.account.endpoints['api']!).origin}/wordpress/?rest_route=`;
  scene.account = { ...scene.account, endpoints: { api } };
  const driven = await drive(scene, { post: post('Boats\nTwo.', ['photo.jpg']) });
  equal(driven.status, 'published', driven.error ?? '');
  equal(live(scene), 1);
  equal((await look(scene, PLAIN, driven.checkpoint)).kind, 'live');
});

// Steps

void t.test('the slug is stored before the draft is sent, and nobody else can see a draft', async () => {
  const scene = setScene(facts);
  const named = await after(scene, PLAIN, 1);
  match(words(named['slug']), /^boats-at-noon-/);
  deepEqual(scene.sandbox.calls.entries(), []);
  const drafted = await after(scene, PLAIN, 2);
  ok(drafted['postId']);
  equal(live(scene), 0);
});

void t.test('only the call that names its post may be repeated without a check', async () => {
  const scene = setScene(facts);
  const { plan, now } = stepOf(scene, PLAIN, null);
  const drafted = await after(scene, PLAIN, 2);
  equal(wordpress.publish.repeatable({ checkpoint: null, plan, now }), 'no');
  equal(wordpress.publish.repeatable({ checkpoint: { ...drafted, postId: null }, plan, now }), 'no');
  equal(wordpress.publish.repeatable({ checkpoint: drafted, plan, now }), 'yes');
  const first = await publish(scene, PLAIN, drafted);
  deepEqual(await publish(scene, PLAIN, drafted), first);
  equal(live(scene), 1);
});

void t.test('an edit between the steps changes the same draft', async () => {
  const scene = setScene(facts);
  const content = post('Boats\nTwo.', ['photo.jpg', 'wide.png']);
  const drafted = await after(scene, content, 4);
  const edited = post('Boats\nThree.', ['photo.jpg', 'wide-2.png']);
  let outcome = await publish(scene, edited, drafted);
  ok(outcome.kind === 'progress'); // the other photo
  outcome = await publish(scene, edited, outcome.checkpoint);
  ok(outcome.kind === 'published');
  equal(outcome.networkPostId, drafted['postId']);
  match(words(entryOf(scene)!.details['html']), /Three/);
  equal(scene.sandbox.calls.entries().filter(({ call }) => call === 'POST /wp/v2/posts').length, 1);
});

void t.test('a draft that a person edited keeps their text', async () => {
  const scene = setScene(facts);
  const drafted = await after(scene, PLAIN, 2);
  const bodies: unknown[] = [];
  await publish(scene, PLAIN, drafted, {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      bodies.push(await request.clone().json());
      return scene.sandbox.fetch(request);
    },
  });
  deepEqual(bodies, [{ status: 'publish' }]);
});

void t.test('a file whose smaller sizes failed is finished, or used as it is after some tries', async () => {
  const scene = setScene(facts);
  const content = post('Boats', ['photo.jpg']);
  const broke = refusal(500, 'rest_upload_unknown', { 'x-wp-upload-attachment-id': '71' });
  const begun = await publish(scene, content, null, { fetch: broke });
  ok(begun.kind === 'progress' && begun.afterMs > 0);
  const stored = { id: 71, source_url: 'https://blog.example/a.jpg' };
  const finished = await publish(scene, content, begun.checkpoint, { fetch: always(200, stored) });
  ok(finished.kind === 'progress');
  deepEqual(finished.checkpoint['files'], [{ id: '71', source: stored.source_url, isVideo: false }]);

  let outcome: Outcome = begun;
  const methods: string[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    ok(outcome.kind === 'progress');
    outcome = await publish(scene, content, outcome.checkpoint, {
      fetch: (input, init) => {
        const { method } = new Request(input, init);
        methods.push(method);
        return method === 'POST' ? refusal(500, 'internal_server_error')(input) : always(200, stored)(input);
      },
    });
  }
  deepEqual(methods, ['POST', 'POST', 'POST', 'GET']);
  ok(outcome.kind === 'progress');
  equal((outcome.checkpoint['files'] as []).length, 1);
});

void t.test('a redirect to another host never gets the password', async () => {
  const scene = setScene(facts);
  const drafted = await after(scene, PLAIN, 2);
  for (const checkpoint of [await after(scene, PLAIN, 1), drafted]) {
    const outcome = await publish(scene, PLAIN, checkpoint, {
      fetch: (input, init) => {
        equal(new Request(input, init).redirect, 'manual');
        return always(301, '', { location: 'https://www.blog.example/x?y=1' })(input);
      },
    });
    ok(outcome.kind === 'retry');
    match(outcome.reason, /redirect to www\.blog\.example/);
  }
});

// Lookups

void t.test('a draft or a file whose response was lost is found by its slug', async () => {
  const scene = setScene(facts);
  const content = post('Boats', ['photo.jpg']);
  for (const [steps, call] of [
    [0, 'POST /wp/v2/media'],
    [2, 'POST /wp/v2/posts'],
  ] as const) {
    const checkpoint: Checkpoint | null = steps === 0 ? null : await after(scene, content, steps);
    scene.sandbox.faults.add({ kind: 'lost_answer', network: 'wordpress', call, times: 1 });
    equal((await publish(scene, content, checkpoint)).kind, 'unknown', call);
    const finding = await look(scene, content, checkpoint);
    ok(finding.kind === 'progress' && finding.checkpoint, call);
    if (steps === 0) equal((finding.checkpoint['files'] as []).length, 1);
    else ok(finding.checkpoint['postId']);
  }
});

void t.test('a post that a person moved to the trash is not restored', async () => {
  for (const force of [false, true]) {
    const scene = setScene(facts);
    const drafted = await after(scene, PLAIN, 2);
    const { username, applicationPassword } = scene.account.credentials;
    const login = Buffer.from(`${username}:${applicationPassword}`).toString('base64');
    const address = `${scene.account.endpoints['api']}/wp/v2/posts/${words(drafted['postId'])}?force=${force}`;
    await scene.sandbox.fetch(address, { method: 'DELETE', headers: { authorization: `Basic ${login}` } });
    equal((await look(scene, PLAIN, drafted)).kind, 'cannot_tell', `force ${force}`);
  }
});

void t.test('a lookup that finds nothing keeps the draft', async () => {
  const scene = setScene(facts);
  const drafted = await after(scene, PLAIN, 2);
  deepEqual(await look(scene, PLAIN, drafted), { kind: 'absent', checkpoint: drafted });
  equal(
    (await look(scene, PLAIN, drafted, { fetch: refusal(401, 'incorrect_password') })).kind,
    'reauthorize',
  );
  equal((await look(scene, PLAIN, drafted, { fetch: always(503, '<html>') })).kind, 'retry');
});

// Errors

void t.test('each refusal of the network has its documented meaning', async () => {
  const scene = setScene(facts);
  const content = post('Boats', ['photo.jpg']);
  const stages: { [name: string]: Checkpoint | null } = {
    upload: null,
    draft: await after(scene, content, 2),
    publish: await after(scene, content, 3),
  };
  const same = (kind: Outcome['kind']) => ({ upload: kind, draft: kind, publish: kind });
  // once a file or a draft is on the site, it is deleted before the refusal is the outcome
  const refused = { upload: 'rejected', draft: 'progress', publish: 'progress' } as const;
  const cases: [what: string, Fetch, { [stage: string]: Outcome['kind'] }][] = [
    ['401 incorrect_password', refusal(401, 'incorrect_password'), same('reauthorize')],
    ['401 invalid_username', refusal(401, 'invalid_username'), same('reauthorize')],
    ['401 invalid_email', refusal(401, 'invalid_email'), same('reauthorize')],
    ['401 disabled', refusal(401, 'application_passwords_disabled_for_user'), same('reauthorize')],
    ['401 rest_not_logged_in', refusal(401, 'rest_not_logged_in'), same('reauthorize')],
    ['401 page', always(401, '<html>'), same('reauthorize')],
    // the response of WordPress 6.5.5 after the application password was revoked
    ['401 rest_cannot_create', refusal(401, 'rest_cannot_create'), same('reauthorize')],
    ['401 rest_cannot_edit', refusal(401, 'rest_cannot_edit'), same('reauthorize')],
    ['403 incorrect_password', refusal(403, 'incorrect_password'), same('reauthorize')],
    ['403 rest_cannot_publish', refusal(403, 'rest_cannot_publish'), refused],
    ['403 rest_forbidden_context', refusal(403, 'rest_forbidden_context'), refused],
    ['400 rest_invalid_param', refusal(400, 'rest_invalid_param'), refused],
    ['400 rest_invalid_featured_media', refusal(400, 'rest_invalid_featured_media'), refused],
    ['400 rest_upload_file_too_big', refusal(400, 'rest_upload_file_too_big'), refused],
    ['404 rest_no_route', refusal(404, 'rest_no_route'), refused],
    ['404 rest_post_invalid_id', refusal(404, 'rest_post_invalid_id'), refused],
    ['413 page', always(413, '<html>'), refused],
    ['500 rest_upload_sideload_error', refusal(500, 'rest_upload_sideload_error'), refused],
    ['500 rest_upload_unknown_error', refusal(500, 'rest_upload_unknown_error'), refused],
    ['500 db_insert_error', refusal(500, 'db_insert_error'), same('unknown')],
    ['502 page', always(502, '<html>'), same('unknown')],
    ['508 page', always(508, '<html>'), same('unknown')],
    ['522 page', always(522, '<html>'), same('unknown')],
    ['200 page', always(200, '<html>a login page</html>'), same('unknown')],
    ['200 notice before JSON', always(200, '<br /> Notice: x {"id":90}'), same('unknown')],
    ['429 page', always(429, '<html>'), same('retry')],
    ['403 page', always(403, '<html>'), same('retry')],
    ['406 page', always(406, '<html>'), same('retry')],
    ['415 page', always(415, '<html>'), same('retry')],
  ];
  for (const [what, fetch, expected] of cases) {
    for (const [stage, checkpoint] of Object.entries(stages)) {
      const outcome = await publish(scene, content, checkpoint, { fetch });
      equal(outcome.kind, expected[stage], `${what} at ${stage}`);
      const words = outcome.kind === 'progress' ? refusedIn(outcome.checkpoint) : outcome;
      ok('reason' in words && !words.reason.includes('<'), what);
    }
  }
});

void t.test('a firewall, a revoked password and maintenance get an error that says what to do', async () => {
  const scene = setScene(facts);
  const checkpoint = await after(scene, PLAIN, 1);
  const said = async (fetch: Fetch) => {
    const outcome = await publish(scene, PLAIN, checkpoint, { fetch });
    ok('reason' in outcome);
    return outcome;
  };
  match((await said(always(403, '<html>', { 'cf-mitigated': 'challenge' }))).reason, /firewall/);
  match(
    (await said(refusal(401, 'incorrect_password'))).reason,
    /Nei\. \(incorrect_password\)\. It does not accept the application password/,
  );
  match((await said(always(413, '<html>'))).reason, /too large for its web server/);
  const challenge = await said(always(404, '<html>', { 'cf-mitigated': 'challenge' }));
  equal(challenge.kind, 'retry', 'the site did not see the call');
  const password = scene.account.credentials['applicationPassword']!;
  const repeated = await said(always(400, { code: 'rest_invalid_param', message: `Not ${password}.` }));
  match(repeated.reason, /^the site: Not \(hidden\)\. \(rest_invalid_param\)$/);
  const busy = await said(always(429, '<html>', { 'retry-after': '77' }));
  ok(busy.kind === 'retry' && busy.afterMs === 77_000);
});

void t.test('a post that the site holds for review is not reported as published', async () => {
  const scene = setScene(facts);
  const drafted = await after(scene, PLAIN, 2);
  const fetch = always(200, { id: Number(drafted['postId']), status: 'pending', link: 'https://x.example' });
  const outcome = await publish(scene, PLAIN, drafted, { fetch });
  ok(outcome.kind === 'rejected');
  match(outcome.reason, /pending/);
});

void t.test('a role that may not publish is reported with the network’s own message', async () => {
  const scene = setScene(facts, { name: 'contributor-bo' });
  const driven = await drive(scene, { post: PLAIN });
  equal(driven.status, 'failed');
  match(driven.error ?? '', /not allowed to publish posts/);
});

void t.test('a role that may not publish leaves nothing on the site', async () => {
  const scene = setScene(facts, { name: 'contributor-bo' });
  const driven = await drive(scene, { post: post('Boats', ['photo.jpg']) });
  equal(driven.status, 'failed');
  deepEqual(await remains(scene), { posts: [], files: [] });
  match(driven.error ?? '', /not allowed to publish posts in this post type\. \(rest_cannot_publish\)$/);
});

void t.test('the error names the files that the site does not let us delete', async () => {
  const scene = setScene(facts, { name: 'contributor-bo' });
  const content = post('Boats', ['photo.jpg']);
  const refused: Fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'DELETE') return refusal(403, 'rest_cannot_delete')(request);
    return scene.sandbox.fetch(request);
  };
  let outcome: Outcome = { kind: 'progress', checkpoint: await after(scene, content, 3), afterMs: 0 };
  while (outcome.kind === 'progress') {
    outcome = await publish(scene, content, outcome.checkpoint, { fetch: refused });
  }
  ok(outcome.kind === 'rejected');
  match(
    outcome.reason,
    /not allowed to publish.*On the site remain the draft \d+, the file \d+: delete them/,
  );
  const { posts, files } = await remains(scene);
  deepEqual([posts.length, files.length], [1, 1]);
});

void t.test('a revoked password asks for a new connection at every step, and the work is kept', async () => {
  const scene = setScene(facts);
  const content = post('Boats', ['photo.jpg'], { articleSettings: { tags: ['boats'] } });
  const { account } = scene;
  const credentials = { ...account.credentials, applicationPassword: 'taken0away0long0ago00000' };
  for (const steps of [0, 1, 2, 3, 4]) {
    const checkpoint = steps === 0 ? null : await after(scene, content, steps);
    const revoked = { account: { ...account, credentials } };
    const outcome = await publish(scene, content, checkpoint, revoked);
    // the name of the post is chosen without a call
    equal(outcome.kind, steps === 2 ? 'progress' : 'reauthorize', `after ${steps} steps`);
    const finding = await look(scene, content, checkpoint, revoked);
    // if the next step uploads or creates nothing, a lookup has nothing to ask for
    equal(finding.kind, steps === 1 || steps === 2 ? 'absent' : 'reauthorize', `look ${steps}`);
  }
});

// Tags

void t.test('tags are found by name, or created, and the post carries them', async () => {
  const scene = setScene(facts);
  const tagged = (tags: string[]) => post('Boats', [], { articleSettings: { tags } });
  equal((await drive(scene, { post: tagged(['Boats & bikes', '#tide']) })).status, 'published');
  const again = tagged(['boats & BIKES', 'Tide', 'tide', ' ', 'noon']);
  equal((await drive(scene, { post: again, deliveryId: 'delivery-2' })).status, 'published');
  const [first, second] = scene.sandbox.ledger.entries();
  deepEqual(first?.details['tags'], ['Boats & bikes', 'tide']);
  deepEqual(second?.details['tags'], ['Boats & bikes', 'tide', 'noon']);
  equal(created(scene), 3);
});

void t.test('a tag that the role may not create is left out with a warning', async () => {
  const scene = setScene(facts);
  const content = post('Boats', [], { articleSettings: { tags: ['boats'] } });
  const fetch: Fetch = (input, init) => {
    const request = new Request(input, init);
    const isTag = request.method === 'POST' && request.url.endsWith('/tags');
    return isTag ? refusal(403, 'rest_cannot_create')(request) : scene.sandbox.fetch(request);
  };
  let outcome: Outcome = await publish(scene, content, null, { fetch });
  let checkpoint: Checkpoint | null = null;
  while (outcome.kind === 'progress') {
    ({ checkpoint } = outcome);
    outcome = await publish(scene, content, checkpoint, { fetch });
  }
  ok(outcome.kind === 'published');
  match(outcome.warnings?.join() ?? '', /the tag "boats" is left out: .* may not create tags/);
  const finding = await look(scene, content, checkpoint);
  ok(finding.kind === 'live');
  deepEqual(finding.warnings, outcome.warnings);
});

void t.test('a post with asDraft is published with a warning', async () => {
  const { account } = setScene(facts);
  const options = { articleSettings: { asDraft: true, canonicalUrl: 'https://a.example/boats' } };
  const { warnings, refusals } = wordpress.publish.plan(post('Boats', [], options), account);
  deepEqual(refusals, []);
  match(warnings.join('\n'), /asDraft is not followed.*\n.*canonicalUrl is left out/);
});

/** Posts and files that the site still has. */
async function remains(scene: Scene): Promise<{ posts: unknown[]; files: unknown[] }> {
  const { username, applicationPassword } = scene.account.credentials;
  const authorization = `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString('base64')}`;
  const list = async (path: string) => {
    const address = `${scene.account.endpoints['api']}${path}`;
    const response = await scene.sandbox.fetch(address, { headers: { authorization } });
    return (await response.json()) as unknown[];
  };
  return { posts: await list('/wp/v2/posts?status=draft,publish'), files: await list('/wp/v2/media') };
}

function created({ sandbox }: Scene): number {
  return sandbox.calls.entries().filter(({ call }) => call === 'POST /wp/v2/tags').length;
}
