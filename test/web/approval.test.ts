/**
 * Approval in the dashboard: an owner turns it on, a writer asks, an owner sees what was changed and decides, or a client does by a link.
 * Each person has a browser.
 */
// Long test: people in browsers of their own, looked at in three ways
import type { Page } from 'playwright-core';
import t from 'tap';
import { readMailServer } from '../../src/base/mail-server.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD, startDashboard } from './dashboard.ts';

const mails = await startMailServer(t);
const mailServer = readMailServer({ url: mails.url, from: 'troupe@example.org' });
if (typeof mailServer === 'string') throw new Error(mailServer);
const platforms = ['telegram', 'discord', 'mastodon'];
const { running, open } = await startDashboard(t, { platforms, mailServer });
const postOf = async (id: string) => (await running.call('GET', `/v1/posts/${id}`)).body.post;
const address = (path: string) => `${running.baseUrl}/app/w/home/${path}`;

/** A request of the person of a page, from that page. */
const ask = async (page: Page, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const response = await page.request.fetch(`${running.baseUrl}${path}`, { method, headers, data: body });
  return (await response.json()) as { [name: string]: { [field: string]: string } };
};

/** The owner turns approval on. */
async function turnOn(page: Page): Promise<void> {
  const turn = page.getByRole('switch', { name: 'Posts are approved before they go out' });
  await turn.waitFor();
  t.same(await accessibilityFaults(page), []);
  await turn.click({ force: true });
  await eventually(async () => (await running.call('GET', '/v1/approval-settings')).body.required);
}

/** An editor joins by the link of an invitation that is mailed. */
async function joinAsEditor(owner: Page, name: string): Promise<Page> {
  const email = `${name.toLowerCase()}@example.org`;
  await owner.goto(address('settings/people'));
  await owner.getByRole('textbox', { name: 'Only for this address' }).fill(email);
  await owner.getByRole('button', { name: 'Make a link' }).click();
  const mail = await eventually(async () => mails.taken.find(({ recipients }) => recipients.includes(email)));
  const [link] = /http\S+#\S+/.exec(mail.mail.text!)!;
  const { page } = await open(link.slice(running.baseUrl.length), { stranger: true });
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account and join' }).click();
  await page.waitForURL('**/app/w/home/posts');
  return page;
}

async function reject(page: Page): Promise<void> {
  await page.goto(address('posts?status=awaiting_approval'));
  await page.getByRole('link', { name: 'Our rye is back' }).click();
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByRole('textbox', { name: 'What is to change' }).fill('Name the price.');
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Name the price.').waitFor();
}

/** Looks at a page in both colours, and on a phone. */
async function lookAt(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    t.same(await accessibilityFaults(page), [], colorScheme);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(async () => (await overflow(page)) === 0);
  await page.setViewportSize(size);
}

void t.test('a writer asks, an owner rejects with a reason, and approves what was changed', async (t) => {
  const { page: owner } = await open('/app/w/home/settings/approval');
  await turnOn(owner);
  const maya = await joinAsEditor(owner, 'Maya');
  await maya.goto(address('posts/new'));
  await maya.getByRole('textbox', { name: 'Text' }).fill('Our rye is back');
  await maya.getByRole('button', { name: 'Ask for approval' }).waitFor();
  const written = {
    content: 'Our rye is back',
    accountIds: [running.accounts['telegram']],
    publishNow: true,
  };
  const { post } = await ask(maya, 'POST', '/v1/posts', written);
  t.equal(post!['approval'], 'requested');
  const path = `/v1/posts/${post!['id']}`;
  await maya.goto(address(`posts/${post!['id']}`));
  await maya.getByText('Waits for approval').first().waitFor();
  t.equal(await maya.getByRole('button', { name: 'Approve' }).count(), 0, 'no button that would be refused');
  t.same(await accessibilityFaults(maya), []);
  await reject(owner);
  await maya.getByText('Name the price.').waitFor();

  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  await ask(maya, 'PATCH', path, { content: 'Our rye is back, for 3 €', scheduledAt });
  await owner.getByRole('button', { name: 'Approve' }).click();
  await owner.getByText('Approved', { exact: true }).waitFor();
  await ask(maya, 'PATCH', path, { content: 'Our rye is back, for 4 €' });
  const changed = owner.getByRole('region', { name: 'What was changed since it was approved' });
  await changed.getByRole('region', { name: 'Before' }).getByText('for 3 €').waitFor();
  await changed.getByRole('region', { name: 'Now' }).getByText('for 4 €').waitFor();
  await maya.getByRole('textbox', { name: 'New note' }).fill('The price is right now.');
  await maya.getByRole('button', { name: 'Write the note' }).click();
  await owner.getByText('The price is right now.').waitFor();
  await lookAt(owner);
  await owner.getByRole('button', { name: 'Approve' }).click();
  await eventually(async () => (await postOf(post!['id']!)).status === 'scheduled');
  running.advance(3_700_000);
  await eventually(async () => (await postOf(post!['id']!)).status === 'published');
});

