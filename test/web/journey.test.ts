/** From nothing to a published post, in a real browser: set up, key, account, picture, publish, watch it live, try again. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { webhookCalls } from '../../src/features/webhooks/index.ts';
import { kinds, outgoingEvents } from '../../src/kinds/index.ts';
import { accessibilityFaults, openBrowser, openPage, overflow } from '../support/browser.ts';
import { picture } from '../support/picture.ts';
import { startService } from '../support/service.ts';
import { holds, PASSWORD, startDashboard } from './dashboard.ts';

const browser = await openBrowser(t);

void t.test('the first person sets up, signs out, and signs in with the password', async (t) => {
  const running = await startService(t);
  await running.service.directory`truncate users, workspaces cascade`;
  const { page, complaints } = await openPage(browser, { timezone: 'Asia/Tokyo' });
  await page.goto(running.baseUrl);
  await page.getByRole('heading', { name: 'Make this installation yours' }).waitFor();
  await page.getByLabel('Name').fill('Rosa');
  await page.getByLabel('Email').fill('rosa@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor();
  t.equal(new URL(page.url()).pathname, '/app/w/main/');
  await page.getByRole('status').getByText('Live').waitFor();

  await page.getByRole('button', { name: 'Account of Rosa' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.same(complaints, []);
  await page.getByLabel('Email').fill('rosa@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('do not belong together').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor();

  await page.getByRole('button', { name: 'Workspace Main' }).click();
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Café Luna');
  t.equal(
    await page.getByRole('dialog').getByRole('combobox', { name: 'Time zone' }).inputValue(),
    'Asia/Tokyo',
  );
  await page.getByRole('button', { name: 'Make the workspace' }).click();
  await page.waitForURL('**/app/w/cafe-luna/');
  await page.getByRole('button', { name: 'Workspace Café Luna' }).click();
  await page.getByRole('menuitem', { name: /^Main/ }).click();
  await page.waitForURL('**/app/w/main/');
});

const { open, running } = await startDashboard(t, { browser });

