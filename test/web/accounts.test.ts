/** The cards of accounts in a real browser: how each receives what people write to it. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { networks, type Platform } from '../../adapters/networks.ts';
import { eventually } from '../support/eventually.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, {
  platforms: ['instagram', 'facebook', 'x', 'google_business', 'telegram'],
  subscribes: true,
});
const { accounts, call, service } = running;
const RECEIVING = ['instagram', 'facebook', 'x', 'google_business'];
await untilReceiving(service, ...RECEIVING);
// the first read of each has ended, so that none writes over what this test keeps
await eventually(async () => {
  const [row] = await service.sql<{ reads: number }[]>`
    select count(*)::int as reads from accounts where receiving ->> 'polledAt' is not null`;
  return row!.reads === RECEIVING.length;
});

const at = (time: string) => Date.parse(`2026-05-04T${time}:00Z`);
/** What the service keeps of how an account receives. */
const keep = (platform: string, receiving: object | null) => service.sql`
  update accounts set receiving = ${receiving && JSON.stringify(receiving)}::text::json where id = ${accounts[platform]!}`;
const SINCE = {
  since: at('08:00'),
  checkedAt: Date.now() + 86_400_000,
  everySeconds: null,
  problem: null,
  readAgainAt: 9e15,
};

const KEPT = {
  instagram: {
    ...SINCE,
    via: 'webhook',
    lastEventAt: at('10:05'),
    polledAt: at('10:00'),
    unread: {
      since: at('10:00'),
      code: 'network',
      reason: 'it responded with status 503',
      nextAt: at('10:17'),
    },
  },
  facebook: {
    ...SINCE,
    via: 'webhook',
    problem: 'pages_messaging was not allowed: connect the account again',
  },
  x: { ...SINCE, via: 'stream', lastEventAt: at('10:05'), polledAt: at('10:00') },
  google_business: { ...SINCE, via: 'polling', everySeconds: 900, polledAt: at('10:00') },
  telegram: null,
};

const SHOWN: { [platform in keyof typeof KEPT]: string[] } = {
  instagram: [
    'The network reports messages and comments by webhook. It last reported something at Mon, 4 May 2026, 12:05. Everything was last read at Mon, 4 May 2026, 12:00.',
    'What people wrote since Mon, 4 May 2026, 12:00 may be missing. The network cannot be read now, and is tried again. The account is read again at Mon, 4 May 2026, 12:17.',
  ],
  facebook: [
    'The network reports messages and comments by webhook. It has not reported anything yet. The account has not been read to the end yet.',
    'Problem: pages_messaging was not allowed: connect the account again.',
  ],
  x: ['The network reports messages and comments by a stream that this service keeps open.'],
  google_business: [
    'The account is read every 15 minutes, since the network does not call this service. Everything was last read at Mon, 4 May 2026, 12:00.',
  ],
  telegram: [],
};

/** Shows the details of every account. */
async function unfold(page: Page): Promise<void> {
  for (const button of await page.getByRole('button', { name: /^Details of/ }).all()) await button.click();
}

