import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { threads as network } from '../../simulators/threads/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { mediaFetch } from '../contract/media.ts';

const HOUR = 3_600_000;
const BASE = 'http://sandbox.test/threads';
const BACK = 'https://troupe.test/back';
const app = network.app!;

/** An account on the simulated network, and calls as it. */
function connected() {
  const clock = { now: Date.UTC(2026, 9, 1, 8) };
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: mediaFetch,
  });
  const account = sandbox.connect('threads', 'rosa');
  const call = async (
    path: string,
    body?: { [name: string]: Json },
    token = account.credentials['accessToken'],
  ) => {
    const response = await sandbox.fetch(`${BASE}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, json: (await response.json()) as Json };
  };
  return { clock, sandbox, account, call };
}

const codesOf = (json: Json) => [at(json, 'error', 'code'), at(json, 'error', 'error_subcode')];

void t.test('a container that is not ready, missing or already published returns 24/4279009', async () => {
  const { call } = connected();
  const made = await call('/v1.0/me/threads', {
    media_type: 'IMAGE',
    image_url: 'https://media.test/photo.jpg',
  });
  const id = textAt(made.json, 'id') ?? '';
  const publish = () => call('/v1.0/me/threads_publish', { creation_id: id });
  deepEqual(codesOf((await publish()).json), [24, 4279009]);
  deepEqual(codesOf((await call('/v1.0/17999999999999999?fields=status')).json), [24, 4279009]);
  equal(textAt((await call(`/v1.0/${id}?fields=status`)).json, 'status'), 'IN_PROGRESS');
  equal(textAt((await call(`/v1.0/${id}?fields=status`)).json, 'status'), 'FINISHED');
  match(textAt((await publish()).json, 'id') ?? '', /^180\d{14}$/);
  equal(textAt((await call(`/v1.0/${id}?fields=status`)).json, 'status'), 'PUBLISHED');
  deepEqual(codesOf((await publish()).json), [24, 4279009]);
});

void t.test('a container expires after a day, and the quota is 250 posts', async () => {
  const { call, clock } = connected();
  const container = async () =>
    textAt((await call('/v1.0/me/threads', { media_type: 'TEXT', text: 'Hello' })).json, 'id') ?? '';
  const late = await container();
  clock.now += 25 * HOUR;
  equal(textAt((await call(`/v1.0/${late}?fields=status`)).json, 'status'), 'EXPIRED');
  for (let count = 0; count < 250; count += 1) {
    equal((await call('/v1.0/me/threads_publish', { creation_id: await container() })).status, 200);
  }
  const over = await call('/v1.0/me/threads_publish', { creation_id: await container() });
  deepEqual(codesOf(over.json), [4, undefined]);
  const { json } = await call('/v1.0/me/threads_publishing_limit?fields=quota_usage,config');
  equal(at(json, 'data', 0, 'quota_usage'), 250);
});

void t.test('its own posts are listed in pages, newest first', async () => {
  const { call } = connected();
  for (const text of ['one', 'two', 'three']) {
    const made = await call('/v1.0/me/threads', { media_type: 'TEXT', text });
    await call('/v1.0/me/threads_publish', { creation_id: textAt(made.json, 'id') });
  }
  const first = (await call('/v1.0/me/threads?fields=text&limit=2')).json;
  deepEqual([at(first, 'data', 0, 'text'), at(first, 'data', 1, 'text')], ['three', 'two']);
  const after = textAt(first, 'paging', 'cursors', 'after');
  const second = (await call(`/v1.0/me/threads?fields=text&limit=2&after=${after}`)).json;
  deepEqual([at(second, 'data', 0, 'text'), at(second, 'data', 1, 'text')], ['one', undefined]);
  equal(at(second, 'paging', 'next'), undefined);
  deepEqual(codesOf((await call('/v1.0/me/threads?fields=caption')).json), [100, undefined]);
});

void t.test('a code is bound to its address, and a token to its permissions', async () => {
  const { sandbox, call } = connected();
  const grant = async (without: string[] = []) => {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'threads_basic,threads_content_publish',
      login: 'rosa',
    });
    for (const scope of without) query.append('without', scope);
    const answer = await sandbox.fetch(`${BASE}/oauth/authorize?${query.toString()}`);
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const redeem = async (code: string, redirectUri = BACK) => {
    const body = new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
    });
    const answer = await sandbox.fetch(`${BASE}/oauth/access_token`, { method: 'POST', body });
    return { status: answer.status, json: (await answer.json()) as Json };
  };
  equal((await redeem(await grant(), `${BACK}/`)).status, 400);
  const token = textAt((await redeem(await grant(['threads_content_publish']))).json, 'access_token') ?? '';
  equal((await call('/v1.0/me?fields=id', undefined, token)).status, 200);
  const refused = await call('/v1.0/me/threads', { media_type: 'TEXT', text: 'Hello' }, token);
  equal(refused.status, 403);
  deepEqual(codesOf(refused.json), [10, undefined]);
  const stranger = new URLSearchParams({
    client_id: 'someone',
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'x',
  });
  equal((await sandbox.fetch(`${BASE}/oauth/authorize?${stranger.toString()}`)).status, 400);
});
