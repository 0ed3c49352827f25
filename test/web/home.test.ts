/** Home in a browser: what needs a person with its actions, the counts of the navigation, and no polling. */
import type { Request } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { picture } from '../support/picture.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { waitingCall } from '../support/waiting-call.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open: openPage, running } = await startDashboard(t, {
  platforms: ['telegram', 'bluesky', 'instagram', 'discord'],
  subscribes: true,
});
const { service, accounts, sandbox, call } = running;
await untilReceiving(service, 'instagram');

/** A post of which nobody knows whether it is live. */
async function doubt(): Promise<string> {
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Nineteen networks, one picture. #bread',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  await running.until(body.post.id, ({ deliveries }) => deliveries[0].status === 'retrying');
  return body.post.id;
}

void t.test(
  'what needs a person is there when it happens, with what to do, and goes when it is done',
  async (t) => {
    const { page, complaints } = await openPage('/app');
    await ready(page);
    t.match(page.url(), /\/app\/w\/home\/?$/, 'it is the first page');
    await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor();
    t.same(await accessibilityFaults(page), [], 'while nothing needs a person');
    const requests: string[] = [];
    const open = new Set<Request>();
    page.on('request', (request) => {
      requests.push(new URL(request.url()).pathname);
      open.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => open.delete(request));
    await page.clock.install();

    const id = await doubt();
    const row = page.getByRole('listitem').filter({ hasText: 'may be live' });
    await row.getByRole('button', { name: /^It is live/ }).waitFor();
    await page.getByRole('heading', { name: '1 thing needs you' }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.getByRole('img', { name: '1 to do' }).waitFor();
    await service.sql`
    update actors set shown = 'needs_reconnect', shelf = 'needs_reconnect' where id = ${accounts['bluesky']!}`;
    await waitingCall(running, { key: running.key, plan: { title: 'Publish a post' } });
    await page.getByRole('listitem').filter({ hasText: 'asks to: Publish a post' }).waitFor();
    await page.getByRole('button', { name: /^Connect: / }).waitFor();
    await controlOf(sandbox)('people', {
      network: 'instagram',
      person: { username: 'rosa' },
      act: { say: 'Hi' },
    });
    await navigation.getByRole('img', { name: '1 unread' }).waitFor();
    t.same(await accessibilityFaults(page), [], 'with items');
    await picture(page, 'home');

    await row.getByRole('button', { name: /^It is live/ }).click();
    await row.waitFor({ state: 'detached' });
    t.match((await call('GET', `/v1/posts/${id}`)).body.post, { status: 'published' });
    await page.getByRole('link', { name: /^Review: / }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor({ state: 'detached' });
    await navigation.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: '1 thing needs you' }).waitFor();

    const counts = requests.filter((path) => /home|comments\/open|confirmations/.test(path));
    t.ok(counts.length < 30, `${counts.length} requests for the counts`);
    // what has just happened is read at most two seconds later
    await running.idle();
    await page.clock.fastForward(4_000);
    await eventually(() => open.size === 0);
    requests.length = 0;
    await page.clock.fastForward(10_000);
    await page.evaluate('0'); // requests that the timers made are known before this is answered
    t.same(requests, [], 'nothing is read while nothing happens');
    t.same(complaints, []);
  },
);

void t.test('of the posts that wait for an account a person chooses those that go out', async (t) => {
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'bluesky' });
  const send = async (content: string, more: object) => {
    const body = { content, accountIds: [accounts['bluesky']], publishNow: true, ...more };
    const { id } = (await call('POST', '/v1/posts', body)).body.post;
    await running.until(id, ({ deliveries }) =>
      deliveries.some((one: { status: string }) => one.status === 'pending'),
    );
    return id;
  };
  const old = await send('Yesterday’s special', {});
  await service.sql`update actors set planned_at = now() - interval '2 days' where id = ${old}`;
  const fresh = await send('Fresh rye today', { accountIds: [accounts['bluesky'], accounts['telegram']] });
  const { page, complaints } = await openPage('/app/w/home');
  const row = page.getByRole('listitem').filter({ hasText: 'on Bluesky again' });
  await row.getByText('2 posts wait for it').waitFor();
  const dialog = page.getByRole('dialog');
  await t.test(
    'before the account is connected again, one whose time is long past is asked about',
    async () => {
      await row.getByRole('button', { name: /^Connect:/ }).click();
      await dialog.getByRole('listitem').filter({ hasText: 'special' }).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      t.match(page.url(), /\/app\/w\/home$/, 'nothing is connected without a choice');
      await row.getByRole('button', { name: /^Connect:/ }).click();
      await dialog.getByRole('button', { name: 'Let all go out' }).click();
      await page.waitForURL(/\/connect\//);
      await page.goto(new URL('/app/w/home', page.url()).href);
    },
  );
  await row.getByRole('button', { name: /^Choose what goes out/ }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'special' }).getByText('Goes out').waitFor();
  await dialog.getByText('Only those that were planned in the last').click();
  await dialog.getByRole('listitem').filter({ hasText: 'special' }).getByText('Becomes a draft').waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'Fresh' }).getByText('Goes out').waitFor();
  t.same(await accessibilityFaults(page), [], 'while something is chosen');
  await dialog.getByText('None of these').click();
  await dialog.getByRole('listitem').filter({ hasText: 'Fresh' }).getByText('Not sent here').waitFor();
  await dialog.getByText('Only those that were planned in the last').click();
  await dialog.getByRole('button', { name: 'Hold 1 of 2 back' }).click();
  await page.getByText('1 post was held back.').waitFor();
  await row.getByText('1 post waits for it').waitFor();
  t.match((await call('GET', `/v1/posts/${old}`)).body.post, { status: 'draft' });
  t.match((await call('GET', `/v1/posts/${fresh}`)).body.post, { status: 'publishing' });
  await page.goto(new URL('/app/w/home/accounts', page.url()).href);
  await page.getByRole('button', { name: /^Choose what goes out to/ }).click();
  await dialog.getByText('All of them, as soon as it is connected').waitFor();
  await dialog.getByRole('button', { name: 'Let all go out' }).click();
  await dialog.waitFor({ state: 'detached' });
  // somebody else may connect it by a link: it is chosen before the link is made
  await page.getByRole('button', { name: 'Link for somebody else' }).click();
  await dialog.getByText('1 post waits for').waitFor();
  t.same(await accessibilityFaults(page), [], 'a link for somebody else while posts wait');
  await dialog.getByRole('button', { name: /^Choose what goes out to/ }).click();
  await page.getByText('All of them, as soon as it is connected').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Reconnect/ }).click();
  await page.waitForURL(/\/connect\//);
  t.same(complaints, []);
  sandbox.sandbox.faults.clear();
  await call('PATCH', `/v1/posts/${fresh}`, { draft: true });
});

