/** A post for four networks, each in its own words: written, published, and seen once at each. */
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { ready, startDashboard } from './dashboard.ts';

const NETWORKS = ['bluesky', 'mastodon', 'facebook', 'discord'] as const;
const { open, running } = await startDashboard(t, { platforms: [...NETWORKS] });
const PARTS = ['It is baked at four', 'Bring a bag'];

void t.test('four networks get their texts, the thread and the pictures once', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Our rye is back');
  await page.getByRole('button', { name: 'Choose all' }).click();
  for (const [tab, text] of [
    ['Mastodon', 'Our rye is back, dear neighbours'],
    ['Discord', '**Rye** is back'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('textbox', { name: `Text for ${tab}` }).fill(text);
  }
  for (const [index, part] of PARTS.entries()) {
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByRole('textbox', { name: `Part ${index + 2} of the thread` }).fill(part);
  }
  const media = ['photo.jpg', 'photo.jpg?2', 'photo.jpg?3'].map(
    (name) => `${running.sandbox.url}/samples/${name}`,
  );
  for (const [index, url] of media.entries()) {
    await page.getByLabel('Address of a medium').fill(url);
    await page.keyboard.press('Enter');
    await page
      .getByLabel(`Description of medium ${index + 1}, for people who do not see it`)
      .fill(`Loaf ${index}`);
  }
  await page.getByRole('button', { name: 'Move medium 3 forward' }).click();
  await page.getByRole('tab', { name: /^Mastodon.*a text of its own/ }).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 375, height });
  // on a phone, with tabs that do not fit, once the side bar is away
  await eventually(async () => (await overflow(page)) === 0);
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/posts/post_*');
  const id = page.url().split('/').at(-1)!;
  const post = await running.until(id, ({ status }) => status === 'published');
  t.same(post.media, [media[0], media[2], media[1]]);
  const sent = (network: string) =>
    running.sandbox.sandbox.ledger.entries({ network }).map(({ text }) => text);
  t.same(sent('bluesky'), ['Our rye is back', ...PARTS]);
  t.same(sent('mastodon'), ['Our rye is back, dear neighbours', ...PARTS]);
  t.same(sent('facebook'), [['Our rye is back', ...PARTS].join('\n\n')]);
  t.same(sent('discord'), [['**Rye** is back', ...PARTS].join('\n\n')]);
  t.same(post.altText, Object.fromEntries(media.map((url, index) => [url, `Loaf ${index}`])));
  t.same(complaints, []);
});

void t.test('a set of accounts is saved, and chosen again', async (t) => {
  await running.service.sql`delete from working_copies`;
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const accounts = page.getByRole('group', { name: 'Accounts' });
  for (const name of ['Bluesky', 'Discord']) await accounts.getByRole('checkbox', { name }).check();
  await accounts.getByRole('button', { name: 'Save as a set' }).click();
  await page.getByLabel('Name of the set').fill('Short ones');
  await page.keyboard.press('Enter');
  await page.reload();
  await accounts.getByRole('button', { name: 'Choose all' }).click();
  await accounts.getByRole('button', { name: 'Short ones', exact: true }).click();
  t.equal(await accounts.getByRole('checkbox', { checked: true }).count(), 2);
});

void t.test('the preview of a page is shown, taken away, and shown again', async (t) => {
  const { sql } = running.service;
  await sql`delete from working_copies`;
  const url = `${running.sandbox.url}/samples/page.html`;
  await running.call('POST', '/v1/link-previews', { url });
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`Come by: ${url}`);
  const accounts = page.getByRole('group', { name: 'Accounts' });
  for (const name of ['Bluesky', 'Mastodon']) await accounts.getByRole('checkbox', { name }).check();
  await page.getByText('Café Luna opens on Saturday').waitFor();
  const remove = page.getByRole('button', { name: 'Remove the preview of' });
  t.equal(await remove.count(), 1, 'mastodon finds the page itself');
  t.same(await accessibilityFaults(page), []);
  await remove.click();
  const again = page.getByRole('button', { name: 'Show the preview of the link again' });
  await again.click();
  await page.getByText('Cake, coffee and a red boat in the harbour.').waitFor();
  await remove.click();
  await again.waitFor();
  t.equal(await remove.count(), 0);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/posts/post_*');
  const post = await running.until(page.url().split('/').at(-1)!, ({ status }) => status === 'published');
  t.equal(post.linkPreview, false);
  t.same(complaints, []);
});
