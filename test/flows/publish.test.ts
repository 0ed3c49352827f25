import t from 'tap';
import { startService } from '../support/service.ts';

const MINUTE = 60_000;

void t.test(
  'one request publishes a picture to five networks, each of which holds exactly one copy',
  async (t) => {
    const { call, until, accounts, sandbox } = await startService(t);
    const created = await call('POST', '/v1/posts', {
      content: 'Hello 👋 from https://example.org #boats',
      accountIds: Object.values(accounts),
      media: [`${sandbox.url}/samples/photo.jpg`],
      publishNow: true,
    });
    t.equal(created.status, 200);
    t.equal(created.body.post.status, 'publishing');
    t.equal(created.body.post.deliveries.length, 5);
    const post = await until(created.body.post.id, ({ status }) => status === 'published');
    t.equal(post.error, null);
    for (const delivery of post.deliveries) {
      t.equal(delivery.status, 'published', delivery.platform);
      t.ok(delivery.networkPostId, `${delivery.platform} gave its id`);
      const entries = sandbox.sandbox.ledger.entries({ network: delivery.platform });
      t.equal(entries.length, 1, `${delivery.platform} holds one copy`);
      t.equal(entries[0]?.id, delivery.networkPostId);
    }
  },
);

void t.test('a rate limit is retried five minutes later, only on its account', async (t) => {
  const { call, until, accounts, sandbox, advance } = await startService(t);
  sandbox.sandbox.faults.add({ kind: 'status', status: 429, network: 'mastodon', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: [accounts['mastodon'], accounts['telegram']],
    publishNow: true,
  });
  const waiting = await until(
    body.post.id,
    ({ deliveries }) => deliveries[0].status === 'retrying' && deliveries[1].status === 'published',
  );
  t.equal(waiting.status, 'publishing');
  advance(5 * MINUTE);
  const post = await until(body.post.id, ({ status }) => status === 'published');
  t.equal(post.deliveries[0].attempt, 2);
  t.equal(sandbox.sandbox.ledger.entries({ network: 'telegram' }).length, 1);
  t.equal(sandbox.sandbox.ledger.entries({ network: 'mastodon' }).length, 1);
});

void t.test('after a lost response a lookup finds the post, and nothing is sent twice', async (t) => {
  const { call, until, accounts, sandbox, advance } = await startService(t);
  const sendingCalls = {
    bluesky: 'com.atproto.repo.putRecord',
    mastodon: 'POST /api/v1/statuses',
    instagram: 'media_publish',
  } as const;
  for (const network of ['bluesky', 'mastodon', 'instagram'] as const) {
    sandbox.sandbox.faults.add({ kind: 'lost_answer', network, call: sendingCalls[network], times: 1 });
  }
  const { body } = await call('POST', '/v1/posts', {
    content: 'Once, and only once',
    accountIds: [accounts['bluesky'], accounts['mastodon'], accounts['instagram']],
    media: [`${sandbox.url}/samples/photo.jpg`],
    publishNow: true,
  });
  const post = await until(body.post.id, ({ status }) => {
    advance(10_000); // polls and lookups have their own intervals, so the clock need not be waited for
    return status === 'published';
  });
  t.equal(post.error, null);
  t.strictSame(sandbox.sandbox.faults.list(), [], 'every fault was met');
  for (const network of ['bluesky', 'mastodon', 'instagram'] as const) {
    t.equal(sandbox.sandbox.ledger.entries({ network }).length, 1, network);
  }
});
