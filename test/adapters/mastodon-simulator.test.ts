/** The simulated Mastodon server must be as strict as a real one. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as adapter } from '../../adapters/mastodon/manifest.ts';
import type { Json } from '../../machines/outcome.ts';
import { mastodon as network } from '../../simulators/mastodon/index.ts';
import { setScene, type Scene } from '../contract/drive.ts';

const facts = { adapter, network };
const REDIRECT = 'https://app.example/oauth/mastodon/callback';
const SCOPES = 'read:accounts read:statuses write:statuses write:media';

interface Said {
  status: number;
  body: { [name: string]: Json };
  location: string | null;
}

async function call(
  scene: Scene,
  path: string,
  input: object | null = null,
  headers: { [name: string]: string } = {},
): Promise<Said> {
  const { server = '' } = scene.account.endpoints;
  const authorization = `Bearer ${scene.account.credentials['accessToken']}`;
  const init =
    input === null ? {} : { method: 'POST', body: JSON.stringify(input), redirect: 'manual' as const };
  const response = await scene.sandbox.fetch(`${server}${path}`, {
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...init,
  });
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Said['body']);
  return { status: response.status, body, location: response.headers.get('location') };
}

const register = (scene: Scene) =>
  call(scene, '/api/v1/apps', { client_name: 'Our Poster', redirect_uris: REDIRECT, scopes: SCOPES });

function authorize(
  scene: Scene,
  clientId: Json | undefined,
  redirectUri: string,
  scope = SCOPES,
): Promise<Said> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId as string,
    redirect_uri: redirectUri,
    scope,
    state: 'st',
    login: 'bo',
  });
  return call(scene, `/oauth/authorize?${query.toString()}`);
}

async function tokenFor(scene: Scene, scope = SCOPES): Promise<Said> {
  const { body: app } = await register(scene);
  const { client_id, client_secret } = app;
  const { location } = await authorize(scene, client_id, REDIRECT, scope);
  const back = new URL(location ?? '');
  equal(back.searchParams.get('state'), 'st');
  const code = back.searchParams.get('code');
  const grant = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: REDIRECT, code };
  const token = await call(scene, '/oauth/token', grant);
  equal((await call(scene, '/oauth/token', grant)).body['error'], 'invalid_grant', 'a code works once');
  return token;
}

void t.test('an app is registered, a person authorizes it, and the token identifies the person', async () => {
  const scene = setScene(facts);
  const { body } = await tokenFor(scene);
  deepEqual([body['token_type'], body['scope']], ['Bearer', SCOPES]);
  const headers = { authorization: `Bearer ${body['access_token'] as string}` };
  const me = await call(scene, '/api/v1/accounts/verify_credentials', null, headers);
  equal(me.body['username'], 'bo');
});

void t.test('an unregistered redirect address and an unknown app are refused', async () => {
  const scene = setScene(facts);
  const { body: app } = await register(scene);
  const wrong = await authorize(scene, app['client_id'], 'https://evil.example/');
  deepEqual([wrong.status, wrong.location], [400, null]);
  equal((await authorize(scene, 'nobody', REDIRECT)).status, 401);
});

void t.test('two registrations get two ids', async () => {
  const scene = setScene(facts);
  notEqual((await register(scene)).body['client_id'], (await register(scene)).body['client_id']);
});

void t.test('a token without the scope is refused, and one with it is accepted', async () => {
  const scene = setScene(facts);
  const { body } = await tokenFor(scene, 'read:accounts');
  const headers = { authorization: `Bearer ${body['access_token'] as string}` };
  equal((await call(scene, '/api/v1/statuses', { status: 'Ahoy' }, headers)).status, 403);
  equal((await call(scene, '/api/v1/statuses', { status: 'Ahoy' })).status, 200);
});

void t.test('the server reports its limits, in both versions', async () => {
  const scene = setScene(facts);
  for (const version of ['v1', 'v2']) {
    const { body } = await call(scene, `/api/${version}/instance`);
    const { configuration } = body as { configuration: { statuses: { max_characters: number } } };
    equal(configuration.statuses.max_characters, scene.account.limits['maxCharacters']);
  }
});

void t.test(
  'for one hour a key returns the same status, even with another text; then it is forgotten',
  async () => {
    const scene = setScene(facts);
    const headers = { 'idempotency-key': 'k1' };
    const send = async (status: string) =>
      (await call(scene, '/api/v1/statuses', { status }, headers)).body['id'];
    const first = await send('Boats');
    scene.clock.now += 3_599_999;
    equal(await send('Other boats'), first);
    scene.clock.now += 1;
    notEqual(await send('Other boats'), first);
    deepEqual(
      scene.sandbox.ledger.entries().map(({ text }) => text),
      ['Boats', 'Other boats'],
    );
  },
);

void t.test('the same key of two accounts is two keys', async () => {
  const scene = setScene(facts);
  const headers = { 'idempotency-key': 'k1' };
  const first = await call(scene, '/api/v1/statuses', { status: 'Boats' }, headers);
  scene.account = { ...scene.account, ...scene.sandbox.connect('mastodon', 'bo') };
  const second = await call(scene, '/api/v1/statuses', { status: 'Boats' }, headers);
  notEqual(first.body['id'], second.body['id']);
});

void t.test(
  'a status is shown as HTML: addresses shortened, other servers’ names left out, markup escaped',
  async () => {
    const scene = setScene(facts);
    const status = `<i> @bo@other.example https://example.org/${'x'.repeat(40)}\n\n#boats`;
    const { body } = await call(scene, '/api/v1/statuses', { status });
    const html = body['content'] as string;
    match(html, /^<p>&lt;i&gt; /);
    match(html, /@<span>bo<\/span>/);
    ok(!html.replaceAll(/href="[^"]*"/g, '').includes('other.example'));
    match(html, /<span class="invisible">https:\/\/<\/span><span class="ellipsis">example\.org\/x+<\/span>/);
    const source = await call(scene, `/api/v1/statuses/${body['id'] as string}/source`);
    equal(source.body['text'], status);
  },
);

void t.test('ids increase with time and are strings', async () => {
  const scene = setScene(facts);
  const ids: Json[] = [];
  for (const status of ['one', 'two', 'three']) {
    ids.push((await call(scene, '/api/v1/statuses', { status })).body['id'] ?? null);
    scene.clock.now += 1;
  }
  ok(ids.every((id) => typeof id === 'string'));
  deepEqual(ids.toSorted(), ids);
});
