/** The dashboard in other environments: plain http in a local network, another locale, after an upgrade. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { eventually } from '../support/eventually.ts';
import { LAN_NAME } from '../support/browser.ts';
import { PASSWORD, ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, { hosts: [LAN_NAME] });
const { accounts, call } = running;

void t.test('over plain http in a local network everything works, including copying', async (t) => {
  const { body } = await call('POST', '/v1/posts', {
    content: 'Seen from the LAN',
    accountIds: [accounts['telegram']],
    scheduledAt: '2036-05-10T09:30:00',
  });
  const lan = running.baseUrl.replace('127.0.0.1', LAN_NAME);
  const { page, complaints } = await open('/app', { stranger: true });
  await page.goto(`${lan}/app/w/home/debugger/${body.post.id}`);
  t.notOk(await page.evaluate<boolean>('isSecureContext'), 'the browser keeps some things from it');
  await page.getByLabel('Email').fill('rosa@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Manual actions' }).click();
  await page.getByLabel('Reason').waitFor();

  await page.goto(`${lan}/app/w/home/settings/keys`);
  await page.getByLabel('Name of the new key').fill('laptop');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = await page.getByLabel('The new key', { exact: true }).textContent();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  const field = page.getByLabel('Name of the new key');
  await field.focus();
  await page.keyboard.press('Control+V');
  t.equal(await field.inputValue(), key);

  // a browser that cannot copy: the page says so, and selects the key
  await page.evaluate('document.execCommand = () => false');
  await page.getByRole('button', { name: /^Cop/ }).click();
  await page.getByRole('alert').getByText('This browser did not copy it').waitFor();
  t.equal(await page.evaluate<string>('getSelection().toString()'), key);
  // browsers say of each page over plain http that they do not isolate it
  t.same(
    complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy')),
    [],
  );
});

longTest('each page sets the title of its tab', async (t) => {
  const { page } = await open('/app/w/home/posts', {});
  const named = async (path: string, title: string) => {
    await page.goto(`${running.baseUrl}/app/w/home/${path}`);
    await ready(page);
    t.equal(await page.title(), `${title} · home · Troupe`);
  };
  await named('posts', 'Posts');
  await named('posts/new', 'New post');
  await named('calendar', 'Calendar');
  await named('inbox', 'Inbox');
  await named('accounts', 'Accounts');
  await named('debugger', 'Debugger');
  await named('debugger/charts/delivery', 'Heat map of deliveries');
  await named('settings/webhooks', 'Webhooks · Settings');
  await named('no/such/page', 'There is no such page');
  const { body } = await call('POST', '/v1/posts', {
    content: 'Tides of the week',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  await named(`posts/${body.post.id}`, 'Post: Tides of the week');
  await named(`posts/${body.post.id}/edit`, 'Edit the post');
  await named(`debugger/${body.post.id}`, 'Post: Tides of the week');
  const { page: stranger } = await open('/app', { stranger: true });
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.equal(await stranger.title(), 'Sign in · Troupe');
});

for (const [locale, shown, typed, slot] of [
  ['en-US', 'Wed, May 14, 2036, 5:30 PM (Europe/Berlin)', true, '11:00 AM'],
  ['de-DE', 'Wed, 14 May 2036, 17:30 (Europe/Berlin)', false, '11:00'],
] as const)
  longTest(`times are written in the format of ${locale}, with the zone`, async (t) => {
    const { page } = await open('/app/w/home/posts/new?at=2036-05-14T17:30', { locale });
    await ready(page);
    await page.getByRole('textbox', { name: 'Text' }).fill(`For ${locale}`);
    await page.getByRole('checkbox', { name: 'Telegram' }).check();
    await page.getByRole('status').getByText(shown).waitFor();
    t.equal(await page.getByLabel('Time, hours').inputValue(), typed ? '05' : '17');
    t.equal(await page.getByLabel('Time, morning or afternoon').count(), typed ? 1 : 0);
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(`It goes out on ${shown}.`).waitFor();
    await page.getByRole('status', { name: 'Status' }).getByText(shown).waitFor();
    await page.goto(`${running.baseUrl}/app/w/home/settings/schedule`);
    await page.getByText(slot, { exact: true }).first().waitFor();
  });

longTest('a day and a time are chosen with the keyboard', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('textbox', { name: 'Text' }).fill('By the clock');
  await page.getByRole('checkbox', { name: 'Telegram' }).check();
  await page.getByText('At a time').click();
  await page.getByText('Choose a day and a time.').waitFor();
  await page.getByRole('button', { name: 'Day' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').or(page.getByRole('table')).first().waitFor();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: /^15 / }).click();
  t.equal(await page.getByLabel('Time, hours').inputValue(), '09', 'a time is proposed');
  await page.getByLabel('Time, hours').focus();
  await page.keyboard.type('1845');
  await page
    .getByRole('status')
    .getByText(/15 \w+ \d{4}, 18:45 \(Europe\/Berlin\)/)
    .waitFor();
  t.ok(await page.getByRole('button', { name: 'Schedule' }).isEnabled());
});

/** The script of a page is gone, as after an upgrade. */
const lose = (page: Page, name: string, times: number) =>
  page.route(new RegExp(`/assets/${name}-[^/]*\\.js`), (route) => route.fulfill({ status: 404 }), { times });

/** The script is gone until the page is loaded again. The browser may ask for it twice: to preload it, and to run it. */
async function loseUntilReload(page: Page, name: string): Promise<void> {
  let isGone = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js`), (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
}

longTest('a tab that is open during an upgrade reloads itself, once', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  await page.evaluate('globalThis.before = true');
  await loseUntilReload(page, 'calendar-page');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  // the heading may be drawn before the page is loaded again
  const isOld = () => page.evaluate<boolean>('globalThis.before === true').catch(() => true); // between two pages
  for (let tries = 0; tries < 400 && (await isOld()); tries += 1) await page.waitForTimeout(25);
  t.notOk(await page.evaluate('globalThis.before'), 'it was loaded again');
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  t.match(page.url(), /calendar$/);

  await lose(page, 'settings-page', 3);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('alert').getByText('This page cannot be reached').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

longTest('signing out while data are being read causes no error', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  // on its way for longer than the session lasts
  const { promise: signedOut, resolve: letGo } = Promise.withResolvers<void>();
  const late: Promise<unknown>[] = [];
  await page.route(/\/v1\/(accounts|connect-links)/, (route) => {
    const answered = signedOut.then(() => route.continue()).then(() => route.request().response());
    late.push(answered.catch((error: unknown) => t.match(String(error), /./, 'it was cancelled')));
  });
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  await eventually(() => late.length > 0); // something is on its way
  await page.getByRole('button', { name: 'Account of Rosa' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  letGo();
  await Promise.all(late);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  t.same(complaints, []);
});
