/** Steps of a delivery to DEV, how responses are classified, and how a text is converted. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { PostContent } from '../../adapters/port/publish.ts';
import { bodyOf } from '../../adapters/devto/body.ts';
import { manifest as devto } from '../../adapters/devto/manifest.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { devto as network } from '../../simulators/devto/index.ts';
import { drive, live, setScene, type Scene } from '../contract/drive.ts';
import { photos, post } from '../contract/media.ts';
import { adapterBench, always } from './bench.ts';

const { facts, publish, verify, until } = adapterBench(devto, network);
const PLAIN = post('Boats at noon\n\nTwo came in.');
const settings = (articleSettings: { [name: string]: Json }, files: string[] = []) =>
  post(PLAIN.text, files, { articleSettings });
const plan = (content: PostContent) =>
  devto.publish.plan(content, { id: 'acc_1', platform: 'devto', limits: {} });

const prepared = (scene: Scene, content: PostContent) => until(scene, content, () => true);
const drafted = (scene: Scene, content: PostContent) => until(scene, content, ({ id }) => id !== null);

async function own(scene: Scene, which = 'all'): Promise<{ [name: string]: Json }[]> {
  const answer = await scene.sandbox.fetch(`${scene.account.endpoints['api']}/articles/me/${which}`, {
    headers: {
      'api-key': scene.account.credentials['apiKey'] ?? '',
      accept: 'application/vnd.forem.api-v1+json',
      'user-agent': 'test',
    },
  });
  return (await answer.json()) as { [name: string]: Json }[];
}

void t.test('an article is created as a draft and then published, with all its settings', async () => {
  const scene = setScene(facts);
  const content = settings(
    { tags: ['Boats', '#wood work'], canonicalUrl: 'https://blog.example/boat', aiDisclosure: 'no_ai' },
    photos(2),
  );
  const sent: [string, Headers, Json][] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push([
      `${request.method} ${new URL(request.url).pathname}`,
      request.headers,
      (await request.clone().json()) as Json,
    ]);
    return scene.sandbox.fetch(request);
  };
  let checkpoint: Checkpoint | null = null;
  for (;;) {
    const outcome: Outcome = await publish(scene, content, checkpoint, { fetch });
    if (outcome.kind !== 'progress') {
      ok(outcome.kind === 'published');
      ok(!outcome.url?.includes('temp-slug'), 'the address is that of the published article');
      break;
    }
    checkpoint = outcome.checkpoint;
  }
  const article = {
    title: 'Boats at noon',
    body_markdown: 'Two came in.\n\n![](https://media.test/photo-2.jpg)',
    published: false,
    tags: ['boats', 'woodwork'],
    canonical_url: 'https://blog.example/boat',
    main_image: 'https://media.test/photo-1.jpg',
    ai_disclosure_level: 'no_ai',
  };
  const id = checkpoint?.['id'] as string;
  deepEqual(
    sent.map(([call, , body]) => [call, body]),
    [
      ['POST /devto/api/articles', { article }],
      [`PUT /devto/api/articles/${id}`, { article: { ...article, published: true } }],
    ],
  );
  for (const [, headers] of sent) {
    equal(headers.get('accept'), 'application/vnd.forem.api-v1+json');
    match(headers.get('user-agent') ?? '', /Troupe/);
  }
});

void t.test('asDraft stops at the draft and says where to continue', async () => {
  const scene = setScene(facts);
  const content = settings({ asDraft: true });
  const driven = await drive(scene, { post: content });
  equal(driven.status, 'published');
  match(driven.url ?? '', /\/rosa\/.*temp-slug.*\/edit$/);
  equal(live(scene), 0);
  equal((await own(scene, 'unpublished')).length, 1);
});

void t.test('asDraft leaves one draft, whatever happens to the response', async () => {
  for (const kind of ['lost_answer', 'cut', 'no_id', 'error_after_accept'] as const) {
    const scene = setScene(facts);
    scene.sandbox.faults.add({ kind, network: 'devto', call: 'POST /articles', times: 1 });
    const driven = await drive(scene, { post: settings({ asDraft: true }) });
    equal(driven.status, 'published', kind);
    match(driven.url ?? '', /\/edit$/, kind);
    equal((await own(scene)).length, 1, kind);
  }
});

void t.test(
  'tags are letters and digits: changes cause a warning, and too many or invalid tags are refused',
  async () => {
    deepEqual(plan(settings({ tags: ['boats', 'Wood'] })).warnings, []);
    match(plan(settings({ tags: ['wood-work'] })).warnings[0] ?? '', /"wood-work" becomes "woodwork"/);
    deepEqual(
      plan(settings({ tags: ['!', 'a'.repeat(31)] })).refusals.map(({ code, param }) => [code, param]),
      [
        ['option_invalid', '/articleSettings/tags/0'],
        ['option_invalid', '/articleSettings/tags/1'],
      ],
    );
    equal(plan(settings({ tags: ['a', 'b', 'c', 'd', 'e'] })).refusals[0]?.param, '/articleSettings/tags');
  },
);

void t.test('DEV’s options are checked, and options of other networks are ignored', async () => {
  deepEqual(plan(settings({ newsletter: 'weekly', emailSegment: 'all' })).refusals, []);
  for (const aiDisclosure of ['no_ai', 'some_ai', 'fully_autonomous']) {
    deepEqual(plan(settings({ aiDisclosure })).refusals, []);
  }
  equal(plan(settings({ aiDisclosure: 'a bit' })).refusals[0]?.param, '/articleSettings/aiDisclosure');
  equal(plan(settings({ canonicalUrl: 'blog' })).refusals[0]?.param, '/articleSettings/canonicalUrl');
  deepEqual(
    plan(post('A', ['photo.jpg', 'clip.mov'])).refusals.map(({ code, param }) => [code, param]),
    [['media_type', '/media/1']],
  );
});

void t.test('code that DEV would not see as code reaches its readers as it was written', async () => {
  const ticks = (count: number) => '`'.repeat(count);
  const rows: [text: string, body: string][] = [
    [
      `${ticks(4)}\n${ticks(3)}\n{{ x }}\n${ticks(3)}\n${ticks(4)}\n{{ y }}`,
      `${ticks(4)}\n${ticks(3)}\n{% raw %}{{ x }}{% endraw %}\n${ticks(3)}\n${ticks(4)}\n&#123;{ y }}`,
    ],
    [`~~~~md\n~~~\n{% if a %}{{ b\n~~~\n~~~~`, `~~~~md\n~~~\n{% raw %}{% if a %}{{ b{% endraw %}\n~~~\n~~~~`],
    [
      'Text:\n\n    {{ x }}\n\n    {% y %}',
      'Text:\n\n    {% raw %}{{ x }}{% endraw %}\n\n    {% raw %}{% y %}{% endraw %}',
    ],
    ['Text\n    {{ x }}', 'Text\n    &#123;{ x }}'],
  ];
  for (const [text, body] of rows) {
    equal(bodyOf(text, []), body, text);
    const scene = setScene(facts);
    equal((await drive(scene, { post: post(`Boats\n\n${text}`) })).status, 'published', text);
  }
});

void t.test('a text is never read as front matter or as a command', async () => {
  const rows: [text: string, body: string][] = [
    ['---\ntitle: other\n---\nText', '<!-- -->\n\n---\ntitle: other\n---\nText'],
    ['Hello {{ name }} and {% x %}', 'Hello &#123;{ name }} and &#123;% x %}'],
    ['{% embed https://youtu.be/a %}', '{% embed https://youtu.be/a %}'],
    ['Code `{{ a }}` and\n```\n{% b %}\n```', 'Code `{{ a }}` and\n```\n{% b %}\n```'],
    ['{ a } and {b}', '{ a } and {b}'],
    ['{% raw %}{{ a }}', '&#123;% raw %}&#123;{ a }}'],
  ];
  for (const [text, body] of rows) equal(bodyOf(text, []), body, text);

  const scene = setScene(facts);
  const text = '---\ntitle: other\n---\n{% nothing %} of {{ that }}';
  equal((await drive(scene, { post: post(`Boats\n\n${text}`) })).status, 'published');
  equal(scene.sandbox.ledger.entries()[0]?.details['title'], 'Boats');
});

const rows: [what: string, typeof globalThis.fetch, create: Outcome['kind'], publishing: Outcome['kind']][] =
  [
    ['a wrong key', always(401, { error: 'unauthorized', status: 401 }), 'reauthorize', 'reauthorize'],
    ['no right there', always(403, { error: 'forbidden', status: 403 }), 'rejected', 'rejected'],
    ['a page of the edge', always(403, '<html>Forbidden</html>'), 'rejected', 'rejected'],
    ['an article that is gone', always(404, { error: 'not found', status: 404 }), 'rejected', 'rejected'],
    [
      'a missing article',
      always(400, { error: 'param is missing or the value is empty' }),
      'rejected',
      'rejected',
    ],
    ['a move', always(301, '', { location: 'https://elsewhere.example' }), 'rejected', 'rejected'],
    [
      'a Liquid error',
      always(422, { error: 'Liquid syntax error: Unknown tag', status: 422 }),
      'rejected',
      'rejected',
    ],
    ['too many requests', always(429, 'Rate limit reached, try again in 7 seconds'), 'retry', 'retry'],
    ['a fault of the server', always(500, '<html>'), 'unknown', 'unknown'],
    ['200 without an id', always(200, {}), 'unknown', 'unknown'],
    ['200 that is no JSON', always(200, '<html>Welcome</html>'), 'unknown', 'unknown'],
  ];
for (const [what, fetch, create, publishing] of rows) {
  void t.test(`${what}: ${create} for the draft, ${publishing} for its publication`, async () => {
    const scene = setScene(facts);
    const before = await prepared(scene, PLAIN);
    const refusing: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      return request.method === 'GET' ? scene.sandbox.fetch(request) : fetch(request);
    };
    equal((await publish(scene, PLAIN, before, { fetch: refusing })).kind, create);
    const made = await drafted(scene, PLAIN);
    equal((await publish(scene, PLAIN, made, { fetch: refusing })).kind, publishing);
  });
}

void t.test(
  'a rate limit waits for the time in the header or in the message, else half a minute',
  async () => {
    const scene = setScene(facts);
    const checkpoint = await drafted(scene, PLAIN);
    const waits: [typeof globalThis.fetch, number][] = [
      [always(429, { error: 'Slow down' }, { 'retry-after': '7' }), 7000],
      [always(429, { error: 'Rate limit reached, try again in 12 seconds' }), 12_000],
      [always(429, 'Rate limit reached, try again in 1 second'), 1000],
      [always(429, ''), 30_000],
    ];
    for (const [fetch, ms] of waits) {
      const outcome = await publish(scene, PLAIN, checkpoint, { fetch });
      ok(outcome.kind === 'retry');
      equal(outcome.afterMs, ms);
    }
  },
);

void t.test('the eleventh article in half a minute waits', async () => {
  const scene = setScene(facts);
  for (let number = 0; number < 10; number += 1) await drafted(scene, post(`Boat ${number}\n\nText`));
  const outcome = await publish(scene, PLAIN, await prepared(scene, PLAIN));
  deepEqual([outcome.kind, 'afterMs' in outcome && outcome.afterMs], ['retry', 30_000]);
});

void t.test('an article with the words of an earlier one is refused with DEV’s message', async () => {
  const scene = setScene(facts);
  await drive(scene, { post: PLAIN });
  const driven = await drive(scene, { post: PLAIN, deliveryId: 'delivery-2' });
  equal(driven.status, 'failed');
  match(driven.error ?? '', /already been taken/);
  equal(live(scene), 1);
});

void t.test('a draft that an earlier round left is used', async () => {
  const scene = setScene(facts);
  const left = await drafted(scene, PLAIN);
  scene.clock.now += 86_400_000;
  const driven = await drive(scene, { post: PLAIN, deliveryId: 'delivery-2' });
  equal(driven.status, 'published');
  equal(driven.networkPostId, left['id']);
});

void t.test(
  'a draft that was left with the same canonical address is used, and gets the current text',
  async () => {
    const scene = setScene(facts);
    const canonicalUrl = 'https://blog.example/boat';
    const left = await drafted(scene, settings({ canonicalUrl }));
    const edited = post('Boats at noon\n\nThree came in.', [], { articleSettings: { canonicalUrl } });
    const driven = await drive(scene, { post: edited });
    equal(driven.networkPostId, left['id']);
    equal(scene.sandbox.ledger.entries()[0]?.text, 'Three came in.');
  },
);

void t.test(
  'an edit after the draft was created changes that draft, and never creates a second article',
  async () => {
    const scene = setScene(facts);
    const checkpoint = await drafted(scene, PLAIN);
    const edited = post('Boats at one\n\nThree came in.', photos(1));
    equal(devto.publish.repeatable({ checkpoint, plan: plan(edited), now: scene.clock.now }), 'yes');
    let outcome = await publish(scene, edited, checkpoint);
    while (outcome.kind === 'progress') outcome = await publish(scene, edited, outcome.checkpoint);
    ok(outcome.kind === 'published');
    equal(outcome.networkPostId, checkpoint['id']);
    deepEqual(
      (await own(scene)).map(({ title, published }) => [title, published]),
      [['Boats at one', true]],
    );
  },
);

void t.test('creating a draft must not be repeated without a check, publishing may be repeated', async () => {
  const scene = setScene(facts);
  const { now } = scene.clock;
  equal(devto.publish.repeatable({ checkpoint: null, plan: plan(PLAIN), now }), 'yes');
  equal(devto.publish.repeatable({ checkpoint: await prepared(scene, PLAIN), plan: plan(PLAIN), now }), 'no');
  const checkpoint = await drafted(scene, PLAIN);
  equal(devto.publish.repeatable({ checkpoint, plan: plan(PLAIN), now }), 'yes');
  const first = await publish(scene, PLAIN, checkpoint);
  deepEqual(await publish(scene, PLAIN, checkpoint), first);
  equal(live(scene), 1);
});

void t.test('a lookup finds nothing, a draft, a published article, or a missing list', async () => {
  const scene = setScene(facts);
  const before = await prepared(scene, PLAIN);
  deepEqual(await verify(scene, PLAIN, null), { kind: 'absent' });
  deepEqual(await verify(scene, PLAIN, before), { kind: 'absent', checkpoint: before });
  const made = await drafted(scene, PLAIN);
  deepEqual(await verify(scene, PLAIN, before), { kind: 'progress', checkpoint: made });
  deepEqual(await verify(scene, PLAIN, made), { kind: 'absent', checkpoint: made });
  const outcome = await publish(scene, PLAIN, made);
  ok(outcome.kind === 'published');
  deepEqual(await verify(scene, PLAIN, made), { ...outcome, kind: 'live' });
  for (const [status, kind] of [
    [401, 'reauthorize'],
    [403, 'cannot_tell'],
    [429, 'retry'],
    [503, 'retry'],
  ] as const) {
    equal((await verify(scene, PLAIN, before, { fetch: always(status, { error: 'a b' }) })).kind, kind);
    equal((await verify(scene, PLAIN, made, { fetch: always(status, { error: 'a b' }) })).kind, kind);
  }
});

void t.test('a draft is found on a later page of the list', async () => {
  const scene = setScene(facts);
  const before = await prepared(scene, PLAIN);
  const made = await drafted(scene, PLAIN);
  for (let number = 0; number < 105; number += 1) {
    scene.clock.now += 30_000;
    await drafted(scene, post(`Boat ${number}\n\nText`));
  }
  deepEqual(await verify(scene, PLAIN, before), { kind: 'progress', checkpoint: made });
});

void t.test('no key appears in a reason, even if the network repeats it', async () => {
  const scene = setScene(facts);
  const checkpoint = await drafted(scene, PLAIN);
  const key = scene.account.credentials['apiKey'] ?? '';
  const outcome = await publish(scene, PLAIN, checkpoint, { fetch: always(422, { error: `no ${key}` }) });
  ok(outcome.kind === 'rejected');
  ok(!outcome.reason.includes(key));
});
