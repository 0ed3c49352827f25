/**
 * Only what is special about Telegram: its requests, responses, addresses and file limits. The rest is in the contract.
 */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { MediaError, type OpenedMedia, type PublishStep } from '../../adapters/port/publish.ts';
import { manifest as telegram } from '../../adapters/telegram/manifest.ts';
import type { Checkpoint, Json, Outcome } from '../../machines/outcome.ts';
import { host, open, post, noneHeld } from '../contract/media.ts';

const TOKEN = '123456789:AAHsecretsecretsecretsecretsecretse';

await t.test('a text is sent as JSON without parse_mode, so markup in it stays text', async () => {
  const { requests } = await publish(post('a <b> & *c*'), answer(200, sent()));
  const [request] = requests;
  equal(request?.url, `https://api.telegram.org/bot${TOKEN}/sendMessage`);
  equal(request.redirect, 'manual');
  deepEqual(await request.json(), { chat_id: '-1001234', text: 'a <b> & *c*' });
});

await t.test('a text that is too long only if an emoji counts as two gets a warning', async () => {
  const long = telegram.publish.plan(post(`${'a'.repeat(4000)}${'😀'.repeat(96)}`), account());
  deepEqual(long.refusals, []);
  match(long.warnings.join(' '), /4192 characters if each emoji counts as two/);
  deepEqual(telegram.publish.plan(post('😀'.repeat(2048)), account()).warnings, []);
});

await t.test('a photo is sent as bytes with its caption', async () => {
  const { requests } = await publish(post('Two boats', ['photo.jpg']), answer(200, sent()));
  const form = await requests[0]?.formData();
  equal(new URL(requests[0]?.url ?? '').pathname.split('/').at(-1), 'sendPhoto');
  equal(form?.get('chat_id'), '-1001234');
  equal(form?.get('caption'), 'Two boats');
  const file = form?.get('photo') as File;
  equal(file.name, 'photo.jpg');
  equal(file.type, 'image/jpeg');
});

await t.test('a video has its size in pixels and the flag for streaming', async () => {
  const { requests } = await publish(post('', ['clip.mp4']), answer(200, sent()));
  const form = await requests[0]?.formData();
  deepEqual(
    [form?.get('width'), form?.get('height'), form?.get('supports_streaming')],
    ['640', '360', 'true'],
  );
  equal(form?.get('caption'), null);
});

await t.test('a GIF is sent as an animation', async () => {
  const { requests } = await publish(post('', ['dance.gif']), answer(200, sent()));
  const [request] = requests;
  ok(request);
  ok(request.url.endsWith('/sendAnimation'));
  ok((await request.formData()).get('animation') instanceof File);
});

await t.test('a video that Telegram cannot play causes a warning', () => {
  const plan = telegram.publish.plan(post('', ['clip.mov']), account());
  deepEqual(plan.refusals, []);
  match(plan.warnings.join(), /\.mov/);
  return Promise.resolve();
});

await t.test('a post in a public channel has an address with the channel’s name', async () => {
  const { outcome } = await publish(
    post('Hi'),
    answer(200, sent({ chat: { id: -1001234, username: 'boats' } })),
  );
  deepEqual(outcome, { kind: 'published', networkPostId: '55', url: 'https://t.me/boats/55' });
});

await t.test('a post in a private channel has the address that members can open', async () => {
  const { outcome } = await publish(post('Hi'), answer(200, sent()));
  deepEqual(outcome, { kind: 'published', networkPostId: '55', url: 'https://t.me/c/1234/55' });
});

await t.test('a post in a small group has no address', async () => {
  const { outcome } = await publish(post('Hi'), answer(200, sent({ chat: { id: -77 } })), { chatId: '-77' });
  deepEqual(outcome, { kind: 'published', networkPostId: '55', url: null });
});

await t.test(
  'message id 0, a large video still being processed, is published without an address',
  async () => {
    const { outcome } = await publish(post('', ['clip.mp4']), answer(200, sent({ message_id: 0 })));
    deepEqual(outcome, { kind: 'published', networkPostId: '0', url: null });
  },
);

