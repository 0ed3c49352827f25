/** The simulated Bluesky must be as strict as the real one. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as adapter } from '../../adapters/bluesky/manifest.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { setScene, type Scene } from '../contract/drive.ts';
import { open, item } from '../contract/media.ts';

const facts = { adapter, network };
const RKEY = '3lk2abcdefg2x';
const RECORD = { $type: 'app.bsky.feed.post', text: 'Ahoy 🛶 é', createdAt: '2026-05-04T10:00:00.000Z' };

interface Said {
  status: number;
  error?: string;
  message?: string;
  uri?: string;
  cid?: string;
  commit?: object;
  token?: string;
  jobId?: string;
  blob?: { size: number };
  accessJwt?: string;
  refreshJwt?: string;
}

async function call(scene: Scene, method: string, input: object | string, token?: string): Promise<Said> {
  const { pds = '' } = scene.account.endpoints;
  const bearer = token ?? scene.account.credentials['accessJwt'];
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response = await scene.sandbox.fetch(
    typeof input === 'string'
      ? new Request(`${pds}/xrpc/${method}?${input}`, { headers })
      : new Request(`${pds}/xrpc/${method}`, { method: 'POST', headers, body: JSON.stringify(input) }),
  );
  return { ...((await response.json()) as object), status: response.status };
}

function put(scene: Scene, record: object, changes: object = {}): Promise<Said> {
  const input = {
    repo: scene.account.remoteId,
    collection: RECORD.$type,
    rkey: RKEY,
    swapRecord: null,
    record,
  };
  return call(scene, 'com.atproto.repo.putRecord', { ...input, ...changes });
}

async function upload(scene: Scene, bytes: Uint8Array<ArrayBuffer>, contentType: string) {
  const response = await scene.sandbox.fetch(
    `${scene.account.endpoints['pds']}/xrpc/com.atproto.repo.uploadBlob`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.account.credentials['accessJwt']}`,
        'content-type': contentType,
      },
      body: bytes,
    },
  );
  return ((await response.json()) as { blob: { ref: { $link: string } } }).blob;
}

const withImage = (image: object) => ({
  ...RECORD,
  embed: { $type: 'app.bsky.embed.images', images: [{ image, alt: '' }] },
});

void t.test(
  'putRecord creates a record, accepts the same one without a commit, and refuses another',
  async () => {
    const scene = setScene(facts);
    const created = await put(scene, RECORD);
    equal(created.uri, `at://${scene.account.remoteId}/app.bsky.feed.post/${RKEY}`);
    ok(created.commit);
    const { createdAt, text, $type } = RECORD;
    const again = await put(scene, { createdAt, text, $type }); // another order of its fields is the same record
    equal(again.cid, created.cid);
    equal(again.commit, undefined);
    const other = await put(scene, { ...RECORD, text: 'Other' });
    deepEqual([other.status, other.error], [400, 'InvalidSwap']);
    equal(scene.sandbox.ledger.entries().length, 1);
  },
);

void t.test('createRecord with an existing key is a server error, as on the reference server', async () => {
  const scene = setScene(facts);
  await put(scene, RECORD);
  const input = {
    repo: scene.account.remoteId,
    collection: RECORD.$type,
    record: { ...RECORD, text: 'Other' },
  };
  const taken = await call(scene, 'com.atproto.repo.createRecord', { ...input, rkey: RKEY });
  deepEqual([taken.status, taken.error], [500, 'InternalServerError']);
  equal((await call(scene, 'com.atproto.repo.createRecord', input)).status, 200);
  equal(scene.sandbox.ledger.entries().length, 2);
});

const link = { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org' };
const facet = (byteStart: number, byteEnd: number) => ({
  ...RECORD,
  facets: [{ index: { byteStart, byteEnd }, features: [link] }],
});
const refused: [what: string, record: object][] = [
  ['a text of 301 characters', { ...RECORD, text: 'e\u0301'.repeat(301) }],
  ['a text of 3001 bytes', { ...RECORD, text: '👨‍👩‍👧‍👦'.repeat(121) }],
  ['a time that is none', { ...RECORD, createdAt: 'noon' }],
  ['a facet that ends behind the text', facet(0, 13)],
  ['a facet that begins inside an emoji', facet(6, 12)],
  ['a facet that ends inside a letter', facet(0, 11)],
  ['an empty facet', facet(2, 2)],
  [
    'five images in app.bsky.embed.images',
    { ...RECORD, embed: { $type: 'app.bsky.embed.images', images: [1, 2, 3, 4, 5] } },
  ],
];
for (const [what, record] of refused) {
  void t.test(`a record with ${what} is refused`, async () => {
    const scene = setScene(facts);
    const said = await put(scene, record);
    deepEqual([said.status, said.error], [400, 'InvalidRequest']);
    ok(said.message?.startsWith('Invalid app.bsky.feed.post record: '));
    deepEqual(scene.sandbox.ledger.entries(), []);
  });
}

void t.test('a facet that ends at a character boundary is accepted', async () => {
  equal((await put(setScene(facts), facet(5, 12))).status, 200);
});

void t.test('a key must be a TID, and the repository must belong to the token', async () => {
  const scene = setScene(facts);
  equal((await put(scene, RECORD, { rkey: 'my-first-post' })).error, 'InvalidRequest');
  scene.sandbox.connect('bluesky', 'bo');
  equal((await put(scene, RECORD, { repo: 'bo.test' })).error, 'InvalidRequest');
});

void t.test('a record may only refer to blobs that exist, are small enough and fit its type', async () => {
  const scene = setScene(facts);
  const photo = await upload(scene, (await open(item('photo.jpg'))).bytes, 'image/jpeg');
  const errorOf = async (blob: object) => (await put(scene, withImage(blob))).error;
  const unknown = { ...photo, ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' } };
  equal(await errorOf(unknown), 'BlobNotFound');
  equal(await errorOf(await upload(scene, new Uint8Array(2_000_001), 'image/png')), 'BlobTooLarge');
  equal(await errorOf(await upload(scene, new Uint8Array(9), 'text/plain')), 'InvalidMimeType');
  equal(await errorOf(photo), undefined);
});

void t.test('a blob without a record is deleted after some hours, another one is kept', async () => {
  const scene = setScene(facts);
  const named = await upload(scene, new Uint8Array(1), 'image/png');
  const unnamed = await upload(scene, new Uint8Array(2), 'image/png');
  await put(scene, withImage(named));
  scene.clock.now += 7 * 3_600_000;
  scene.account = { ...scene.account, ...scene.sandbox.connect('bluesky', 'rosa') };
  equal((await put(scene, withImage(unnamed), { rkey: '3lk2abcdefg2y' })).error, 'BlobNotFound');
  equal((await put(scene, withImage(named), { rkey: '3lk2abcdefg2y' })).status, 200);
});

void t.test('a token is refused if it is missing, forged, expired, of the wrong kind or used', async () => {
  const scene = setScene(facts);
  const { accessJwt = '', refreshJwt = '' } = scene.account.credentials;
  const refresh = (token: string) => call(scene, 'com.atproto.server.refreshSession', {}, token);
  const errorOf = async (token: string) => (await call(scene, 'com.atproto.repo.putRecord', {}, token)).error;
  equal(await errorOf(`${accessJwt.slice(0, -3)}abc`), 'InvalidToken');
  equal(await errorOf(refreshJwt), 'InvalidToken');
  equal((await refresh(accessJwt)).error, 'InvalidToken');
  const renewed = await refresh(refreshJwt);
  notEqual(renewed.refreshJwt, refreshJwt);
  const spent = await refresh(refreshJwt);
  deepEqual([spent.status, spent.error], [400, 'ExpiredToken']);
  scene.clock.now += 2 * 3_600_000;
  equal(await errorOf(accessJwt), 'ExpiredToken');
});

void t.test('a service token lives an hour at most and allows one method of one server', async () => {
  const scene = setScene(facts);
  const seconds = scene.clock.now / 1000;
  const { remoteId, endpoints } = scene.account;
  const token = async (aud: string, exp: number) =>
    call(
      scene,
      'com.atproto.server.getServiceAuth',
      new URLSearchParams({ aud, lxm: 'com.atproto.repo.uploadBlob', exp: String(exp) }).toString(),
    );
  equal((await token('did:web:sandbox.test', seconds + 3601)).error, 'BadExpiration');
  const send = (bearer: string | undefined) =>
    scene.sandbox.fetch(`${endpoints['video']}/xrpc/app.bsky.video.uploadVideo?did=${remoteId}&name=a.mp4`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'video/mp4' },
      body: new Uint8Array(3),
    });
  equal((await send(scene.account.credentials['accessJwt'])).status, 401);
  equal((await send((await token('did:web:video.bsky.app', seconds + 60)).token)).status, 401);
  equal((await send((await token('did:web:sandbox.test', seconds + 60)).token)).status, 200);
});
