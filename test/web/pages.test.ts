/** Every page of the dashboard, for people with other eyes and screens. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { fill, ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const paths = await fill(running);

/** Colours are others in the dark, and what is touched is smaller on a phone. */
const rules = ['color-contrast', 'target-size'];
/** Built otherwise where there is little room. */
const OTHERWISE = new Set(['posts', 'calendar', 'settings/keys']);

/** Pages whose own tests look at them in the same way at every change. */
const LOOKED_AT =
  /^(inbox|comments|rules|automations|agents|analytics|debugger|posts\/(new|post_.*\/edit)|settings\/(people|you|inbox|approval|audit|workspace|notifications|installation))/;

const SCREENS = [
  ['a wide light screen', { width: 1280, scheme: 'light' }],
  ['a phone in the dark', { width: 390, height: 844, scheme: 'dark' }],
] as const;

void t.test('every page and every tab of the settings is among those that are looked at', async (t) => {
  const source = await readFile('web/src/app/pages.tsx', 'utf8');
  const pages = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!);
  const settings = await readFile('web/src/features/settings/settings-page.tsx', 'utf8');
  const tabs = [...settings.matchAll(/value: '(\w+)'/g)].map(([, tab]) => `/settings/${tab}`);
  t.ok(pages.length > 20 && tabs.length > 10, `${pages.length} pages, ${tabs.length} tabs`);
  const looked = paths.map((path) => `/${path.split('?')[0]}`);
  for (const path of [...pages.filter((one) => !one.startsWith('/settings/')), ...tabs]) {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '(?!new$)[^/]+')}$`);
    t.ok(
      looked.some((one) => pattern.test(one)),
      path,
    );
  }
});

for (const [name, options] of rowsToPlay(SCREENS, ([, { scheme }]) => scheme === 'light'))
  void t.test(`every part of ${name} can be reached and read, and nothing is cut off`, async (t) => {
    const { scheme } = options;
    const { page, complaints } = await open('/app', options);
    for (const path of rowsToPlay(paths, (path) => !LOOKED_AT.test(path))) {
      await page.goto(`${running.baseUrl}/app/w/home/${path}`);
      await ready(page);
      // the rest is the same page, and was checked above
      const isSame = scheme === 'dark' && !OTHERWISE.has(path);
      t.same(await accessibilityFaults(page, isSame ? { rules } : {}), [], path);
      t.equal(await overflow(page), 0, `${path} is as wide as the screen`);
    }
    t.same(complaints, []);
  });
