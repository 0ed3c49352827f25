/** Settings → API & MCP: a new key reads and drafts in its workspace, unless a person chooses more. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t);
await running.call('POST', '/v1/workspaces', { name: 'Second', slug: 'second' });

const confirmField = (page: Page) =>
  page.getByRole('combobox', { name: 'Before an agent with it publishes, sends or deletes' });
/** Which of these boxes are ticked. */
const ticked = async (page: Page, names: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const name of names)
    if (await page.getByRole('checkbox', { name, exact: true }).isChecked()) found.push(name);
  return found;
};

void t.test('a key is held to scopes and workspaces, and its card says so', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings/keys');
  const create = page.getByRole('button', { name: 'Create a key' });
  await page.getByLabel('Name of the new key').fill('drafts');
  const boxes = ['Read', 'Write drafts', 'Publish', 'Answer people', 'Manage', 'home', 'Second'];
  t.strictSame(await ticked(page, boxes), ['Read', 'Write drafts', 'home'], 'it starts with the least');
  t.equal(await confirmField(page).inputValue(), 'A person allows it here');
  await page.getByRole('checkbox', { name: 'home' }).uncheck();
  t.ok(await create.isDisabled(), 'no workspace is chosen');
  await page.getByRole('checkbox', { name: 'Second' }).check();
  t.same(await accessibilityFaults(page), []);
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/app/api/keys') && response.request().method() === 'POST',
  );
  await create.click();
  const { key } = (await (await answered).json()) as { key: { key: string } };
  t.match(key, { scopes: ['read', 'draft'], workspaces: ['second'], confirm: 'person' });
  const keys = page.getByRole('list', { name: 'API keys' });
  await keys.getByText('Read, Write drafts · in second').waitFor();
  t.same(await accessibilityFaults(page), []);

  const ask = (method: string, path: string, body?: unknown) =>
    running.call(method, path, body, { authorization: `Bearer ${key.key}` });
  t.match((await ask('GET', '/v1/workspaces')).body, { workspaces: [{ slug: 'second' }] });
  t.match(await ask('DELETE', '/v1/accounts/acc_1'), { status: 403, body: { code: 'insufficient_scope' } });

  await page.getByLabel('Name of the new key').fill('all');
  for (const name of ['Publish', 'Answer people', 'Manage'])
    await page.getByRole('checkbox', { name }).check();
  await page.getByRole('radio', { name: 'All of my workspaces' }).check();
  await create.click();
  await keys.getByText('all', { exact: false }).first().waitFor();
  await page.getByText('The key “all” is created').waitFor();
  t.equal(await keys.getByText(' · in ').count(), 1, 'a key that is not held says nothing of it');
  t.same(complaints, []);
});
