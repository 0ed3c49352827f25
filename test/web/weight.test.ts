/** What has to be loaded before a person can write a post. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { ready, startDashboard } from './dashboard.ts';

/** Script at first paint of the composer, compressed with brotli, bytes. */
const MAX_BYTES = 180_000;

const dist = join(projectRoot, 'web/dist/assets');

/** As the service sends it to a browser that takes brotli. */
function sizeOf(name: string): number {
  const file = join(dist, name);
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return compressed?.size ?? brotliCompressSync(readFileSync(file)).length;
}

void t.test('the composer needs little script, and the rest is loaded when it is opened', async (t) => {
  const { open } = await startDashboard(t, { platforms: ['telegram'] });
  const { page } = await open('/app/sign-in-first');
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([\w.-]+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) scripts.add(name);
  });
  await page.goto(new URL('/app/w/home/posts/new', page.url()).href);
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  const sizes = [...scripts].map((name) => ({ name, bytes: sizeOf(name) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 20);
  const parts = largest.map(({ name, bytes }) => `${name} ${bytes}`).join(', ');
  t.ok(total <= MAX_BYTES, `${total} bytes: ${parts}`);
});
