/** What is being written goes on on another device; two tabs are asked; a lost connection or response loses and doubles nothing. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, { platforms: ['telegram', 'mastodon'] });
const COPIES = '**/app/api/working-copies*';
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
const openNew = async () => {
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  return { page, complaints };
};
const clear = () => running.service.sql`delete from working_copies`;

longTest('another device goes on with the text', async (t) => {
  await clear();
  const desk = await openNew();
  await text(desk.page).fill('Our rye is back');
  await saved(desk.page);
  const phone = await openNew();
  t.equal(await text(phone.page).inputValue(), 'Our rye is back');
  await phone.page.getByText('Your unfinished text was restored.').waitFor();
  await text(phone.page).fill('Our rye is back on Friday');
  await saved(phone.page);
  await desk.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await desk.page.getByText('Our rye is back on Friday').first().waitFor();
  t.same([...desk.complaints, ...phone.complaints], []);
});

void t.test('two tabs: both texts are shown, and the one that is not chosen is set aside', async (t) => {
  await clear();
  const [desk, phone] = [await openNew(), await openNew()];
  await text(desk.page).fill('From the desk');
  await saved(desk.page);
  await text(phone.page).fill('From the phone');
  const conflict = phone.page.getByRole('alert').filter({ hasText: 'This text was changed elsewhere' });
  await conflict.getByRole('article', { name: 'The text here' }).getByText('From the phone').waitFor();
  await conflict
    .getByRole('article', { name: /^The other text/ })
    .getByText('From the desk')
    .waitFor();
  await conflict.getByRole('button', { name: 'Take the other text' }).click();
  t.equal(await text(phone.page).inputValue(), 'From the desk');
  await phone.page.reload();
  await phone.page.getByRole('button', { name: 'Go on with this one' }).click();
  t.equal(await text(phone.page).inputValue(), 'From the phone', 'it is kept until it is discarded');
  await saved(phone.page);
  await phone.page.getByRole('button', { name: 'Discard what is set aside' }).click();
});

void t.test('without a connection the browser keeps the text, and saves it later', async (t) => {
  await clear();
  const { page } = await openNew();
  await page.route(COPIES, (route) => route.abort());
  await text(page).fill('Written in the train');
  await page.getByText('Not saved: kept in this browser').waitFor();
  await page.reload();
  await page.getByText('Your unfinished text was restored.').waitFor();
  t.equal(await text(page).inputValue(), 'Written in the train');
  await page.unroute(COPIES);
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  await saved(page);
  const [copy] = await running.service.sql<{ text: string }[]>`
    select content -> 'draft' ->> 'content' as text from working_copies`;
  t.equal(copy!.text, 'Written in the train');
});

longTest('a post whose response was lost is made once, also by another device', async (t) => {
  await clear();
  const { page } = await openNew();
  await text(page).fill('Once only');
  await page.getByRole('checkbox', { name: 'Telegram' }).check();
  await page.route('**/v1/posts', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('It is not known whether this was sent').waitFor();
  const phone = await openNew();
  await phone.page.getByText('It is not known whether this was sent').waitFor();
  await phone.page.getByRole('button', { name: 'Publish now' }).click();
  await phone.page.waitForURL('**/posts/post_*');
  const { posts } = (await running.call('GET', '/v1/posts')).body;
  t.equal(posts.filter(({ content }: { content: string }) => content === 'Once only').length, 1);
  t.equal((await running.service.sql`select from working_copies`).length, 0, 'it ends with the post');
});
