/** The button that downloads everything of a workspace (docs/export.md). */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { ready, startDashboard } from './dashboard.ts';

void t.test('an owner downloads the workspace, with its files or without', async (t) => {
  const { open, running } = await startDashboard(t);
  const account = running.accounts['bluesky'];
  await running.call('POST', '/v1/posts', { content: 'Bread', accountIds: [account], draft: true });
  const { page, complaints } = await open('/app/w/home/settings/workspace');
  await ready(page);
  t.strictSame(await accessibilityFaults(page), []);
  await page.getByLabel('With the uploaded files').uncheck();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  t.match(download.suggestedFilename(), /^troupe-home-\d{4}-\d\d-\d\d\.zip$/);
  const archive = (await readFile(await download.path())).toString('latin1');
  t.match(archive, /^PK/);
  t.match(archive, /posts\.jsonl/);
  t.ok(page.url().endsWith('/settings/workspace'), 'the page stays');
  t.strictSame(complaints, []);
});
