/** Approval in the dashboard: an owner turns it on, a writer asks, an owner sees what was changed and decides. Two browsers. */
// Long test: two people in two browsers, looked at in three ways
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { PASSWORD, startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t, { platforms: ['telegram'] });
const postOf = async (id: string) => (await running.call('GET', `/v1/posts/${id}`)).body.post;
const address = (path: string) => `${running.baseUrl}/app/w/home/${path}`;

/** A request of the person of a page, from that page. */
const ask = async (page: Page, method: 'POST' | 'PATCH', path: string, body: object) => {
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
  await eventually(async () => (await running.call('GET', '/v1/approval-settings')).body.required === true);
}

/** An editor joins by the link of an invitation. */
async function joinAsEditor(owner: Page): Promise<Page> {
  const { invitation } = await ask(owner, 'POST', '/v1/invitations', { role: 'editor' });
  const { page } = await open(invitation!['url']!.slice(running.baseUrl.length), { stranger: true });
  await page.getByRole('textbox', { name: 'Name' }).fill('Maya');
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.org');
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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    t.same(await accessibilityFaults(page), [], colorScheme);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(async () => (await overflow(page)) === 0);
}

void t.test('a writer asks, an owner rejects with a reason, and approves what was changed', async (t) => {
  const { page: owner } = await open('/app/w/home/settings/approval');
  await turnOn(owner);
  const maya = await joinAsEditor(owner);
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
  await owner.getByRole('region', { name: 'Approved before' }).getByText('for 3 €').waitFor();
  await owner.getByRole('region', { name: 'Now' }).getByText('for 4 €').waitFor();
  await lookAt(owner);
  await owner.getByRole('button', { name: 'Approve' }).click();
  await eventually(async () => (await postOf(post!['id']!)).status === 'scheduled');
  running.advance(3_700_000);
  await eventually(async () => (await postOf(post!['id']!)).status === 'published');
});