void t.test('accounts are put into groups, which the composer chooses whole', async (t) => {
  const { page, complaints } = await open('/app/w/home/accounts');
  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Groups' });
  for (const name of ['Atelier Bo', 'Bakery Anna']) {
    await dialog.getByRole('textbox', { name: 'New group' }).fill(name);
    await dialog.getByRole('button', { name: 'Add the group' }).click();
    await dialog.getByRole('group', { name, exact: true }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Rename Atelier Bo' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Studio Bo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('group', { name: 'Studio Bo' }).waitFor();
  t.same(await accessibilityFaults(page), [], 'groups');
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const network of ['Telegram', 'Instagram']) {
    const line = page.getByRole('article', { name: `, ${network}` });
    await line.getByRole('button', { name: /^Details of/ }).click();
    await line.getByLabel('Group').selectOption('Bakery Anna');
  }
  await page.getByRole('heading', { name: 'Bakery Anna 2' }).waitFor();
  await page.getByRole('heading', { name: 'No group 3' }).waitFor();
  t.same(await accessibilityFaults(page), [], 'sections');
  const slots = { slots: [{ day: 'mon', time: '09:00' }] };
  await call('PUT', `/v1/posting-schedule?accountId=${accounts['telegram']}`, slots);
  await page.reload();
  await page.getByRole('link', { name: /^Own schedule of/ }).waitFor();
  t.equal(await page.getByRole('link', { name: /^The workspace's schedule of/ }).count(), 4);
  await call('PUT', `/v1/posting-schedule?accountId=${accounts['telegram']}`, { slots: [] });
  const scheduledAt = '2036-05-12T10:00:00Z';
  for (const [content, platform] of [
    ['Of the bakery', 'telegram'],
    ['Of nobody', 'x'],
  ] as const)
    await call('POST', '/v1/posts', { content, accountIds: [accounts[platform]], scheduledAt });
  await page.goto(new URL('/app/w/home/calendar?view=list&month=2036-05', page.url()).href);
  await page.getByText('Of nobody').waitFor();
  await page.getByLabel('Group').selectOption('Bakery Anna');
  await page.getByText('Of nobody').waitFor({ state: 'detached' });
  await page.getByText('Of the bakery').waitFor();
  await page.goto(new URL('/app/w/home/posts', page.url()).href);
  const list = page.getByRole('region', { name: 'All' });
  await list.getByText('Of nobody').first().waitFor();
  await page.getByLabel('Group').selectOption('Bakery Anna');
  t.match(page.url(), /group=group_/);
  await list.getByText('Of nobody').waitFor({ state: 'detached' });
  await list.getByText('Of the bakery').waitFor();
  // what happens meanwhile is placed by the same filter
  await call('POST', '/v1/posts', { content: 'Also of nobody', accountIds: [accounts['x']], draft: true });
  await call('POST', '/v1/posts', {
    content: 'Also of the bakery',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  await list.getByText('Also of the bakery').waitFor();
  t.equal(await list.getByText('Also of nobody').count(), 0);
  t.same(await accessibilityFaults(page), [], 'posts of a group');
  await page.goto(new URL('/app/w/home/posts/new', page.url()).href);
  const to = page.getByRole('group', { name: 'Accounts' });
  await to.getByRole('button', { name: 'Bakery Anna' }).click();
  await to.getByText('2 of 5').waitFor();
  t.ok(await to.getByRole('checkbox', { name: /Telegram/ }).isChecked());
  t.ok(await to.getByRole('checkbox', { name: /Instagram/ }).isChecked());
  await to.getByRole('button', { name: 'Bakery Anna', pressed: true }).click();
  await to.getByText('0 of 5').waitFor();
  t.same(complaints, []);
  const groups = (await call('GET', '/v1/account-groups')).body.accountGroups;
  for (const { id } of groups) await call('DELETE', `/v1/account-groups/${id}`);
});

void t.test('each account says how the account receives, and what is missing', async (t) => {
  for (const [platform, receiving] of Object.entries(KEPT)) await keep(platform, receiving);
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints } = await open('/app/w/home/accounts', { scheme });
    await ready(page);
    await unfold(page);
    for (const [platform, sentences] of Object.entries(SHOWN)) {
      const card = page.getByRole('article', { name: `, ${networks[platform as Platform].name}` });
      const words = (await card.innerText()).replaceAll(/\s+/g, ' ');
      for (const sentence of sentences) t.match(words, sentence, platform);
      if (sentences.length === 0) t.notMatch(words, 'Receiving', `${platform} has nothing to receive`);
    }
    t.same(await accessibilityFaults(page), []);
    t.same(complaints, []);
  }
  const { page } = await open('/app/w/home/accounts', { width: 390, height: 800 });
  await ready(page);
  await unfold(page);
  t.equal(await overflow(page), 0, 'nothing is wider than a phone');
});

void t.test('a card says when nothing arrives at all', async (t) => {
  const { page } = await open('/app');
  await page.route(/\/v1\/accounts\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { accounts: object[] };
    await route.fulfill({
      response,
      json: { accounts: body.accounts.map((one) => ({ ...one, receiving: null })) },
    });
  });
  await page.goto(`${running.baseUrl}/app/w/home/accounts`);
  await ready(page);
  await unfold(page);
  const words = async (name: string) =>
    (await page.getByRole('article', { name: `, ${name}` }).innerText()).replaceAll(/\s+/g, ' ');
  t.match(await words('Instagram'), 'Messages and comments do not arrive here yet.');
  t.match(await words('Google Business'), 'Comments do not arrive here yet.');
  t.notMatch(await words('Telegram'), 'arrive');
  await page.unrouteAll({ behavior: 'wait' });
});

void t.test('the API says it in sentences, with the reason', async (t) => {
  const { body } = await call('GET', '/v1/accounts');
  const instagram = body.accounts.find(({ platform }: { platform: string }) => platform === 'instagram');
  t.same(instagram.receiving.summary, {
    ways: 'The network reports messages and comments by webhook. It last reported something at 2026-05-04T10:05:00.000Z. Everything was last read at 2026-05-04T10:00:00.000Z.',
    missing:
      'What people wrote since 2026-05-04T10:00:00.000Z may be missing. The network cannot be read now, and is tried again: it responded with status 503. The account is read again at 2026-05-04T10:17:00.000Z.',
  });
});
