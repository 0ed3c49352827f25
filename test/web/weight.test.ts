/** What has to be loaded before a person can use a page. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { eventually } from '../support/eventually.ts';
import { ready, startDashboard } from './dashboard.ts';

/** Compressed with brotli, bytes. The pages that are opened most have the least. */
const MAX_SCRIPT = 180_000;
const MAX_STYLES = 15_000;
/** Of other pages. The editor of automations and an actor of the debugger draw charts, and need more. */
const MAX_OTHER_SCRIPT = 215_000;
const MAX_OTHER_STYLES = 18_000;

const LEAN_PAGES = ['', 'posts', 'posts/new', 'calendar'];
const OTHERS = [
  'inbox',
  'comments',
  'rules',
  'automations',
  'accounts',
  'agents',
  'debugger',
  'settings',
  'settings/people',
];
/** Files of scripts and styles: each is a request. */
const MAX_FILES = 25;
const MAX_OTHER_FILES = 30;

/** A page reads the session once more when its feed is connected: a role, for example, changes without an event. */
const READ_AGAIN = 'GET /app/api/session';

const dist = join(projectRoot, 'web/dist/assets');

/** As the service sends it to a browser that takes brotli. */
function sizeOf(name: string): number {
  const file = join(dist, name);
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return compressed?.size ?? brotliCompressSync(readFileSync(file)).length;
}

void t.test('the feed goes on from what a page has read, which reads nothing twice then', async (t) => {
  const { running, open } = await startDashboard(t, { platforms: ['telegram'] });
  const { call, accounts } = running;
  const post = { content: 'Rye', accountIds: [accounts['telegram']], draft: true };
  t.equal((await call('POST', '/v1/posts', post)).status, 200, 'the feed has an event');
  const { page } = await open('/app/sign-in-first');
  const calls: string[] = [];
  const subscriptions: object[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(v1|app\/api)\//.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string };
      if (message.type === 'subscribed') subscriptions.push(message);
    }),
  );
  for (const path of ['', 'posts', 'calendar', 'inbox', 'accounts']) {
    calls.length = 0;
    subscriptions.length = 0;
    await page.goto(new URL(`/app/w/home/${path}`, page.url()).href);
    await ready(page);
    await eventually(() => subscriptions.length === 1);
    await ready(page);
    t.not((subscriptions[0] as { resumedFrom: number | null }).resumedFrom, null, path);
    const twice = calls.filter((one, at) => one !== READ_AGAIN && calls.indexOf(one) !== at);
    t.same(twice, [], `${path}: what is read twice`);
  }
});

void t.test(
  'a page needs little script and few styles, and the rest is loaded when it is opened',
  async (t) => {
    const { open } = await startDashboard(t, { platforms: ['telegram'] });
    const { page } = await open('/app/sign-in-first');
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const name = /\/assets\/([\w.-]+\.(?:js|css))$/.exec(request.url())?.[1];
      if (name !== undefined) loaded.add(name);
    });
    const sizeWith = (ending: string) => {
      const sizes = [...loaded]
        .filter((name) => name.endsWith(ending))
        .map((name) => ({ name, bytes: sizeOf(name) }));
      const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 20);
      return {
        total: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
        parts: largest.map(({ name, bytes }) => `${name} ${bytes}`).join(', '),
      };
    };
    for (const path of [...LEAN_PAGES, ...OTHERS]) {
      const isOther = OTHERS.includes(path);
      loaded.clear();
      await page.goto(new URL(`/app/w/home/${path}`, page.url()).href);
      await ready(page);
      const [script, styles] = [sizeWith('.js'), sizeWith('.css')];
      const mostScript = isOther ? MAX_OTHER_SCRIPT : MAX_SCRIPT;
      const mostStyles = isOther ? MAX_OTHER_STYLES : MAX_STYLES;
      t.ok(script.total <= mostScript, `${path}: ${script.total} bytes of script: ${script.parts}`);
      t.ok(loaded.size <= (isOther ? MAX_OTHER_FILES : MAX_FILES), `${path}: ${loaded.size} files`);
      t.ok(styles.total <= mostStyles, `${path}: ${styles.total} bytes of styles: ${styles.parts}`);
    }
  },
);
