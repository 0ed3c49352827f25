import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { facebook as network } from '../../simulators/facebook/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { item, mediaFetch, open } from '../contract/media.ts';

const BASE = 'http://sandbox.test/facebook/v26.0';

/** A Page on the simulated network, and calls as it. */
function connected() {
  const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [network], fetch: mediaFetch });
  const { credentials, remoteId } = sandbox.connect('facebook', 'Luna');
  const call = async (
    path: string,
    body?: { [name: string]: Json } | FormData,
    token = credentials['accessToken'],
  ) => {
    const json = body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const response = await sandbox.fetch(`${BASE}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...json },
      ...(body ? { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    return { status: response.status, json: (await response.json()) as Json };
  };
  const stage = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('published', 'false');
    form.set('source', new Blob([bytes]), 'photo');
    return call('/me/photos', form);
  };
  return { sandbox, credentials, remoteId, call, stage };
}

const codesOf = (json: Json) => [at(json, 'error', 'code'), at(json, 'error', 'error_subcode')];

void t.test('a post has the id {page}_{post}, and can be read by it', async () => {
  const { call, remoteId } = connected();
  const id = textAt((await call('/me/feed', { message: 'Hello' })).json, 'id') ?? '';
  match(id, new RegExp(`^${remoteId}_\\d{17}$`));
  const { json } = await call(`/${id}?fields=id,message,permalink_url`);
  deepEqual(json, { id, message: 'Hello', permalink_url: `https://www.facebook.com/${id}` });
  deepEqual(codesOf((await call('/me/feed', {})).json), [100, undefined]);
  deepEqual(codesOf((await call('/102000000000009/feed', { message: 'Hello' })).json), [100, 33]);
});

void t.test('a staged photo can be used in one post, and must be a photo', async () => {
  const { call, stage } = connected();
  const { bytes } = await open(item('photo.jpg'));
  const photo = textAt((await stage(bytes)).json, 'id') ?? '';
  const feed = { attached_media: [{ media_fbid: photo }] };
  equal((await call('/me/feed', feed)).status, 200);
  deepEqual(codesOf((await call('/me/feed', feed)).json), [100, 1_366_051]);
  deepEqual(codesOf((await call('/me/feed', { attached_media: [{ media_fbid: '9' }] })).json), [100, 33]);
  deepEqual(codesOf((await stage((await open(item('a.webp'))).bytes)).json), [100, 2_069_019]);
  const large = new Uint8Array(5 * 1024 * 1024);
  large.set(bytes);
  deepEqual(codesOf((await stage(large)).json), [100, 1_366_046]);
});

void t.test('a video is accepted in order, complete, and once', async () => {
  const { call } = connected();
  const { bytes } = await open(item('clip.mp4'));
  const start = (await call('/me/videos', { upload_phase: 'start', file_size: bytes.length })).json;
  const session = textAt(start, 'upload_session_id') ?? '';
  equal(textAt(start, 'end_offset'), String(bytes.length));
  const send = (from: number) => {
    const form = new FormData();
    form.set('upload_phase', 'transfer');
    form.set('upload_session_id', session);
    form.set('start_offset', String(from));
    form.set('video_file_chunk', new Blob([bytes]), 'clip.mp4');
    return call('/me/videos', form);
  };
  const finish = () => call('/me/videos', { upload_phase: 'finish', upload_session_id: session });
  equal((await finish()).status, 400);
  deepEqual(codesOf((await send(7)).json), [6000, 1_363_037]);
  equal((await send(0)).status, 200);
  deepEqual(codesOf((await send(0)).json), [6000, 1_363_037]);
  deepEqual((await finish()).json, { success: true });
  deepEqual(codesOf((await finish()).json), [100, undefined]);
});

void t.test('a call needs the token of the Page, a supported version, and a valid proof', async () => {
  const { call, credentials, sandbox } = connected();
  const asPerson = await call('/me/feed', { message: 'Hello' }, credentials['userToken']);
  deepEqual([asPerson.status, ...codesOf(asPerson.json)], [403, 200, undefined]);
  deepEqual(codesOf((await call('/me/feed', { message: 'Hello' }, 'EAAofnobody')).json), [190, 467]);
  const proof = await call('/me/feed', { message: 'Hello', appsecret_proof: 'wrong' });
  deepEqual(codesOf(proof.json), [100, undefined]);
  const headers = { authorization: `Bearer ${credentials['accessToken']}` };
  const old = await sandbox.fetch('http://sandbox.test/facebook/v99.0/me/posts', { headers });
  deepEqual(codesOf((await old.json()) as Json), [2500, undefined]);
});
