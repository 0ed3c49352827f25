/**
 * Figures of the dashboard: what a page loads, how many rows fit, how many clicks tasks take, and what keeps a page busy with 200 accounts
 * and 100,000 posts. `npm run figures` writes them to docs/figures.md.
 */
// Long test: it stores 100,000 posts; what pages may weigh is a test of every change (weight.test.ts).
import { readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { eventually } from '../support/eventually.ts';
import { figuresFile } from '../support/figures-file.ts';
import { longTest } from '../support/long.ts';
import { startRealNetworks } from '../support/real-networks.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const POSTS = 100_000;
const ACCOUNTS = 200;
/** Rows of one statement. */
const CHUNK = 10_000;
const dist = join(projectRoot, 'web/dist/assets');

/** Tables in Markdown, in the order in which they were measured. */
const tables: { title: string; head: string[]; rows: string[][] }[] = [];
const number = (value: number) => value.toLocaleString('en');

/** As the service sends it to a browser that takes brotli, bytes. */
function sizeOf(name: string): number {
  const compressed = statSync(join(dist, `${name}.br`), { throwIfNoEntry: false });
  return compressed?.size ?? brotliCompressSync(readFileSync(join(dist, name))).length;
}

/** A person at a page: what is pressed and filled in is counted. */
class Hand {
  clicks = 0;
  fields = 0;

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.fields += 1;
    await what.fill(text);
  }
}

