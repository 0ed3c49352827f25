import { createHmac } from 'node:crypto';
import t from 'tap';
import { newApproving } from '../support/approval.ts';
import { type Answer, startService } from '../support/service.ts';
import { receiver } from '../support/webhook-receiver.ts';

void t.test('post.published and post.failed are sent once, signed, with each network post id', async (t) => {
  const endpoint = await receiver(t);
  const { call, accounts, sandbox, until } = await startService(t, { allowedOrigins: [endpoint.origin] });
  const url = `${endpoint.origin}/hook`;
  const made = await call('POST', '/v1/webhooks', { url, events: ['post.published', 'post.failed'] });
  const { secret, id } = made.body.webhook;
  t.match(secret, /^whsec_/);
  t.notOk('secret' in (await call('GET', '/v1/webhooks')).body.webhooks[0], 'the secret is shown once');

  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const [sent] = await endpoint.until(1);
  t.equal(
    sent!.headers['x-service-signature'],
    `sha256=${createHmac('sha256', secret).update(sent!.body).digest('hex')}`,
  );
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = [sent!.headers['webhook-id'], sent!.headers['webhook-timestamp'], sent!.body].join('.');
  t.equal(
    sent!.headers['webhook-signature'],
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  const payload = JSON.parse(sent!.body);
  t.equal(payload.event, 'post.published');
  t.equal(payload.workspace, 'home');
  t.equal(payload.post.id, body.post.id);
  t.equal(payload.post.status, 'published');
  const { networkPostId } = (await until(body.post.id, ({ status }) => status === 'published')).deliveries[0];
  t.match(payload.post.networks, [{ accountId: accounts['telegram'], platform: 'telegram', networkPostId }]);

  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  await call('POST', '/v1/posts', { content: 'Hello', accountIds: [accounts['discord']], publishNow: true });
  const [, failure] = await endpoint.until(2);
  t.equal(JSON.parse(failure!.body).event, 'post.failed');
  const refused = JSON.parse(failure!.body).post;
  t.match(refused.error, new RegExp(`^${accounts['discord']}: `));
  t.match(refused.deliveries, [{ status: 'failed', networkCode: /^(http_400|\d+)$/ }]);
  t.strictSame((await call('GET', `/v1/posts/${refused.id}`)).body.post.deliveries, refused.deliveries);

  const log = (await call('GET', `/v1/webhooks/${id}/deliveries`)).body;
  const { deliveries } = log;
  t.match(log, { next: null, total: 2 });
  const newest = (await call('GET', `/v1/webhooks/${id}/deliveries?limit=1`)).body;
  t.match(newest, { deliveries: [{ event: 'post.failed' }], next: deliveries[0].id, total: 2 });
  t.match((await call('GET', `/v1/webhooks/${id}/deliveries?limit=2&before=${newest.next}`)).body, {
    deliveries: [{ id: deliveries[1].id, event: 'post.published' }],
    next: null,
    total: null,
  });
  t.strictSame(
    deliveries.map(({ event, tries }) => [event, tries.length]),
    [
      ['post.failed', 1],
      ['post.published', 1],
    ],
  );
});

void t.test('an endpoint that fails is called once, unless it has retries', async (t) => {
  const once = await receiver(t, [500, 500, 500]);
  const again = await receiver(t, [500, 503, 200]);
  const { call, accounts, advance } = await startService(t, { allowedOrigins: [once.origin, again.origin] });
  const first = await call('POST', '/v1/webhooks', { url: `${once.origin}/`, events: ['post.published'] });
  await call('POST', '/v1/webhooks', { url: `${again.origin}/`, events: ['post.published'], retries: true });
  await call('POST', '/v1/posts', { content: 'Hello', accountIds: [accounts['telegram']], publishNow: true });
  await Promise.all([once.until(1), again.until(1)]);
  while (again.received.length < 3) {
    advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.equal(once.received.length, 1);
  t.equal(
    new Set(again.received.map(({ headers }) => headers['webhook-id'])).size,
    1,
    'the same event under the same id',
  );
  t.equal(new Set(again.received.map(({ body }) => body)).size, 1, 'the same body on every try');
  const { deliveries } = (await call('GET', `/v1/webhooks/${first.body.webhook.id}/deliveries`)).body;
  t.match(deliveries[0], { status: 'failed', tries: [{ attempt: 1, statusCode: 500, error: /500/ }] });
});

void t.test('an address inside our network is refused, and a test send returns the response', async (t) => {
  const endpoint = await receiver(t, [202, 404]);
  const { call } = await startService(t, { allowedOrigins: [endpoint.origin] });
  for (const url of [
    'http://example.org/h',
    'https://127.0.0.1/h',
    'https://169.254.169.254/',
    'https://localhost/h',
    'ftp://example.org/',
  ]) {
    const refused = await call('POST', '/v1/webhooks', { url, events: ['post.published'] });
    t.equal(refused.status, 400, url);
    t.equal(refused.body.param, '/url', url);
  }
  const { body } = await call('POST', '/v1/webhooks', {
    url: `${endpoint.origin}/`,
    events: ['post.published'],
  });
  const path = `/v1/webhooks/${body.webhook.id}` as const;
  t.match((await call('POST', `${path}/test`, {})).body.delivery, {
    status: 'delivered',
    tries: [{ statusCode: 202 }],
  });
  t.match((await call('POST', `${path}/test`, {})).body.delivery, {
    status: 'failed',
    tries: [{ statusCode: 404 }],
  });
  t.equal((await call('PATCH', path, { active: false })).body.webhook.active, false);
  t.equal((await call('DELETE', path)).status, 200);
  t.equal((await call('DELETE', path)).status, 404);
});

void t.test('what needs a person is said once, with the account and the reason', async (t) => {
  const endpoint = await receiver(t);
  const running = await startService(t, { allowedOrigins: [endpoint.origin] });
  const { call, accounts, until, sandbox } = running;
  const { faults } = sandbox.sandbox;
  const events = ['post.needs_attention', 'account.needs_reconnect'];
  await call('POST', '/v1/webhooks', { url: `${endpoint.origin}/hook`, events });
  const publish = async (platform: string) => {
    const body = { content: `For ${platform}`, accountIds: [accounts[platform]], publishNow: true };
    return (await call('POST', '/v1/posts', body)).body.post.id;
  };
  /** The events that came so far, after waiting for as many. */
  const received = async (count: number) => {
    await endpoint.until(count);
    await running.idle();
    return endpoint.received.map(({ body }) => JSON.parse(body));
  };

  faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const failed = await publish('discord');
  t.match(await received(1), [
    { event: 'post.needs_attention', post: { id: failed }, accountId: accounts['discord'], reason: 'failed' },
  ]);

  await call('PATCH', `/v1/accounts/${accounts['telegram']}`, { onUnknown: 'hold' });
  faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const doubtful = await publish('telegram');
  const telegram = accounts['telegram'];
  t.match((await received(2))[1], { post: { id: doubtful }, accountId: telegram, reason: 'may_be_live' });

  faults.add({ kind: 'expired_token', network: 'mastodon' });
  await publish('mastodon');
  await publish('mastodon');
  t.match((await received(3))[2], {
    event: 'account.needs_reconnect',
    account: { id: accounts['mastodon'], status: 'needs_reconnect' },
    reason: /.+/,
    waitingPosts: 1,
  });
  faults.add({ kind: 'expired_token', network: 'bluesky' });
  await publish('bluesky');
  t.match((await received(4))[3], { account: { id: accounts['bluesky'] }, waitingPosts: 1 }, 'each its own');

  const approving = await newApproving(running);
  const asked = await approving.write(approving.people.editor, { publishNow: true });
  t.equal(asked.body.post.approval, 'requested');
  const all = await received(5);
  t.match(all[4], { post: { id: asked.body.post.id }, accountId: null, reason: 'approval' });
  await until(doubtful, ({ status }) => status === 'failed');
  t.equal(all.length, 5, 'each once');
  const changed = { content: 'Changed', publishNow: true };
  const again = await approving.change(approving.people.editor, asked.body.post.id, changed);
  t.equal(again.body.post.approval, 'requested');
  t.equal((await received(5)).length, 5, 'it waits already');
  const finding = `/v1/posts/${doubtful}/deliveries/${telegram}/resolve` as const;
  t.match(await call('POST', finding, { outcome: 'absent' }), { status: 200 });
  t.match((await received(6))[5], { post: { id: doubtful }, accountId: telegram, reason: 'failed' });
});

void t.test(
  'an event that does not exist is refused by its name; an endpoint keeps the events it has',
  async (t) => {
    const { call, service } = await startService(t);
    const url = 'https://example.org/hook';
    const asked = { url, events: ['post.published', 'comment.seen'] };
    const refused = await call('POST', '/v1/webhooks', asked);
    t.match(refused, {
      status: 400,
      body: {
        code: 'unknown_event',
        param: '/events/1',
        error:
          /there is no event "comment\.seen".*post\.published, post\.failed, post\.needs_attention, account\.connected/,
      },
    });
    const { body } = await call('POST', '/v1/webhooks', { url, events: ['post.published'] });
    const path = `/v1/webhooks/${body.webhook.id}` as const;
    t.equal((await call('PATCH', path, { events: ['message.sent'] })).status, 400);
    t.equal((await call('PATCH', path, { events: ['comment.received'] })).status, 200);
    // chosen when the service still offered it
    await service.sql`update webhook_endpoints set events = array['message.sent', 'post.published']`;
    const kept = await call('PATCH', path, { events: ['message.sent', 'post.failed'] });
    t.strictSame(kept.body.webhook.events, ['message.sent', 'post.failed']);
    const document: Answer = await call('GET', '/v1/openapi.json');
    t.strictSame(Object.keys(document.body.webhooks), [
      'post.published',
      'post.failed',
      'post.needs_attention',
      'account.connected',
      'account.needs_reconnect',
      'series.paused',
      'feed.failed',
      'comment.received',
      'comment_dm.sent',
      'comment_dm.replied',
      'comment_dm.failed',
      'message.received',
      'dm_automation.started',
      'dm_automation.handoff',
      'dm_automation.finished',
      'dm_automation.failed',
      'webhook.test',
    ]);
  },
);
