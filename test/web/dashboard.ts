/** The dashboard in a real browser: built once, served by the real service, with a person who is signed in. */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { buildWeb } from '../../src/install/build-web.js';
import {
  openBrowser,
  openPage,
  type OpenPage,
  type PageOptions,
  type TestBrowser,
} from '../support/browser.ts';
import { type RunningService, startService } from '../support/service.ts';
import { setUp } from './set-up.ts';

export { PASSWORD, setUp } from './set-up.ts';

export interface Dashboard {
  running: RunningService;
  /** A page in a context of its own, signed in unless `stranger`. */
  open(path: string, options?: PageOptions & { stranger?: boolean }): Promise<OpenPage>;
}

/** Starts it all. The person who signs in is the user behind `running.key`. */
export async function startDashboard(
  t: Test,
  options: Parameters<typeof startService>[1] & {
    /** One that is open already. */
    browser?: TestBrowser;
  } = {},
): Promise<Dashboard> {
  if (!buildWeb()) throw new Error('the dashboard could not be built');
  const { browser = await openBrowser(t), ...rest } = options;
  const running = await startService(t, rest);
  const cookie = await setUp(running);
  return {
    running,
    async open(path, { stranger = false, ...options } = {}) {
      const opened = await openPage(browser, options);
      if (!stranger) await opened.page.context().addCookies([{ ...cookie, url: running.baseUrl }]);
      browser.beforeClosing(() => tellPage(opened));
      await opened.page.goto(`${running.baseUrl}${path}`);
      return opened;
    },
  };
}

/** What a page shows when its test has failed, for the one who looks for the cause. */
async function tellPage({ page, complaints }: OpenPage): Promise<void> {
  const shown = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  console.error(
    `${page.url()} shows:\n${shown.slice(0, 1_500)}\nits console: ${complaints.join('\n') || 'nothing'}\n`,
  );
}

/** Something of everything, so that no page is empty. @returns the pages, below the workspace's address */
export async function fill(running: RunningService): Promise<string[]> {
  const all = Object.values(running.accounts);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  await running.call('POST', '/v1/series', {
    post: { content: 'A post that repeats', accountIds: all.slice(0, 1) },
    startsAt: '2040-01-02T09:00:00',
    rule: 'FREQ=WEEKLY;BYDAY=MO',
  });
  await running.call('POST', '/v1/feeds', {
    url: `${running.sandbox.url}/samples/feed.xml`,
    accountIds: all.slice(0, 1),
    mode: 'draft',
    backfill: 1,
  });
  const make = async (body: object) => (await running.call('POST', '/v1/posts', body)).body.post.id;
  await make({ content: 'A draft', accountIds: all.slice(0, 2), draft: true, scheduledAt: days(1) });
  await make({
    content: `A long one ${'without an end '.repeat(30)}`,
    accountIds: all.slice(0, 1),
    scheduledAt: days(2),
  });
  running.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const media = [`${running.sandbox.url}/samples/photo.jpg`];
  const id = await make({
    content: 'Hello https://example.org/'.padEnd(200, 'x'),
    accountIds: all,
    media,
    publishNow: true,
  });
  // instagram's container is polled every few seconds of the service's clock
  const hurry = setInterval(() => running.advance(2_000), 50);
  const { deliveries } = await running
    .until(id, ({ status }) => status === 'published')
    .finally(() => clearInterval(hurry));
  const { accountId, networkPostId } = deliveries.find(
    ({ platform }: { platform: string }) => platform === 'bluesky',
  );
  const { body: ruled } = await running.call('POST', '/v1/comment-dm-rules', {
    accountId: running.accounts['instagram'],
    postId: id,
    keywords: ['link', `a${' long'.repeat(18)}`],
    dmText: 'Hi {username}: https://example.org/'.padEnd(300, 'x'),
    publicReplies: ['Sent!'],
  });
  const { body: flow } = await running.call('POST', '/v1/dm-automations', {
    accountId: running.accounts['instagram'],
    trigger: { type: 'keyword', keywords: ['price', `a${' long'.repeat(18)}`] },
    steps: [
      {
        type: 'message',
        text: 'Hi {first_name}: https://example.org/'.padEnd(300, 'x'),
        choices: [
          { label: 'Yes', steps: [{ type: 'wait', minutes: 90 }, { type: 'handoff' }] },
          { label: 'No', steps: [] },
        ],
      },
    ],
  });
  await running.call('POST', '/v1/webhooks', { url: 'https://example.org/hooks', events: ['post.failed'] });
  const { sql } = running.service;
  await sql`update actors set shown = 'needs_reconnect', shelf = 'needs_reconnect', reason = 'the password was changed'
    where id = ${running.accounts['mastodon']!}`;
  await sql`update actors set shown = 'expiring', shelf = 'expiring', planned_at = now() + interval '3 days'
    where id = ${running.accounts['instagram']!}`;
  return [
    '',
    'posts',
    'posts?status=failed',
    `posts/${id}`,
    'posts/new',
    `posts/${id}/edit`,
    'calendar',
    'series',
    'library',
    'feeds',
    'imports',
    'inbox',
    'comments',
    `comments?post=${id}`,
    'rules',
    'rules/new',
    `rules/${ruled.rule.id}`,
    `rules/${ruled.rule.id}/edit`,
    'automations',
    'automations/new',
    `automations/${flow.automation.id}`,
    `automations/${flow.automation.id}/edit`,
    'analytics',
    `analytics/post?${new URLSearchParams({ account: accountId, post: networkPostId }).toString()}`,
    'accounts',
    'agents',
    'agents/connect',
    'debugger',
    `debugger/${id}`,
    'debugger/charts/delivery',
    ...SETTINGS.map((tab) => `settings/${tab}`),
    'no/such/page',
  ];
}

/** Tabs of the settings. */
const SETTINGS = [
  'keys',
  'webhooks',
  'inbox',
  'schedule',
  'approval',
  'plan',
  'people',
  'audit',
  'workspace',
  'notifications',
  'you',
  'installation',
];

/** The page has read its data and is drawn. */
export async function ready(page: Page): Promise<void> {
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  await page.locator('main h1, main h2').first().waitFor();
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
}

/**
 * Waits until an expression is true in the page: evaluated in each frame. `page.waitForFunction` would `eval` in the
 * page, which its content security policy refuses.
 */
export async function holds(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > deadline) throw new Error(`it never held: ${expression}`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
}
