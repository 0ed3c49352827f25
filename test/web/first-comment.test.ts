/** The page of a post says what became of the first comment on each account. */
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { accounts, call, until } = running;
const { sandbox } = running.sandbox;
const CALL = 'POST /api/v1/statuses';

void t.test('it is not written yet, written, or refused with the words of the network', async (t) => {
  const request = (content: string) => ({
    content,
    firstComment: `${content}: more on our page`,
    accountIds: [accounts['mastodon']],
  });
  const { id } = (await call('POST', '/v1/posts', { ...request('Bread'), draft: true })).body.post;
  const { page, complaints } = await open(`/app/w/home/posts/${id}`, { width: 390, height: 844 });
  const comment = page.getByRole('group', { name: 'First comment' });
  await comment.getByText('Not written yet', { exact: true }).waitFor();
  await call('PATCH', `/v1/posts/${id}`, { publishNow: true });
  await comment.getByText('Written', { exact: true }).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);

  sandbox.faults.add({ kind: 'status', status: 422, network: 'mastodon', call: CALL, times: 1, skip: 1 });
  const refused = (await call('POST', '/v1/posts', { ...request('Buns'), publishNow: true })).body.post.id;
  const post = await until(refused, ({ deliveries }) => deliveries[0].firstComment.status === 'failed');
  await page.goto(`${running.baseUrl}/app/w/home/posts/${refused}`);
  await comment.getByText('Failed', { exact: true }).waitFor();
  await comment.getByText(/Mastodon/).waitFor();
  t.equal(
    (await page.getByText('Published', { exact: true }).count()) > 0,
    true,
    'the post is live all the same',
  );
  t.equal(post.status, 'published');
  t.same(complaints, []);
});
