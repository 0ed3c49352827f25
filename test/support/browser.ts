/**
 * A real Chromium for tests of pages: one for a process, a fresh context for each page. It is the system's
 * (system-programs.js). TROUPE_TEST_CHROMIUM names another one.
 */
import axeCore, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { playsLong } from './long.ts';
import { atEnd } from './runner/at-end.ts';
import { findProgram } from './system-programs.js';

/** A host name of this machine that the browser does not treat as local. */
export const LAN_NAME = 'troupe.lan';
/** Only requests of the test leave the machine. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a name in a local network: pages that come from it over plain http lack what browsers keep for https and localhost
  `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
];

/** The browser as one test uses it: the end of the test closes the contexts that it opened, and no others. */
export interface TestBrowser {
  newContext: Browser['newContext'];
  /** Calls it before the pages of a test that failed are closed. */
  beforeClosing: (look: () => Promise<void>) => void;
}

let started: Promise<Browser> | undefined;

/**
 * Opens the browser of this process, which starts at the first call and ends after the last file.
 * @param t its subtests close what they opened when they end: pages that nobody looks at any more follow the live feed
 */
export async function openBrowser(t: Test): Promise<TestBrowser> {
  const browser = await (started ??= startChromium());
  const contexts: BrowserContext[] = [];
  let looks: (() => Promise<void>)[] = [];
  let before = 0;
  const closeFrom = async (index: number, { hasFailed }: { hasFailed: boolean }) => {
    if (hasFailed) await Promise.all(looks.map((look) => look()));
    looks = [];
    await Promise.all(contexts.splice(index).map((context) => context.close()));
  };
  t.beforeEach(() => void (before = contexts.length));
  t.afterEach((test) => closeFrom(before, { hasFailed: !test.passing() }));
  t.teardown(() => closeFrom(0, { hasFailed: !t.passing() }));
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    beforeClosing: (look) => void looks.push(look),
  };
}

/** Starts Chromium with a profile of its own. */
async function startChromium(): Promise<Browser> {
  const executablePath = findProgram('Chromium');
  if (executablePath === undefined)
    throw new Error('no Chromium or Chrome is installed (Debian: apt-get install chromium-headless-shell)');
  const browser = await chromium.launch({ executablePath, args: ARGS });
  atEnd(() => browser.close());
  browser.on('disconnected', () => (started = undefined));
  return browser;
}

export interface PageOptions {
  /** CSS pixels. Default 1280 by 800. */
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** A finger in place of a mouse. */
  touch?: boolean;
  timezone?: string;
  /** The reader's language and region. Default en-GB. */
  locale?: string;
  /** The page may keep a service worker, whose requests no test can intercept. Default false. */
  serviceWorker?: boolean;
}

export interface OpenPage {
  page: Page;
  /** Messages in the console, and errors that the page threw. A test ends without any. */
  complaints: string[];
}

/** A page in a context of its own: no cookie, no cache of an earlier one. */
export async function openPage(browser: TestBrowser, options: PageOptions = {}): Promise<OpenPage> {
  const {
    width = 1280,
    height = 800,
    scheme = 'light',
    touch = false,
    timezone = 'UTC',
    locale = 'en-GB',
    serviceWorker = false,
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: touch,
    reducedMotion: 'reduce',
    locale,
    timezoneId: timezone,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Rules of WCAG 2.2, A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds against WCAG 2.2 A and AA, one line each: an empty list is the aim, not proof of a good page. A page that changes while axe
 * works on it is judged by two moments at once (a button that becomes disabled has its new colour and its old state), so a page with a
 * fault is looked at again, and the second result counts.
 * @param options.rules these alone: a theme, say, changes `color-contrast` and nothing else. Default: all; a short run judges
 *   `color-contrast`, which takes two thirds of the time, in the first state of a page alone
 */
export async function accessibilityFaults(
  page: Page,
  { rules }: { rules?: string[] } = {},
): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const contrast = playsLong || !hadContrast.has(pathname);
  hadContrast.add(pathname);
  const faults = await runAxe(page, { rules, contrast });
  if (faults.length === 0) return faults;
  await page.waitForTimeout(SETTLES_MS);
  return runAxe(page, { rules, contrast });
}

/** Paths of pages whose contrast this process has judged. */
const hadContrast = new Set<string>();

/** A page that is being changed is done with it after this time. */
const SETTLES_MS = 1_000;

async function runAxe(
  page: Page,
  { rules, contrast }: { rules: string[] | undefined; contrast: boolean },
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeCore.source);
  const options = {
    resultTypes: ['violations'],
    preload: false, // styles of other sites, which no page has
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { runOnly: { type: 'tag', values: TAGS }, rules: { 'color-contrast': { enabled: contrast } } }),
  };
  const found = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults['violations']>(found);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

/** How many CSS pixels the page is wider than its window: more than 0 scrolls sideways. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
