/** All nodes share rate limits, with Redis and without it. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import { allPublished, pair, publish, until } from '../support/pair.ts';

void t.test(
  'two nodes share a rate limit: together they stay within it, and each post shows its time',
  async (t) => {
    const { nodes, sandbox, sql, accounts, redis } = await pair(t);
    const times = 12;
    const ids = await Promise.all(
      Array.from({ length: times }, (_, n) => publish(nodes[n % 2]!, accounts['discord']!, `Post ${n}`)),
    );
    const { post } = await until('one that waits', async () => {
      for (const id of ids) {
        const answer = await nodes[0].call('GET', `/v1/posts/${id}`);
        if (answer.post.deliveries[0].status === 'pending') return answer;
      }
      return null;
    });
    t.match(post.deliveries[0], { attempt: 1, error: /^the rate limit of discord/, nextAttemptAt: /Z$/ });
    await allPublished(sql, ids);
    const instants = sandbox.ledger
      .entries({ network: 'discord' })
      .map(({ at }) => Date.parse(at))
      .sort((a, b) => a - b);
    t.equal(instants.length, times);
    for (let n = 5; n < times; n += 1) {
      const took = instants[n]! - instants[n - 5]!;
      // a call takes a while to arrive on a busy machine; two nodes that did not share would send 10 in 2 seconds
      t.ok(took >= 1_000, `5 in 2 seconds, with what the way there takes: ${took} ms`);
    }

    await redis.stop();
    const without = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        publish(nodes[n % 2]!, accounts['telegram']!, `Without Redis ${n}`),
      ),
    );
    await allPublished(sql, without);
    t.equal(sandbox.ledger.entries({ network: 'telegram' }).length, 4, 'nothing is lost, nothing twice');
  },
);

longTest('a Retry-After that one node received is kept by the other', async (t) => {
  const { nodes, sandbox, sql, accounts } = await pair(t);
  const [first, second] = nodes;
  sandbox.faults.add({
    kind: 'status',
    network: 'mastodon',
    call: 'POST /api/v1/statuses',
    status: 429,
    retryAfterSeconds: 6,
    times: 1,
  });
  const hit = await publish(first, accounts['mastodon']!, 'Hit');
  await until('the limit met', () => sandbox.faults.list().length === 0);
  await until('told', async () => {
    const { post } = await first.call('GET', `/v1/posts/${hit}`);
    // a Retry-After under 5 minutes is a wait, not an attempt (docs/contract.md, Deliveries)
    const { status, attempt, nextAttemptAt } = post.deliveries[0];
    return status === 'pending' && attempt === 1 && nextAttemptAt !== null;
  });
  const later = await publish(second, accounts['mastodon']!, 'Later');
  const { post } = await until('it waits', async () => {
    const answer = await second.call('GET', `/v1/posts/${later}`);
    return answer.post.deliveries[0].status === 'pending' && answer;
  });
  t.match(post.deliveries[0], { attempt: 1, error: /mastodon asked to wait/ });
  await allPublished(sql, [hit, later]);
  const entries = sandbox.ledger.entries({ network: 'mastodon' });
  t.equal(entries.length, 2, 'each is sent once');
  const entry = entries.find(({ text }) => text === 'Later');
  t.ok(Date.parse(entry!.at) >= Date.parse(post.deliveries[0].nextAttemptAt), 'not before its turn');
});
