/** The sandbox over HTTP: networks, control API, samples and page. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox, type SandboxServer } from '../../simulators/server.ts';
import type { Fault, LedgerEntry, SimulatedAccount } from '../../simulators/simulator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

await t.test('a network accepts HTTP with JSON, a form or several parts', async (t) => {
  const { url } = await serve(t);
  const rosa = await connect(url, 'telegram', 'rosa');
  const send = (method: string, init: RequestInit) =>
    fetch(`${rosa.endpoints['api']}/bot${rosa.credentials['token']}/${method}`, { method: 'POST', ...init });
  await send('sendMessage', {
    body: JSON.stringify({ chat_id: rosa.remoteId, text: 'by JSON ✓' }),
    headers: { 'content-type': 'application/json' },
  });
  await send('sendMessage', { body: new URLSearchParams({ chat_id: rosa.remoteId, text: 'by form ✓' }) });
  const parts = new FormData();
  parts.set('chat_id', rosa.remoteId);
  parts.set('caption', 'by parts ✓');
  const photo = new Uint8Array(await (await fetch(`${url}/samples/photo.jpg`)).arrayBuffer());
  parts.set('photo', new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
  await send('sendPhoto', { body: parts });

  const entries = await ledger(url);
  deepEqual(
    entries.map(({ text }) => text),
    ['by JSON ✓', 'by form ✓', 'by parts ✓'],
  );
  const kept = entries[2]?.media[0];
  equal(kept?.bytes, photo.length);
  deepEqual(new Uint8Array(await (await fetch(kept.url ?? '')).arrayBuffer()), photo);
});

await t.test('a lost response is a connection that ends without one, and the post exists', async (t) => {
  const { url } = await serve(t);
  const rosa = await connect(url, 'discord', 'rosa');
  for (const kind of ['lost_answer', 'cut']) {
    await post(`${url}/control/faults`, { kind, network: 'discord', times: 1 });
    await rejects(execute(rosa, kind), (error: Error) => {
      match((error.cause as { code: string }).code, /UND_ERR_SOCKET|ECONNRESET/);
      return true;
    });
  }
  equal((await execute(rosa, 'through')).status, 200);
  deepEqual(
    (await ledger(url)).map(({ text }) => text),
    ['lost_answer', 'through'],
  );
});

await t.test("a network's Date header uses the sandbox's clock, like the times in its ids", async (t) => {
  const now = Date.UTC(2030, 0, 2, 3, 4, 5);
  const server = await serveSandbox({ port: 0, networks, now: () => now });
  t.teardown(() => server.stop());
  const rosa = await connect(server.url, 'discord', 'rosa');
  equal((await execute(rosa, 'on time')).headers.get('date'), new Date(now).toUTCString());
});

await t.test('the ledger and the calls can be filtered by network and account', async (t) => {
  const { url } = await serve(t);
  const [rosa, bo] = [await connect(url, 'discord', 'rosa'), await connect(url, 'discord', 'bo')];
  await execute(rosa, 'from Rosa');
  await execute(bo, 'from Bo');
  equal((await ledger(url, `?network=discord&account=${bo.remoteId}`)).length, 1);
  equal((await ledger(url, '?network=telegram')).length, 0);
  const { calls } = await read<{ calls: { call: string; account: string; status: number }[] }>(
    `${url}/control/calls`,
  );
  deepEqual(
    calls.map(({ call, account, status }) => [call, account, status]),
    [
      ['executeWebhook', rosa.remoteId, 200],
      ['executeWebhook', bo.remoteId, 200],
    ],
  );
});

await t.test('faults are set, listed and removed', async (t) => {
  const { url } = await serve(t);
  const faults = `${url}/control/faults`;
  const one: Fault = { kind: 'status', network: 'discord', status: 429, retryAfterSeconds: 3, times: 2 };
  const other: Fault = { kind: 'slow', network: 'telegram', call: 'sendMessage', account: '-1', delayMs: 50 };
  deepEqual(await (await post(faults, one)).json(), { faults: [one] });
  deepEqual(await (await post(faults, other)).json(), { faults: [one, other] });
  deepEqual(await read(faults), { faults: [one, other] });
  deepEqual(await (await fetch(`${faults}?network=discord`, { method: 'DELETE' })).json(), {
    faults: [other],
  });
  deepEqual(await (await fetch(faults, { method: 'DELETE' })).json(), { faults: [] });
});

const wrong: [string, string, unknown, RegExp][] = [
  ['POST', '/control/faults', { kind: 'explode', network: 'discord' }, /^kind must be one of status, /],
  ['POST', '/control/faults', { kind: 'cut' }, /^network must be one of /],
  [
    'POST',
    '/control/faults',
    { kind: 'cut', network: 'discord', times: 0 },
    /^times must be a whole number from 1/,
  ],
  [
    'POST',
    '/control/faults',
    { kind: 'status', network: 'discord', status: '429' },
    /^status must be a whole number/,
  ],
  ['POST', '/control/faults', { kind: 'cut', network: 'discord', retry: 1 }, /^retry is not known here/],
  ['POST', '/control/faults', { kind: 'slow', network: 'discord', delayMs: -1 }, /^delayMs must be/],
  ['POST', '/control/faults', { kind: 'cut', network: 'discord', account: '' }, /^account must be a text/],
  ['POST', '/control/faults', [], /^the body must be a JSON object/],
  ['POST', '/control/accounts', { network: 'myspace', name: 'rosa' }, /^network must be one of /],
  ['POST', '/control/accounts', { network: 'discord', name: '<script>' }, /^name must be 1 to 60 letters/],
  ['GET', '/control/ledger?network=myspace', undefined, /^network must be one of /],
  ['GET', '/control/ledger?since=now', undefined, /^since is not known here: it takes network, account/],
  ['DELETE', '/control/faults?network=myspace', undefined, /^network must be one of /],
];
for (const [method, path, body, sentence] of wrong) {
  await t.test(
    `${method} ${path} ${JSON.stringify(body) ?? ''} is refused with the wrong field`,
    async (t) => {
      const { url } = await serve(t);
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(url + path, init);
      equal(response.status, 400);
      match(((await response.json()) as { error: string }).error, sentence);
    },
  );
}

await t.test(
  'a control call that is not JSON, or comes from another website or host name, is refused',
  async (t) => {
    const { url } = await serve(t);
    const reset = `${url}/control/faults`;
    equal((await fetch(reset, { method: 'POST', body: '{"kind":"cut","network":"discord"}' })).status, 400);
    equal((await fetch(reset, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
    equal((await fetch(`${url}/control/nothing`)).status, 404);
    equal((await raw(url, '/control/health', { host: 'rebound.example' })).status, 421);
    equal((await raw(url, '/control/health', { host: 'localhost:1' })).status, 200);
  },
);

await t.test('a reset deletes what the networks received', async (t) => {
  const { url } = await serve(t);
  await execute(await connect(url, 'discord', 'rosa'), 'Hello');
  const response = await fetch(`${url}/control/reset`, { method: 'POST' });
  equal(response.status, 200);
  deepEqual(await ledger(url), []);
});

await t.test('health lists the networks and who serves them', async (t) => {
  const folder = await temporaryFolder(t);
  const { url } = await serve(t, folder);
  const health = await read<{ [key: string]: unknown }>(`${url}/control/health`);
  equal(health['status'], 'ok');
  equal(health['pid'], process.pid);
  equal(health['folder'], folder);
  deepEqual(
    health['networks'],
    networks.map(({ platform }) => platform),
  );
});

const samples = [
  ['photo.jpg', 'image/jpeg', 200_000, /^\xff\xd8\xff/],
  ['wide.png', 'image/png', 300_000, /^\x89PNG/],
  ['clip.mp4', 'video/mp4', 300_000, /^.{4}ftyp/s],
] as const;
for (const [name, type, most, start] of samples) {
  await t.test(`/samples/${name} is a real file of its type, served whole and in ranges`, async (t) => {
    const { url } = await serve(t);
    const at = (range?: string) =>
      fetch(`${url}/samples/${name}`, range === undefined ? {} : { headers: { range } });
    const whole = await at();
    equal(whole.headers.get('content-type'), type);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    ok(bytes.length < most);
    match(Buffer.from(bytes.subarray(0, 12)).toString('latin1'), start);

    const part = await at('bytes=100-199');
    equal(part.status, 206);
    equal(part.headers.get('content-range'), `bytes 100-199/${bytes.length}`);
    deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(100, 200));
    deepEqual(new Uint8Array(await (await at('bytes=-10')).arrayBuffer()), bytes.slice(-10));
    equal((await at(`bytes=${bytes.length}-`)).status, 416);
    equal((await at('lines=1-2')).status, 200);
    const head = await fetch(`${url}/samples/${name}`, { method: 'HEAD' });
    equal(head.headers.get('content-length'), String(bytes.length));
  });
}

await t.test(
  'the page shows the posts with their pictures, newest first, and the faults that are set',
  async (t) => {
    const { url } = await serve(t);
    const rosa = await connect(url, 'discord', 'Rosa Boats');
    await execute(rosa, 'the first');
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content: 'the second' }));
    form.set('files[0]', new File([Uint8Array.of(1, 2, 3)], 'a.png', { type: 'image/png' }));
    await fetch(webhook(rosa), { method: 'POST', body: form });
    await post(`${url}/control/faults`, { kind: 'lost_answer', network: 'telegram', times: 2 });

    const response = await fetch(url);
    match(response.headers.get('content-type') ?? '', /^text\/html/);
    match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    ok(html.indexOf('the second') < html.indexOf('the first'));
    match(html, /Rosa Boats/);
    match(html, /telegram: lost answer, 2 times/);
    const src = /<img src="([^"]+)"/.exec(html)?.[1] ?? '';
    deepEqual(
      new Uint8Array(await (await fetch(new URL(src, `${url}/`))).arrayBuffer()),
      Uint8Array.of(1, 2, 3),
    );
    const other = await (await fetch(`${url}/?network=telegram`)).text();
    ok(!other.includes('the first'));

    const { entries } = (await (await fetch(`${url}/control/ledger`)).json()) as {
      entries: { id: string }[];
    };
    const one = await (await fetch(`${url}/?network=discord&id=${entries[0]!.id}`)).text();
    ok(one.includes('the first') && !one.includes('the second'));
    match(one, /<a href="\?network=discord">Show all</);
    match(await (await fetch(`${url}/?id=none`)).text(), /no post with this id/);
  },
);

await t.test('the text of a post is shown as text on the page, never as markup', async (t) => {
  const { url } = await serve(t);
  await execute(await connect(url, 'discord', 'rosa'), `<script>alert(1)</script><img src=x onerror="y">'&`);
  const html = await (await fetch(url)).text();
  ok(!html.includes('<script>alert') && !html.includes('<img src=x'));
  match(html, /&#60;script&#62;alert/);
});

async function serve(t: Test, folder?: string): Promise<SandboxServer> {
  const server = await serveSandbox({ port: 0, networks, ...(folder === undefined ? {} : { folder }) });
  t.teardown(() => server.stop());
  return server;
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  equal(response.status, 200);
  return (await response.json()) as T;
}

async function connect(url: string, network: string, name: string): Promise<SimulatedAccount> {
  const response = await post(`${url}/control/accounts`, { network, name });
  equal(response.status, 200);
  return (await response.json()) as SimulatedAccount;
}

async function ledger(url: string, query = ''): Promise<LedgerEntry[]> {
  return (await read<{ entries: LedgerEntry[] }>(`${url}/control/ledger${query}`)).entries;
}

function webhook({ endpoints, credentials }: SimulatedAccount): string {
  return `${endpoints['api']}/webhooks/${credentials['webhookId']}/${credentials['webhookToken']}?wait=true`;
}

function execute(account: SimulatedAccount, content: string): Promise<Response> {
  return post(webhook(account), { content });
}

/** A request with a host header of its own, which fetch does not allow. */
async function raw(url: string, path: string, headers: { [name: string]: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const asked = httpRequest(`${url}${path}`, { headers, agent: false }, (answer) => {
    text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
  });
  asked.on('error', reject).end();
  return promise;
}
