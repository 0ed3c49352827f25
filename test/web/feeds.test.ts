/** The page of feeds: one is made with a preview, its items are shown, and it is paused, resumed and deleted. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

void t.test('a feed is made with a preview, and its items, pause and end are at hand', async (t) => {
  const { running, open } = await startDashboard(t, { platforms: ['telegram'] });
  const { page } = await open('/app/w/home/feeds');
  await page.getByText('No feeds yet').waitFor();
  await page.getByRole('button', { name: 'New feed' }).click();
  await page
    .getByRole('textbox', { name: 'Address of the feed' })
    .fill(`${running.sandbox.url}/samples/feed.xml`);
  await page.getByRole('button', { name: 'Show the newest items' }).click();
  await page.getByText('News of the bakery').waitFor();
  await page.getByText('A second oven').waitFor();
  await page.getByRole('combobox', { name: 'Accounts' }).click();
  await page.getByRole('option', { name: 'home on Telegram' }).click();
  await page.getByLabel('Of the items that it has now').selectOption('1');
  t.same(await accessibilityFaults(page), [], 'the form');
  await page.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('article');
  await card.waitFor();
  await eventually(async () => {
    const { body } = await running.call('GET', '/v1/feeds');
    return body.feeds[0]?.lastReadAt !== null;
  });
  await page.reload();
  await page.getByRole('article', { name: 'News of the bakery' }).waitFor();
  await card.getByRole('button', { name: 'Show its items' }).click();
  await card.getByRole('link', { name: 'Fresh rye on Mondays' }).waitFor();
  await card.getByText('Skipped').first().waitFor();
  t.same(await accessibilityFaults(page), [], 'the list');
  await card.getByRole('button', { name: 'Pause' }).click();
  await card.getByRole('button', { name: 'Resume' }).click();
  await card.getByRole('button', { name: 'Pause' }).waitFor();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No feeds yet').waitFor();
});

void t.test('what is wrong with a feed is on its card', async (t) => {
  const { running, open } = await startDashboard(t, { platforms: ['telegram'] });
  const { body } = await running.call('POST', '/v1/feeds', {
    url: `${running.sandbox.url}/samples/page.html`,
    accountIds: [running.accounts['telegram']],
    mode: 'draft',
  });
  await eventually(
    async () => (await running.call('GET', `/v1/feeds/${body.feed.id}`)).body.feed.problem !== null,
  );
  const { page } = await open('/app/w/home/feeds');
  await page.getByText('the address has a web page, not a feed').waitFor();
  t.same(await accessibilityFaults(page), []);
});