await t.test('a group that became a supergroup gets the message under its new id, once', async () => {
  const moved = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: -1009876543210,
  });
  const { outcome } = await publish(post('Hi'), moved);
  deepEqual(outcome, { kind: 'progress', checkpoint: { chatId: '-1009876543210' }, afterMs: 0 });
  const { requests } = await publish(post('Hi'), answer(200, sent()), {}, { chatId: '-1009876543210' });
  deepEqual(await requests[0]?.json(), { chat_id: '-1009876543210', text: 'Hi' });
});

const answers: [string, () => Response, Outcome['kind']][] = [
  ['400 chat not found', refusal(400, 'Bad Request: chat not found'), 'reauthorize'],
  [
    '400 rights missing',
    refusal(400, 'Bad Request: not enough rights to send text messages to the chat'),
    'reauthorize',
  ],
  [
    '400 administrator rights',
    refusal(400, 'Bad Request: need administrator rights in the channel chat'),
    'reauthorize',
  ],
  ['400 CHAT_WRITE_FORBIDDEN', refusal(400, 'Bad Request: CHAT_WRITE_FORBIDDEN'), 'reauthorize'],
  ['400 too long', refusal(400, 'Bad Request: message is too long'), 'rejected'],
  ['400 caption too long', refusal(400, 'Bad Request: message caption is too long'), 'rejected'],
  ['400 empty', refusal(400, 'Bad Request: message text is empty'), 'rejected'],
  ['400 entities', refusal(400, "Bad Request: can't parse entities"), 'rejected'],
  ['400 dimensions', refusal(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'), 'rejected'],
  ['400 image', refusal(400, 'Bad Request: IMAGE_PROCESS_FAILED'), 'rejected'],
  ['400 in words nobody knows', refusal(400, 'Bad Request: something new'), 'rejected'],
  ['401', refusal(401, 'Unauthorized'), 'reauthorize'],
  ['403 kicked', refusal(403, 'Forbidden: bot was kicked from the channel chat'), 'reauthorize'],
  ['403 not a member', refusal(403, 'Forbidden: bot is not a member of the channel chat'), 'reauthorize'],
  ['404', refusal(404, 'Not Found'), 'reauthorize'],
  ['409', refusal(409, 'Conflict: terminated by other getUpdates request'), 'retry'],
  ['413', refusal(413, 'Request Entity Too Large'), 'rejected'],
  ['429', refusal(429, 'Too Many Requests'), 'retry'],
  ['500', refusal(500, 'Internal Server Error'), 'unknown'],
  ['502 as HTML', html(502), 'unknown'],
  ['504 as HTML', html(504), 'unknown'],
  ['408 as HTML', html(408), 'unknown'],
  ['413 from a proxy', html(413), 'rejected'],
  ['403 from a proxy', html(403), 'retry'],
  [
    'a redirect',
    () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.test/' } }),
    'retry',
  ],
  ['200 as HTML', html(200), 'unknown'],
  ['200 without a result', answer(200, { ok: true }), 'unknown'],
  ['200 without a message id', answer(200, { ok: true, result: {} }), 'unknown'],
];
for (const [what, given, kind] of answers) {
  await t.test(`${what} is ${kind}`, async () => {
    const { outcome } = await publish(post('Hi'), given);
    equal(outcome.kind, kind);
    ok('reason' in outcome && outcome.reason.startsWith('Telegram'));
  });
}

await t.test('too many requests wait as long as Telegram says, in the body before the header', async () => {
  const body = await publish(
    post('Hi'),
    refusal(429, 'Too Many Requests: retry after 14', { retry_after: 14 }),
  );
  deepEqual(body.outcome, {
    kind: 'retry',
    reason: 'Telegram: Too Many Requests: retry after 14',
    afterMs: 14_000,
  });
  const header = await publish(
    post('Hi'),
    () => new Response('', { status: 429, headers: { 'retry-after': '9' } }),
  );
  equal(header.outcome.kind === 'retry' && header.outcome.afterMs, 9_000);
});

await t.test('a bot token that an error repeats never appears in a reason', async () => {
  const { outcome } = await publish(post('Hi'), refusal(400, `Bad Request: no such path /bot${TOKEN}/x`));
  ok(!JSON.stringify(outcome).includes('secret'));
});

await t.test(
  'a refused connection is a retry, and one that breaks, or never responds, is unknown instead',
  async () => {
    const fails = (code: string) => () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    };
    equal((await publish(post('Hi'), fails('ECONNREFUSED'))).outcome.kind, 'retry');
    equal((await publish(post('Hi'), fails('ENOTFOUND'))).outcome.kind, 'retry');
    equal((await publish(post('Hi'), fails('ECONNRESET'))).outcome.kind, 'unknown');
    const late = () => {
      throw new DOMException('late', 'TimeoutError');
    };
    equal((await publish(post('Hi'), late)).outcome.kind, 'unknown');
  },
);

const files: [string, Partial<OpenedMedia>, string][] = [
  ['a photo over 10 MB', { bytes: new Uint8Array(10_000_001) }, 'photo.jpg'],
  ['a photo of more than 10,000 pixels for both sides', { width: 9_000, height: 1_001 }, 'photo.jpg'],
  ['a photo more than 20 times as wide as high', { width: 2_100, height: 100 }, 'photo.jpg'],
  ['a video over 50 MB', { bytes: new Uint8Array(50_000_001) }, 'clip.mp4'],
];
for (const [what, media, file] of files) {
  await t.test(`${what} is rejected before anything is sent`, async () => {
    const opened = async () => ({ ...(await open(post('', [file]).media[0] as never)), ...media });
    const { outcome, requests } = await publish(post('', [file]), answer(200, sent()), {}, null, opened);
    equal(outcome.kind, 'rejected');
    match('reason' in outcome ? outcome.reason : '', /media\/0/);
    equal(requests.length, 0);
  });
}

await t.test('media that cannot be opened are a retry or a rejection, as their error says', async () => {
  for (const temporary of [true, false]) {
    const opened = () => Promise.reject(new MediaError('media/0 is not there', temporary));
    const { outcome } = await publish(post('', ['photo.jpg']), answer(200, sent()), {}, null, opened);
    deepEqual(outcome, { kind: temporary ? 'retry' : 'rejected', reason: 'media/0 is not there' });
  }
});

function account(credentials: { [name: string]: string } = {}): AccountAccess {
  return {
    id: 'acc_1',
    platform: 'telegram',
    limits: {},
    remoteId: '-1001234',
    username: '',
    endpoints: telegram.endpoints,
    credentials: { token: TOKEN, chatId: '-1001234', ...credentials },
  };
}

async function publish(
  content: ReturnType<typeof post>,
  respond: () => Response,
  credentials: { [name: string]: string } = {},
  checkpoint: Checkpoint | null = null,
  opened: PublishStep['open'] = open,
): Promise<{ outcome: Outcome; requests: Request[] }> {
  const requests: Request[] = [];
  const outcome = await telegram.publish.publish({
    account: account(credentials),
    plan: telegram.publish.plan(content, account()),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint,
    now: 0,
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return Promise.resolve(respond());
    },
    signal: new AbortController().signal,
    heldIds: noneHeld,
    open: opened,
    host,
  });
  return { outcome, requests };
}

function sent(given: { [key: string]: Json } = {}): Json {
  return {
    ok: true,
    result: { message_id: 55, date: 1770000000, chat: { id: -1001234, type: 'channel' }, ...given },
  };
}

function answer(status: number, body: Json): () => Response {
  return () => Response.json(body, { status });
}

function refusal(status: number, description: string, parameters?: { [key: string]: Json }): () => Response {
  return answer(status, {
    ok: false,
    error_code: status,
    description,
    ...(parameters ? { parameters } : {}),
  });
}

function html(status: number): () => Response {
  return () =>
    new Response('<html><body>gateway</body></html>', { status, headers: { 'content-type': 'text/html' } });
}
