/** The sandbox in-process: networks, ledger, calls, and faults as an adapter's fetch meets them. */
import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { Json } from '../../machines/outcome.ts';
import { networks } from '../../simulators/networks.ts';
import { telegram } from '../../simulators/telegram/index.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { Fault, SimulatedAccount } from '../../simulators/simulator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE = 'http://sandbox.test';

await t.test('posts to a network are in the ledger, and each request is in the log of calls', async () => {
  const { sandbox, rosa } = scene();
  await say(sandbox, rosa, 'Hello');
  deepEqual(sandbox.ledger.entries(), [
    {
      network: 'telegram',
      at: '2026-05-04T10:00:00.000Z',
      account: rosa.remoteId,
      id: '1',
      text: 'Hello',
      media: [],
      details: { channel: '@rosa' },
    },
  ]);
  deepEqual(sandbox.calls.entries(), [
    {
      network: 'telegram',
      account: rosa.remoteId,
      call: 'sendMessage',
      status: 200,
      at: '2026-05-04T10:00:00.000Z',
    },
  ]);
});

await t.test('the ledger can be filtered by network and by account', async () => {
  const { sandbox, rosa } = scene();
  const bo = sandbox.connect('telegram', 'bo');
  await say(sandbox, rosa, 'from Rosa');
  await say(sandbox, bo, 'from Bo');
  const texts = (filter: Parameters<typeof sandbox.ledger.entries>[0]) =>
    sandbox.ledger.entries(filter).map(({ text }) => text);
  deepEqual(texts({ network: 'telegram' }), ['from Rosa', 'from Bo']);
  deepEqual(texts({ account: bo.remoteId }), ['from Bo']);
  deepEqual(texts({ network: 'discord' }), []);
});

await t.test('the same name twice is the same account, two names are two', () => {
  const { sandbox, rosa } = scene();
  deepEqual(sandbox.connect('telegram', 'rosa'), rosa);
  ok(sandbox.connect('telegram', 'bo').remoteId !== rosa.remoteId);
  deepEqual(
    sandbox.accounts().map(({ displayName }) => displayName),
    ['rosa', 'bo'],
  );
  throws(() => sandbox.connect('discord', 'rosa'), RangeError);
  return Promise.resolve();
});

await t.test('a path that no network has returns 404', async () => {
  const { sandbox } = scene();
  for (const path of ['/telegram/nothing', '/discord/api', '/', '/media/nothing.jpg', '/media/..%2fstate']) {
    equal((await sandbox.fetch(`${BASE}${path}`)).status, 404, path);
  }
});

await t.test('an address outside the sandbox cannot be reached', async () => {
  const { sandbox } = scene();
  for (const url of ['http://elsewhere.test/telegram/x', 'http://sandbox.test.evil/telegram/x']) {
    await rejects(
      sandbox.fetch(url),
      (error: Error) => (error.cause as { code: string }).code === 'ENOTFOUND',
    );
  }
});

await t.test('an uploaded file is stored and can be read, whole and in part', async () => {
  const { sandbox, rosa } = scene();
  const form = new FormData();
  form.set('chat_id', rosa.remoteId);
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 1, 2, 3]);
  form.set('photo', new File([jpeg], 'a.jpg', { type: 'image/jpeg' }));
  await call(sandbox, rosa, 'sendPhoto', { method: 'POST', body: form });
  const media = sandbox.ledger.entries()[0]?.media[0];
  equal(media?.bytes, 6);
  const url = media?.url ?? '';
  const whole = await sandbox.fetch(url);
  equal(whole.headers.get('content-type'), 'image/jpeg');
  deepEqual(new Uint8Array(await whole.arrayBuffer()), jpeg);
  const part = await sandbox.fetch(url, { headers: { range: 'bytes=3-' } });
  equal(part.status, 206);
  equal(part.headers.get('content-range'), 'bytes 3-5/6');
});

