/** The hosted pages in a real browser: from the link, over the networks' own pages, back to the caller's site. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { longTest } from '../../support/long.ts';
import { openBrowser, openPage } from '../../support/browser.ts';
import { startService } from '../../support/service.ts';
import { linkFor } from './person.ts';

void t.test('a person connects every network with a link and returns to the caller’s site', async (t) => {
  const browser = await openBrowser(t);
  const site = await callersSite(t);
  const running = await startService(t);
  const link = await linkFor(running, {
    platforms: ['instagram', 'mastodon', 'bluesky', 'telegram', 'discord'],
    redirectUrl: `${site}/welcome?plan=1`,
  });
  const { page, complaints } = await openPage(browser, { width: 390, height: 844 });
  await page.goto(link.url);
  await page.getByRole('heading', { name: 'Connect your accounts' }).waitFor();

  // which sign-in, then the network's own page
  await page.getByRole('link', { name: 'Connect Instagram' }).click();
  await page.getByRole('button', { name: 'Sign in with Instagram' }).click();
  await page.getByLabel('Sign in as').fill('Café Luna');
  await page.getByRole('button', { name: 'Allow' }).click();
  await connected(page, 'Café Luna');

  // the server first, then its page
  await page.getByRole('link', { name: 'Connect Mastodon' }).click();
  await page.getByLabel('Your server').fill('not a server');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Type the address of your server').waitFor();
  t.equal(await page.getByLabel('Your server').getAttribute('aria-invalid'), 'true');
  t.equal(await page.getByLabel('Your server').inputValue(), 'not a server');
  await page.getByLabel('Your server').fill(`${running.sandbox.url}/mastodon`);
  await page.keyboard.press('Enter');
  await page.getByLabel('Sign in as').fill('rosa');
  await page.getByRole('button', { name: 'Allow' }).click();
  await connected(page, 'rosa');

  const { username, credentials } = running.sandbox.sandbox.connect('bluesky', 'Rosa Boats');
  await page.getByRole('link', { name: 'Connect Bluesky' }).click();
  await page.getByLabel('Handle').fill(username);
  await page.getByLabel('App password').fill('aaaa-bbbb-cccc-dddd');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('does not take this handle with this app password').waitFor();
  t.equal(await page.getByLabel('App password').inputValue(), '', 'a password is not given back');
  await page.getByLabel('App password').fill(credentials['appPassword']!);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await connected(page, 'Rosa Boats');

  const hook = running.sandbox.sandbox.connect('discord', 'Boat news');
  await page.getByRole('link', { name: 'Connect Discord' }).click();
  await page
    .getByLabel('Webhook URL')
    .fill(
      `${hook.endpoints['api']}/webhooks/${hook.credentials['webhookId']}/${hook.credentials['webhookToken']}`,
    );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await connected(page, 'Boat news');

  // the person posts the code on the sandbox's page, in another tab
  await page.getByRole('link', { name: 'Connect Telegram' }).click();
  const code = /\/connect [A-Z2-9-]{9}/.exec((await page.locator('.steps code').textContent()) ?? '')![0];
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'act at Telegram' }).click();
  const telegram = await opened;
  await telegram.getByLabel('Message').fill(code);
  await telegram.getByRole('button', { name: 'Post' }).click();
  await telegram.getByText('Posted in @rosas_boats').waitFor();
  await page.getByRole('button', { name: 'I have posted the code' }).click();
  await connected(page, 'rosas_boats');

  await page.getByRole('link', { name: 'Finish' }).click();
  await page.waitForURL(`${site}/**`);
  t.equal(page.url(), `${site}/welcome?plan=1&connected=instagram,mastodon,bluesky,discord,telegram`);
  // the console also reports the 422 responses to invalid forms
  t.same(
    complaints.filter((text) => !/status of 422/.test(text)),
    [],
  );
  const { body } = await running.call('GET', `/v1/connect-links/${link.id}`);
  t.equal(body.connectLink.accounts.length, 5);
});

longTest('the pages work with the keyboard alone, and none violates its own content policy', async (t) => {
  const browser = await openBrowser(t);
  const running = await startService(t);
  const link = await linkFor(running, { platforms: ['instagram'] });
  const { page, complaints } = await openPage(browser);
  await page.goto(link.url);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in with Instagram' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('Sign in as').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await connected(page, 'rosa');
  t.same(complaints, []);
});

void t.test('a person who denies access is led back', async (t) => {
  const browser = await openBrowser(t);
  const running = await startService(t);
  const link = await linkFor(running, { platforms: ['instagram', 'bluesky'] });
  const { page } = await openPage(browser);
  await page.goto(link.url);
  await page.getByRole('link', { name: 'Connect Instagram' }).click();
  await page.getByRole('button', { name: 'Sign in with Instagram' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('You did not give permission at Instagram').waitFor();
  await page.getByRole('link', { name: 'Back to the networks' }).click();
  t.equal(page.url(), link.url);
});

async function connected(page: Page, name: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Connected accounts' })
    .getByText(name, { exact: true })
    .first()
    .waitFor();
}

/** The site a person returns to. */
async function callersSite(t: Test): Promise<string> {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Welcome</title><h1>Welcome</h1></html>',
      ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
