/** Sessions on Bluesky: two hours of access, a refresh token that works once, and the app password as the fallback. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import type { RefreshAnswer } from '../../adapters/port/app.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { refresh as refreshAccess } from '../../adapters/bluesky/refresh.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { drive, setScene, type Scene } from '../contract/drive.ts';
import { post } from '../contract/media.ts';

const HOUR = 3_600_000;
const facts = { adapter: bluesky, network, notSecret: ['identifier', 'did'] };

function refresh(scene: Scene, fetch: typeof globalThis.fetch = scene.sandbox.fetch): Promise<RefreshAnswer> {
  const { account, clock } = scene;
  return refreshAccess({ account, app: null, fetch, now: clock.now, signal: new AbortController().signal });
}

function keep(scene: Scene, answer: RefreshAnswer): void {
  ok(answer.kind === 'refreshed');
  scene.account = { ...scene.account, credentials: answer.credentials };
}

const calls = (scene: Scene) => scene.sandbox.calls.entries().map(({ call }) => call.split('.').at(-1));

void t.test('the access token expires after two hours, and one refresh lets the post through', async () => {
  const scene = setScene(facts);
  scene.clock.now += 2 * HOUR;
  const driven = await drive(scene, { post: post('Late boats') });
  equal(driven.status, 'published');
  deepEqual(
    driven.refreshes.map(({ kind }) => kind),
    ['refreshed'],
  );
  deepEqual(calls(scene), ['putRecord', 'refreshSession', 'putRecord']);
});

void t.test('a refresh returns a new pair of tokens and the expiry of the new access token', async () => {
  const scene = setScene(facts);
  const { credentials: before } = scene.account;
  const answer = await refresh(scene);
  ok(answer.kind === 'refreshed');
  equal(answer.expiresAt, scene.clock.now + 2 * HOUR);
  notEqual(answer.credentials['accessJwt'], before['accessJwt']);
  notEqual(answer.credentials['refreshJwt'], before['refreshJwt']);
  equal(answer.credentials['appPassword'], before['appPassword']);
});

void t.test('a refresh whose response was lost costs a login, not the account', async () => {
  const scene = setScene(facts);
  scene.sandbox.faults.add({ kind: 'lost_answer', network: 'bluesky', times: 1 });
  equal((await refresh(scene)).kind, 'retry');
  keep(scene, await refresh(scene)); // the lost call used the token up
  deepEqual(calls(scene), ['refreshSession', 'refreshSession', 'createSession']);
  equal((await drive(scene, { post: post('Boats') })).status, 'published');
});

void t.test('after 90 unused days the app password starts a new session', async () => {
  const scene = setScene(facts);
  scene.clock.now += 91 * 24 * HOUR;
  keep(scene, await refresh(scene));
  equal((await drive(scene, { post: post('Boats') })).status, 'published');
});

void t.test('when the app password was revoked too, a person must connect again and reads why', async () => {
  const scene = setScene(facts);
  const credentials = { ...scene.account.credentials, refreshJwt: 'old', appPassword: 'wrong' };
  scene.account = { ...scene.account, credentials };
  deepEqual(await refresh(scene), { kind: 'reauthorize', reason: 'Bluesky: Invalid identifier or password' });
});

void t.test('without an app password a refused refresh token ends the session', async () => {
  const scene = setScene(facts);
  const { appPassword: _, ...others } = scene.account.credentials;
  scene.account = { ...scene.account, credentials: { ...others, refreshJwt: 'old' } };
  equal((await refresh(scene)).kind, 'reauthorize');
});

const answers: [what: string, status: number, body: object, expected: RefreshAnswer][] = [
  [
    'a busy server is asked again later',
    429,
    { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    { kind: 'retry', reason: 'Bluesky: Rate Limit Exceeded', afterMs: 90_000 },
  ],
  [
    'a broken server is asked again later',
    502,
    { error: 'UpstreamFailure', message: 'Upstream Failure' },
    { kind: 'retry', reason: 'Bluesky: Upstream Failure' },
  ],
  [
    'an account that was taken down needs its owner',
    401,
    { error: 'AccountTakedown', message: 'Account has been taken down' },
    { kind: 'reauthorize', reason: 'Bluesky: Account has been taken down' },
  ],
];
for (const [what, status, body, expected] of answers) {
  void t.test(what, async () => {
    const scene = setScene(facts);
    const reset = String(scene.clock.now / 1000 + 90);
    const headers = status === 429 ? { 'ratelimit-reset': reset } : {};
    const fetch = () => Promise.resolve(Response.json(body, { status, headers }));
    deepEqual(await refresh(scene, fetch), expected);
  });
}

void t.test('a session of another account, or of an inactive one, is not stored', async () => {
  const scene = setScene(facts);
  const session = { accessJwt: 'a', refreshJwt: 'r', did: scene.account.remoteId, active: true };
  const answer = (changes: object) =>
    refresh(scene, () => Promise.resolve(Response.json({ ...session, ...changes })));
  equal((await answer({})).kind, 'refreshed');
  equal((await answer({ did: 'did:plc:another' })).kind, 'reauthorize');
  deepEqual(await answer({ active: false, status: 'suspended' }), {
    kind: 'reauthorize',
    reason: 'the account is suspended',
  });
});
