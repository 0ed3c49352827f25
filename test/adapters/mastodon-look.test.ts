/** Finds a status whose response was lost, and distinguishes it from others. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { textOf } from '../../adapters/mastodon/html.ts';
import { manifest as mastodon } from '../../adapters/mastodon/manifest.ts';
import { findStatus } from '../../adapters/mastodon/verify.ts';
import type { Work } from '../../adapters/mastodon/checkpoint.ts';
import type { Finding } from '../../machines/outcome.ts';
import { mastodon as network } from '../../simulators/mastodon/index.ts';
import { setScene, type Scene } from '../contract/drive.ts';
import { photos, post } from '../contract/media.ts';
import { adapterBench } from './bench.ts';

const { facts, ready: about, stepOf } = adapterBench<Work>(mastodon, network);
const MINUTE = 60_000;

function look(scene: Scene, work: Work, fetch?: typeof globalThis.fetch): Promise<Finding> {
  return findStatus(stepOf(scene, post(work.text), work, fetch === undefined ? {} : { fetch }), work);
}

/** Posts as the person does in another app. @returns the status's id */
async function byHand(
  scene: Scene,
  status: string,
  { mediaIds = [], parentId }: { mediaIds?: string[]; parentId?: string } = {},
): Promise<string> {
  const response = await scene.sandbox.fetch(`${scene.account.endpoints['server']}/api/v1/statuses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.account.credentials['accessToken']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ status, media_ids: mediaIds, ...(parentId && { in_reply_to_id: parentId }) }),
  });
  equal(response.status, 200);
  return ((await response.json()) as { id: string }).id;
}

const idOf = (finding: Finding) => (finding.kind === 'live' ? finding.networkPostId : finding.kind);

const texts: [what: string, text: string][] = [
  ['plain words', 'Boats at noon'],
  ['paragraphs and blanks', 'Two lines\nand a second paragraph\n\n\nafter  many   blanks '],
  ['markup', `Markup <b>"so"</b> & it's &amp; that`],
  ['a shortened address', `See https://example.org/${'boats/'.repeat(20)}?a=1&b=2 and a #tag`],
  ['a mention', 'To @rosa, who is here'],
  ['a mention whose server the HTML leaves out', 'To @bo@other.example, who is not'],
  ['joined emoji and other scripts', '👩🏽‍🚀 e\u0301 שלום'],
];
for (const [what, text] of texts) {
  void t.test(`its own text is recognized in HTML: ${what}`, async () => {
    const scene = setScene(facts);
    const work = await about(scene, post(text));
    const published = await mastodon.publish.publish(stepOf(scene, post(text), work));
    ok(published.kind === 'published');
    const live = { ...published, kind: 'live' };
    for (const minutes of [0, 90]) {
      scene.clock.now += minutes * MINUTE;
      deepEqual(await look(scene, work), live);
    }
  });
}

void t.test(
  'a lost part of a thread is the status below its parent, and no other with its words',
  async () => {
    const scene = setScene(facts);
    const content = post('Boats at noon');
    const work = await about(scene, content);
    const root = await byHand(scene, 'A thread');
    const byPerson = (parentId: string) => byHand(scene, 'Boats at noon', { parentId });
    const find = (parentId?: string) =>
      findStatus(
        stepOf(scene, content, work, parentId === undefined ? {} : { parent: { parentId, rootId: root } }),
        work,
      );
    const second = await byHand(scene, 'The second part');
    await byPerson(root);
    equal(idOf(await find()) === 'live', false, 'a first part is below none');
    const elsewhere = await find(second);
    ok(elsewhere.kind !== 'live', 'below another part');
    const id = await byPerson(second);
    equal(idOf(await find(second)), id);
  },
);

const nearMisses: [what: string, text: string][] = [
  ['another letter', 'Boats at moon'],
  ['another case', 'boats at noon'],
  ['one word more', 'Boats at noon today'],
  ['another tag', 'Boats at #noon'],
  ['nothing but a mention more', '@rosa Boats at noon'],
];
for (const [what, text] of nearMisses) {
  void t.test(`a status with ${what} is not taken for ours`, async () => {
    const scene = setScene(facts);
    const work = await about(scene, post('Boats at noon'));
    await byHand(scene, text);
    equal((await look(scene, work)).kind, 'absent');
  });
}

void t.test('an earlier status with the same text is another post', async () => {
  const scene = setScene(facts);
  await byHand(scene, 'Boats at noon');
  scene.clock.now += MINUTE;
  const work = await about(scene, post('Boats at noon'));
  equal((await look(scene, work)).kind, 'absent');
});

void t.test('a status of another account with the same text is another post', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats at noon'));
  const other = scene.sandbox.connect('mastodon', 'bo');
  await byHand({ ...scene, account: { ...scene.account, ...other } }, 'Boats at noon');
  equal((await look(scene, work)).kind, 'absent');
});

