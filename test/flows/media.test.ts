import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import t from 'tap';
import type { Platform } from '../../adapters/networks.ts';
import { type RunningService, startService } from '../support/service.ts';

const photo = Uint8Array.from(readFileSync(new URL('../../simulators/samples/photo.jpg', import.meta.url)));

async function upload(running: RunningService, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('file', new File([bytes], 'file'));
  const headers = { authorization: `Bearer ${running.key}` };
  const response = await fetch(`${running.baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { url: string }).url;
}

/** Publishes on these networks and waits for the end. */
async function publish(running: RunningService, media: string[], platforms: string[]) {
  const accountIds = platforms.map((platform) => running.accounts[platform]!);
  const body = { content: 'A picture', accountIds, media, publishNow: true };
  const created = await running.call('POST', '/v1/posts', body);
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  // instagram polls its container after 3 seconds, 10, a minute: the clock is advanced
  const timer = setInterval(() => running.advance(5_000), 50);
  try {
    return await running.until(created.body.post.id, ({ status }) => status !== 'publishing');
  } finally {
    clearInterval(timer);
  }
}

/** The files of the only post that a network received. */
function received(running: RunningService, network: Platform) {
  const entries = running.sandbox.sandbox.ledger.entries({ network });
  return entries.flatMap(({ media }) => media);
}

void t.test('an uploaded photo is published on every network by its hosted address', async (t) => {
  const running = await startService(t);
  const url = await upload(running, photo);
  const post = await publish(running, [url], ['bluesky', 'mastodon', 'telegram', 'discord', 'instagram']);
  t.equal(post.status, 'published', post.error);
  t.equal(post.error, null);
});

void t.test('a PNG and a photo of another shape become a carousel of JPEGs of one shape', async (t) => {
  const running = await startService(t);
  const tall = sharp({ create: { width: 800, height: 2000, channels: 4, background: '#3a6' } });
  const tallUrl = await upload(running, Uint8Array.from(await tall.png().toBuffer()));
  t.match(tallUrl, /\.png$/);
  const post = await publish(running, [tallUrl, `${running.sandbox.url}/samples/wide.png`], ['instagram']);
  t.equal(post.status, 'published', post.error);
  t.equal(post.deliveries[0].error, null);
  const files = received(running, 'instagram');
  t.equal(files.length, 2);
  for (const { url, type } of files) {
    t.match(url, `${running.baseUrl}/media/c-`);
    t.equal(type, 'image/jpeg');
    const copy = await sharp(await (await fetch(url!)).arrayBuffer()).metadata();
    t.match(copy, { format: 'jpeg' });
    t.ok(Math.abs(copy.width / copy.height - 0.8) < 0.002, `${copy.width} x ${copy.height}`);
  }
});

void t.test(
  'a photo that is too large for bluesky is compressed for it, and unchanged for others',
  async (t) => {
    const running = await startService(t);
    const raw = Buffer.alloc(2400 * 1600 * 3);
    for (let i = 0; i < raw.length; i += 1) raw[i] = (i * 7919 + (i >> 7) * 104_729) & 0xff;
    const large = sharp(raw, { raw: { width: 2400, height: 1600, channels: 3 } }).jpeg({ quality: 100 });
    const bytes = Uint8Array.from(await large.toBuffer());
    t.ok(bytes.length > 2_500_000, String(bytes.length));
    const post = await publish(running, [await upload(running, bytes)], ['bluesky', 'mastodon']);
    t.equal(post.status, 'published', post.error);
    t.equal(post.error, null);
    const [small] = received(running, 'bluesky');
    t.equal(small?.type, 'image/jpeg');
    t.ok(small!.bytes < 2_000_000, String(small!.bytes));
    t.equal(received(running, 'mastodon')[0]?.bytes, bytes.length);
  },
);
