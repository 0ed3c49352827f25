/**
 * Every page of the dashboard in other languages: a generated one, whose texts have brackets and are a third longer, shows what did not
 * come through the layer of languages and what does not fit; Arabic shows that pages are mirrored.
 */
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { rowsToPlay } from '../support/long.ts';
import { fill, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const paths = await fill(running);
/** Those with most texts of their own; the others are played in long runs. */
const SHORT = new Set(['', 'posts/new', 'calendar', 'accounts', 'rules/new', 'settings/workspace']);
const isShort = (path: string) => SHORT.has(path);

/** The page is drawn, in whatever language. */
async function drawn(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor();
  await page.locator('main .late').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Every text of a response, and the names of its fields: some are those of a network. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(stringsIn)];
}

/** Texts that a reader sees or hears, with those of attributes. */
const READ_TEXTS = `(() => {
  const found = [];
  const isShown = (element) => element.checkVisibility();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() && isShown(parentElement) && !parentElement.closest('[aria-hidden=true], style, script, noscript, code, pre, kbd, .mantine-Code-root, .react-flow__attribution, .debugger-json, .debugger-path')) found.push(data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (isShown(element) && !element.closest('[aria-hidden=true], .react-flow__edge, .react-flow__attribution'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name);
        if (text) found.push(text.trim());
      }
  return [...new Set(found)];
})()`;

/** Names and formats that are the same in every language, and dates. */
const SAME =
  /\b(Troupe|JSON|CSV|API|MCP|UTC|GMT|Ctrl|Enter|Esc|AM|PM|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\w*|(yesterday|today|tomorrow|now)|(in )?\d+ (second|minute|hour|day)s?( ago)?|STARTTLS|OAuth|Twitter|Chromium|Linux|XState|[\w.]*@?[\w.]*example\.com)\b/g;

/** What has letters outside of brackets and is no data. */
function outside(text: string, data: string): string | null {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\[[^[\]]*\]/g, ' ');
  }
  rest = rest.replaceAll(SAME, ' ').trim();
  if (!/[a-z]{3}/i.test(rest)) return null;
  const words = rest.split(/[^\p{L}\p{N}_@’'-]+/u).filter((word) => /[a-z]{3}/i.test(word));
  const all = data.toLowerCase();
  return words.every((word) => all.includes(word.replace(/^[.'-]+|[.'-]+$/g, '').toLowerCase()))
    ? null
    : text;
}

void t.test(
  'in the generated language every text has come through the layer, and fits a phone',
  async (t) => {
    const { page, complaints } = await open('/app?language=pseudo', { width: 390, height: 844 });
    await drawn(page);
    let data = '';
    page.on('response', (response) => {
      if (!/\/(v1|app\/api)\//.test(response.url())) return;
      response.json().then(
        (body: unknown) => (data += `\n${stringsIn(body).join('\n')}`),
        () => undefined,
      );
    });
    for (const path of rowsToPlay(paths, isShort)) {
      await page.goto(`${running.baseUrl}/app/w/home/${path}`);
      await drawn(page);
      const texts = await page.evaluate<string[]>(READ_TEXTS);
      t.ok(texts.length > 10, `${path}: ${texts.length} texts were read`);
      t.strictSame(
        texts.flatMap((text) => outside(text, data) ?? []),
        [],
        path,
      );
      t.equal(await overflow(page), 0, `${path} is as wide as the screen`);
    }
    t.same(complaints, []);
  },
);

void t.test('in Arabic every page is mirrored, can be read, and fits a phone', async (t) => {
  const wide = await open('/app?language=ar', { width: 1280 });
  const phone = await open('/app?language=ar', { width: 390, height: 844, scheme: 'dark' });
  for (const { page, complaints } of [wide, phone]) {
    await drawn(page);
    for (const path of rowsToPlay(paths, isShort)) {
      await page.goto(`${running.baseUrl}/app/w/home/${path}`);
      await drawn(page);
      t.equal(await page.evaluate<string>('document.dir + document.documentElement.lang'), 'rtlar', path);
      t.equal(await overflow(page), 0, `${path} is as wide as the screen`);
      t.same(await accessibilityFaults(page), [], path);
    }
    t.same(complaints, []);
  }
  const { page } = wide;
  const navigation = await page.getByRole('navigation').first().boundingBox();
  t.ok(navigation!.x > 640, 'the navigation stands on the right');
});
