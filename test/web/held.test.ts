/** A person who is held to two accounts, and the owner who picks them, in two browsers. */
// Long test: it goes through every page; test/web/guards.test.ts finds each call without a guard in npm test.
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { join, newMate } from '../support/team.ts';
import { fill, ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const filled = await fill(running);
/** Without the pages of one rule and one automation: these are of another account, and not there for the person. */
const paths = filled.filter((path) => !/^(rules|automations|debugger)\/\w*_/.test(path));
const { accounts } = running;
const held = [accounts['telegram']!, accounts['discord']!];

void t.test('an owner picks two accounts, and the person is offered nothing that is refused', async (t) => {
  const maya = await newMate(running, 'Maya');
  await join(running, running.workspaceId, { userId: maya.userId, role: 'editor' });
  const owner = await open('/app/w/home/settings/people');
  await owner.page.getByRole('button', { name: 'Accounts of Maya: All accounts' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Accounts of Maya' });
  await dialog.getByRole('radio', { name: 'Only these' }).click();
  t.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'nobody is held to no account');
  for (const network of [/\(Telegram\)/i, /\(Discord\)/i])
    await dialog.getByRole('checkbox', { name: network }).click();
  t.same(await accessibilityFaults(owner.page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await running.call('GET', `/v1/members/${maya.userId}`);
  t.same(new Set(body.member.accountIds), new Set(held));
  t.same(await accessibilityFaults(owner.page), []);
  t.equal(await overflow(owner.page), 0);

  const { page } = await open('/app', { stranger: true });
  const [name, value] = maya.by.session['cookie']!.split('=', 2);
  await page.context().addCookies([{ name: name!, value: value!, url: running.baseUrl }]);
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refusals.push(`${response.request().method()} ${response.url()}`);
  });
  const show = async (path: string) => {
    await page.goto(`${running.baseUrl}/app/w/home/${path}`);
    await ready(page);
  };
  for (const path of paths) {
    await show(path);
    // what a menu offers is offered too
    for (const menu of await page.locator('main [aria-haspopup="menu"]:visible').all())
      await menu
        .click({ timeout: 5_000 })
        .then(() => page.keyboard.press('Escape'))
        .catch(() => undefined);
    t.same(refusals.splice(0), [], path);
  }
  await show('accounts');
  t.equal(await page.getByRole('link', { name: 'Agents' }).count(), 0);
  const fields = { content: 'Sourdough for both', accountIds: Object.values(accounts), draft: true };
  t.equal((await running.call('POST', '/v1/posts', fields)).status, 200);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('sourdough');
  await page.getByRole('option', { name: /Sourdough for both/ }).waitFor();
  await page.keyboard.press('Escape');
  await show('settings/people');
  await page.getByText(/^You reach some accounts of this workspace/).waitFor();
  t.same(await accessibilityFaults(page), []);
  await running.call('POST', '/v1/webhooks', { url: 'https://example.org/2', events: ['post.published'] });
  const { post } = (
    await running.call('POST', '/v1/posts', { content: 'Sent', accountIds: held, publishNow: true })
  ).body;
  await running.until(post.id, ({ status }) => status === 'published');
  const { actors } = (await running.call('GET', '/v1/actors?kind=webhook_send')).body;
  for (const path of ['agents', `debugger/${actors[0].id}`]) {
    await show(path);
    await page.getByRole('heading', { name: 'This is for people who reach all accounts' }).waitFor();
    t.same(await accessibilityFaults(page), [], path);
  }
  t.match(refusals.splice(0), [/\/v1\/actors\/send_/]);
  const mixed = paths.find((path) => path.startsWith('posts/post_'))!;
  await show(mixed);
  await page.getByText(/^It goes to accounts too that you do not reach/).waitFor();
  t.equal(await page.getByRole('article').count(), 2, 'a card for each account of theirs');
  t.equal(await page.getByRole('button', { name: /^Actions for the post/ }).count(), 0);
  await show('debugger');
  await page.getByRole('cell', { name: /Hello/ }).first().waitFor();
  t.equal(await page.getByText(/mastodon|instagram/i).count(), 0, 'no actors of other accounts');
  await show(mixed.replace('posts', 'debugger'));
  await page.getByText('You reach some of its accounts').waitFor();
  await page.getByRole('tab', { name: 'Manual actions' }).click();
  t.equal(await page.getByRole('tabpanel').getByRole('button').count(), 0, 'nothing that would be refused');
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  t.same(refusals, []);

  await owner.page.getByRole('button', { name: /^Accounts of Maya/ }).click();
  await dialog.getByRole('radio', { name: /^All accounts/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await show('posts');
  await page.getByRole('link', { name: 'Debugger' }).waitFor();
  t.same(owner.complaints, []);
});
