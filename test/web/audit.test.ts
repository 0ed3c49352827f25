/** Who did what in the settings, the history of a post on its page, and who answers a conversation. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { join, newMate } from '../support/team.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t, { platforms: ['instagram', 'telegram'], subscribes: true });
const { call, accounts, workspaceId, service, sandbox } = running;
const maya = await newMate(running, 'Maya');
await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
const draft = { content: 'Fresh bread', accountIds: [accounts['telegram']], draft: true };
const { post } = (await maya.ask('POST', '/v1/posts', draft)).body;
await untilReceiving(service, 'instagram');

void t.test('an owner reads who did what, filters it, and saves it as a file', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings/audit');
  await ready(page);
  const list = page.getByRole('list', { name: 'Who did what' });
  await list.getByText('Maya: Create a post').waitFor();
  await list.getByText(`post ${post.id}`).first().waitFor();
  t.same(await accessibilityFaults(page), []);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  t.equal((await downloading).suggestedFilename(), 'who-did-what.csv');
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Rosa' }).click();
  await eventually(async () => (await list.getByText('Maya: Create a post').count()) === 0);
  await page.setViewportSize({ width: 390, height: 800 });
  t.equal(await overflow(page), 0);
  t.same(complaints, []);
});

void t.test('the page of a post says in sentences what happened to it', async (t) => {
  const { page, complaints } = await open(`/app/w/home/posts/${post.id}`);
  await ready(page);
  await page.getByRole('list', { name: 'History' }).getByText('Maya wrote a draft').waitFor();
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
});

longTest('a conversation is assigned, and two people see it', async (t) => {
  const person = { username: 'ann', name: 'Ann Fan' };
  await controlOf(sandbox)('people', { network: 'instagram', person, act: { say: 'Hello' } });
  const [first, second] = [await open('/app/w/home/inbox'), await open('/app/w/home/inbox')];
  for (const { page } of [first, second])
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: 'Ann Fan' }).click();
  await first.page.getByRole('combobox', { name: 'Assigned to' }).click();
  await first.page.getByRole('option', { name: 'Maya' }).click();
  const row = second.page.getByRole('list', { name: 'Conversations' });
  await row.getByText('Maya', { exact: true }).waitFor();
  t.same(await accessibilityFaults(second.page), []);
  const [{ assigneeId }] = (await call('GET', '/v1/inbox')).body.conversations;
  t.equal(assigneeId, maya.userId);
  await second.page.getByRole('combobox', { name: 'Assigned', exact: true }).click();
  await second.page.getByRole('option', { name: 'Assigned to nobody' }).click();
  await second.page.getByText('Ann Fan').first().waitFor();
  await eventually(async () => second.page.url().includes('assigned=none'));
  t.same([...first.complaints, ...second.complaints], []);
});
