/** Typing stays quick with 200 accounts. */
// Long test: it types until the machine is quiet; what each part of the page may weigh is a test of every change (weight.test.ts).
import type { Page } from 'playwright-core';
import t from 'tap';
import { ready, startDashboard } from './dashboard.ts';

const COUNT = 200;
const KEYS = 20;
/** On a busy machine a round may be interrupted by others. One that is not shows what the page itself takes. */
const MAX_ROUNDS = 15;

/** Answers of the service with one account repeated. */
async function repeatAccounts(page: Page): Promise<void> {
  const many = <T extends object>(one: T, change: (index: number) => object): T[] =>
    Array.from({ length: COUNT }, (_, index) => ({ ...one, ...change(index) }));
  const idOf = (index: number) => `acc_${String(index).padStart(26, '0')}`;
  let id = '';
  await page.route('**/v1/accounts?*', async (route) => {
    const response = await route.fetch();
    const { accounts } = (await response.json()) as { accounts: [{ id: string }] };
    ({ id } = accounts[0]);
    const named = (index: number) => ({ id: idOf(index), displayName: `Café Luna ${index} 🥖` });
    await route.fulfill({ response, json: { accounts: many(accounts[0], named) } });
  });
  await page.route('**/v1/posts/validate', async (route) => {
    const asked = route.request().postDataJSON() as object;
    const response = await route.fetch({ postData: { ...asked, accountIds: [id] } });
    const preview = (await response.json()) as { accounts: [object] };
    const accounts = many(preview.accounts[0], (index) => ({ accountId: idOf(index) }));
    await route.fulfill({ response, json: { ...preview, accounts } });
  });
}

void t.test('no task of typing is long, and no account is drawn again', async (t) => {
  const { open } = await startDashboard(t, { platforms: ['mastodon'] });
  const { page, complaints } = await open('/app/w/home/settings/you');
  await ready(page);
  await repeatAccounts(page);
  await page.goto(new URL('/app/w/home/posts/new', page.url()).href);
  await ready(page);
  await page.getByRole('button', { name: 'Choose all', exact: true }).click();
  await page.getByRole('button', { name: 'Choose all 200' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Our rye is back. ');
  await page.getByRole('button', { name: 'Show the other 188' }).waitFor();
  await page.evaluate(`
    window.tasks = 0;
    window.drawn = 0;
    new PerformanceObserver((list) => { window.tasks += list.getEntries().length; }).observe({ type: 'longtask' });
    const row = document.querySelector('.account-row');
    new MutationObserver((list) => { window.drawn += list.length; }).observe(row, { subtree: true, childList: true, attributes: true });
  `);
  let fewest = Infinity;
  for (let round = 0; round < MAX_ROUNDS && fewest > 0; round += 1) {
    await page.evaluate('window.tasks = 0');
    await text.pressSequentially('x'.repeat(KEYS));
    // the observer reports after the frame in which a task has ended
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    fewest = Math.min(fewest, await page.evaluate<number>('window.tasks'));
  }
  t.equal(fewest, 0, `at least ${fewest} long tasks while ${KEYS} keys were typed`);
  t.equal(await page.evaluate('window.drawn'), 0, 'the accounts stay as they are');
  t.same(complaints, []);
});
