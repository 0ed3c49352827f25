/**
 * Every page of the dashboard in other languages: a generated one, whose texts have brackets and are a third longer, shows what did not
 * come through the layer of languages and what does not fit; Arabic shows that pages are mirrored.
 */
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { longTest, rowsToPlay } from '../support/long.ts';
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
    if (data.trim() && isShown(parentElement) && !parentElement.closest('[aria-hidden=true], .emoji-panel, style, script, noscript, code, pre, kbd, .mantine-Code-root, .react-flow__attribution, .debugger-json, .debugger-path')) found.push(data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (isShown(element) && !element.closest('[aria-hidden=true], .emoji-panel, .react-flow__edge, .react-flow__attribution'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name);
        if (text) found.push(text.trim());
      }
  return [...new Set(found)];
})()`;

/** Names and formats that are the same in every language, dates, and what the buttons of a form write into its fields. */
const SAME =
  /\b(Troupe|JSON|CSV|API|MCP|UTC|GMT|Ctrl|Enter|Esc|AM|PM|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\w*|(yesterday|today|tomorrow|now)|(in )?\d+ (second|minute|hour|day)s?( ago)?|STARTTLS|OAuth|annHi|Claude( Code| Desktop)?|Cursor|ChatGPT|VS Code|Twitter|Chromium|Linux|XState|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w/-]+|[\w.]*@?[\w.]*example\.com)\b/g;

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

/** Pages with most dialogs and menus, beside the short ones. */
const WITH_DIALOGS = new Set(['posts', 'comments', 'automations', 'settings/people', 'settings/keys']);

/** Dialogs, menus, lists of choices and toasts: what is drawn beside the page. */
const OPENED = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .mantine-Notification-root';

/** Fulfilled when the page has been drawn after what was pressed. */
const TWO_FRAMES = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Presses every button of the page, and says what each opened. What it would change is not sent. */
async function pressAll(page: Page, path: string, read: (button: string) => Promise<void>): Promise<number> {
  const start = `${running.baseUrl}/app/w/home/${path}`;
  await page.goto(start);
  await drawn(page).catch(() => undefined);
  const buttons = page.locator('button:visible:enabled, [role=combobox]:visible:enabled');
  const count = await buttons.count();
  let opened = 0;
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index);
    if (!(await button.isVisible().catch(() => false))) continue;
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.evaluate(TWO_FRAMES);
    if ((await page.locator(OPENED).count()) > 0) {
      opened += 1;
      // what it reads; pages of the debugger read now and then, and are never idle
      await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined);
      await read(name);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const isLeft = page.url().split('?')[0] !== start.split('?')[0];
    if (isLeft || (await page.locator('[role=dialog]').count()) > 0) {
      await page.goto(start);
      await drawn(page).catch(() => undefined);
    }
  }
  return opened;
}

longTest('in the generated language dialogs, menus and toasts have come through the layer too', async (t) => {
  const { page } = await open('/app?language=pseudo', { width: 1280 });
  page.setDefaultTimeout(10_000);
  await drawn(page);
  let data = '';
  page.on('response', (response) => {
    if (!/\/(v1|app\/api)\//.test(response.url())) return;
    response.json().then(
      (body: unknown) => (data += `\n${stringsIn(body).join('\n')}`),
      () => undefined,
    );
  });
  // what only reads by POST is answered; whatever would change something is not sent, which shows the toasts of failures
  await page.route(/\/(v1|app\/api)\//, (route, request) =>
    request.method() === 'GET' || /validate|simulate/.test(request.url()) ? route.continue() : route.abort(),
  );
  let opened = 0;
  // the others would take ten minutes
  for (const path of paths.filter((one) => isShort(one) || WITH_DIALOGS.has(one))) {
    const left = new Set<string>();
    opened += await pressAll(page, path, async (button) => {
      const texts = await page.evaluate<string[]>(READ_TEXTS);
      for (const text of texts) if (outside(text, data) !== null) left.add(`${button}: ${text}`);
    });
    t.strictSame([...left], [], path);
  }
  t.ok(opened > 20, `${opened} dialogs, menus and lists were opened`);
});

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
