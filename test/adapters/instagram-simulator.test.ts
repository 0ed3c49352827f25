import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { instagram as network } from '../../simulators/instagram/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { mediaFetch } from '../contract/media.ts';

const HOUR = 3_600_000;
const PHOTO = 'https://media.test/photo.jpg';
const CLIP = 'https://media.test/clip.mp4';

type Body = { [name: string]: Json };
interface Answered {
  status: number;
  body: {
    id?: string;
    status_code?: string;
    status?: string;
    data?: Body[];
    error?: Body;
    paging?: Body;
  } & Body;
  headers: Headers;
}

/** An account on the simulated network, and calls as it. */
function connected(mediaFiles: { [url: string]: () => Response } = {}) {
  const clock = { now: Date.UTC(2026, 9, 1, 8) };
  const fetched: Request[] = [];
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      fetched.push(request);
      return mediaFiles[request.url]?.() ?? mediaFetch(request);
    },
  });
  const account = sandbox.connect('instagram', 'Café Luna');
  const authorization = `Bearer ${account.credentials['accessToken']}`;
  const call = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const request = new Request(`${account.endpoints['graph']}${path}`, init);
    request.headers.set('authorization', authorization);
    const response = await sandbox.fetch(request);
    const body = (await response.json()) as Answered['body'];
    return { status: response.status, body, headers: response.headers };
  };
  const send = (path: string, body: Body) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const create = (body: Body) => send(`/v26.0/${account.remoteId}/media`, body);
  const publish = (id = '') => send(`/v26.0/me/media_publish`, { creation_id: id });
  const poll = async (id = '') => (await call(`/v26.0/${id}?fields=status_code,status`)).body;
  const finished = async (body: Body): Promise<string> => {
    const { id } = (await create(body)).body;
    ok(id);
    for (let looks = 0; (await poll(id)).status_code === 'IN_PROGRESS'; looks += 1) ok(looks < 10);
    return id;
  };
  return { sandbox, account, clock, fetched, call, create, publish, poll, finished };
}

const errorOf = ({ body }: Answered) => [body.error?.['code'], body.error?.['error_subcode']];

void t.test(
  'ids are strings of seventeen digits, and the account has another id within the app',
  async () => {
    const { account, call, finished, publish } = connected();
    const container = await finished({ image_url: PHOTO });
    const media = (await publish(container)).body.id;
    for (const id of [account.remoteId, container, media]) match(id ?? '', /^\d{17}$/);
    const me = (await call('/v26.0/me?fields=id,user_id,username,account_type')).body;
    equal(me['user_id'], account.remoteId);
    ok(me.id !== account.remoteId);
  },
);

void t.test('the version must be in the path, and the oldest supported one serves older ones', async () => {
  const { account, call } = connected();
  const limit = `${account.remoteId}/content_publishing_limit`;
  equal((await call(`/v26.0/${limit}`)).headers.get('facebook-api-version'), 'v26.0');
  equal((await call(`/v12.0/${limit}`)).headers.get('facebook-api-version'), 'v21.0');
  deepEqual(errorOf(await call(`/v99.0/${limit}`)), [2500, undefined]);
  deepEqual(errorOf(await call(`/latest/${limit}`)), [2500, undefined]);
  deepEqual(errorOf(await call(`/${limit}`)), [2500, undefined]);
});

void t.test('a call needs a token, which expires after sixty days', async () => {
  const { account, sandbox, clock, call } = connected();
  const url = `${account.endpoints['graph']}/v26.0/me?fields=username`;
  const codeOf = async (headers: { [name: string]: string }) => {
    const { error } = (await (await sandbox.fetch(url, { headers })).json()) as { error: Body };
    match(textAt(error, 'fbtrace_id') ?? '', /^A\w+/);
    return [error['code'], error['error_subcode']];
  };
  deepEqual(await codeOf({}), [2500, undefined]);
  deepEqual(await codeOf({ authorization: 'Bearer wrong' }), [190, 467]);
  clock.now += 60 * 24 * HOUR;
  deepEqual(errorOf(await call('/v26.0/me?fields=username')), [190, 463]);
  const again = sandbox.connect('instagram', 'Café Luna');
  equal(again.remoteId, account.remoteId);
  equal((await sandbox.fetch(`${url}&access_token=${again.credentials['accessToken']}`)).status, 200);
});

void t.test('a photo is processed for one poll, a video for three', async () => {
  const { create, poll } = connected();
  for (const [body, looks] of [
    [{ image_url: PHOTO }, 1],
    [{ media_type: 'REELS', video_url: CLIP }, 3],
  ] as const) {
    const { id } = (await create(body)).body;
    for (let look = 0; look < looks; look += 1) equal((await poll(id)).status_code, 'IN_PROGRESS');
    equal((await poll(id)).status_code, 'FINISHED');
  }
});

