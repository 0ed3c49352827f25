/** Settings → People, and the page behind the link of an invitation: two people in two browsers. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { PASSWORD, startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t, { platforms: ['telegram'] });

/** Makes an invitation on the owner's page. @returns its link */
async function invite(page: Page, { role, email = '' }: { role: string; email?: string }): Promise<string> {
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: role, exact: true }).click();
  await page.getByRole('textbox', { name: 'Only for this address' }).fill(email);
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = page.getByLabel('The link of the invitation');
  await link.waitFor();
  const address = (await link.textContent())!;
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return address;
}

/** The path below the service. */
const pathOf = (address: string) => address.slice(running.baseUrl.length);
const members = (page: Page) => page.getByRole('list', { name: 'Members' });

async function signUp(page: Page, person: { name: string; email?: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(person.name);
  if (person.email !== undefined) await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Create the account and join' }).click();
  await page.waitForURL('**/app/w/home/posts');
}

void t.test(
  'an owner invites, a person without an account joins, and roles change while both look',
  async (t) => {
    const owner = await open('/app/w/home/settings/people');
    const { page } = owner;
    await members(page).getByText('Rosa (you)').waitFor();
    t.same(await accessibilityFaults(page), []);
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByText('Choose one account at least').waitFor();
    t.same(await accessibilityFaults(page), []);
    await page.getByRole('checkbox').first().check();
    const held = await invite(page, { role: 'Viewer' });
    t.match((await running.call('GET', '/v1/invitations')).body, {
      invitations: [{ role: 'viewer', accountIds: [running.accounts['telegram']] }],
    });
    t.match(held, /#tri_/);
    await page.getByRole('button', { name: /Revoke the invitation/ }).click();
    await page.getByRole('list', { name: 'Open invitations' }).waitFor({ state: 'detached' });
    const address = await invite(page, { role: 'Editor', email: 'maya@example.org' });
    t.match(address, /\/app\/invitation#tri_/);
    await page.getByRole('list', { name: 'Open invitations' }).getByText('for maya@example.org').waitFor();

    const maya = await open(pathOf(address), { stranger: true });
    await maya.page.getByRole('heading', { name: 'Join “home”' }).waitFor();
    t.equal(await overflow(maya.page), 0);
    await signUp(maya.page, { name: 'Maya' });
    await maya.page.getByRole('link', { name: 'New post' }).waitFor();

    await page.reload();
    await members(page).getByText('Maya', { exact: true }).waitFor();
    t.equal(await page.getByRole('list', { name: 'Open invitations' }).count(), 0, 'it is used');
    await page.getByRole('combobox', { name: 'Role of Maya' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    const roleOfMaya = async () =>
      (await running.call('GET', '/v1/members')).body.members.find(
        ({ name }: { name: string }) => name === 'Maya',
      )?.role;
    await eventually(async () => (await roleOfMaya()) === 'viewer');

    await maya.page.goto(`${running.baseUrl}/app/w/home/settings/people`);
    await members(maya.page).getByText('Maya (you)').waitFor();
    t.equal(await maya.page.getByRole('combobox', { name: /^Role/ }).count(), 0, 'a viewer changes no roles');
    t.equal(await maya.page.getByRole('button', { name: 'Make a link' }).count(), 0, 'and invites nobody');
    t.equal(await maya.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    t.ok(await maya.page.getByRole('button', { name: 'Leave the workspace' }).isVisible());
    t.same(await accessibilityFaults(maya.page), []);

    await page.getByRole('button', { name: 'Remove Maya' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await members(page).getByText('Maya', { exact: true }).waitFor({ state: 'detached' });
    await maya.page.getByRole('heading', { name: 'Your first workspace' }).waitFor();
    t.same(await accessibilityFaults(maya.page), [], 'who is in no workspace can make one');
    t.same(owner.complaints, []);
  },
);

longTest('a person who is signed in joins with their account, and a used link says so', async (t) => {
  const owner = await open('/app/w/home/settings/people');
  const first = await invite(owner.page, { role: 'Viewer' });
  const jo = await open(pathOf(first), { stranger: true });
  await signUp(jo.page, { name: 'Jo', email: 'jo@example.org' });

  const other = await running.call('POST', '/v1/workspaces', { name: 'Second', slug: 'second' });
  t.equal(other.status, 200);
  await owner.page.goto(`${running.baseUrl}/app/w/second/settings/people`);
  const second = await invite(owner.page, { role: 'Editor' });
  await jo.page.goto(second);
  await jo.page.getByRole('button', { name: 'Join as Jo' }).waitFor();
  t.same(await accessibilityFaults(jo.page), []);
  await jo.page.getByRole('button', { name: 'Join as Jo' }).click();
  await jo.page.waitForURL('**/app/w/second/posts');
  await jo.page.getByRole('link', { name: 'New post' }).waitFor();

  const late = await open(pathOf(second), { stranger: true });
  await late.page.getByText('was used').waitFor();
  t.same(await accessibilityFaults(late.page), []);
});

longTest('an invitation is revoked, and the only owner cannot leave', async () => {
  const { page } = await open('/app/w/home/settings/people');
  const address = await invite(page, { role: 'Approver' });
  await page.getByRole('button', { name: 'Revoke the invitation' }).first().click();
  await page.getByRole('list', { name: 'Open invitations' }).waitFor({ state: 'detached' });
  const late = await open(pathOf(address), { stranger: true });
  await late.page.getByText('was revoked').waitFor();

  await page.getByRole('button', { name: 'Leave the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('is the only owner').waitFor();
});

/** The page's address, looked at again and again: `waitForURL` misses one that changes while it begins to wait. */
const isAt = (page: Page, path: string) => eventually(() => new URL(page.url()).pathname === path);

/** Loads a page again, with a live feed that does not connect before it is released. @returns what releases it */
async function withLateFeed(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket('**/v1/live', async (socket) => {
    await promise;
    socket.connectToServer();
  });
  await page.reload();
  return resolve;
}

void t.test(
  'an owner changes slug and time zone, reads first what will move, and old addresses go on',
  async (t) => {
    const at = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const fields = { content: 'Rye', accountIds: [running.accounts['telegram']], scheduledAt: at };
    t.equal((await running.call('POST', '/v1/posts', fields)).status, 200);
    const { page, complaints } = await open('/app/w/home/settings/workspace');
    const other = await open('/app/w/home/posts');
    await other.page.getByText('Rye').first().waitFor();
    const unconnected = await open('/app/w/home/posts');
    const connect = await withLateFeed(unconnected.page);
    await unconnected.page.getByText('Rye').first().waitFor();
    await page.getByRole('textbox', { name: 'Slug' }).fill('rye-house');
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await page.getByText('1 post is planned for the next 45 days').waitFor();
    t.same(await accessibilityFaults(page), []);
    t.equal(await overflow(page), 0);
    await page.getByRole('radio', { name: 'Move, and keep the time on the clock' }).check();
    await page.getByRole('button', { name: 'Save the workspace' }).click();
    await page.waitForURL('**/app/w/rye-house/settings/workspace');
    await page.getByText('Saved. 1 planned post moved.').waitFor();
    await isAt(other.page, '/app/w/rye-house/posts');
    t.equal(new URL(unconnected.page.url()).pathname, '/app/w/home/posts', 'it has not heard of it');
    connect();
    await isAt(unconnected.page, '/app/w/rye-house/posts');
    await other.page.getByText('Rye').first().waitFor();
    const late = await open('/app/w/home/settings/people');
    await isAt(late.page, '/app/w/rye-house/settings/people');
    await members(late.page).waitFor();
    const back = { slug: 'home', timezone: 'Europe/Berlin' };
    t.equal((await running.call('PATCH', '/v1/workspaces/rye-house', back)).status, 200);
    await isAt(other.page, '/app/w/home/posts');
    // a list that the live feed had the page read in the moment of the change had the old slug, and is read again
    t.same(
      complaints.filter((one) => !one.includes('403 (Forbidden)')),
      [],
    );
  },
);

/** An operator who is in no workspace has the pages of the installation, and no other. */
async function alone(): Promise<void> {
  const { directory, context } = running.service;
  const members = await directory`select workspace_id, user_id, role, created_at from members`;
  await directory`delete from members`;
  context.forgetPrincipals();
  const { page } = await open('/app');
  await page.getByRole('link', { name: 'See and change the installation' }).click();
  await page.getByText('Everything works').waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  await page.getByRole('link', { name: 'Make a workspace' }).click();
  await page.getByRole('button', { name: 'Make the workspace' }).waitFor();
  await directory`insert into members ${directory(members)}`;
  context.forgetPrincipals();
  await page.goto(`${running.baseUrl}/app/installation`);
  await page.waitForURL('**/app/w/*/settings/installation');
}

/** The app of a network: what to register, a form, and a check. */
async function app(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'LinkedIn', exact: true }).click();
  await page.getByText('Share on LinkedIn').waitFor();
  await page.getByRole('button', { name: 'Check the app' }).click();
  await page.getByText('No app is set').waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  await page.getByRole('textbox', { name: 'Client ID' }).fill('77a1b2c3d4e5f6');
  await page.getByLabel(/^Primary client secret/).fill('one-secret-of-an-app');
  await page.getByRole('button', { name: 'Save the app' }).click();
  await page.getByPlaceholder('Stored; leave empty to keep it').waitFor();
  await page.getByRole('button', { name: 'Check the app' }).click();
  await page.getByText('connect an account to see whether they work').waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Remove the app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Not set').waitFor();
  await page.getByRole('link', { name: 'All of the installation' }).click();
  await page.getByRole('list', { name: 'Changes' }).getByText('Rosa: Remove the app of a network').waitFor();
}

void t.test(
  'an operator sees the installation, and sets its mail server and apps; others have no such page',
  async () => {
    const { page } = await open('/app/w/home/settings/installation');
    await page.getByText('Everything works').waitFor();
    await page.getByRole('list', { name: 'Operators' }).getByText('Rosa', { exact: true }).waitFor();
    t.same(await accessibilityFaults(page), []);
    t.equal(await overflow(page), 0);
    await page.getByRole('textbox', { name: 'Server' }).fill('10.0.0.8');
    await page.getByRole('textbox', { name: 'Sender' }).fill('troupe@example.org');
    await page.getByRole('button', { name: 'Save the mail server' }).click();
    await page.getByText('A server in your own network is set at the host').waitFor();
    t.same(await accessibilityFaults(page), []);
    await page.getByRole('textbox', { name: 'Server' }).fill('203.0.114.5');
    await page.getByRole('button', { name: 'Save the mail server' }).click();
    await page.getByRole('button', { name: 'Send a test mail to me' }).waitFor();
    await page.getByRole('button', { name: 'Remove the mail server' }).click();
    await page.getByText('No mail server is set').waitFor();
    await page.getByRole('list', { name: 'Changes' }).getByText('Rosa: Remove the mail server').waitFor();
    t.same(await accessibilityFaults(page), []);
    await app(page);
    await page.getByRole('button', { name: 'Check storage and public address' }).click();
    await page.getByText('A file was stored, read and deleted').waitFor();
    t.same(await accessibilityFaults(page), []);
    await alone();
    await running.service.directory`delete from operators`;
    await page.reload();
    await page.getByRole('tab', { name: 'You' }).waitFor();
    t.equal(await page.getByRole('tab', { name: 'Installation' }).count(), 0);
  },
);