type Asked = Omit<Fault, 'network'>;
const met: [string, Asked, number | 'broken', number][] = [
  ['status: nothing is done, the network says so', { kind: 'status', status: 500 }, 500, 0],
  ['status without a number: 503', { kind: 'status' }, 503, 0],
  [
    'error_after_accept: it is done, the network says it failed',
    { kind: 'error_after_accept', status: 502 },
    502,
    1,
  ],
  ['lost_answer: it is done, the connection breaks', { kind: 'lost_answer' }, 'broken', 1],
  ['cut: nothing is done, the connection breaks', { kind: 'cut' }, 'broken', 0],
  ['no_id: it is done, the answer is empty', { kind: 'no_id' }, 200, 1],
  ['slow: it is done, the answer comes late', { kind: 'slow', delayMs: 4000 }, 200, 1],
  ['expired_token: nothing is done, the token is refused', { kind: 'expired_token' }, 401, 0],
];
for (const [what, fault, answer, live] of met) {
  await t.test(what, async () => {
    const { sandbox, rosa, waits } = scene();
    sandbox.faults.add({ ...fault, network: 'telegram', times: 1 });
    const asked = say(sandbox, rosa, 'Hello');
    if (answer === 'broken') {
      await rejects(asked, (error: Error) => error instanceof TypeError && 'code' in (error.cause as object));
    } else {
      equal((await asked).status, answer);
    }
    equal(sandbox.ledger.entries().length, live);
    deepEqual(waits, fault.kind === 'slow' ? [4000] : []);
    equal(sandbox.calls.entries().at(-1)?.status, answer === 'broken' ? 'cut' : answer);
    deepEqual(sandbox.faults.list(), [], 'used up');
    equal((await say(sandbox, rosa, 'again')).status, 200);
  });
}

await t.test('a fault says how long to wait in the network’s own way', async () => {
  const { sandbox, rosa } = scene();
  sandbox.faults.add({ kind: 'status', status: 429, retryAfterSeconds: 14, network: 'telegram', times: 1 });
  const body = (await (await say(sandbox, rosa, 'Hello')).json()) as { [key: string]: Json };
  deepEqual(body['parameters'], { retry_after: 14 });
});

await t.test(
  'a fault affects only its network, its account and its call, in order, as often as requested',
  async () => {
    const { sandbox, rosa } = scene();
    const bo = sandbox.connect('telegram', 'bo');
    sandbox.faults.add({ kind: 'status', status: 500, network: 'discord' });
    sandbox.faults.add({ kind: 'status', status: 501, network: 'telegram', account: bo.remoteId });
    sandbox.faults.add({ kind: 'status', status: 502, network: 'telegram', call: 'sendPhoto' });
    sandbox.faults.add({ kind: 'status', status: 503, network: 'telegram', times: 2 });
    const statuses: number[] = [];
    for (const account of [rosa, bo, rosa, rosa, bo])
      statuses.push((await say(sandbox, account, 'Hi')).status);
    deepEqual(statuses, [503, 501, 503, 200, 501]);
    equal(sandbox.faults.list().length, 3);
    sandbox.faults.clear('telegram');
    deepEqual(
      sandbox.faults.list().map(({ network }) => network),
      ['discord'],
    );
    sandbox.faults.clear();
    equal((await say(sandbox, bo, 'Hi')).status, 200);
  },
);

await t.test('an aborted call ends at once with the reason of its signal', async () => {
  const held = Promise.withResolvers<void>();
  const { sandbox, rosa } = scene({ delay: () => held.promise });
  sandbox.faults.add({ kind: 'slow', delayMs: 60_000, network: 'telegram' });
  const { signal, abort } = abortable();
  const asked = say(sandbox, rosa, 'Hello', signal);
  abort(new DOMException('too slow', 'TimeoutError'));
  await rejects(asked, { name: 'TimeoutError' });
  await rejects(say(sandbox, rosa, 'Hello', AbortSignal.abort()), { name: 'AbortError' });
  held.resolve();
});

