/** The page on which a person lets an app act, and the list of connected apps. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { connectClient } from '../mcp/client.ts';
import { newApp, REDIRECT } from '../oauth/app.ts';
import { PASSWORD, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard(t);
const { running, open } = dashboard;
const { baseUrl, call } = running;
await call('POST', '/v1/workspaces', { name: 'Second', slug: 'second' });

const reached = async (token: string) =>
  (await call('GET', '/v1/workspaces', undefined, { authorization: `Bearer ${token}` })).body.workspaces?.map(
    ({ slug }: { slug: string }) => slug,
  );

void t.test('a person signs in, chooses what the app may do, and ends it in the settings', async (t) => {
  const app = await newApp(running, { client_name: 'Bakery helper', client_uri: 'https://bakery.example/' });
  const { to } = await app.ask({ scope: 'read draft publish' });
  const { page, complaints } = await open(to!.pathname + to!.search, { stranger: true });
  await page.getByLabel('Email').fill('rosa@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'Let “Bakery helper” act for you?' }).waitFor();
  await page.getByText('It says that its site is https://bakery.example/').waitFor();
  await page.getByText('You go back to app.example.org').waitFor();
  t.equal(await page.getByRole('checkbox').count(), 5, 'only what the app asks for, and the workspaces');
  t.same(await accessibilityFaults(page), []);
  const ticked = async () =>
    Promise.all(
      (await page.getByRole('checkbox', { checked: true }).all()).map((one) => one.getAttribute('value')),
    );
  t.strictSame(await ticked(), ['read', 'draft'], 'the least of what the app asks for, in no workspace yet');
  t.ok(await page.getByRole('radio', { name: 'Only these' }).isChecked());
  t.ok(await page.getByRole('button', { name: 'Allow' }).isDisabled(), 'no workspace is chosen yet');
  await page.getByRole('checkbox', { name: 'Second' }).check();
  const isBack = (url: URL) => url.href.startsWith(REDIRECT);
  await page.route(isBack, (route) => route.fulfill({ status: 200, body: 'Welcome back' }));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(isBack);
  const url = new URL(page.url());
  t.match(Object.fromEntries(url.searchParams), { state: 'a state & more', iss: baseUrl });
  const given = (await app.code(url.searchParams.get('code')!)).body;
  t.equal(given.scope, 'read draft');
  t.strictSame(await reached(given.access_token), ['second']);
  const byApp = { authorization: `Bearer ${given.access_token}` };
  t.match(await call('PUT', '/v1/posting-schedule', { workspace: 'second', slots: [] }, byApp), {
    status: 403,
    body: { code: 'insufficient_scope' },
  });

  await page.goto(`${baseUrl}/app/w/home/settings/keys`);
  const apps = page.getByRole('list', { name: 'Connected apps' });
  await apps.getByText('Bakery helper', { exact: true }).waitFor();
  await apps.getByText('in second').waitFor();
  t.equal(await apps.getByText('Publish').count(), 0);
  t.same(await accessibilityFaults(page), []);
  await apps.getByRole('button', { name: 'Disconnect Bakery helper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await apps.waitFor({ state: 'detached' });
  t.equal(await reached(given.access_token), undefined);
  t.same(complaints, []);
});

void t.test('a person refuses, and a request is answered once', async (t) => {
  const app = await newApp(running);
  const { to } = await app.ask();
  const place = to!.pathname + to!.search;
  const { page } = await open(place);
  const isBack = (url: URL) => url.href.startsWith(REDIRECT);
  await page.route(isBack, (route) => route.fulfill({ status: 200, body: 'Welcome back' }));
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL(isBack);
  t.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  await page.goto(`${baseUrl}${place}`);
  await page.getByText('This sign-in link has expired: go back to the app and connect again.').waitFor();
});

longTest('no page of another site can show the page of consent in a frame', async (t) => {
  const { to } = await (await newApp(running)).ask();
  const response = await fetch(to!, { headers: { accept: 'text/html' } });
  t.equal(response.status, 200);
  t.match(response.headers.get('content-security-policy'), /frame-ancestors 'none'/);
  t.equal(response.headers.get('x-frame-options'), 'DENY');
  // the same page with headers taken away, so that what refuses it is known: each of the two is enough
  for (const [what, without, isShown] of [
    ['as it is sent', [], false],
    ['with frame-ancestors alone', ['x-frame-options'], false],
    ['with X-Frame-Options alone', ['frame-ancestors'], false],
    ['without both', ['x-frame-options', 'frame-ancestors'], true],
  ] as const) {
    const { page } = await open('/app/w/home/posts');
    await page.goto('about:blank');
    await page.route(to!.href, async (route) => {
      const answer = await route.fetch();
      const headers = answer.headers();
      for (const name of without)
        if (name === 'frame-ancestors')
          headers['content-security-policy'] = headers['content-security-policy']!.replace(
            /frame-ancestors [^;]+/,
            '',
          );
        else delete headers[name];
      await route.fulfill({ response: answer, headers });
    });
    await page.setContent(`<iframe src="${to!.href}"></iframe>`);
    const frame = await eventually(() => page.frames()[1]);
    if (isShown) await frame.getByRole('heading').first().waitFor();
    else {
      await eventually(() => frame.url().startsWith('chrome-error:'));
      t.equal(await frame.getByRole('heading', { name: 'Sign in' }).count(), 0, what);
    }
    t.equal(frame.url(), isShown ? to!.href : 'chrome-error://chromewebdata/', what);
    await page.close();
  }
});

longTest('the page for connecting an agent needs no key for an app that asks a person', async (t) => {
  const { page, complaints } = await open('/app/w/home/agents/connect');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'ChatGPT' }).click();
  t.equal(await page.getByLabel('Settings of ChatGPT', { exact: true }).textContent(), `${baseUrl}/mcp`);
  t.equal(await page.getByRole('button', { name: 'Create a key' }).count(), 0);
  await page.getByRole('heading', { name: '3. Does it arrive?' }).waitFor();
  await page.getByText('It cannot reach').waitFor();
  t.same(await accessibilityFaults(page), []);
  const { access_token: token } = await (
    await newApp(running, { client_name: 'Arrived' })
  ).connect({
    headers: {},
    ask: async (method, path, body) => {
      const answer = await page.request.fetch(`${baseUrl}${path}`, {
        method,
        data: body,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      return { status: answer.status(), headers: new Headers(), body: await answer.json() };
    },
  });
  await connectClient(t, { baseUrl, key: token });
  await page.getByText(/troupe-test 1 as the app “Arrived” connected/).waitFor();
  t.same(complaints, []);
});

longTest('a person whom an unknown app sent by a wrong request reads where the button leads', async (t) => {
  const app = await newApp(running, {
    client_name: 'A name that is as long as a name of an app may be, or nearly so',
  });
  const query = { client_id: app.id, redirect_uri: REDIRECT, response_type: 'token', state: '1' };
  const path = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
  for (const options of [{}, { scheme: 'dark' as const }, { width: 320, height: 568 }]) {
    const { page } = await open(path, { stranger: true, ...options });
    await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor();
    const button = page.getByRole('link', { name: 'Go on to app.example.org' });
    t.match(await button.getAttribute('href'), `${REDIRECT}?error=unsupported_response_type`);
    t.same(await accessibilityFaults(page), []);
    t.notOk(
      await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'),
      'nothing is cut off',
    );
  }
});
