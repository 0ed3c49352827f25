/** Settings → API & MCP: a person makes a key that is held to less than everything. */
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t);
await running.call('POST', '/v1/workspaces', { name: 'Second', slug: 'second' });

void t.test('a key is held to scopes and workspaces, and its card says so', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings/keys');
  const create = page.getByRole('button', { name: 'Create a key' });
  await page.getByLabel('Name of the new key').fill('drafts');
  await page.getByRole('checkbox', { name: 'Hold it to less than everything' }).check();
  t.ok(await page.getByRole('checkbox', { name: 'Publish' }).isChecked(), 'it begins with everything');
  for (const name of ['Publish', 'Answer people', 'Manage'])
    await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('radio', { name: 'Only these' }).check();
  t.ok(await create.isDisabled(), 'no workspace is chosen yet');
  await page.getByRole('checkbox', { name: 'Second' }).check();
  t.same(await accessibilityFaults(page), []);
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/app/api/keys') && response.request().method() === 'POST',
  );
  await create.click();
  const { key } = (await (await answered).json()) as { key: { key: string } };
  t.match(key, { scopes: ['read', 'draft'], workspaces: ['second'] });
  const keys = page.getByRole('list', { name: 'API keys' });
  await keys.getByText('Read, Write drafts · in second').waitFor();
  t.same(await accessibilityFaults(page), []);

  const ask = (method: string, path: string, body?: unknown) =>
    running.call(method, path, body, { authorization: `Bearer ${key.key}` });
  t.match((await ask('GET', '/v1/workspaces')).body, { workspaces: [{ slug: 'second' }] });
  t.match(await ask('DELETE', '/v1/accounts/acc_1'), { status: 403, body: { code: 'insufficient_scope' } });

  await page.getByLabel('Name of the new key').fill('all');
  await create.click();
  await keys.getByText('all', { exact: false }).first().waitFor();
  await page.getByText('The key “all” is created').waitFor();
  t.equal(await keys.getByText(' · in ').count(), 1, 'a key that is not held says nothing of it');
  t.same(complaints, []);
});
