/**
 * Firefox for long tests of pages: the system's, driven by WebDriver BiDi, which is the protocol that it offers itself. Pages of other
 * tests are opened in Chromium (browser.ts).
 */
import { launch, type Page } from 'puppeteer-core';
import type { Test } from 'tap';
import { findProgram } from './system-programs.js';

/** What a person does on a page and sees there, by the roles and names that assistive technology reads. */
export interface FirefoxPage {
  page: Page;
  /** Messages in the console, and errors that the page threw. */
  complaints: string[];
  goto(url: string): Promise<void>;
  /** Waits until a control can be used, and clicks on it. */
  click(role: string, name: string): Promise<void>;
  /** Waits until a field can be used, and writes into it. @param selector of CSS, for what has no role: passwords */
  write(field: { name: string } | { selector: string }, text: string): Promise<void>;
  /** Waits until the page shows a text. */
  shows(text: string): Promise<void>;
}

/**
 * Opens a page in a Firefox with a profile of its own. Both end with the test.
 * @throws Error if none is installed, with what to install
 */
export async function openFirefox(t: Test): Promise<FirefoxPage> {
  const executablePath = findProgram('Firefox');
  if (executablePath === undefined)
    throw new Error('no Firefox is installed (Debian: apt-get install firefox-esr)');
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
  return {
    page,
    complaints,
    goto: async (url) => void (await page.goto(url)),
    click: (role, name) => page.locator(named(role, name)).click(),
    write: (field, text) =>
      page.locator('name' in field ? named('textbox', field.name) : field.selector).fill(text),
    shows: async (text) => void (await page.waitForSelector(`::-p-text(${text})`, { visible: true })),
  };
}