/** The owner makes a link on the page of a post. @returns its address */
async function makeLink(owner: Page, postId: string): Promise<string> {
  await owner.goto(address(`posts/${postId}`));
  await owner.getByRole('button', { name: 'Make a link for a client' }).click();
  await owner.getByLabel('The link for the client').waitFor();
  t.same(await accessibilityFaults(owner), []);
  const [url] = new RegExp(`${running.baseUrl}/approval/[\\w-]+`).exec(await owner.content())!;
  return url;
}

void t.test(
  'a person who is invited by mail asks for approval of a post of two accounts, a client approves it by a link, and it is published',
  async (t) => {
    const { page: owner } = await open('/app/w/home/posts');
    await ask(owner, 'PUT', '/v1/approval-settings', { required: true });
    const jo = await joinAsEditor(owner, 'Jo');
    const accountIds = [running.accounts['telegram']!, running.accounts['mastodon']!];
    const { members } = (await running.call('GET', '/v1/members')).body;
    const { userId } = members.find(({ name }: { name: string }) => name === 'Jo');
    await ask(owner, 'PATCH', `/v1/members/${userId}`, { accountIds });

    await jo.goto(address('posts/new'));
    await jo.getByRole('textbox', { name: 'Text' }).fill('The market is on Saturday');
    t.equal(await jo.getByText('Discord').count(), 0, 'an account that Jo does not reach is not offered');
    const media = [`${running.sandbox.url}/samples/photo.jpg`];
    const altText = { [media[0]!]: 'Loaves on a table' };
    const written = { content: 'The market is on Saturday', accountIds, media, altText, publishNow: true };
    const { post } = await ask(jo, 'POST', '/v1/posts', written);
    t.equal(post!['approval'], 'requested');

    const url = await makeLink(owner, post!['id']!);
    const { page: client, complaints } = await open(url.slice(running.baseUrl.length), { stranger: true });
    await client
      .getByRole('article', { name: /^Mastodon/ })
      .getByText('The market is on Saturday')
      .waitFor();
    await client.getByRole('img', { name: 'Loaves on a table' }).waitFor();
    const areLoaded = '[...document.images].every((one) => one.naturalWidth > 0)';
    await eventually(() => client.evaluate<boolean>(areLoaded));
    await lookAt(client);
    await client.getByRole('textbox', { name: 'Your name' }).fill('Rosa');
    await client.keyboard.press('Enter');
    t.equal((await postOf(post!['id']!)).approval, 'requested', 'the key Enter decides nothing');
    await client.getByRole('button', { name: 'Do not approve' }).click();
    await client.getByText('Write what is to change.').waitFor();
    t.same(await accessibilityFaults(client), []);
    await client.getByRole('button', { name: 'Approve', exact: true }).click();
    await client.getByRole('heading', { name: 'You approved this post' }).waitFor();
    await lookAt(client);
    // the form without a reason, and the icon that browsers look for
    const unexpected = complaints.filter((one) => !/status of 40[04]/.test(one));
    t.same(unexpected, []);

    await running.until(post!['id']!, ({ status }) => status === 'published');
    await jo.goto(address(`posts/${post!['id']}`));
    await jo.getByText('Rosa (client, by link) approved it').waitFor();
    for (const network of ['telegram', 'mastodon']) {
      const sent = running.sandbox.sandbox.ledger.entries({ network });
      t.equal(sent.filter((one) => JSON.stringify(one).includes('on Saturday')).length, 1, network);
    }
  },
);
