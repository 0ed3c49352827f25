/** The result of a post: partly published, waiting for a person, simulated. */
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { accounts, call, until } = running;
const { sandbox } = running.sandbox;

const publish = async (content: string, networks: string[]): Promise<string> => {
  const accountIds = networks.map((network) => accounts[network]);
  return (await call('POST', '/v1/posts', { content, accountIds, publishNow: true })).body.post.id;
};

void t.test('a post that failed on one account says so, and is listed under Failed', async (t) => {
  sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const id = await publish('Out on two', ['bluesky', 'discord', 'telegram']);
  await until(id, ({ status }) => status === 'published');
  const { page, complaints } = await open('/app/w/home/posts?status=failed');
  const card = page.getByRole('listitem').filter({ hasText: 'Out on two' });
  await card.getByText('Published on 2 of 3').waitFor();
  await card.getByRole('img', { name: 'home, Discord: failed' }).waitFor();
  t.same(await accessibilityFaults(page), []);

  await card.getByRole('link', { name: 'Out on two' }).click();
  const region = page.getByRole('region', { name: 'Accounts' });
  await page.getByRole('status', { name: 'Status' }).getByText('Published on 2 of 3').waitFor();
  t.match(await region.getByRole('article').first().textContent(), /Discord/, 'what failed comes first');
  const { publishedAt } = (await call('GET', `/v1/posts/${id}`)).body.post;
  running.advance(60_000);
  await page.getByRole('button', { name: 'Try again where it failed' }).click();
  await page.getByRole('status', { name: 'Status' }).getByText('Published', { exact: true }).waitFor();
  t.equal(sandbox.ledger.entries({ network: 'discord' }).length, 1);
  t.equal(sandbox.ledger.entries({ network: 'bluesky' }).length, 1, 'what is live is not sent again');
  t.equal(
    (await call('GET', `/v1/posts/${id}`)).body.post.publishedAt,
    publishedAt,
    'nor does its time move',
  );
  t.same(complaints, []);
});

void t.test('a simulated post links to the sandbox, which shows it', async (t) => {
  const id = await publish('Look at me there', ['bluesky']);
  await until(id, ({ status }) => status === 'published');
  const { page } = await open(`/app/w/home/posts/${id}`);
  const link = page.getByRole('link', { name: 'See it in the sandbox' });
  const address = await link.getAttribute('href');
  t.ok(address?.startsWith(`${running.sandbox.url}/?network=bluesky&id=`), address ?? '');
  t.equal(await page.getByRole('link', { name: 'See it there' }).count(), 0, 'no link leads to a stranger');
  await page.goto(address!);
  await page.getByText('Look at me there').waitFor();
  t.equal(await page.getByRole('article').count(), 1, 'that post alone');
});

void t.test('a delivery that waits for a person says what to do, and where', async (t) => {
  sandbox.faults.add({ kind: 'status', status: 401, network: 'mastodon' });
  const id = await publish('Waits for Rosa', ['mastodon', 'telegram']);
  await until(id, ({ deliveries }) => deliveries.some((one: { error: string | null }) => one.error !== null));
  const { page } = await open(`/app/w/home/posts/${id}`);
  const first = page.getByRole('region', { name: 'Accounts' }).getByRole('article').first();
  await first.getByText('Needs you').waitFor();
  await first.getByText('Connect the account again').waitFor();
  t.same(await accessibilityFaults(page), []);

  // the debugger counts the same in its banner and behind its filter
  await page.goto(`${running.baseUrl}/app/w/home/debugger`);
  await page
    .getByRole('alert')
    .getByText(/^2 wait for a person\.$/)
    .waitFor();
  await page.getByRole('checkbox', { name: 'Only what is stuck' }).check();
  await page.getByRole('heading', { name: 'Nothing is stuck' }).waitFor();

  await page.goto(`${running.baseUrl}/app/w/home/posts/${id}`);
  await first.getByRole('button', { name: /^Reconnect/ }).click();
  await page.waitForURL('**/connect/**');
});

void t.test(
  'posts are listed by what they need, selected by keys, and changed with a way back',
  async (t) => {
    const inHours = (hours: number) =>
      new Date(running.service.context.clock() + hours * 3_600_000).toISOString();
    const write = async (content: string, more: object) => {
      const body = { content, accountIds: [accounts['telegram'], accounts['bluesky']], ...more };
      return (await call('POST', '/v1/posts', body)).body.post.id;
    };
    const later = await write('Goes out later', { scheduledAt: inHours(30) });
    const sooner = await write('Goes out sooner', { scheduledAt: inHours(3) });
    const draft = await write('Only a draft', { draft: true });
    const statusOf = async (id: string) => (await call('GET', `/v1/posts/${id}`)).body.post?.status ?? 'gone';
    const { page, complaints } = await open('/app/w/home/posts');
    const list = page.getByRole('list', { name: 'Posts' });
    await list.getByRole('heading', { name: /^Needs you/ }).waitFor();
    const rows = await list.getByRole('listitem').allTextContents();
    const place = (words: string) => rows.findIndex((row) => row.includes(words));
    t.ok(place('Waits for Rosa') < place('Next out'), 'what waits for a person comes first');
    t.ok(place('Next out') < place('Goes out sooner'));
    t.ok(place('Goes out sooner') < place('Goes out later'), 'the next one first');
    t.ok(place('Published, drafts') < place('Only a draft'));
    t.match(await page.getByRole('tab', { name: /^Scheduled/ }).textContent(), /2$/);
    t.strictSame(await accessibilityFaults(page), [], 'the list with its sections');

    await page.goto(new URL('?status=scheduled', page.url()).href);
    await list.getByText('Goes out later').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('group', { name: 'Selected posts' });
    await bar.getByText('2 selected').waitFor();
    t.strictSame(await accessibilityFaults(page), [], 'with a selection');
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('menuitem', { name: 'By a day' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 posts are selected.').waitFor();
    t.strictSame(await accessibilityFaults(page), [], 'what will happen');
    const before = (await call('GET', `/v1/posts/${sooner}`)).body.post.scheduledAt;
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 posts moved by a day.').waitFor();
    t.not((await call('GET', `/v1/posts/${sooner}`)).body.post.scheduledAt, before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 2 posts.').waitFor();
    t.equal((await call('GET', `/v1/posts/${sooner}`)).body.post.scheduledAt, before);

    await page.goto(new URL('?status=draft&network=bluesky', page.url()).href);
    await page.getByRole('checkbox', { name: 'Select Only a draft' }).check();
    await bar.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('You can undo it for 10 seconds.').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('1 post removed.').waitFor();
    t.equal(await statusOf(draft), 'gone');
    await list.getByText('Only a draft').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1 post.').waitFor();
    t.equal(await statusOf(draft), 'draft');
    await list.getByText('Only a draft').waitFor();
    t.equal(await statusOf(later), 'scheduled');
    t.same(complaints, []);
  },
);
