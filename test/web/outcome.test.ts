/** The result of a post: partly published, waiting for a person, simulated. */
import t from 'tap';
import { accessibilityFaults } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { accounts, call, until } = running;
const { sandbox } = running.sandbox;

const publish = async (content: string, networks: string[]): Promise<string> => {
  const accountIds = networks.map((network) => accounts[network]);
  return (await call('POST', '/v1/posts', { content, accountIds, publishNow: true })).body.post.id as string;
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
