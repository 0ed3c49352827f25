/** Templates of posts in the dashboard: kept from the menu of a post, used and deleted on the page of posts. */
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { picture } from '../support/picture.ts';
import { ready, startDashboard } from './dashboard.ts';

void t.test('a post is kept as a template, and a draft is made from it', async (t) => {
  const { open, running } = await startDashboard(t, { platforms: ['bluesky', 'mastodon'] });
  const accountIds = Object.values(running.accounts);
  const fields = { content: 'This week in the shop: rye', accountIds, labels: ['offer'], draft: true };
  await running.call('POST', '/v1/posts', fields);
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  const templates = page.getByRole('dialog', { name: 'Templates of posts' });
  await page.getByRole('button', { name: 'From a template' }).click();
  await templates.getByText('No templates yet').waitFor();
  t.strictSame(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Actions for the post “This week/ }).click();
  await page.getByRole('menuitem', { name: 'Save as a template…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly offer');
  t.strictSame(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('It is a template now.').waitFor();

  await page.getByRole('button', { name: 'From a template' }).click();
  await templates.getByText('This week in the shop: rye').waitFor();
  t.strictSame(await accessibilityFaults(page), []);
  await picture(page, 'templates');
  await templates.getByRole('button', { name: 'Use Weekly offer' }).click();
  await page.waitForURL(/\/posts\/post_\w+\/edit$/);
  await page.getByText('This week in the shop: rye').first().waitFor();
  t.equal((await running.call('GET', '/v1/posts?status=draft')).body.posts.length, 2);

  await page.goBack();
  await page.getByRole('button', { name: 'From a template' }).click();
  await templates.getByRole('button', { name: 'Delete Weekly offer' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await templates.getByText('No templates yet').waitFor();
  t.strictSame((await running.call('GET', '/v1/post-templates')).body.postTemplates, []);
  t.strictSame(complaints, []);
});
