/** A post that may be live: the page says so before a second copy is sent, and a person reports a finding. */
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { accounts, call, until } = running;
const { sandbox } = running.sandbox;

/** Its response is lost, and no lookup is possible. */
const inDoubt = async (content: string, kind: 'lost_answer' | 'cut'): Promise<string> => {
  sandbox.faults.add({ kind, network: 'telegram', times: 1 });
  const body = { content, accountIds: [accounts['telegram']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', body)).body.post;
  await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  return id;
};

void t.test('when a person finds the post and says so, no second copy is sent', async (t) => {
  const id = await inDoubt('Perhaps there', 'lost_answer');
  const { page, complaints } = await open(`/app/w/home/posts/${id}`, { width: 390, height: 844 });
  const card = page.getByRole('region', { name: 'Accounts' }).getByRole('article');
  await card.getByText('May be live', { exact: true }).waitFor();
  await card.getByText(/^Next copy: in \d minutes/).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  await card.getByRole('radio', { name: 'It is live' }).check();
  await card.getByLabel('Its address there').fill('https://t.me/troupe/1');
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Published', { exact: true }).waitFor();
  t.equal(await card.getByRole('radio').count(), 0, 'there is nothing left to say');
  running.advance(30 * 60_000);
  t.equal(
    (await until(id, ({ status }) => status === 'published')).deliveries[0].url,
    'https://t.me/troupe/1',
  );
  t.equal(sandbox.ledger.entries({ network: 'telegram' }).length, 1);
  t.same(complaints, []);
});

void t.test('a post that is not there is sent again as planned', async (t) => {
  const id = await inDoubt('Not there', 'cut');
  const { page } = await open(`/app/w/home/posts/${id}`);
  const card = page.getByRole('region', { name: 'Accounts' }).getByRole('article');
  await card.getByRole('radio', { name: 'It is not there' }).check();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Waits to retry', { exact: true }).waitFor();
  running.advance(6 * 60_000);
  await card.getByText('Published', { exact: true }).waitFor();
  t.equal(
    sandbox.ledger.entries({ network: 'telegram' }).length,
    2,
    'the one of the test above, and this one',
  );
});

void t.test('a post on hold waits for a person, and giving up sends nothing', async () => {
  await call('PATCH', `/v1/accounts/${accounts['telegram']}`, { onUnknown: 'hold' });
  sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const body = { content: 'Held', accountIds: [accounts['telegram']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', body)).body.post;
  await until(id, ({ status }) => status === 'failed');
  const { page } = await open(`/app/w/home/posts/${id}`);
  const card = page.getByRole('region', { name: 'Accounts' }).getByRole('article');
  await card.getByText('Needs you', { exact: true }).waitFor();
  await card.getByRole('radio', { name: 'Give up' }).check();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Failed', { exact: true }).waitFor();
});

void t.test('a post that the network refused shows the network’s code beside its error', async (t) => {
  sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const body = { content: 'Refused', accountIds: [accounts['discord']], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', body)).body.post;
  const failed = await until(id, ({ status }) => status === 'failed');
  const { page } = await open(`/app/w/home/posts/${id}`, { width: 390, height: 844 });
  const card = page.getByRole('region', { name: 'Accounts' }).getByRole('article');
  await card.getByText(`Code: ${failed.deliveries[0].networkCode}`, { exact: true }).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
});