longTest('a key is shown once and works until it is revoked', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings');
  await page.getByLabel('Name of the new key').fill('n8n');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = (await page.getByLabel('The new key', { exact: true }).textContent())!;
  const status = async () =>
    (await fetch(`${running.baseUrl}/v1/accounts`, { headers: { authorization: `Bearer ${key}` } })).status;
  t.equal(await status(), 200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.reload();
  await page.getByRole('list', { name: 'API keys' }).getByText('n8n').waitFor();
  t.notMatch(await page.content(), key);
  await page.getByRole('button', { name: 'Revoke the key n8n' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('list', { name: 'API keys' }).getByText('n8n').waitFor({ state: 'detached' });
  t.equal(await status(), 401);
  t.same(complaints, []);
});

void t.test('an account is connected on the hosted page, and one is disconnected', async (t) => {
  const { page, complaints } = await open('/app/w/home/accounts');
  await page.getByRole('article', { name: 'home, Bluesky' }).waitFor();
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('link', { name: 'Connect Instagram' }).click();
  await page.getByRole('button', { name: 'Sign in with Instagram' }).click();
  await page.getByLabel('Sign in as').fill('Café Luna');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('link', { name: 'Finish' }).click();
  await page.getByText('Connected: Instagram.').waitFor();
  await page.getByRole('article', { name: 'Café Luna, Instagram' }).waitFor();
  t.equal(new URL(page.url()).search, '');

  await page.getByRole('button', { name: 'Details of Café Luna' }).click();
  await page.getByRole('button', { name: 'Disconnect Café Luna' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('article', { name: 'Café Luna, Instagram' }).waitFor({ state: 'detached' });

  const telegram = page.getByRole('article', { name: 'home, Telegram' });
  await telegram.getByRole('button', { name: 'Details of home' }).click();
  const choice = telegram.getByLabel('If a response is lost');
  t.equal(await choice.inputValue(), 'retry');
  await telegram
    .getByText(
      /it sends the post again\. There may then be two copies\. Telegram, Discord and photo posts on TikTok offer no way/,
    )
    .waitFor();
  await choice.selectOption('Hold for a person');
  await page.getByText('home: this applies to posts that are written').waitFor();
  await telegram.getByText(/fails here until a person checks the account/).waitFor();
  const { accounts } = (await running.call('GET', '/v1/accounts')).body;
  t.match(
    accounts.filter(({ onUnknown }: { onUnknown: string }) => onUnknown === 'hold'),
    [{ id: running.accounts['telegram'] }],
  );

  await page.getByRole('button', { name: 'Link for somebody else' }).click();
  await page.getByLabel('For whom').fill('Bakery Anna');
  await page.getByRole('combobox', { name: 'Networks' }).fill('Insta');
  await page.getByRole('option', { name: 'Instagram' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const address = await page.getByLabel('The link', { exact: true }).textContent();
  t.match(address, /\/connect\/[\w-]{43}$/);
  await page.keyboard.press('Escape');
  const link = page
    .getByRole('list', { name: 'Connect links' })
    .getByRole('listitem')
    .filter({ hasText: address! });
  await link.getByText('Not used yet').waitFor();
  await link.getByText(/^works until/).waitFor();
  await link.getByRole('button', { name: /^Copy/ }).waitFor();
  await link.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await link.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Also show ended links' }).check();
  await link.getByText('Revoked', { exact: true }).waitFor();
  t.equal(await link.getByRole('button').count(), 0, 'there is nothing left to do with it');
  t.same(complaints, []);
});

void t.test(
  'a post with a picture is composed, published and watched, and tried again where it failed',
  async (t) => {
    const { sandbox } = running.sandbox;
    sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
    const { page, complaints } = await open('/app/w/home/posts');
    await page.getByRole('link', { name: 'New post' }).click();
    for (const network of ['Bluesky', 'Instagram', 'Discord'])
      await page.getByRole('checkbox', { name: network }).check();
    const publish = page.getByRole('button', { name: 'Publish now' });
    t.ok(await publish.isDisabled());

    await page.getByLabel('Text').fill('The harbour this morning. '.repeat(15));
    const instagram = page
      .getByRole('article', { name: 'Preview for home' })
      .filter({ hasText: 'Instagram' });
    await instagram.getByText('Instagram takes no text alone').waitFor();
    await page.getByText('The text was cut, bluesky takes 300 characters').waitFor();
    await page.getByLabel('Text').fill('The harbour this morning');
    const harbour = await readFile('simulators/samples/photo.jpg');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: harbour });
    await page.getByRole('img', { name: 'medium 1' }).waitFor();
    await instagram.getByText('Instagram takes no text alone').waitFor({ state: 'detached' });
    await picture(page, 'composer');
    await publish.click();

    await page.waitForURL('**/posts/post_*');
    const accounts = page.getByRole('region', { name: 'Accounts' });
    await accounts.getByText('Published').nth(1).waitFor();
    await accounts.getByText('Failed').waitFor();
    t.equal(await accounts.getByRole('link', { name: 'See it in the sandbox' }).count(), 2);
    t.equal(sandbox.ledger.entries({ network: 'bluesky' }).length, 1);

    await page.getByRole('button', { name: /^Actions for the post/ }).click();
    await page.getByRole('menuitem', { name: 'Try again where it failed' }).click();
    await accounts.getByText('Published').nth(2).waitFor();
    t.equal(
      sandbox.ledger.entries({ network: 'bluesky' }).length,
      1,
      'where it was out it is not sent again',
    );
    t.equal(sandbox.ledger.entries({ network: 'discord' }).length, 1);

    // a second one fails on its only account: the list says so by itself, and a try again brings it out
    await page.getByRole('link', { name: 'Posts', exact: true }).click();
    sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
    const body = { content: 'Nets on the quay', accountIds: [running.accounts['discord']], publishNow: true };
    await running.call('POST', '/v1/posts', body);
    const card = page.getByRole('listitem').filter({ hasText: 'Nets on the quay' });
    await card.getByText('Failed', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Actions for the post “Nets on the quay”' }).click();
    await page.getByRole('menuitem', { name: 'Try again where it failed' }).click();
    await card.getByText('Published', { exact: true }).waitFor();
    t.equal(sandbox.ledger.entries({ network: 'discord' }).length, 2);
    t.same(complaints, []);
  },
);

longTest('an unusable file is refused beside its name, and the rest stays', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await page.getByLabel('Text').fill('Still here');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') });
  await page.getByRole('alert').waitFor();
  t.match(await page.getByRole('alert').textContent(), /file/i);
  t.equal(await page.getByLabel('Text').inputValue(), 'Still here');
  await page.getByRole('button', { name: 'Dismiss notes.jpg' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

longTest('a scheduled post is moved on the calendar by dragging it', async (t) => {
  const accountIds = [running.accounts['bluesky']!];
  const body = { content: 'On the tenth', accountIds, scheduledAt: '2036-05-10T09:30:00' };
  const { post } = (await running.call('POST', '/v1/posts', body)).body;
  const { page, complaints } = await open('/app/w/home/calendar?month=2036-05', {
    timezone: 'America/New_York',
  });
  const chip = page.getByRole('link', { name: '09:30 On the tenth' });
  await chip.waitFor();
  t.equal(await chip.locator('bdi').textContent(), 'On the tenth', 'with a direction of its own');
  t.equal(await page.locator('h1').getAttribute('dir'), 'auto');
  const target = await page.getByRole('region', { name: '14 May 2036', exact: true }).boundingBox();
  const source = await chip.boundingBox();
  await page.mouse.move(source!.x + 8, source!.y + 8);
  await page.mouse.down();
  await page.mouse.move(target!.x + 60, target!.y + 12, { steps: 8 });
  await page.mouse.up();
  await page.getByText('1 post moved to Wed, 14 May 2036, 09:30 (Europe/Berlin).').waitFor();
  const read = async () => (await running.call('GET', `/v1/posts/${post.id}`)).body.post;
  t.match(await read(), { scheduledLocal: '2036-05-14T09:30:00', status: 'scheduled' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone for 1 post.').waitFor();
  t.equal((await read()).scheduledLocal, '2036-05-10T09:30:00');

  // by keys: a day and an hour later
  await page.goto(new URL('?view=week&day=2036-05-10', page.url()).href);
  await chip.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('1 post moved to Fri, 9 May 2036, 09:30').waitFor();
  await holds(page, `document.activeElement?.dataset.post === '${post.id}'`);
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('1 post moved to Fri, 9 May 2036, 10:30').waitFor();
  t.equal((await read()).scheduledLocal, '2036-05-09T10:30:00');
  t.strictSame(await accessibilityFaults(page), [], 'a week');
  await page.getByRole('link', { name: '10:30 On the tenth' }).click();
  await page.getByText('for Fri, 9 May 2036, 10:30 (Europe/Berlin)').waitFor();
  t.same(complaints, []);
});

longTest(
  'an account gets a schedule of its own, and its calendar has its free slots and the best times',
  async (t) => {
    const account = running.accounts['bluesky']!;
    const { page, complaints } = await open('/app/w/home/settings/schedule', {
      timezone: 'America/New_York',
    });
    await page.getByRole('combobox', { name: 'Schedule of' }).click();
    await page.getByRole('option', { name: /Bluesky/ }).click();
    await page.getByText('This account has no schedule of its own').waitFor();
    await page.getByLabel('New time for Monday, hours').fill('09');
    await page.getByLabel('New time for Monday, minutes').fill('30');
    await page.getByRole('button', { name: 'Add the time to Monday' }).click();
    await page.getByRole('button', { name: 'Remove Monday 09:30' }).waitFor();
    t.strictSame(await accessibilityFaults(page), [], 'the schedule of an account');
    const { body } = await running.call('GET', `/v1/posting-schedule?accountId=${account}`);
    t.same(body.slots, [{ day: 'mon', time: '09:30' }]);

    // 40 Mondays at 10:00 reached twice what 40 Fridays did
    const ages = Array.from({ length: 80 }, (_, index) => ({
      accountId: account,
      platform: 'bluesky',
      networkPostId: `post ${index}`,
      publishedAt: new Date(Date.parse('2026-05-04T08:00:00Z') + (index % 2) * 4 * 86_400_000).toISOString(),
      at24h: { views: index % 2 === 0 ? 200 : 100, likes: 0, comments: 0, shares: 0 },
      at7d: null,
      latest: null,
    }));
    await page.route('**/app/api/numbers/ages*', (route) => route.fulfill({ json: { posts: ages } }));
    await page.goto(
      new URL(`/app/w/home/calendar?view=week&day=2036-05-12&account=${account}`, page.url()).href,
    );
    await page.getByText('Best time: 1.3 ×').waitFor();
    await page.getByRole('link', { name: 'Free slot at 09:30: write a post' }).waitFor();
    t.equal(await page.getByRole('link', { name: /^Free slot/ }).count(), 1, 'those of the account alone');
    await page.getByText('In the shaded hours posts of the last 90 days did best').waitFor();
    t.strictSame(await accessibilityFaults(page), [], 'best times');
    await page.goto(new URL('?view=week&day=2036-05-12', page.url()).href);
    await page.getByRole('link', { name: 'Free slot at 16:00: write a post' }).first().waitFor();
    t.equal(await page.getByRole('link', { name: 'Free slot at 09:30: write a post' }).count(), 0);

    // as a list: a queue of what is planned and what is free; on a phone with the filters folded
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(new URL(`?month=2036-05&account=${account}`, page.url()).href);
    const monday = page.getByRole('region', { name: '2036-05-12' });
    await monday.getByRole('link', { name: 'Free slot at 09:30: write a post' }).waitFor();
    await page.getByText('1 chosen').click();
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    t.equal(await overflow(page), 0);
    t.strictSame(await accessibilityFaults(page), [], 'a queue on a phone');

    // the composer offers the best times of the accounts that are chosen
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(new URL('/app/w/home/posts/new', page.url()).href);
    await page.getByText('At a time', { exact: true }).click();
    t.equal(await page.getByRole('group', { name: 'Best times' }).count(), 0, 'no account is chosen');
    await page.getByRole('checkbox', { name: /Bluesky/ }).check();
    await page
      .getByRole('group', { name: 'Best times' })
      .getByRole('button', { name: /^Mon.* 09:00$/ })
      .click();
    t.equal(await page.getByLabel('Time, hours').inputValue(), '09');
    t.strictSame(await accessibilityFaults(page), [], 'best times in the composer');
    await running.call('PUT', `/v1/posting-schedule?accountId=${account}`, { slots: [] });
    t.same(complaints, []);
  },
);

longTest(
  'a post is copied to other days, as drafts or scheduled, and the copies are taken back',
  async (t) => {
    const accountIds = [running.accounts['bluesky']!];
    const written = { content: 'Every week', accountIds, altText: {}, scheduledAt: '2036-05-10T09:30:00' };
    const { post } = (await running.call('POST', '/v1/posts', written)).body;
    const copies = async () => {
      const { posts } = (await running.call('GET', '/v1/posts?limit=100')).body;
      return posts.filter(
        ({ id, content }: { id: string; content: string }) => content === 'Every week' && id !== post.id,
      );
    };
    const { page, complaints } = await open(`/app/w/home/posts/${post.id}`);
    const begin = async () => {
      await page.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name: 'Copy to other days…' }).click();
    };
    await begin();
    const dialog = page.getByRole('dialog', { name: 'Copy to other days' });
    t.ok(await dialog.getByRole('button', { name: 'Make a copy' }).isDisabled());
    for (const place of [0, 6, 13])
      await dialog.getByRole('group', { name: 'Days' }).locator('label').nth(place).click();
    t.strictSame(await accessibilityFaults(page), [], 'days to copy to');
    await dialog.getByRole('button', { name: 'Make 3 copies' }).click();
    await page.getByText('3 copies made.').waitFor();
    const made = await copies();
    t.equal(made.length, 3);
    for (const one of made) t.match(one, { status: 'scheduled', accountIds, scheduledLocal: /T09:30:00$/ });
    t.equal(new Set(made.map(({ scheduledAt }: { scheduledAt: string }) => scheduledAt)).size, 3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 copies removed.').waitFor();
    t.same(await copies(), []);

    await begin();
    await dialog.getByRole('group', { name: 'Days' }).locator('label').first().click();
    await dialog.getByText('Drafts').click();
    await dialog.getByRole('button', { name: 'Make a copy' }).click();
    await page.getByText('1 copy made.').waitFor();
    t.match(await copies(), [{ status: 'draft', scheduledLocal: /T09:30:00$/ }]);

    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate as a draft' }).click();
    await page.waitForURL(/\/posts\/post_\w+\/edit$/);
    const [id] = /post_\w+/.exec(page.url())!;
    t.not(id, post.id);
    const { body } = await running.call('GET', `/v1/posts/${id}`);
    t.match(body.post, { status: 'draft', content: 'Every week', scheduledAt: null });
    t.same(complaints, []);
  },
);

longTest(
  'the page of a post says what it reached beside the usual of its account, at the same age',
  async (t) => {
    const account = running.accounts['bluesky']!;
    const written = { content: 'Beside the usual', accountIds: [account], publishNow: true };
    const { id } = (await running.call('POST', '/v1/posts', written)).body.post;
    await running.until(id, ({ status }) => status === 'published');
    const { post } = (await running.call('GET', `/v1/posts/${id}`)).body;
    const numbered = { ...post, metrics: { views: 140, likes: 0, comments: 0, shares: 0 } };
    const counts = (views: number) => ({ views, likes: 0, comments: 0, shares: 0 });
    const aged = (networkPostId: string, views: number) => ({
      accountId: account,
      platform: 'bluesky',
      networkPostId,
      publishedAt: '2026-05-04T08:00:00Z',
      at24h: counts(views),
      at7d: null,
      latest: counts(views),
    });
    let others = 4;
    const { page, complaints } = await open('/app/w/home/posts');
    await page.route('**/app/api/numbers/ages*', (route) =>
      route.fulfill({
        json: {
          posts: [
            aged(post.deliveries[0].networkPostId, 140),
            ...Array.from({ length: others }, (_, index) => aged(`other ${index}`, 100)),
          ],
        },
      }),
    );
    await page.route(`**/v1/posts/${id}?*`, (route) => route.fulfill({ json: { post: numbered } }));
    await page.goto(new URL(`/app/w/home/posts/${id}`, page.url()).href);
    await page.getByText('140 views').waitFor();
    t.equal(await page.getByText(/your usual/).count(), 0, 'four posts are no usual');
    others = 6;
    await page.reload();
    await page.getByText('Bluesky (home), after a day: 1.4 × your usual views.').waitFor();
    t.strictSame(await accessibilityFaults(page), []);
    t.same(complaints, []);
  },
);

longTest('a draft is edited, takes the next slot, and goes back to drafts', async (t) => {
  const accountIds = [running.accounts['bluesky']!];
  const [accountId] = accountIds;
  const saveSlots = (slots: object[]) =>
    running.call('PUT', `/v1/posting-schedule?accountId=${accountId}`, { slots });
  await saveSlots([{ day: 'sat', time: '08:17' }]);
  const draft = { content: 'A first try', accountIds, draft: true };
  const { post } = (await running.call('POST', '/v1/posts', draft)).body;
  const { page, complaints } = await open(`/app/w/home/posts/${post.id}/edit`);
  await page.getByLabel('Text').fill('A better one');
  await page.getByText('Next slot').click();
  // the account's own, and not the workspace's
  await page.getByText(/^The next free slot is Sat.* 08:17/).waitFor();
  await page.getByRole('button', { name: 'Take the slot' }).click();
  await page.getByRole('status', { name: 'Status' }).getByText('Scheduled').waitFor();
  await page.getByText('A better one', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Back to drafts' }).click();
  await page.getByRole('status', { name: 'Status' }).getByText('Draft').waitFor();
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Removed. What is live').waitFor();
  t.equal((await running.call('GET', `/v1/posts/${post.id}`)).status, 404);
  await saveSlots([]);
  t.same(complaints, []);
});

void t.test(
  'the form of a webhook offers each event that the service announces, with what it means',
  async (t) => {
    const { page } = await open('/app/w/home/settings/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const box = page.getByRole('group', { name: 'Events' }).getByRole('checkbox');
    await box.first().waitFor();
    const names = await Promise.all((await box.all()).map((one) => one.getAttribute('value')));
    t.strictSame(new Set(names), new Set(outgoingEvents(kinds).map(({ name }) => name)));
    for (const { name } of outgoingEvents(kinds)) {
      const meaning = webhookCalls.find(({ event }) => event === name)!.summary;
      await page.getByText(meaning, { exact: true }).waitFor();
    }
  },
);

void t.test('a webhook shows its secret once, receives a test, and logs what it was sent', async (t) => {
  const { page } = await open('/app/w/home/settings/webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address').fill('http://example.org/hooks');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The address must be an HTTPS address.').waitFor();
  await page.getByLabel('Address').fill(`${running.sandbox.url}/nobody-listens`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  t.match(await page.getByLabel('The signing secret').textContent(), /^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test did not arrive').waitFor();
  await page.getByRole('button', { name: 'Delivery log' }).click();
  await page.getByRole('list', { name: 'Delivery log' }).getByText('webhook.test').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
});
