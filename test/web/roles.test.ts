/** A viewer goes through every page and presses everything that is there: nothing of it is refused, because what would be is not shown. */
// Long test: every page as a viewer; test/web/guards.test.ts finds each call without a guard in npm test.
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { join, newMate } from '../support/team.ts';
import { fill, ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const paths = await fill(running);

/** A page of somebody with this role in the workspace. */
async function openAs(role: 'viewer' | 'editor') {
  const mate = await newMate(running, `the-${role}`);
  await join(running, running.workspaceId, { userId: mate.userId, role });
  const opened = await open('/app', { stranger: true });
  const [name, value] = mate.by.session['cookie']!.split('=', 2);
  await opened.page.context().addCookies([{ name: name!, value: value!, url: running.baseUrl }]);
  const refusals: string[] = [];
  opened.page.on('response', (response) => {
    if (response.status() === 403) refusals.push(`${response.request().method()} ${response.url()}`);
  });
  return { ...opened, refusals };
}

const show = async (page: Page, path: string) => {
  await page.goto(`${running.baseUrl}/app/w/home/${path}`);
  await ready(page);
};

/** Presses what is there and closes what opens. @returns how much there was */
async function pressAll(page: Page, path: string): Promise<number> {
  const controls = page
    .locator('main')
    .locator('button:enabled:visible, [role="switch"]:enabled, input[type="checkbox"]:enabled');
  const count = await controls.count();
  const address = page.url();
  for (let index = 0; index < count; index += 1) {
    const control = controls.nth(index);
    // what was pressed before may have taken it away
    if (!(await control.isVisible().catch(() => false))) continue;
    await control.click({ timeout: 5_000, force: true }).catch(() => undefined);
    const items = page.locator('[role="menuitem"]:visible:not(a)');
    for (let item = 0; item < (await items.count()); item += 1)
      await items
        .nth(item)
        .click({ timeout: 5_000, force: true })
        .catch(() => undefined);
    const inDialog = page.getByRole('dialog').locator('button:enabled:visible');
    if ((await inDialog.count()) > 0)
      await inDialog
        .last()
        .click({ force: true })
        .catch(() => undefined);
    if (page.url() === address) await page.keyboard.press('Escape');
    else await show(page, path);
  }
  return count;
}

/** Leaves the workspace, or concerns the person alone. */
const PERSONAL = new Set(['settings/people', 'settings/keys', 'settings/you', 'agents/connect']);

void t.test('a viewer is offered nothing on any page that is refused', async (t) => {
  const { page, refusals } = await openAs('viewer');
  let pressed = 0;
  for (const path of paths.filter((one) => !PERSONAL.has(one))) {
    await show(page, path);
    pressed += await pressAll(page, path);
    t.same(refusals.splice(0), [], path);
  }
  t.ok(pressed > 40, `${pressed} were pressed`);
  for (const path of ['posts/new', 'rules/new', 'automations/new']) {
    await show(page, path);
    await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor();
    t.same(await accessibilityFaults(page), [], path);
  }
  for (const path of ['posts', 'settings/inbox', 'settings/schedule', 'settings/webhooks', 'accounts']) {
    await show(page, path);
    t.same(await accessibilityFaults(page), [], path);
  }
  t.same(refusals, []);
});

void t.test('an editor writes posts, and sees no settings of the workspace to change', async (t) => {
  const { page, refusals } = await openAs('editor');
  await show(page, 'posts');
  await page.getByRole('link', { name: 'New post' }).waitFor();
  await show(page, 'settings/webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).waitFor();
  await show(page, 'settings/schedule');
  t.equal(await page.getByRole('button', { name: /^Add the time/ }).count(), 0);
  t.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0);
  await show(page, 'settings/inbox');
  await page.getByRole('button', { name: 'New saved reply' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Save the words' }).count(), 0);
  t.same(refusals, []);
});
