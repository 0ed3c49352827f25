/** A post for four networks, each in its own words: written, published, and seen once at each. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { ready, startDashboard } from './dashboard.ts';

const NETWORKS = ['bluesky', 'mastodon', 'facebook', 'discord'] as const;
const { open, running } = await startDashboard(t, { platforms: [...NETWORKS] });
/** The second picture becomes the first, and the order is the same again at the end. */
async function dragEveryWay(t: Test, page: Page): Promise<void> {
  const thumb = (place: number) => page.getByRole('button', { name: `Drag medium ${place}`, exact: true });
  const order = () =>
    page
      .getByLabel(/^Description of medium \d, /)
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value).join());
  const comesTo = async (after: string, what: string) => {
    await eventually(async () => (await order()) === after);
    t.pass(what);
  };
  const center = async (place: number) => {
    const { x, y, width, height } = (await thumb(place).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const dragged = page.locator('[aria-pressed="true"]');
  // it is loaded after the second picture
  await thumb(1).and(page.locator('[aria-roledescription]')).waitFor();
  await comesTo('Loaf 0,Loaf 2,Loaf 1', 'before');

  await thumb(1).focus();
  await page.keyboard.press('Space');
  await dragged.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Place 2.', { exact: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await comesTo('Loaf 2,Loaf 0,Loaf 1', 'keys');
  await dragged.waitFor({ state: 'detached' });
  t.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Drag medium 2');
  await page.keyboard.press('Space');
  await dragged.waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Place 1.', { exact: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await dragged.waitFor({ state: 'detached' });
  await comesTo('Loaf 2,Loaf 0,Loaf 1', 'taken back');

  const [first, second] = [await center(1), await center(2)];
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(second.x, second.y, { steps: 8 });
  await dragged.waitFor();
  await page.getByText('Place 2.', { exact: true }).waitFor({ state: 'attached' });
  await page.mouse.up();
  await comesTo('Loaf 0,Loaf 2,Loaf 1', 'mouse');
  await dragged.waitFor({ state: 'detached' });

  const touchscreen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [from, to] = [await center(2), await center(1)];
  await touch('touchStart', from);
  await dragged.waitFor(); // a short touch scrolls the page
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await page.getByText('Place 1.', { exact: true }).waitFor({ state: 'attached' });
  await touch('touchEnd');
  await comesTo('Loaf 2,Loaf 0,Loaf 1', 'touch');
  await dragged.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move medium 1 back' }).click();
  await comesTo('Loaf 0,Loaf 2,Loaf 1', 'button');
}

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
  await t.test('their order is changed with buttons, keys, mouse and touch', async (t) => {
    await page.getByRole('button', { name: 'Move medium 3 forward' }).click();
    await dragEveryWay(t, page);
  });
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('button', { name: 'First comment' }).click();
  const comment = page.getByRole('textbox', { name: 'First comment', exact: true });
  await comment.fill('x'.repeat(301));
  await page.getByText('Bluesky takes 300 characters and the text has 301: shorten it.').first().waitFor();
  await comment.fill('The recipe is on our page');
  await page.getByRole('tab', { name: 'Mastodon' }).click();
  await page.getByRole('textbox', { name: 'First comment for Mastodon' }).fill('');
  await page.getByText('Mastodon gets none.').waitFor();
  await page.getByRole('tab', { name: 'Bluesky' }).click();
  await page
    .getByRole('article', { name: 'Preview for home' })
    .getByText('The recipe is on our page')
    .waitFor();
  await page.getByRole('tab', { name: 'Discord' }).click();
  await page.getByRole('textbox', { name: 'Text for Discord' }).waitFor();
  t.equal(await page.getByRole('textbox', { name: /^First comment/ }).count(), 0, 'Discord takes none');
  await page.getByRole('tab', { name: 'All' }).click();
  const photo = await (await fetch(media[0]!)).arrayBuffer();
  const files = page.getByLabel('Files of part 3');
  await files.setInputFiles({ name: 'oven.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
  await page.getByLabel('Description of medium 1 of part 3, for people who do not see it').fill('The oven');
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
  t.equal(post.firstComment, 'The recipe is on our page');
  t.match(post.overrides, [{ platforms: ['discord'] }, { platforms: ['mastodon'], firstComment: null }]);
  const sent = (network: string) =>
    running.sandbox.sandbox.ledger.entries({ network }).map(({ text }) => text);
  // a first comment is an act of its own, which may end later
  await eventually(() => sent('bluesky').length > 1 + PARTS.length);
  t.same(sent('bluesky'), ['Our rye is back', ...PARTS, 'The recipe is on our page']);
  t.same(sent('mastodon'), ['Our rye is back, dear neighbours', ...PARTS]);
  t.same(sent('facebook'), [['Our rye is back', ...PARTS].join('\n\n')]);
  t.same(sent('discord'), [['**Rye** is back', ...PARTS].join('\n\n')]);
  const [oven] = post.thread[1].media;
  t.same(post.thread[1], { content: PARTS[1], media: [oven], altText: { [oven]: 'The oven' } });
  const described = (network: string) =>
    running.sandbox.sandbox.ledger.entries({ network }).map((entry) => entry.media.map(({ alt }) => alt));
  for (const network of ['bluesky', 'mastodon'])
    t.same(described(network).slice(0, 3), [['Loaf 0', 'Loaf 2', 'Loaf 1'], [], ['The oven']], network);
  t.same(post.altText, Object.fromEntries(media.map((url, index) => [url, `Loaf ${index}`])));
  t.same(complaints, []);
});

longTest('a picture comes to the part it was chosen for, though parts are removed meanwhile', async (t) => {
  await running.service.sql`delete from working_copies`;
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const uploads: (() => void)[] = [];
  await page.route('**/v1/media/upload', async (route) => {
    await new Promise<void>((resolve) => uploads.push(resolve));
    await route.continue();
  });
  for (const place of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByRole('textbox', { name: `Part ${place} of the thread` }).fill(`Part ${place}`);
  }
  const photo = await (await fetch(`${running.sandbox.url}/samples/photo.jpg`)).arrayBuffer();
  const file = { name: 'oven.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) };
  for (const place of [3, 4]) await page.getByLabel(`Files of part ${place}`).setInputFiles(file);
  await eventually(() => uploads.length === 2);
  await page.getByText('A file is still being uploaded.').waitFor();
  for (const place of [2, 3])
    await page.getByRole('button', { name: `Remove part ${place} of the thread` }).click();
  // what was part 3 is part 2, and what was part 4 is gone
  for (const pass of uploads) pass();
  await page.getByLabel('Description of medium 1 of part 2').waitFor();
  await page.getByText('A file is still being uploaded.').waitFor({ state: 'detached' });
  t.equal(await page.getByRole('textbox', { name: 'Part 2 of the thread' }).inputValue(), 'Part 3');
  t.equal(await page.getByLabel(/^Description of medium/).count(), 1);
});

longTest('a set of accounts is saved, and chosen again', async (t) => {
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

longTest('the preview of a page is shown, taken away, and shown again', async (t) => {
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