longTest('the figures of the dashboard are measured', async (t) => {
  const { open, running } = await startDashboard(t, {
    platforms: ['instagram', 'mastodon', 'telegram'],
    subscribes: true,
  });
  const { call, accounts, sandbox, service, workspaceId } = running;
  const control = controlOf(sandbox);
  await untilReceiving(service, 'instagram');
  const act = (what: object) =>
    control('people', { network: 'instagram', person: { username: 'mia', name: 'Mia Fan' }, act: what });
  const at = async (path: string) => (await open(`/app/w/home/${path}`, { width: 1440, height: 900 })).page;

  await t.test('clicks', async () => {
    const rows: string[][] = [];
    const task = async (
      name: string,
      before: string,
      path: string,
      play: (page: Page, hand: Hand) => Promise<void>,
    ) => {
      const page = await at(path);
      await ready(page);
      page.setDefaultTimeout(20_000);
      const hand = new Hand();
      await play(page, hand);
      rows.push([name, before, String(hand.clicks), String(hand.fields)]);
      await page.context().close();
    };
    const write = async (page: Page, hand: Hand, text: string) => {
      await hand.click(page.getByRole('link', { name: 'New post' }).first());
      const to = page.getByRole('group', { name: 'Accounts' });
      for (const name of [/Mastodon/, /Telegram/]) await hand.click(to.getByRole('checkbox', { name }));
      await hand.fill(page.getByRole('textbox', { name: 'Text', exact: true }), text);
    };
    await task('first simulated post, on two accounts', '4', '', async (page, hand) => {
      await write(page, hand, 'Rye is back on Friday');
      await hand.click(page.getByRole('button', { name: 'Publish now' }));
      await page.getByText('Published').first().waitFor();
    });
    await call('PUT', '/v1/posting-schedule', { slots: [{ day: 'mon', time: '09:00' }] });
    await task('scheduled for the next slot', '7 (a time)', '', async (page, hand) => {
      await write(page, hand, 'Open on Sunday');
      await hand.click(page.getByRole('radiogroup', { name: /When/ }).getByText('Next slot'));
      await hand.click(page.getByRole('button', { name: 'Take the slot' }));
      await page.getByText('Scheduled').first().waitFor();
    });
    await task('find a post by a word', 'impossible', '', async (page, hand) => {
      await hand.click(page.getByRole('button', { name: /^Search/ }));
      await hand.fill(page.getByRole('combobox').last(), 'rye');
      await hand.click(page.getByRole('option', { name: /Rye is back/ }));
      await page.waitForURL('**/posts/post_*');
    });
    sandbox.sandbox.faults.add({ kind: 'status', status: 422, network: 'mastodon', times: 1 });
    const refused = { content: 'Refused', accountIds: [accounts['mastodon']], publishNow: true };
    const { post } = (await call('POST', '/v1/posts', refused)).body;
    await running.until(post.id, ({ status }) => status === 'failed');
    await task('see why a post failed', '2', '', async (page, hand) => {
      await hand.click(page.getByRole('link', { name: 'Posts' }).first());
      await hand.click(
        page
          .getByRole('region', { name: 'All' })
          .getByRole('link', { name: /Refused/ })
          .first(),
      );
      await page.getByText(/422/).first().waitFor();
    });
    const { posts } = await control('people?network=instagram');
    const { id: mediaId } = posts.find(({ origin }: { origin: string }) => origin === 'elsewhere');
    await act({ comment: { text: 'Which flour?', mediaId } });
    await act({ say: 'Are you open?' });
    await eventually(async () => (await call('GET', '/v1/comments?done=false')).body.comments.length > 0);
    await task('answer a comment', '1 (on the page)', 'comments', async (page, hand) => {
      await hand.click(page.getByRole('button', { name: /^Reply/ }).first());
      await hand.fill(page.getByRole('textbox').last(), 'Spelt');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Spelt').first().waitFor();
    });
    await task('answer a direct message', '1 (on the page)', 'inbox', async (page, hand) => {
      await hand.click(
        page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: 'Mia Fan' }),
      );
      await hand.fill(page.getByRole('textbox', { name: /^Answer to/ }), 'Until noon');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('log', { name: 'Messages' }).getByText('Until noon').waitFor();
    });
    await task('send a post again that failed', '1 (on the card)', `posts/${post.id}`, async (page, hand) => {
      await hand.click(page.getByRole('button', { name: 'Try again where it failed' }).first());
      await page.getByRole('status', { name: 'Status' }).getByText('Published').waitFor();
    });
    const [slot] = (await call('GET', '/v1/posts?status=scheduled')).body.posts;
    const day = slot.scheduledAt.slice(0, 10);
    await task(
      'move a post to the next hour, in the week',
      'impossible',
      `calendar?view=week&day=${day}`,
      async (page, hand) => {
        await page.getByRole('link', { name: /Open on Sunday/ }).focus();
        hand.clicks += 1; // one key
        await page.keyboard.press('Shift+ArrowDown');
        await page.getByText(/^1 post moved to/).waitFor();
      },
    );
    await task('a comment rule, from the list of rules', '3', 'rules', async (page, hand) => {
      await hand.click(page.getByRole('link', { name: /Make the first rule|New rule/ }).first());
      await hand.fill(page.getByRole('combobox', { name: 'Keywords' }), 'recipe');
      await page.keyboard.press('Enter');
      await hand.fill(page.getByRole('textbox', { name: 'Message', exact: true }), 'Here it is');
      await hand.click(page.getByRole('button', { name: 'Make the rule' }));
      await page.getByRole('heading', { name: 'recipe', level: 1 }).waitFor();
      await act({ comment: { text: 'The recipe, please', mediaId } });
      await page
        .getByRole('article')
        .filter({ hasText: 'The recipe' })
        .getByText('Sent', { exact: true })
        .waitFor();
    });
    await act({ comment: { text: 'recipes?', mediaId } });
    await eventually(async () => (await call('GET', '/v1/comments')).body.comments.length > 2);
    await task('see why a person got nothing', '1 (on the page)', 'comments', async (page, hand) => {
      await hand.click(
        page.getByRole('article').filter({ hasText: 'recipes?' }).getByRole('button', { name: 'Rules' }),
      );
      await page.getByRole('dialog').getByText('is close to').first().waitFor();
    });
    await task('connect an agent, to the settings that are copied', '3', '', async (page, hand) => {
      await hand.click(page.getByRole('link', { name: 'Agents' }).first());
      await hand.click(page.getByRole('link', { name: 'Connect an agent' }).first());
      await hand.click(page.getByRole('button', { name: /^Copy/ }).first());
      await page.getByRole('button', { name: /^Copied/ }).waitFor();
    });
    rows.push(await firstRealPost(t));
    tables.push({ title: 'Clicks and fields', head: ['Task', 'Clicks before', 'Clicks', 'Fields'], rows });
  });

  await t.test('what a page loads', async (t) => {
    const rows: string[][] = [];
    const [post] = (await call('GET', '/v1/posts')).body.posts;
    const pages = [
      '',
      'posts',
      'posts/new',
      `posts/${post.id}`,
      'calendar',
      'inbox',
      'comments',
      'rules',
      'rules/new',
      'automations',
    ];
    pages.push(
      'automations/new',
      'analytics',
      'accounts',
      'agents',
      'debugger',
      `debugger/${post.id}`,
      'settings',
      'settings/people',
    );
    for (const path of pages) {
      const page = await at(path);
      await ready(page);
      await page.waitForLoadState('networkidle');
      const names = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name)`,
      );
      const sum = (ending: string) =>
        [...new Set(names)]
          .map((name) => /\/assets\/([\w.-]+)$/.exec(name)?.[1])
          .reduce((sum, name) => sum + (name?.endsWith(ending) ? sizeOf(name) : 0), 0);
      const calls = names.filter((name) => /\/(app\/api|v1)\//.test(name)).length;
      const shown = path.replace(post.id, ':id') || 'Home';
      rows.push([shown, number(sum('.js')), number(sum('.css')), String(calls)]);
      await page.context().close();
    }
    t.equal(rows.length, pages.length);
    tables.push({
      title: 'Script and styles at first paint, compressed with brotli, bytes, and calls of the API',
      head: ['Page', 'Script', 'Styles', 'Calls'],
      rows,
    });
  });

  await t.test('rows on a screen and long tasks', async (t) => {
    await multiply(running, workspaceId);
    const rows: string[][] = [];
    const watch = async (name: string, path: string, play: (page: Page) => Promise<void>) => {
      const { page } = await open('/app/sign-in-first', { width: 1440, height: 900 });
      await page.addInitScript(`
        window.longTasks = [];
        new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
          .observe({ type: 'longtask', buffered: true });`);
      await page.goto(`${running.baseUrl}/app/w/home/${path}`);
      await ready(page);
      await page.waitForLoadState('networkidle');
      const found = () => page.evaluate<number[]>('longTasks.splice(0)');
      const opening = await found();
      await play(page);
      const acting = await found();
      rows.push([name, say(opening), say(acting)]);
      await page.context().close();
    };
    const scroll = async (page: Page) => {
      for (let nth = 0; nth < 20; nth += 1) {
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(60);
      }
    };
    await watch('posts: scroll', 'posts', async (page) => {
      const onScreen = await page.evaluate<number>(
        `[...document.querySelectorAll('#posts [role=listitem]')].filter((one) => one.getBoundingClientRect().top < innerHeight).length`,
      );
      tables.push({
        title: 'Rows on a screen of 1440 by 900',
        head: ['List', 'Before', 'Rows'],
        rows: [['Posts', '5', String(onScreen)]],
      });
      await page.mouse.move(700, 600);
      await scroll(page);
    });
    await watch('posts: all of a status', 'posts?status=draft', scroll);
    await watch('composer: type 200 characters', 'posts/new', async (page) => {
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await text.click();
      await page.keyboard.type('Rye is back on Friday. '.repeat(9), { delay: 25 });
    });
    await watch('calendar: next month', 'calendar', (page) =>
      page.getByRole('button', { name: 'Next month' }).click(),
    );
    await watch('accounts: scroll', 'accounts', scroll);
    await watch('search: type a word', '', async (page) => {
      await page.getByRole('button', { name: /^Search/ }).click();
      await page.keyboard.type('copy 77', { delay: 60 });
      await page.getByRole('option').first().waitFor();
    });
    t.ok(rows.length > 5);
    tables.push({
      title: `Tasks of 50 ms and more with ${number(ACCOUNTS)} accounts and ${number(POSTS)} posts`,
      head: ['Page', 'While it opens, ms', 'While a person works, ms'],
      rows,
    });
  });

  await save();
});

/**
 * From a workspace of simulated networks to a post on a real Bluesky account, on networks that are reached as real ones are.
 * @returns a row of the table of clicks
 */
async function firstRealPost(t: Test): Promise<string[]> {
  const real = await startRealNetworks(t);
  const { running, open } = await startDashboard(t, {
    platforms: ['bluesky'],
    adapters: real.adapters,
    allowedOrigins: [real.sandbox.url],
  });
  const { username, credentials } = real.sandbox.sandbox.connect('bluesky', 'rosa');
  const { page } = await open('/app/w/home', { width: 1440, height: 900 });
  await ready(page);
  const hand = new Hand();
  await hand.click(page.getByRole('button', { name: 'Workspace home' }));
  await hand.click(page.getByRole('menuitem', { name: 'New workspace…' }));
  await hand.fill(page.getByRole('textbox', { name: 'Name' }), 'Bakery');
  const simulated = page.getByRole('checkbox', { name: /^Simulated networks/ });
  if (await simulated.isChecked()) await hand.click(simulated);
  await hand.click(page.getByRole('button', { name: 'Make the workspace' }));
  await page.waitForURL(/\/w\/bakery/);
  await hand.click(page.getByRole('link', { name: 'Accounts' }).first());
  await hand.click(page.getByRole('button', { name: 'Connect an account' }));
  await hand.click(page.getByRole('link', { name: 'Connect Bluesky' }));
  await hand.fill(page.getByLabel(/andle/), username);
  await hand.fill(page.getByLabel(/pp password/), credentials['appPassword']!);
  await hand.click(page.getByRole('button', { name: 'Connect' }));
  await hand.click(page.getByRole('link', { name: 'Finish' }));
  await hand.click(page.getByRole('link', { name: 'New post' }).first());
  await hand.click(page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').first());
  await hand.fill(page.getByRole('textbox', { name: 'Text', exact: true }), 'Rye is back on Friday');
  await hand.click(page.getByRole('button', { name: 'Publish now' }));
  await page.getByText('Published').first().waitFor();
  const posts = await fetch(`${real.sandbox.url}/control/ledger?network=bluesky`);
  const { entries } = (await posts.json()) as { entries: unknown[] };
  t.equal(entries.length, 1, 'it is on the network that is no sandbox');
  t.ok(running);
  return [
    'first real post, on Bluesky, with a workspace for it',
    'impossible',
    String(hand.clicks),
    String(hand.fields),
  ];
}

const say = (durations: readonly number[]) => (durations.length === 0 ? 'none' : durations.join(', '));

/** Copies one draft and one account, row by row. */
async function multiply(
  { service, call, accounts }: Awaited<ReturnType<typeof startDashboard>>['running'],
  workspaceId: string,
): Promise<void> {
  const { sql } = service;
  await sql`
    insert into accounts select (jsonb_populate_record(null::accounts, to_jsonb(a) || jsonb_build_object(
      'id', 'acc_' || lpad(n::text, 26, '0'), 'remote_id', a.remote_id || n, 'display_name', 'Account ' || n))).*
    from accounts a, generate_series(1, ${ACCOUNTS - 3}::int) n where a.id = ${accounts['mastodon']!}`;
  const draft = { content: 'copy 0', accountIds: [accounts['mastodon']], draft: true };
  const { id } = (await call('POST', '/v1/posts', draft)).body.post;
  const newId = sql`'post_01JD' || lpad(n::text, 22, '0')`;
  const rows = { posts: sql`'content', 'copy ' || n`, actors: sql`'id', ${newId}` };
  for (let first = 1; first <= POSTS; first += CHUNK)
    for (const [table, changed] of Object.entries(rows))
      await sql`
        insert into ${sql(table)} select (jsonb_populate_record(null::${sql(table)},
          replace(to_jsonb(x)::text, ${id}, ${newId})::jsonb || jsonb_build_object(${changed}))).*
        from ${sql(table)} x, generate_series(${first}::int, ${first + CHUNK - 1}::int) n where x.id = ${id}`;
  await sql`analyze posts`;
  await sql`analyze actors`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from posts where workspace_id = ${workspaceId}`;
  t.ok(row!.count > POSTS, 'the posts are there');
}

/** Writes the tables where the run is asked to. */
async function save(): Promise<void> {
  const text = tables
    .map(({ title, head, rows }) =>
      [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'),
    )
    .join('\n\n');
  if (figuresFile === undefined) t.comment(text);
  else
    await writeFile(
      join(projectRoot, figuresFile),
      `# Figures of the dashboard\n\nMade by \`npm run figures\` in Chromium, with the service and the sandbox on the same machine. "Before" is the dashboard of 26 November 2026. Durations are those of the machine: two cores with other work on them make them longer.\n\n${text}\n`,
    );
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
