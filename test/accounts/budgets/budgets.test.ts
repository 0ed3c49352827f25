import t from 'tap';
import type { Platform } from '../../../adapters/networks.ts';
import type { AccountAccess } from '../../../adapters/port/account.ts';
import type { Ticket } from '../../../machines/delivery/index.ts';
import { type Budgets, createBudgets } from '../../../src/features/accounts/budgets/budgets.ts';
import { LIMITS } from '../../../src/features/accounts/budgets/limits.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const account = (platform: Platform, remoteId = '1', credentials = {}): AccountAccess => ({
  id: `acc_${platform}_${remoteId}`,
  platform,
  remoteId,
  username: 'rosa',
  limits: {},
  endpoints: {},
  credentials,
});
const take = (
  budgets: Budgets,
  who: AccountAccess,
  step: { first?: boolean; ticket?: Ticket | null; now?: number } = {},
) =>
  budgets.take({
    account: who,
    first: step.first ?? true,
    ticket: step.ticket ?? null,
    now: step.now ?? NOW,
  });

/** How long the nth of many posts that come at once has to wait, ms. */
async function waitOf(nth: number, platform: Platform): Promise<number> {
  const budgets = createBudgets();
  for (let post = 1; post < nth; post += 1) await take(budgets, account(platform));
  const last = await take(budgets, account(platform));
  return last.kind === 'wait' ? last.afterMs : 0;
}

void t.test('each network’s limit of posts is enforced', async (t) => {
  const rows: [Platform, number, number][] = [
    // the first post that has to wait, and for how long
    ['instagram', 101, DAY],
    ['threads', 251, DAY],
    ['bluesky', 1_667, HOUR],
    ['mastodon', 301, 5 * MINUTE],
    ['telegram', 2, SECOND],
    ['discord', 6, 2 * SECOND],
    ['slack', 2, SECOND],
    ['x', 101, 15 * MINUTE],
    ['linkedin', 151, DAY],
    ['youtube', 51, DAY], // half of the project's 100: another account has the other half
    ['tiktok', 7, MINUTE],
    ['pinterest', 101, SECOND],
    ['reddit', 501, 10 * MINUTE],
    ['tumblr', 251, DAY],
    ['devto', 11, 30 * SECOND],
    ['hashnode', 501, MINUTE],
    ['google_business', 11, MINUTE],
  ];
  for (const [platform, nth, waitMs] of rows) {
    t.equal(await waitOf(nth - 1, platform), 0, `${platform}: ${nth - 1}`);
    t.equal(await waitOf(nth, platform), waitMs, `${platform}: ${nth}`);
  }
  t.strictSame(
    Object.keys(LIMITS).sort(),
    rows.map(([platform]) => platform).sort(),
    'every line of the table is tried',
  );
  t.equal(await waitOf(5_000, 'wordpress'), 0, 'a network that names no number sets none');
});

void t.test('a limit of posts counts first steps, a limit of requests every step', async (t) => {
  const budgets = createBudgets();
  for (let step = 0; step < 500; step += 1)
    t.strictSame(await take(budgets, account('instagram'), { first: false }), { kind: 'granted' });
  for (let step = 0; step < 300; step += 1)
    await take(budgets, account('mastodon'), { first: step % 3 === 0 });
  t.match(await take(budgets, account('mastodon'), { first: false }), { kind: 'wait', ticket: 'account' });
});

void t.test('a delivery that was given a time goes at that time, without queueing again', async (t) => {
  const budgets = createBudgets();
  await take(budgets, account('telegram'));
  const waits = await Promise.all(Array.from({ length: 5 }, () => take(budgets, account('telegram'))));
  t.strictSame(
    waits.map((wait) => wait.kind === 'wait' && [wait.afterMs, wait.ticket]),
    [1, 2, 3, 4, 5].map((second) => [second * SECOND, 'account']),
  );
  t.match(waits[0], { reason: /^the rate limit of telegram for this account is used up/ });
  t.strictSame(await take(budgets, account('telegram'), { ticket: 'account', now: NOW + SECOND }), {
    kind: 'granted',
  });
  t.match(await take(budgets, account('telegram'), { now: NOW + SECOND }), { afterMs: 5 * SECOND });
});

