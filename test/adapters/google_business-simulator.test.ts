import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { at, textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { googleBusiness as network } from '../../simulators/google_business/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { mediaFetch } from '../contract/media.ts';

const BASE = 'http://sandbox.test/google_business';

/** A location on the simulated network, and calls for it. */
function connected() {
  const clock = { now: Date.UTC(2026, 9, 1, 8) };
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: mediaFetch,
  });
  const { credentials, remoteId } = sandbox.connect('google_business', 'Rosa');
  const call = async (path: string, body?: Json) => {
    const response = await sandbox.fetch(`${BASE}${path}`, {
      headers: { authorization: `Bearer ${credentials['accessToken']}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, json: (await response.json()) as Json };
  };
  const posts = `/mybusiness/v4/${credentials['account']}/${remoteId}/localPosts`;
  const create = (rest: { [name: string]: Json }) =>
    call(posts, { summary: 'Hello', topicType: 'STANDARD', languageCode: 'en', ...rest });
  return { clock, call, create, posts, credentials };
}

const fieldOf = (json: Json) => textAt(json, 'error', 'details', 0, 'errorDetails', 0, 'field');

void t.test('a post is reviewed before it is live', async () => {
  const { create, call } = connected();
  const { json } = await create({});
  const name = textAt(json, 'name') ?? '';
  match(name, /^accounts\/\d+\/locations\/\d+\/localPosts\/\d+$/);
  equal(textAt(json, 'state'), 'PROCESSING');
  equal(textAt((await call(`/mybusiness/v4/${name}`)).json, 'state'), 'PROCESSING');
  equal(textAt((await call(`/mybusiness/v4/${name}`)).json, 'state'), 'LIVE');
});

void t.test('an error names the wrong field', async () => {
  const { create } = connected();
  const rows: [{ [name: string]: Json }, string][] = [
    [{ summary: 'a'.repeat(1501) }, 'summary'],
    [{ topicType: 'EVENT' }, 'topic_type'],
    [{ callToAction: { actionType: 'BUY' } }, 'call_to_action.action_type'],
    [{ callToAction: { actionType: 'CALL', url: 'https://example.org' } }, 'call_to_action.url'],
    [{ callToAction: { actionType: 'SHOP' } }, 'call_to_action.url'],
    [{ media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://gone.test/a.jpg' }] }, 'media.source_url'],
    [{ media: [{ mediaFormat: 'VIDEO', sourceUrl: 'https://media.test/clip.mp4' }] }, 'media.media_format'],
    [{ media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://media.test/a.webp' }] }, 'media'],
  ];
  for (const [body, field] of rows) {
    const { status, json } = await create(body);
    deepEqual([status, fieldOf(json)], [400, field], JSON.stringify(body));
  }
});

void t.test('a list is paged, and empty if there is nothing', async () => {
  const { create, call, posts } = connected();
  deepEqual((await call(posts)).json, {});
  for (const summary of ['one', 'two', 'three']) await create({ summary });
  const first = (await call(`${posts}?pageSize=2`)).json;
  deepEqual([at(first, 'localPosts', 0, 'summary'), at(first, 'localPosts', 1, 'summary')], ['three', 'two']);
  const second = (await call(`${posts}?pageSize=2&pageToken=${textAt(first, 'nextPageToken')}`)).json;
  deepEqual([at(second, 'localPosts', 0, 'summary'), at(second, 'nextPageToken')], ['one', undefined]);
});

void t.test('an access token expires after an hour, and an account reaches only its locations', async () => {
  const { clock, call, posts, credentials } = connected();
  const elsewhere = posts.replace(credentials['account'] ?? '', 'accounts/9');
  equal((await call(elsewhere)).status, 404);
  const locations = `/businessinformation/v1/${credentials['account']}/locations`;
  equal((await call(locations)).status, 400);
  equal((await call(`${locations}?readMask=name`)).status, 200);
  clock.now += 3_600_000;
  equal((await call(posts)).status, 401);
});