void t.test('publishing waits for the container, and publishes it once', async () => {
  const { sandbox, create, finished, publish, poll } = connected();
  const early = (await create({ image_url: PHOTO })).body.id;
  deepEqual(errorOf(await publish(early)), [9007, 2207027]);

  const id = await finished({ image_url: PHOTO, caption: 'Open at eight' });
  equal((await publish(id)).status, 200);
  equal((await poll(id)).status_code, 'PUBLISHED');
  deepEqual(errorOf(await publish(id)), [24, 2207008]);
  const entries = sandbox.ledger.entries();
  equal(entries.length, 1);
  equal(entries[0]?.text, 'Open at eight');
  deepEqual(
    entries[0]?.media.map(({ url, type }) => [url, type]),
    [[PHOTO, 'image/jpeg']],
  );
});

void t.test('a container expires after a day', async () => {
  const { clock, finished, publish, poll } = connected();
  const id = await finished({ image_url: PHOTO });
  clock.now += 24 * HOUR;
  equal((await poll(id)).status_code, 'EXPIRED');
  deepEqual(errorOf(await publish(id)), [24, 2207008]);
});

void t.test('a carousel accepts two to ten finished items that were created for it', async () => {
  const { sandbox, create, finished, publish } = connected();
  const child = () => finished({ image_url: PHOTO, is_carousel_item: true });
  const video = await finished({ media_type: 'VIDEO', video_url: CLIP, is_carousel_item: true });
  const carousel = (children: Json) => create({ media_type: 'CAROUSEL', children, caption: 'Many' });
  const first = await child();
  deepEqual(errorOf(await carousel(first)), [100, 2207028]);
  deepEqual(errorOf(await carousel(Array.from({ length: 11 }, () => first))), [100, 2207028]);
  deepEqual(errorOf(await carousel(`${first},17900000000099999`)), [24, 2207008]);
  const stranger = await finished({ image_url: PHOTO });
  deepEqual(errorOf(await carousel(`${first},${stranger}`)), [100, undefined]);
  const unfinished = (await create({ image_url: PHOTO, is_carousel_item: true })).body.id;
  deepEqual(errorOf(await carousel(`${first},${unfinished}`)), [9007, 2207027]);
  deepEqual(errorOf(await publish(first)), [100, undefined]);

  const parent = await finished({ media_type: 'CAROUSEL', children: `${first},${video}`, caption: 'Two' });
  equal((await publish(parent)).status, 200);
  equal(sandbox.ledger.entries()[0]?.media.length, 2);
});

void t.test('parameters that exclude each other are refused', async () => {
  const { create } = connected();
  const rows: [Body, (number | undefined)[]][] = [
    [{}, [100, undefined]],
    [{ media_type: 'POSTCARD', image_url: PHOTO }, [100, 2207023]],
    [{ media_type: 'VIDEO', video_url: CLIP }, [100, 2207023]],
    [{ media_type: 'REELS', video_url: CLIP, is_carousel_item: true }, [100, undefined]],
    [{ image_url: PHOTO, is_carousel_item: 'true', caption: 'no' }, [100, undefined]],
    [{ media_type: 'REELS', video_url: CLIP, upload_type: 'resumable' }, [100, undefined]],
    [{ image_url: PHOTO, caption: 'é'.repeat(2201) }, [36_004, 2207010]],
    [{ image_url: PHOTO, caption: '#a '.repeat(31) }, [100, 2207040]],
    [{ image_url: PHOTO, caption: '@a '.repeat(21) }, [100, 2207040]],
  ];
  for (const [body, expected] of rows)
    deepEqual(errorOf(await create(body)), expected, JSON.stringify(body).slice(0, 80));
});

void t.test('parameters are accepted as JSON, as a form or in the query', async () => {
  const { call, account } = connected();
  const path = `/v26.0/${account.remoteId}/media`;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ image_url: PHOTO });
  equal((await call(path, { method: 'POST', headers: json, body })).status, 200);
  equal((await call(path, { method: 'POST', body: new URLSearchParams({ image_url: PHOTO }) })).status, 200);
  equal((await call(`${path}?image_url=${encodeURIComponent(PHOTO)}`, { method: 'POST' })).status, 200);
});

