/** Posts that may be live, and posts that failed: callers see it, and a person who checked decides. */
import t from 'tap';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { type RunningService, startService } from '../support/service.ts';

const MINUTE = 60_000;

/** A post to telegram whose response was lost, so it is not known whether it is live. */
async function inDoubt(running: RunningService, kind: 'lost_answer' | 'cut' = 'lost_answer') {
  const { call, accounts, sandbox, until } = running;
  sandbox.sandbox.faults.add({ kind, network: 'telegram', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Perhaps',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const { id } = body.post;
  const post = await until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
  const path = `/v1/posts/${id}/deliveries/${accounts['telegram']}/resolve` as const;
  return { id, post, path };
}

/** Posts to a network that fails in this way. */
async function failing(
  { call, accounts, sandbox, until }: RunningService,
  network: 'discord' | 'telegram',
  fault: { kind: 'status' | 'lost_answer'; status?: number },
) {
  sandbox.sandbox.faults.add({ ...fault, network, times: 1 });
  const wanted = { content: 'Hello', accountIds: [accounts[network]], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', wanted)).body.post;
  return until(id, ({ deliveries }) => !['pending', 'sending', 'verifying'].includes(deliveries[0].status));
}

void t.test('a refusal carries the network’s code, and what may be live carries none', async (t) => {
  const running = await startService(t);
  const refused = await failing(running, 'discord', { kind: 'status', status: 400 });
  t.match(refused.deliveries, [{ status: 'failed', networkCode: /^(http_400|\d+)$/ }]);
  const lost = await failing(running, 'telegram', { kind: 'lost_answer' });
  t.match(lost.deliveries, [{ maybeLive: true }]);
  const broken = await failing(running, 'telegram', { kind: 'status', status: 502 });
  t.match(broken.deliveries, [{ maybeLive: true, error: /Bad Gateway/ }]);
  for (const { deliveries } of [lost, broken]) t.notOk('networkCode' in deliveries[0]);
});

void t.test(
  'before a second copy is sent, the post says that the first may be live, and when the second is due',
  async (t) => {
    const running = await startService(t);
    const { call, service, until, sandbox, advance } = running;
    const { id, post } = await inDoubt(running);
    const [delivery] = post.deliveries;
    t.equal(delivery.maybeLive, true);
    t.match(delivery.error, /connection.*; the post may be live already$/);
    const waitMs = Date.parse(delivery.nextAttemptAt) - service.context.clock();
    t.ok(waitMs > 4 * MINUTE && waitMs <= 5 * MINUTE, 'five minutes after the failure');
    const { summary } = (await call('GET', `/v1/posts/${id}/explain`)).body;
    t.match(summary, /may be live already and nobody can tell.* the next copy goes out at .* in [45] min/);

    advance(5 * MINUTE);
    const live = await until(id, ({ status }) => status === 'published');
    t.equal(live.deliveries[0].maybeLive, undefined);
    t.match(live.deliveries[0].warnings, [/^an earlier attempt may be live too: /]);
    t.equal(sandbox.sandbox.ledger.entries({ network: 'telegram' }).length, 2, 'as it warned');
  },
);

void t.test('when a person finds the copy and says so, no second copy is sent', async (t) => {
  const running = await startService(t);
  const { call, accounts, service, sandbox, advance, until } = running;
  const { id, path } = await inDoubt(running);
  const [entry] = sandbox.sandbox.ledger.entries({ network: 'telegram' });
  const body = { outcome: 'live', networkPostId: entry!.id, url: 'https://t.me/troupe/1' };
  const key = { 'idempotency-key': 'resolve-1' };
  const first = await call('POST', path, body, key);
  t.match(first, {
    status: 200,
    body: { post: { status: 'published', error: null, deliveries: [{ networkPostId: entry!.id }] } },
  });
  const again = await call('POST', path, body, key);
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.same(again.body, first.body);
  advance(30 * MINUTE);
  await until(id, ({ status }) => status === 'published');
  t.equal(sandbox.sandbox.ledger.entries({ network: 'telegram' }).length, 1);
  t.match(await call('POST', path, body), {
    status: 409,
    body: { code: 'nothing_in_doubt', error: /the delivery is published and nothing of it is in doubt/ },
  });

  const { steps } = (await call('GET', `/v1/actors/${deliveryId(id, accounts['telegram']!)}/journal`)).body;
  const resolved = steps.find(({ event }) => event.type === 'resolve.live');
  t.match(
    resolved,
    { hand: { userId: /^usr_/ }, by: { key: { name: 'test' } } },
    'the journal has who decided',
  );
  t.equal((await service.sql`select 1 from network_posts where network_post_id = ${entry!.id}`).length, 1);
});

void t.test('a post that is not there is sent again as planned, and giving up sends nothing', async (t) => {
  const running = await startService(t);
  const { call, sandbox, advance, until } = running;
  const absent = await inDoubt(running, 'cut');
  const said = await call('POST', absent.path, { outcome: 'absent' });
  const [before] = absent.post.deliveries;
  const [after] = said.body.post.deliveries;
  t.match(after, { status: 'retrying', nextAttemptAt: before.nextAttemptAt });
  t.equal(after.maybeLive, undefined);
  advance(5 * MINUTE);
  const sent = await until(absent.id, ({ status }) => status === 'published');
  t.strictSame(sent.deliveries[0].warnings, []);

  const given = await inDoubt(running);
  t.match(await call('POST', given.path, { outcome: 'give_up' }), {
    status: 200,
    body: { post: { status: 'failed', error: /given up by a person; the post may be live: / } },
  });
  advance(30 * MINUTE);
  t.match((await call('GET', `/v1/posts/${given.id}`)).body.post.status, 'failed');
  t.equal(sandbox.sandbox.ledger.entries({ network: 'telegram' }).length, 2);
});

void t.test('only a delivery in doubt can be resolved, by its own workspace', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const { id, path } = await inDoubt(running);
  const { key } = await running.neighbour();
  const stranger = { authorization: `Bearer ${key}` };
  t.equal((await call('POST', path, { outcome: 'give_up' }, stranger)).status, 404);
  t.equal((await call('POST', `/v1/posts/${id}/retry`, {}, stranger)).status, 404);
  t.match(await call('POST', path, { outcome: 'absent', url: 'https://t.me/troupe/1' }), {
    status: 400,
    body: { param: '/url' },
  });
  t.match(await call('POST', path, { outcome: 'perhaps' }), { status: 400, body: { param: '/outcome' } });
  const other = `/v1/posts/${id}/deliveries/${accounts['discord']}/resolve` as const;
  t.equal((await call('POST', other, { outcome: 'absent' })).status, 404, 'it was never sent there');
  t.equal((await call('GET', `/v1/posts/${id}`)).body.post.deliveries[0].maybeLive, true, 'nothing changed');
});

void t.test(
  'a retry sends to the accounts where the post failed, and keeps the times of live deliveries',
  async (t) => {
    const { call, accounts, sandbox, until } = await startService(t);
    sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'Both',
      accountIds: [accounts['telegram'], accounts['discord']],
      publishNow: true,
    });
    const { id } = body.post;
    const path = `/v1/posts/${id}/retry` as const;
    const partly = await until(id, ({ status }) => status === 'published');
    t.equal(partly.partial, true);
    t.match(await call('POST', path, { accountIds: [accounts['mastodon']] }), {
      status: 400,
      body: { param: '/accountIds/0', error: /is no account of this post/ },
    });
    t.match(await call('POST', path, { accountIds: [accounts['telegram']] }), {
      status: 409,
      body: { code: 'already_published' },
    });
    const key = { 'idempotency-key': 'retry-1' };
    const retried = await call('POST', path, { accountIds: [accounts['discord']] }, key);
    t.match(retried, { status: 200, body: { post: { status: 'publishing', error: null } } });
    t.equal((await call('POST', path, { accountIds: [accounts['discord']] }, key)).status, 200, 'replayed');
    const whole = await until(id, ({ status }) => status === 'published');
    t.match(whole, { error: null, scheduledAt: partly.scheduledAt, publishedAt: partly.publishedAt });
    t.equal(whole.partial, undefined);
    for (const network of ['telegram', 'discord'])
      t.equal(sandbox.sandbox.ledger.entries({ network }).length, 1, network);
    t.match(await call('POST', path), { status: 409, body: { code: 'already_published' } });

    const draft = (
      await call('POST', '/v1/posts', { content: 'Later', accountIds: [accounts['discord']], draft: true })
    ).body.post;
    t.match(await call('POST', `/v1/posts/${draft.id}/retry`, {}), {
      status: 409,
      body: { code: 'post_draft', error: /was not sent yet; give it a time/ },
    });
  },
);

