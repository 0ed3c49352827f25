/** The dashboard with the keyboard, in dialogs and menus, and when the service or the session is gone. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startPushService } from '../support/push-browser.ts';
import { fill, ready, startDashboard } from './dashboard.ts';

const pushes = await startPushService(t);
const { open, running } = await startDashboard(t, { allowedOrigins: [pushes.origin] });
await fill(running);

longTest('dialogs and menus can be read and reached too', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts', { width: 390, height: 844 });
  await ready(page);
  const fine = async (what: string) => t.same(await accessibilityFaults(page), [], what);

  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calendar' }).waitFor();
  await fine('navigation');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('button', { name: 'Days' }).first().click(); // until it is loaded, another stands in its place
  await page.getByRole('dialog').or(page.getByRole('table')).first().waitFor();
  await fine('days');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Actions for the post “A draft”/ }).click();
  await page.getByRole('menuitem', { name: 'Publish now' }).waitFor();
  await fine('actions');
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
  await fine('a question');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Workspace home' }).click();
  await page.getByRole('menuitem', { name: 'New workspace…' }).waitFor();
  await fine('workspaces');
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await fine('a new workspace');
  t.same(complaints, []);
});

void t.test('a post is written and published with the keyboard alone', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  await page.keyboard.press('Tab');
  t.equal(await focused(page), 'Skip to the page');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  t.equal(await focused(page), 'From a template', 'the page is next');
  await page.keyboard.press('c');
  await page.getByRole('checkbox', { name: 'Bluesky' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Text').focus();
  await page.keyboard.type('By the keyboard');
  await page
    .getByRole('article', { name: /Preview/ })
    .getByText('By the keyboard')
    .waitFor();
  await page.getByRole('button', { name: 'Publish now' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Accounts' }).getByText('Published').waitFor();
});

void t.test('the search finds actions, pages, accounts, posts and people from every page', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings/you');
  await ready(page);
  const option = (name: RegExp | string) => page.getByRole('option', { name });
  await page.keyboard.press('Control+K');
  await option('New post').waitFor();
  await option('Debugger').waitFor();
  t.strictSame(await accessibilityFaults(page), [], 'before a word is typed');
  await page.getByRole('dialog').getByRole('combobox').fill('draft');
  await option(/A draft/).waitFor();
  t.strictSame(await accessibilityFaults(page), [], 'with results');
  t.equal(await option(/A draft/).getAttribute('data-combobox-selected'), 'true', 'the first one is chosen');
  await page.keyboard.press('Enter');
  await page.getByRole('status', { name: 'Status' }).getByText('Draft').waitFor();
  t.match(page.url(), /\/posts\/post_/);

  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('discord');
  await option(/its posts/).click();
  t.match(page.url(), new RegExp(`posts\\?account=${running.accounts['discord']}`));
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').fill('no such words');
  await page.getByText('Nothing has these words.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});

longTest('on a phone the pages that are used most are at the lower edge', async (t) => {
  const { page } = await open('/app/w/home', { width: 390, height: 844, scheme: 'dark' });
  await ready(page);
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  t.equal(await bar.getByRole('link', { name: 'Home' }).getAttribute('aria-current'), 'page');
  await bar.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  await bar.getByRole('link', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  t.notOk(await bar.isVisible(), 'the buttons of the composer take its place');
});

void t.test('the dashboard can be installed, and stores nothing but the page for offline', async (t) => {
  const { page } = await open('/app/w/home/posts', { serviceWorker: true });
  await ready(page);
  const manifest = await page.evaluate<{ start_url: string; icons: { src: string }[] }>(
    `fetch(document.querySelector('link[rel=manifest]').href).then((response) => response.json())`,
  );
  t.equal(manifest.start_url, '/app');
  for (const { src } of manifest.icons) t.equal((await fetch(`${running.baseUrl}${src}`)).status, 200, src);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await ready(page);
  t.strictSame(
    await page.evaluate(`(async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found;
    })()`),
    ['/app/offline.html'],
  );
  await page.context().setOffline(true);
  await page.goto(page.url()).catch(() => undefined);
  await page.getByRole('heading', { name: 'Troupe cannot be reached' }).waitFor();
  t.strictSame(await accessibilityFaults(page), []);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await ready(page);
});

/** Pushes that the browser is handed, as its push service does it: headless Chromium has none. @returns the one that it shows */
async function deliver(page: Page, message: object): Promise<{ title: string; body: string; url: string }> {
  const session = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) resolve(first.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await promise;
  const data = JSON.stringify(message);
  await session.send('ServiceWorker.deliverPushMessage', { origin: running.baseUrl, registrationId, data });
  const shown = `navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((list) =>
    list.map(({ title, body, data }) => ({ title, body, url: data.url })))`;
  return eventually(async () =>
    (await page.evaluate<{ title: string; body: string; url: string }[]>(shown)).at(-1),
  );
}

/** A person presses what a push shows: the service worker hears of it as from the browser. @param url of the notification */
async function press(page: Page, url: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(`new Promise((resolve, reject) => {
    const event = new Event('notificationclick');
    event.notification = { close() {}, data: { url: ${JSON.stringify(url)} } };
    event.waitUntil = (work) => work.then(() => resolve(), reject);
    self.dispatchEvent(event);
  })`);
}

/** In a browser without notifications, such as Chromium's headless shell, the page is tried with stand-ins for them. */
const STAND_INS = `
  window.PushManager ??= class {};
  if (!('pushManager' in ServiceWorkerRegistration.prototype))
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => new PushManager() });
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';`;

