import t from 'tap';
import { startService } from '../support/service.ts';

const HOUR = 3_600_000;

void t.test(
  'a request that repeats an Idempotency-Key gets the first response again, and creates nothing',
  async (t) => {
    const { call, accounts, advance, neighbour } = await startService(t);
    const body = { content: 'Hello', accountIds: [accounts['telegram']], draft: true };
    const key = { 'idempotency-key': 'order-1' };

    const first = await call('POST', '/v1/posts', body, key);
    t.equal(first.headers.get('idempotent-replayed'), null);
    const again = await call('POST', '/v1/posts', body, key);
    t.equal(again.status, 200);
    t.equal(again.headers.get('idempotent-replayed'), 'true');
    t.strictSame(again.body, first.body);

    const other = await call('POST', '/v1/posts', { ...body, content: 'Other' }, key);
    t.equal(other.status, 422);
    t.equal(other.body.code, 'idempotency_mismatch');
    t.equal((await call('GET', '/v1/posts')).body.posts.length, 1);

    const { key: neighbourKey, accounts: theirs } = await neighbour();
    const foreign = await call(
      'POST',
      '/v1/posts',
      { ...body, accountIds: [theirs['telegram']] },
      {
        ...key,
        authorization: `Bearer ${neighbourKey}`,
      },
    );
    t.equal(foreign.status, 200, "another user's keys are another's");

    advance(24 * HOUR + 1000);
    const later = await call('POST', '/v1/posts', body, key);
    t.equal(later.headers.get('idempotent-replayed'), null, 'after 24 hours the key is free');
    t.not(later.body.post.id, first.body.post.id);
  },
);

void t.test('an error is not stored: the corrected request may use its key', async (t) => {
  const { call, accounts } = await startService(t);
  const key = { 'idempotency-key': 'mend-me' };
  const body = { content: 'Hello', accountIds: ['acc_unknown'], draft: true };
  t.equal((await call('POST', '/v1/posts', body, key)).status, 400);
  const mended = await call('POST', '/v1/posts', { ...body, accountIds: [accounts['telegram']] }, key);
  t.equal(mended.status, 200);
});

void t.test(
  'twenty simultaneous requests with one key create one post, and those that meet the first get 409',
  async (t) => {
    const { call, accounts } = await startService(t);
    const body = { content: 'Hello', accountIds: [accounts['telegram']], draft: true };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/v1/posts', body, { 'idempotency-key': 'rush' })),
    );
    t.equal((await call('GET', '/v1/posts')).body.posts.length, 1);
    const ids = new Set(
      answers.filter(({ status }) => status === 200).map(({ body: answer }) => answer.post.id),
    );
    t.equal(ids.size, 1);
    t.ok(answers.every(({ status }) => status === 200 || status === 409));
  },
);

void t.test('the key works for every POST', async (t) => {
  const { call } = await startService(t);
  const key = { 'idempotency-key': 'ws' };
  const first = await call('POST', '/v1/workspaces', { name: 'Café Luna' }, key);
  t.equal(first.body.workspace.slug, 'cafe-luna');
  const again = await call('POST', '/v1/workspaces', { name: 'Café Luna' }, key);
  t.strictSame(again.body, first.body);
  const elsewhere = await call(
    'POST',
    '/v1/webhooks',
    { url: 'https://example.org/h', events: ['post.failed'] },
    key,
  );
  t.equal(elsewhere.status, 422, 'another operation is another request');
});