longTest('"Send again" sends a post once more that has ended without an answer', async () => {
  await call('PATCH', `/v1/accounts/${accounts['telegram']}`, { onUnknown: 'hold' });
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Once more',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  await running.until(body.post.id, ({ status }) => status === 'failed');
  const { page } = await openPage('/app/w/home');
  const row = page.getByRole('listitem').filter({ hasText: 'Once more' });
  await row.getByText('nothing is sent until you say what is there').waitFor();
  await row.getByRole('button', { name: /^Send again/ }).click();
  await running.until(body.post.id, ({ status }) => status === 'published');
  await row.getByText('may be live').waitFor({ state: 'detached' });
});

longTest('a phone has Home at its lower edge, and a new installation its first steps', async (t) => {
  const { page } = await openPage('/app/w/home', { width: 390, height: 844 });
  await ready(page);
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  t.equal(await bar.getByRole('link', { name: 'Home' }).getAttribute('aria-current'), 'page');
  await page.getByRole('link', { name: /^Answer (rosa|Rosa), who has written to you$/ }).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.ok(
    await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth'),
    'nothing runs out of the page',
  );
});

longTest('a failure is said, and read again', async () => {
  const { page } = await openPage('/app/w/home/calendar');
  await ready(page);
  let isDown = true;
  await page.route('**/app/api/home*', (route) =>
    isDown ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await page.reload();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('alert').waitFor();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /need/ }).first().waitFor();
  await eventually(async () => (await page.getByRole('alert').count()) === 0);
});

void t.test('the bell says what happened, live, and its list counts as read', async (t) => {
  const { page, complaints } = await openPage('/app/w/home/settings/you');
  await ready(page);
  for (let turn = 0; turn < 2; turn += 1) {
    sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'It is refused',
      accountIds: [accounts['discord']],
      publishNow: true,
    });
    await running.until(body.post.id, ({ status }) => status === 'failed');
  }
  // both posts are one cause; in a long run a post that was in doubt before is another one
  await page.getByRole('button', { name: /^Notifications: \d unread$/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: /^2 posts failed on .* \(Discord\)$/ }).waitFor();
  // the list lies over the page, and may cover a part of what is below it
  const faults = await accessibilityFaults(page);
  t.same(
    faults.filter((fault) => !fault.includes('partially obscured')),
    [],
    'the list',
  );
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await list.getByRole('link', { name: 'Settings of notifications' }).click();
  const daily = page.getByRole('radio', { name: 'Once a day' });
  await daily.waitFor();
  t.same(await accessibilityFaults(page), [], 'the settings');
  await daily.click();
  await page.getByRole('radio', { name: 'Once a day', checked: true }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: 'Once a day', checked: true }).waitFor();
  t.same(complaints, []);
});