void t.test('pushes are turned on in a browser, tried, shown and turned off', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts', { serviceWorker: true });
  await ready(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.context().grantPermissions(['notifications'], { origin: running.baseUrl });
  const hasNotifications = await page.evaluate<boolean>(
    `'PushManager' in window && Notification.permission === 'granted'`,
  );
  if (!hasNotifications) await page.addInitScript(STAND_INS);
  // only the subscription itself is made up: it comes from a service of the browser's maker
  const { endpoint, ...keys } = pushes.subscribe('chromium');
  await page.addInitScript(`PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });`);
  await page.goto(`${running.baseUrl}/app/w/home/settings/notifications`);
  const turnOn = page.getByRole('button', { name: 'Turn on pushes in this browser' });
  await turnOn.waitFor();
  t.same(await accessibilityFaults(page), [], 'turned off');
  await turnOn.click();
  await page.getByText('This one', { exact: true }).waitFor();
  t.same(await accessibilityFaults(page), [], 'turned on');
  t.notOk(await turnOn.isVisible());
  await page.getByRole('button', { name: /^Send a test to / }).click();
  const { message } = await eventually(() => pushes.taken[0]);
  t.match(message, { title: 'home', url: '/app/w/home/settings/notifications' });
  if (hasNotifications) {
    const { title, body, url } = message;
    t.same(await deliver(page, message), { title, body, url }, 'the service worker shows it');
    t.match(await deliver(page, { ...message, tag: 'other', url: 'https://evil.example/' }), { url: '/app' });
  } else t.comment('this browser shows no notifications: the service worker is tried with a whole Chromium');
  const texts = page.getByRole('switch', { name: 'With the beginning of the post’s text' });
  t.notOk(await texts.isChecked(), 'no text unless the person wants it');
  await texts.click();
  await page.getByRole('switch', { name: 'With the beginning of the post’s text', checked: true }).waitFor();
  t.same(await accessibilityFaults(page), [], 'with texts');
  await press(page, '/app/w/home/posts?status=failed');
  await page.waitForURL('**/app/w/home/posts?status=failed');
  await page.getByRole('heading', { name: 'Posts' }).waitFor();
  await page.goto(`${running.baseUrl}/app/w/home/settings/notifications`);
  await page.getByRole('switch', { name: /^Push what needs me/ }).click();
  await page.getByRole('switch', { name: /^Push what needs me/, checked: false }).waitFor();
  await page.getByRole('button', { name: /^Remove / }).click();
  await turnOn.waitFor();
  t.same((await running.service.directory`select from push_subscriptions`).length, 0);
  t.same(complaints, []);
});

longTest('a browser that cannot show pushes says what to do', async (t) => {
  const says = async (script: string, words: RegExp) => {
    const { page } = await open('/app/w/home/posts');
    await page.addInitScript(script);
    await page.goto(`${running.baseUrl}/app/w/home/settings/notifications`);
    await page.getByText(words).waitFor();
    t.same(await accessibilityFaults(page), [], String(words));
  };
  await says('delete window.PushManager', /takes no pushes.*Home Screen/);
  await says(
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    /does not allow notifications of Troupe/,
  );
  await says(
    "Object.defineProperty(window, 'isSecureContext', { get: () => false })",
    /addresses with https/,
  );
});

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

void t.test('without a connection a page says so, and continues when it is back', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('list', { name: 'API keys' }).waitFor();
  t.match(page.url(), /settings$/);
});

longTest('an open page asks to sign in when its session ends', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  const { directory: sql } = running.service;
  const [kept] = await sql`select * from sessions`;
  await sql`delete from sessions`;
  await sql`select pg_notify('auth_changed', '')`;
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.equal(await page.getByRole('heading', { name: 'Posts' }).count(), 0);
  await sql`insert into sessions ${sql(kept!)}`;
});

longTest('each page of an empty workspace says what to do first', async (t) => {
  await running.call('POST', '/v1/workspaces', { name: 'Nothing yet' });
  const { page, complaints } = await open('/app/w/nothing-yet/posts', { width: 390, height: 844 });
  const says = async (path: string, title: string, text: string) => {
    await page.goto(`${running.baseUrl}/app/w/nothing-yet/${path}`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('main').getByText(text).first().waitFor();
  };
  await says('posts', 'No posts yet', 'To the accounts');
  await page.getByRole('link', { name: 'To the accounts' }).click();
  await page.getByRole('button', { name: 'Connect the first one' }).waitFor();
  await page.getByText('No link is open').waitFor();
  await says('posts?status=failed', 'Nothing in failed', 'Connect an account first');
  await says('calendar', 'Calendar', 'No post is planned in this month yet.');
  await says('debugger', 'No actors yet', 'Connect an account or write a post');
  await says('settings/webhooks', 'No webhooks yet', 'Add a webhook');
  await says('posts/new', 'New post', 'Connect the first one');
  t.same(complaints, []);
});

longTest('a page whose service is down says so, and offers to try again', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  const paths = ['posts', 'accounts', 'calendar', 'debugger', 'settings/webhooks', 'settings/schedule'];
  const apis = /\/(v1|app\/api)\/(?!session)/;
  await page.route(apis, (route) => route.abort());
  for (const path of paths) {
    await page.goto(`${running.baseUrl}/app/w/home/${path}`);
    await page.getByRole('alert').getByText('The service cannot be reached').first().waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().waitFor();
    t.equal(await page.getByRole('main').getByRole('status', { name: 'Loading' }).count(), 0, path);
  }
  await page.unroute(apis);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});
