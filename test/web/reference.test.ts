/** The API's own page: every operation with its examples, tried with the reader's own key. */
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { longTest } from '../support/long.ts';
import type { Answer } from '../support/service.ts';
import { startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { key, accounts } = running;

/** How the viewer itself is built: a row is a button with a link in it, and its links stand close together. */
const OF_THE_VIEWER = /^(nested-interactive|target-size):/;

async function openReference(options: Parameters<typeof open>[1] = {}) {
  const opened = await open('/app', options);
  const { page } = opened;
  const requests: URL[] = [];
  page.on('request', (request) => requests.push(new URL(request.url())));
  await page.goto(`${running.baseUrl}/app/reference`);
  await page.locator('.opblock').first().waitFor();
  return { ...opened, requests };
}

void t.test('it lists every operation of the description', async (t) => {
  const { page } = await openReference();
  const { body: document }: Answer = await running.call('GET', '/v1/openapi.json');
  const { paths, webhooks } = document;
  const documented = Object.values({ ...paths, ...webhooks } as { [path: string]: object }).flatMap(
    (methods) => Object.keys(methods).filter((name) => /^(get|post|put|patch|delete)$/.test(name)),
  );
  t.equal(await page.locator('.opblock').count(), documented.length);
});

void t.test('an operation is tried with the key that is entered, and with nothing else', async (t) => {
  const { page, requests, complaints } = await openReference();
  const operation = page.locator('.opblock', { has: page.locator('[data-path="/v1/accounts"]') }).first();
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.filter({ hasText: '401' }).waitFor(); // the person is signed in to the dashboard: that does not count here
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container input').fill(key);
  await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Close' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await status.filter({ hasText: '200' }).waitFor();
  await operation.getByText(accounts['telegram']!).first().waitFor();
  t.strictSame(
    [...new Set(requests.map(({ origin }) => origin))],
    [new URL(running.baseUrl).origin],
    'no request leaves the installation',
  );
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  t.notOk(String(stored).includes(key), 'the key is stored nowhere');
  t.same(
    complaints.filter((line) => !line.includes('401')),
    [],
  );
});

const SCREENS = [
  { width: 1280, scheme: 'light' as const },
  { width: 390, height: 844, scheme: 'dark' as const },
];

for (const options of SCREENS)
  // a check of some 140 operations takes half a minute
  longTest(`it can be reached and read at ${options.width}, ${options.scheme}`, async (t) => {
    const { page } = await openReference(options);
    await page.locator('.opblock .opblock-summary-control').first().click();
    await page.getByRole('button', { name: 'Execute' }).first().waitFor();
    t.same(
      (await accessibilityFaults(page)).filter((fault) => !OF_THE_VIEWER.test(fault)),
      [],
    );
    t.equal(await overflow(page), 0);
  });