void t.test('a flood of posts on one account does not delay other accounts', async (t) => {
  for (const platform of ['telegram', 'youtube', 'tumblr', 'x', 'reddit', 'google_business'] as const) {
    const budgets = createBudgets();
    for (let post = 0; post < 20_000; post += 1) await take(budgets, account(platform, 'flood'));
    t.strictSame(await take(budgets, account(platform, 'quiet')), { kind: 'granted' }, platform);
  }
});

void t.test('a budget that all accounts of an app share is enforced across all of them', async (t) => {
  const budgets = createBudgets();
  for (let post = 0; post < 100; post += 1)
    t.match(await take(budgets, account('youtube', String(post % 4))), { kind: 'granted' });
  const waiting = await take(budgets, account('youtube', 'fifth'));
  t.match(waiting, { kind: 'wait', afterMs: DAY, ticket: 'app', reason: /for all accounts together/ });
  t.match(await take(budgets, account('youtube', 'fifth'), { ticket: 'app', now: NOW + DAY }), {
    kind: 'granted',
  });
});

void t.test('accounts with bots of their own share no budget, and no budget key holds a token', async (t) => {
  const keys: string[] = [];
  const budgets = createBudgets({
    meter: {
      take: async ({ blocks, stages, now }) => {
        keys.push(...blocks, ...stages.flat().map(({ key }) => key));
        return { at: now, paid: stages.length };
      },
      blockedUntil: async () => 0,
      block: async () => undefined,
    },
  });
  await take(budgets, account('telegram', '@boats', { token: '77:very-secret' }));
  t.ok(keys.includes('telegram:app:77:step'));
  t.notMatch(keys.join(), /secret/);
});

void t.test('a Retry-After blocks the whole account, or the whole app if the network says so', async (t) => {
  const budgets = createBudgets();
  const afterMs = 20 * MINUTE;
  await budgets.block({ account: account('mastodon', 'hit'), afterMs, now: NOW });
  t.match(await take(budgets, account('mastodon', 'hit'), { now: NOW + MINUTE }), {
    kind: 'wait',
    afterMs: 19 * MINUTE,
    ticket: null,
    reason: /mastodon asked to wait/,
  });
  t.match(await budgets.blocked({ account: account('mastodon', 'hit'), now: NOW }), { afterMs });
  t.match(await take(budgets, account('mastodon', 'other')), { kind: 'granted' });
  t.match(await take(budgets, account('mastodon', 'hit'), { ticket: 'account', now: NOW }), {
    kind: 'wait',
    ticket: 'account',
  });
  t.match(await take(budgets, account('mastodon', 'hit'), { now: NOW + afterMs }), { kind: 'granted' });

  await budgets.block({ account: account('youtube', 'hit'), afterMs, now: NOW });
  t.match(await take(budgets, account('youtube', 'other')), { kind: 'wait', afterMs }, 'the project is one');
});

void t.test('a Retry-After of years blocks for one day at most', async (t) => {
  const budgets = createBudgets();
  await budgets.block({ account: account('mastodon'), afterMs: 1_000 * DAY, now: NOW });
  t.match(await take(budgets, account('mastodon')), { afterMs: DAY });
  await budgets.block({ account: account('ghost'), afterMs: 0, now: NOW });
  t.match(await take(budgets, account('ghost')), { kind: 'granted' });
});

void t.test('a later response with a shorter wait does not shorten the first wait', async (t) => {
  const budgets = createBudgets({ limits: {} });
  for (const afterMs of [DAY / 2, MINUTE])
    await budgets.block({ account: account('mastodon'), afterMs, now: NOW });
  t.match(await budgets.blocked({ account: account('mastodon'), now: NOW }), { afterMs: DAY / 2 });
});

void t.test(
  'a budget of its own gives each its place, over all workspaces of a network account',
  async (t) => {
    const budgets = createBudgets();
    const asked = { name: 'private_replies', max: 3, windowMs: HOUR };
    const reserve = (id: string, now: number) =>
      budgets.reserve({ account: { ...account('instagram'), id }, ...asked, now });
    const places = [];
    for (const id of ['acc_1', 'acc_2', 'acc_1', 'acc_2', 'acc_1', 'acc_1', 'acc_1'])
      places.push(await reserve(id, NOW));
    t.strictSame(places, [0, 0, 0, HOUR, HOUR, HOUR, 2 * HOUR]);
    t.equal(await reserve('acc_1', NOW + HOUR), HOUR, 'those that wait keep their places');
  },
);