await t.test('everything but the log of calls is restored after a restart', async (t) => {
  const folder = await temporaryFolder(t);
  const before = scene({ folder });
  await say(before.sandbox, before.rosa, 'Hello');
  before.sandbox.faults.add({ kind: 'cut', network: 'telegram', times: 3 });
  const after = scene({ folder });
  deepEqual(after.rosa, before.rosa);
  deepEqual(after.sandbox.ledger.entries(), before.sandbox.ledger.entries());
  deepEqual(after.sandbox.faults.list(), before.sandbox.faults.list());
  deepEqual(after.sandbox.accounts(), before.sandbox.accounts());
  after.sandbox.faults.clear();
  const sent = (await (await say(after.sandbox, after.rosa, 'Hello')).json()) as {
    result: { message_id: number };
  };
  equal(sent.result.message_id, 2, 'numbers go on');
});

await t.test('a line that a kill left unfinished is dropped, and the ledger continues', async (t) => {
  const folder = await temporaryFolder(t);
  const before = scene({ folder });
  await say(before.sandbox, before.rosa, 'first');
  await appendFile(join(folder, 'state', 'ledger.jsonl'), '{"network":"telegr');
  const after = scene({ folder });
  await say(after.sandbox, after.rosa, 'second');
  deepEqual(
    scene({ folder })
      .sandbox.ledger.entries()
      .map(({ text }) => text),
    ['first', 'second'],
  );
});

await t.test('a reset deletes posts, accounts, calls and faults', async (t) => {
  for (const folder of [undefined, await temporaryFolder(t)]) {
    const { sandbox, rosa } = scene(folder === undefined ? {} : { folder });
    await say(sandbox, rosa, 'Hello');
    sandbox.faults.add({ kind: 'cut', network: 'telegram' });
    sandbox.reset();
    deepEqual(
      [sandbox.ledger.entries(), sandbox.calls.entries(), sandbox.faults.list(), sandbox.accounts()],
      [[], [], [], []],
    );
    equal((await say(sandbox, rosa, 'Hello')).status, 400, 'the chat is gone');
  }
});

await t.test(
  'every simulated network creates accounts of its own and has an address inside the sandbox',
  () => {
    const sandbox = createSandbox({ baseUrl: BASE, networks });
    for (const platform of sandbox.platforms) {
      const account = sandbox.connect(platform, 'rosa');
      ok(account.remoteId && account.displayName, platform);
      ok(Object.keys(account.credentials).length > 0, platform);
      for (const endpoint of Object.values(account.endpoints)) {
        ok(endpoint.startsWith(`${BASE}/${platform}`), `${platform}: ${endpoint}`);
      }
    }
    equal(new Set(sandbox.platforms).size, networks.length);
    return Promise.resolve();
  },
);

interface Scene {
  sandbox: Sandbox;
  rosa: SimulatedAccount;
  /** Milliseconds of each response held back. */
  waits: number[];
}

function scene(options: { folder?: string; delay?: (ms: number) => Promise<unknown> } = {}): Scene {
  const waits: number[] = [];
  const sandbox = createSandbox({
    baseUrl: BASE,
    networks: [telegram],
    now: () => Date.UTC(2026, 4, 4, 10),
    delay: (ms) => Promise.resolve(waits.push(ms)),
    ...options,
  });
  return { sandbox, rosa: sandbox.connect('telegram', 'rosa'), waits };
}

function say(
  sandbox: Sandbox,
  account: SimulatedAccount,
  text: string,
  signal?: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify({ chat_id: account.remoteId, text });
  const headers = { 'content-type': 'application/json' };
  return call(sandbox, account, 'sendMessage', {
    method: 'POST',
    body,
    headers,
    ...(signal ? { signal } : {}),
  });
}

function call(
  sandbox: Sandbox,
  account: SimulatedAccount,
  method: string,
  init: RequestInit,
): Promise<Response> {
  return sandbox.fetch(`${account.endpoints['api']}/bot${account.credentials['token']}/${method}`, init);
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) };
}
