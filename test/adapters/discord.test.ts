/** Only what is special about Discord: its requests, codes and addresses. The rest is in the contract. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { MediaError, type PublishStep } from '../../adapters/port/publish.ts';
import { manifest as discord } from '../../adapters/discord/manifest.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';
import { host, open, photos, post, noneHeld } from '../contract/media.ts';

const TOKEN = 'webhook-token-that-is-secret';

await t.test('a text is sent as JSON, waits for the message and mentions nobody', async () => {
  const { requests } = await publish(post('@everyone look'), answer(200, message()));
  const [request] = requests;
  equal(request?.url, `https://discord.com/api/v10/webhooks/111/${TOKEN}?wait=true`);
  equal(request.redirect, 'manual');
  deepEqual(await request.json(), { content: '@everyone look', allowed_mentions: { parse: [] } });
});

await t.test('images are sent as numbered parts that payload_json describes', async () => {
  const { requests } = await publish(post('Two boats', ['photo.jpg', 'dance.gif']), answer(200, message()));
  const form = await requests[0]?.formData();
  const payload = form?.get('payload_json');
  equal(typeof payload, 'string', 'a plain field, not a file');
  deepEqual(JSON.parse(payload as string), {
    content: 'Two boats',
    allowed_mentions: { parse: [] },
    attachments: [
      { id: '0', filename: 'image-1.jpg' },
      { id: '1', filename: 'image-2.gif' },
    ],
  });
  const parts = ['files[0]', 'files[1]'].map((name) => form?.get(name) as File);
  deepEqual(
    parts.map(({ name, type }) => [name, type]),
    [
      ['image-1.jpg', 'image/jpeg'],
      ['image-2.gif', 'image/gif'],
    ],
  );
});

await t.test('a post has the address of its server, channel and message', async () => {
  const { outcome } = await publish(post('Hi'), answer(200, message()));
  deepEqual(outcome, {
    kind: 'published',
    networkPostId: '9001',
    url: 'https://discord.com/channels/333/222/9001',
  });
});

await t.test('without a known server the post has no address', async () => {
  const { outcome } = await publish(post('Hi'), answer(200, message()), { guildId: '' });
  deepEqual(outcome, { kind: 'published', networkPostId: '9001', url: null });
});

await t.test('a video is refused, and the error names it', () => {
  const { refusals } = discord.publish.plan(post('Hi', ['photo.jpg', 'clip.mp4']), account());
  deepEqual(
    refusals.map(({ param }) => param),
    ['/media/1'],
  );
  match(refusals[0]?.message ?? '', /media\/1/);
  return Promise.resolve();
});

const answers: [string, () => Response, Outcome['kind']][] = [
  ['400 with a form fault', refusal(400, 50035, 'Invalid Form Body'), 'rejected'],
  ['400 empty', refusal(400, 50006, 'Cannot send an empty message'), 'rejected'],
  [
    '400 in a forum channel',
    refusal(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id'),
    'rejected',
  ],
  ['400 too large', refusal(400, 40005, 'Request entity too large'), 'rejected'],
  ['413 too large', refusal(413, 40005, 'Request entity too large'), 'rejected'],
  [
    '400 explicit content',
    refusal(400, 20009, 'Explicit content cannot be sent to the desired recipient(s)'),
    'rejected',
  ],
  ['400 blocked by AutoMod', refusal(400, 200000, 'Message was blocked by automatic moderation'), 'rejected'],
  ['401 wrong token', refusal(401, 50027, 'Invalid Webhook Token'), 'reauthorize'],
  ['403 no access', refusal(403, 50001, 'Missing Access'), 'reauthorize'],
  ['403 no permission', refusal(403, 50013, 'Missing Permissions'), 'reauthorize'],
  ['404 deleted webhook', refusal(404, 10015, 'Unknown Webhook'), 'reauthorize'],
  ['404 unknown channel', refusal(404, 10003, 'Unknown Channel'), 'rejected'],
  [
    '400 channel write limit',
    refusal(400, 20028, 'The channel you are writing has hit the write rate limit'),
    'retry',
  ],
  [
    '403 server write limit',
    refusal(403, 20029, 'The write action you are performing on the server has hit the write rate limit'),
    'retry',
  ],
  ['403 from the edge', html(403), 'retry'],
  ['413 from the edge', html(413), 'rejected'],
  ['408 from the edge', html(408), 'unknown'],
  [
    'a redirect',
    () => new Response(null, { status: 308, headers: { location: 'https://elsewhere.test/' } }),
    'retry',
  ],
  ['500', refusal(500, 0, '500: Internal Server Error'), 'unknown'],
  ['503 as HTML', html(503), 'unknown'],
  ['204, a message not saved yet', () => new Response(null, { status: 204 }), 'unknown'],
  ['200 without an id', answer(200, {}), 'unknown'],
  ['200 as HTML', html(200), 'unknown'],
];
for (const [what, given, kind] of answers) {
  await t.test(`${what} is ${kind}`, async () => {
    const { outcome } = await publish(post('Hi'), given);
    equal(outcome.kind, kind);
    ok('reason' in outcome && outcome.reason.startsWith('Discord'));
  });
}

await t.test('an error of the form names the field and what is wrong with it', async () => {
  const { outcome } = await publish(
    post('Hi'),
    answer(400, {
      message: 'Invalid Form Body',
      code: 50035,
      errors: {
        content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
      },
    }),
  );
  deepEqual(outcome, {
    kind: 'rejected',
    reason: 'Discord: Invalid Form Body (content: Must be 2000 or fewer in length.)',
  });
});

await t.test('too many requests wait as long as Discord says, also fractions of a second', async () => {
  const body = { message: 'You are being rate limited.', retry_after: 1.337, global: false };
  const { outcome } = await publish(post('Hi'), answer(429, body));
  deepEqual(outcome, { kind: 'retry', reason: 'Discord: You are being rate limited.', afterMs: 1337 });
  const edge = await publish(
    post('Hi'),
    () => new Response('<html>', { status: 429, headers: { 'retry-after': '600' } }),
  );
  equal(edge.outcome.kind === 'retry' && edge.outcome.afterMs, 600_000);
});

await t.test('a webhook token that an error repeats never appears in a reason', async () => {
  const { outcome } = await publish(post('Hi'), refusal(400, 1, `no route /webhooks/111/${TOKEN}`));
  ok(!JSON.stringify(outcome).includes(TOKEN));
});

await t.test('images of more than 24 MiB together are rejected before anything is sent', async () => {
  const opened: PublishStep['open'] = async (item) => ({
    ...(await open(item)),
    bytes: new Uint8Array(6.5 * 1024 * 1024),
  });
  const { outcome, requests } = await publish(post('', photos(4)), answer(200, message()), {}, opened);
  equal(outcome.kind, 'rejected');
  equal(requests.length, 0);
});

await t.test('files are opened with the 10 MiB of one file', async () => {
  const asked: [string, number | undefined][] = [];
  const opened: PublishStep['open'] = async (item, requirements) => {
    asked.push([item.kind, requirements?.maxBytes]);
    return open(item);
  };
  const content = post('', ['photo.jpg', 'dance.gif']);
  await publish(content, answer(200, message()), {}, opened);
  deepEqual(asked, [
    ['image', 10 * 1024 * 1024],
    ['gif', 10 * 1024 * 1024], // a GIF that is scaled down would stand still: a larger one is refused
  ]);
});

await t.test('media that cannot be opened are a retry or a rejection, as their error says', async () => {
  for (const temporary of [true, false]) {
    const opened = () => Promise.reject(new MediaError('media/0 is not there', temporary));
    const { outcome } = await publish(post('', ['photo.jpg']), answer(200, message()), {}, opened);
    deepEqual(outcome, { kind: temporary ? 'retry' : 'rejected', reason: 'media/0 is not there' });
  }
});

function account(credentials: { [name: string]: string } = {}): AccountAccess {
  return {
    id: 'acc_1',
    platform: 'discord',
    limits: {},
    remoteId: '111',
    username: '',
    endpoints: discord.endpoints,
    credentials: { webhookId: '111', webhookToken: TOKEN, guildId: '333', ...credentials },
  };
}

async function publish(
  content: ReturnType<typeof post>,
  respond: () => Response,
  credentials: { [name: string]: string } = {},
  opened: PublishStep['open'] = open,
): Promise<{ outcome: Outcome; requests: Request[] }> {
  const requests: Request[] = [];
  const outcome = await discord.publish.publish({
    account: account(credentials),
    plan: discord.publish.plan(content, account()),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint: null,
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

function message(): Json {
  return { id: '9001', type: 0, channel_id: '222', webhook_id: '111', content: 'Hi', attachments: [] };
}

function answer(status: number, body: Json): () => Response {
  return () => Response.json(body, { status });
}

function refusal(status: number, code: number, message: string): () => Response {
  return answer(status, { message, code });
}

function html(status: number): () => Response {
  return () =>
    new Response('<html><body>edge</body></html>', { status, headers: { 'content-type': 'text/html' } });
}