void t.test('a status that another delivery holds is no evidence, whatever its words and files', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats at noon'));
  const id = await byHand(scene, 'Boats at noon');
  const asked: string[][] = [];
  const step = {
    ...stepOf(scene, post('Boats at noon'), work),
    heldIds: async (ids: readonly string[]) => {
      asked.push([...ids]);
      return new Set([id]);
    },
  };
  equal((await findStatus(step, work)).kind, 'absent');
  deepEqual(asked, [[id]]);
  const own = await byHand(scene, 'Boats at noon');
  equal(idOf(await findStatus(step, work)), own, 'the one that nobody holds is found');
});

void t.test('a status with the same text without its photo, or with another, is another post', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats', ['photo.jpg']));
  const another = await about(scene, post('Boats', ['photo-2.jpg']));
  await byHand(scene, 'Boats');
  await byHand(scene, 'Boats', { mediaIds: another.files.map(({ id }) => id) });
  equal((await look(scene, work)).kind, 'absent');
});

void t.test('its files identify a status, whatever its text looks like', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats', photos(2)));
  const ids = work.files.map(({ id }) => id);
  const id = await byHand(scene, 'Boats, rendered otherwise', { mediaIds: ids });
  equal(idOf(await look(scene, work)), id);
});

void t.test('nothing was sent before the first try, so no request is made', async () => {
  const scene = setScene(facts);
  const work = { ...(await about(scene, post('Boats'))), triedAt: null };
  deepEqual(await look(scene, work), { kind: 'absent', checkpoint: work });
  deepEqual(await mastodon.publish.verify(stepOf(scene, post('Boats'), null)), { kind: 'absent' });
  deepEqual(scene.sandbox.calls.entries(), []);
});

void t.test(
  'a status that is absent within the hour is sent under its key, and later under a new one',
  async () => {
    const scene = setScene(facts);
    const work = await about(scene, post('Boats'));
    deepEqual(await look(scene, work), { kind: 'absent', checkpoint: work });
    scene.clock.now += 61 * MINUTE;
    deepEqual(await look(scene, work), { kind: 'absent', checkpoint: { ...work, triedAt: null } });
  },
);

void t.test('a status is found behind newer ones on a later page', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats at noon'));
  const id = await byHand(scene, 'Boats at noon');
  for (let number = 0; number < 90; number += 1) await byHand(scene, '', { mediaIds: [await fileOf(scene)] });
  equal(idOf(await look(scene, work)), id);
});

void t.test('too many newer statuses leave the question open', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats at noon'));
  await byHand(scene, 'Boats at noon');
  for (let number = 0; number < 200; number += 1)
    await byHand(scene, '', { mediaIds: [await fileOf(scene)] });
  equal((await look(scene, work)).kind, 'cannot_tell');
});

async function fileOf(scene: Scene): Promise<string> {
  const [file] = (await about(scene, post('', ['photo.webp']))).files;
  return file?.id ?? '';
}

void t.test('if the files are gone and the list lacks the status, a person must check', async () => {
  const scene = setScene(facts);
  const work = await about(scene, post('Boats', ['photo.jpg']));
  const noList: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/statuses?')) return Promise.resolve(Response.json([]));
    return Promise.resolve(Response.json({ error: 'Record not found' }, { status: 404 }));
  };
  equal((await look(scene, work, noList)).kind, 'cannot_tell');

  scene.clock.now += 25 * 60 * MINUTE; // by now the server has deleted them unused
  const finding = await look(scene, work, noList);
  ok(finding.kind === 'absent');
  deepEqual(finding.checkpoint?.['files'], []);
});

const troubles: [status: number, body: object, Finding['kind']][] = [
  [401, { error: 'The access token was revoked' }, 'reauthorize'],
  [404, { error: 'Record not found' }, 'cannot_tell'],
  [429, { error: 'Too many requests' }, 'retry'],
  [503, { error: 'Try again later, please' }, 'retry'],
  [200, {}, 'retry'],
];
for (const [status, body, kind] of troubles) {
  void t.test(`a lookup with the response ${status} ${JSON.stringify(body)}: ${kind}`, async () => {
    const scene = setScene(facts);
    const work = await about(scene, post('Boats'));
    const finding = await look(scene, work, () => Promise.resolve(Response.json(body, { status })));
    equal(finding.kind, kind);
  });
}

void t.test('HTML is compared as it is displayed', async () => {
  const pairs: [html: string, text: string][] = [
    ['<p>One<br />two</p><p>three</p>', 'One\ntwo\n\nthree'],
    ['<p>&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39; &#x1F6F6; &nbsp;</p>', '<b> &amp; "x" \'y\' 🛶  '],
    ['<a href="x"><span class="invisible">https://</span>a.b</a>', 'https://a.b'],
    ['&unknown; &#99999999;', '&unknown; &#99999999;'],
  ];
  for (const [html, text] of pairs) equal(textOf(html), text);
});