void t.test('a failed post that gets a new time shows no earlier error', async (t) => {
  const { call, accounts, sandbox, until } = await startService(t);
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Later',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  const failed = await until(body.post.id, ({ status }) => status === 'failed');
  t.ok(failed.error);
  const moved = await call('PATCH', `/v1/posts/${body.post.id}`, { scheduledAt: '2030-05-04T10:00:00' });
  t.match(moved.body.post, { status: 'scheduled', error: null });
});

void t.test('a short Retry-After causes a wait and no attempt', async (t) => {
  const { call, accounts, sandbox, until, advance } = await startService(t);
  sandbox.sandbox.faults.add({
    kind: 'status',
    status: 429,
    retryAfterSeconds: 6,
    network: 'mastodon',
    times: 1,
  });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Soon',
    accountIds: [accounts['mastodon']],
    publishNow: true,
  });
  const waiting = await until(body.post.id, ({ deliveries }) => deliveries[0].status === 'pending');
  t.match(waiting.deliveries[0], { attempt: 1, nextAttemptAt: /Z$/, error: /429|too many/i });
  advance(6_500);
  const post = await until(body.post.id, ({ status }) => status === 'published');
  t.equal(post.deliveries[0].attempt, 1);
});

void t.test(
  'two posts with the same text stay two posts, although the response to the second is an outage',
  async (t) => {
    const { call, accounts, sandbox, until, advance } = await startService(t);
    const publish = async () => {
      const { body } = await call('POST', '/v1/posts', {
        content: 'The very same words',
        accountIds: [accounts['mastodon']],
        publishNow: true,
      });
      return body.post.id;
    };
    const first = await until(await publish(), ({ status }) => status === 'published');
    sandbox.sandbox.faults.add({
      kind: 'status',
      status: 503,
      network: 'mastodon',
      call: 'POST /api/v1/statuses',
      times: 1,
    });
    const second = await until(await publish(), ({ status }) => {
      advance(20_000);
      return status === 'published';
    });
    t.not(second.deliveries[0].networkPostId, first.deliveries[0].networkPostId);
    t.equal(sandbox.sandbox.ledger.entries({ network: 'mastodon' }).length, 2);
  },
);