void t.test('it downloads the media itself, without following redirects, and checks them', async () => {
  const at = (name: string) => `https://files.test/${name}`;
  const typed =
    (type: string, body: string | Uint8Array<ArrayBuffer> = 'bytes') =>
    () =>
      new Response(body, { headers: { 'content-type': type } });
  const { create, fetched, poll, finished } = connected({
    [at('gone.jpg')]: () => new Response('no', { status: 404 }),
    [at('moved.jpg')]: () => new Response(null, { status: 302, headers: { location: PHOTO } }),
    [at('page.jpg')]: typed('text/html'),
    [at('film.jpg')]: typed('video/mp4'),
    [at('fine.png')]: typed('image/png'),
    [at('new.webp')]: typed('image/webp'),
    [at('big.jpg')]: typed('image/jpeg', new Uint8Array(8 * 1024 * 1024 + 1)),
    [at('spoilt.jpg')]: typed('image/jpeg', 'fail:2207032'),
    [at('odd.webm')]: typed('video/webm'),
  });
  const image = async (name: string) => errorOf(await create({ image_url: at(name) }));
  for (const name of ['gone.jpg', 'moved.jpg', 'page.jpg', 'film.jpg', 'nowhere.jpg']) {
    deepEqual(await image(name), [9004, 2207052], name);
  }
  deepEqual(await image('fine.png'), [undefined, undefined]);
  deepEqual(await image('new.webp'), [36_001, 2207005]);
  deepEqual(await image('big.jpg'), [36_000, 2207004]);
  deepEqual(errorOf(await create({ image_url: 'https://media.test/wide.png' })), [36_003, 2207009]);
  match(fetched[0]?.headers.get('user-agent') ?? '', /^facebookexternalhit/);

  equal(
    (await poll(await finished({ image_url: at('spoilt.jpg') }))).status,
    'Error: Media upload has failed with error code 2207032',
  );
  const reel = await finished({ media_type: 'REELS', video_url: at('odd.webm') });
  match((await poll(reel)).status ?? '', /2207026$/);
});

void t.test('a hundred posts a day are accepted and no more', async () => {
  const { sandbox, clock, call, finished, publish } = connected();
  const usage = async () =>
    (await call('/v26.0/me/content_publishing_limit?fields=quota_usage,config')).body.data?.[0];
  for (let count = 0; count < 100; count += 1) await publish(await finished({ image_url: PHOTO }));
  deepEqual(await usage(), { quota_usage: 100, config: { quota_total: 100, quota_duration: 86_400 } });
  const last = await finished({ image_url: PHOTO });
  deepEqual(errorOf(await publish(last)), [9, 2207042]);
  equal(sandbox.ledger.entries().length, 100);
  clock.now += 24 * HOUR - 1;
  deepEqual(errorOf(await publish(last)), [9, 2207042]);
  clock.now += 1;
  equal((await usage())?.['quota_usage'], 0);
});

void t.test('the list of own media is newest first, in pages, and only of this account', async () => {
  const { sandbox, clock, call, finished, publish } = connected();
  const ids: (string | undefined)[] = [];
  for (const caption of ['one', 'two', 'three']) {
    ids.unshift((await publish(await finished({ image_url: PHOTO, caption }))).body.id);
    clock.now += 1000;
  }
  const first = (await call('/v26.0/me/media?fields=caption,timestamp&limit=2')).body;
  deepEqual(first.data, [
    { caption: 'three', timestamp: '2026-10-01T08:00:02+0000', id: ids[0] },
    { caption: 'two', timestamp: '2026-10-01T08:00:01+0000', id: ids[1] },
  ]);
  const next = textAt(first, 'paging', 'next') ?? '';
  ok(!next.includes('access_token'));
  const second = (await call(next.slice(next.indexOf('/v26.0')))).body;
  deepEqual(second.data, [{ caption: 'one', timestamp: '2026-10-01T08:00:00+0000', id: ids[2] }]);
  equal(second.paging?.['next'], undefined);
  const since = Math.floor(clock.now / 1000) - 1;
  equal((await call(`/v26.0/me/media?since=${since}`)).body.data?.length, 1);

  const other = sandbox.connect('instagram', 'someone else');
  const url = `${other.endpoints['graph']}/v26.0`;
  const headers = { authorization: `Bearer ${other.credentials['accessToken']}` };
  deepEqual(await (await sandbox.fetch(`${url}/me/media`, { headers })).json(), { data: [] });
  const codes = async (path: string) =>
    (await (await sandbox.fetch(`${url}/${path}`, { headers })).json()) as Answered['body'];
  equal((await codes(ids[0] ?? '')).error?.['error_subcode'], 33);
});

void t.test('a post has a permalink, and an unknown field fails the call', async () => {
  const { call, finished, publish } = connected();
  const { id } = (await publish(await finished({ media_type: 'REELS', video_url: CLIP }))).body;
  const node = (await call(`/v26.0/${id}?fields=permalink,media_type,media_product_type`)).body;
  match(textAt(node, 'permalink') ?? '', /^https:\/\/www\.instagram\.com\/reel\/\w+\/$/);
  deepEqual([node['media_type'], node['media_product_type']], ['VIDEO', 'REELS']);
  deepEqual(errorOf(await call(`/v26.0/${id}?fields=nonsense`)), [100, undefined]);
  deepEqual(errorOf(await call('/v26.0/18000000000099999?fields=permalink')), [100, 33]);
});

void t.test('the spam verdict comes after the post is live', async () => {
  const { sandbox, finished, publish, poll } = connected();
  const id = await finished({ image_url: PHOTO });
  sandbox.faults.add({
    kind: 'error_after_accept',
    network: 'instagram',
    call: 'media_publish',
    status: 403,
    times: 1,
  });
  deepEqual(errorOf(await publish(id)), [4, 2207051]);
  equal((await poll(id)).status_code, 'PUBLISHED');
  equal(sandbox.ledger.entries().length, 1);
});
