/** Accounts that break, cause warnings and are connected again, on the real service. */
import t from 'tap';
import { attendAccounts } from '../../src/features/accounts/attend.ts';
import { accountDisconnected, storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { newActorId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import { deleteAccount, insertAccount } from '../../store/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const DAY = 86_400_000;

async function publish(
  { call, accounts }: RunningService,
  platform: string,
  content = 'Hello',
): Promise<string> {
  const { body } = await call('POST', '/v1/posts', {
    content,
    accountIds: [accounts[platform]],
    publishNow: true,
  });
  return body.post.id;
}

async function shown({ call, accounts }: RunningService, platform: string) {
  const { body } = await call('GET', '/v1/accounts');
  return body.accounts.find(({ id }) => id === accounts[platform]);
}

/** A person connects the account again, as the connect pages do. */
async function reconnect(
  running: RunningService,
  platform: 'telegram' | 'mastodon',
  expiresAt: number | null = null,
) {
  const { service, sandbox, workspaceId } = running;
  const { node, adapters, sealer } = service.context;
  const account = { ...sandbox.sandbox.connect(platform, 'home'), avatarUrl: null, expiresAt };
  await node.command(async (tx, turn) => {
    const place = { workspaceId, platform };
    await storeAccount({ tx, turn, sealer, adapter: adapters[platform] }, place, account);
    return { result: null };
  });
}

void t.test('posts of a broken account wait visibly, and continue when it is connected again', async (t) => {
  const running = await startService(t);
  const { sandbox, until } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const first = await publish(running, 'mastodon', 'First');
  const waiting = await until(first, ({ deliveries }) => deliveries[0].status === 'pending');
  t.match(waiting, { status: 'publishing', error: null });
  t.match(waiting.deliveries[0], {
    attempt: 1,
    nextAttemptAt: null,
    error: /^connect the account again, then this post continues by itself: /,
  });
  t.match(await shown(running, 'mastodon'), {
    status: 'needs_reconnect',
    warning: { code: 'needs_reconnect', message: /^connect the account again/, expiresAt: null },
  });

  const called = () => sandbox.sandbox.calls.entries({ network: 'mastodon' }).length;
  const before = called();
  const more = await Promise.all(
    Array.from({ length: 20 }, (_, n) => publish(running, 'mastodon', `More ${n}`)),
  );
  for (const id of more) await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
  t.equal(called(), before, 'a network that refuses the access is not asked for each post');

  sandbox.sandbox.faults.clear();
  await reconnect(running, 'mastodon');
  for (const id of [first, ...more]) await until(id, ({ status }) => status === 'published');
  t.equal(sandbox.sandbox.ledger.entries({ network: 'mastodon' }).length, 21, 'each once');
  t.match(await shown(running, 'mastodon'), { status: 'healthy', warning: null });
});

void t.test('posts of an account that nobody connects again fail after 7 days', async (t) => {
  const running = await startService(t);
  const { sandbox, until, advance } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const id = await publish(running, 'mastodon');
  await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
  advance(7 * DAY);
  const post = await until(id, ({ status }) => status === 'failed');
  t.match(post.error, /: the account was not connected again within 7 days/);
});

void t.test('a waiting post can be moved back to the drafts', async (t) => {
  const running = await startService(t);
  const { sandbox, until, call } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const id = await publish(running, 'mastodon');
  await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
  const { body } = await call('PATCH', `/v1/posts/${id}`, { draft: true });
  t.match(body.post, { status: 'draft', deliveries: [{ status: 'cancelled', error: null }] });
  sandbox.sandbox.faults.clear();
  await reconnect(running, 'mastodon');
  t.equal(sandbox.sandbox.ledger.entries({ network: 'mastodon' }).length, 0);
});

void t.test('of the posts that wait for an account some are held back, and the others go out', async (t) => {
  const running = await startService(t, { platforms: ['mastodon', 'telegram', 'discord'] });
  const { sandbox, until, call, accounts } = running;
  const { mastodon, telegram, discord } = accounts;
  const waiting = () => call('GET', `/v1/accounts/${mastodon}/waiting-posts`);
  const holdBack = (ids: string[], more: object = {}, headers?: { [name: string]: string }) =>
    call('POST', '/v1/posts/batch', { action: 'hold_back', accountId: mastodon, ids, ...more }, headers);
  const send = async (content: string, accountIds: unknown[]) => {
    const { body } = await call('POST', '/v1/posts', { content, accountIds, publishNow: true });
    return body.post.id;
  };
  const ofMastodon = (post: { deliveries: { accountId: string; status: string }[] }) =>
    post.deliveries.find(({ accountId }) => accountId === mastodon)?.status;

  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const failedElsewhere = await send('Failed elsewhere', [mastodon, discord]);
  const alone = await send('Alone', [mastodon]);
  const live = await send('Live elsewhere', [mastodon, telegram]);
  const goes = await send('Goes out', [mastodon]);
  const all = [failedElsewhere, alone, live, goes];
  for (const id of all)
    await until(
      id,
      (post) =>
        ofMastodon(post) === 'pending' &&
        post.deliveries.every(({ status }) => /pending|published|failed/.test(status)),
    );
  const { body } = await waiting();
  t.match(body, {
    posts: [
      { id: failedElsewhere, text: 'Failed elsewhere', heldBackAs: 'draft' },
      { id: alone, heldBackAs: 'draft', waitsUntil: /Z$/, scheduledAt: /Z$/ },
      { id: live, heldBackAs: 'left_out' },
      { id: goes, heldBackAs: 'draft' },
    ],
    more: false,
  });

  const done = await holdBack([failedElsewhere, alone, live], {}, { 'idempotency-key': 'held' });
  t.match(done, { status: 200, body: { results: [{ ok: true }, { ok: true }, { ok: true }], undo: null } });
  t.same((await holdBack([failedElsewhere, alone, live], {}, { 'idempotency-key': 'held' })).body, done.body);
  t.match((await holdBack([alone])).body.results, [{ ok: false, code: 'not_waiting' }]);
  t.match((await call('GET', `/v1/posts/${alone}`)).body.post, {
    status: 'draft',
    deliveries: [{ status: 'cancelled' }],
  });
  t.match((await call('GET', `/v1/posts/${failedElsewhere}`)).body.post, { status: 'draft' });
  t.match(await until(live, ({ status }) => status === 'published'), {
    partial: true,
    error: `${mastodon}: cancelled`,
  });
  t.same(
    (await waiting()).body.posts.map(({ id }) => id),
    [goes],
  );

  sandbox.sandbox.faults.clear();
  await reconnect(running, 'mastodon');
  await until(goes, ({ status }) => status === 'published');
  const texts = () =>
    sandbox.sandbox.ledger.entries({ network: 'mastodon' }).map((entry) => JSON.stringify(entry));
  t.equal(texts().length, 1, 'what was held back is not sent');
  t.match(texts()[0], /Goes out/);
  t.match((await holdBack([goes])).body.results, [{ ok: false, code: 'not_waiting' }]);
  await call('POST', `/v1/posts/${live}/retry`, {});
  await until(live, (post) => ofMastodon(post) === 'published');
  t.equal(texts().length, 2, 'it can be sent again later');
});

void t.test(
  'a thread whose first part is out ends without the account, and is not made a draft',
  async (t) => {
    const running = await startService(t, { platforms: ['mastodon'] });
    const { sandbox, until, call, accounts } = running;
    const accountId = accounts['mastodon'];
    sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon', skip: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'One',
      thread: [{ content: 'Two' }],
      accountIds: [accountId],
      publishNow: true,
    });
    const { id } = body.post;
    await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
    t.match((await call('GET', `/v1/accounts/${accountId}/waiting-posts`)).body.posts, [
      { id, heldBackAs: 'left_out' },
    ]);
    await call('POST', '/v1/posts/batch', { action: 'hold_back', accountId, ids: [id] });
    t.match(await until(id, ({ status }) => status === 'published'), { partial: true });
  },
);

void t.test('holding back takes an account, ids, and the accounts and scope of the caller', async (t) => {
  const running = await startService(t, { platforms: ['mastodon', 'telegram'] });
  const { sandbox, until, call, accounts, service, workspaceId } = running;
  const { mastodon, telegram } = accounts;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const id = await publish(running, 'mastodon');
  await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
  const batch = (body: object, headers?: { [name: string]: string }) =>
    call('POST', '/v1/posts/batch', body, headers);
  const action = 'hold_back';
  t.match(await batch({ action, ids: [id] }), { status: 400, body: { param: '/accountId' } });
  t.match(await batch({ action, accountId: mastodon, filter: {} }), { status: 400, body: { param: '/ids' } });
  t.match(await batch({ action: 'draft', accountId: mastodon, ids: [id] }), {
    status: 400,
    body: { param: '/accountId' },
  });
  t.match((await batch({ action, accountId: telegram, ids: [id] })).body.results, [{ code: 'not_waiting' }]);
  const neighbour = await running.neighbour();
  t.match(await batch({ action, accountId: neighbour.accounts['mastodon'], ids: [id] }), { status: 404 });
  const headers = { authorization: `Bearer ${neighbour.key}` };
  const theirs = { action, accountId: neighbour.accounts['mastodon'], ids: [id] };
  t.match((await batch(theirs, headers)).body.results, [{ ok: false, code: 'not_found' }]);
  t.match(await call('GET', `/v1/accounts/${mastodon}/waiting-posts`, undefined, headers), { status: 404 });

  const maya = await newMate(running, 'Maya');
  await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
  await service.directory`update members set account_ids = ${[telegram!]} where user_id = ${maya.userId}`;
  service.context.forgetPrincipals();
  t.match(await maya.ask('GET', `/v1/accounts/${mastodon}/waiting-posts`), { status: 404 });
  t.match(await maya.ask('POST', '/v1/posts/batch', { action, accountId: mastodon, ids: [id] }), {
    status: 404,
  });
  const both = await call('POST', '/v1/posts', {
    content: 'Of both',
    accountIds: [mastodon, telegram],
    publishNow: true,
  });
  await until(
    both.body.post.id,
    ({ deliveries }) =>
      deliveries.some((one) => one.status === 'pending') &&
      deliveries.some((one) => one.status === 'published'),
  );
  await service.directory`update members set account_ids = ${[mastodon!]} where user_id = ${maya.userId}`;
  service.context.forgetPrincipals();
  t.match((await maya.ask('GET', `/v1/accounts/${mastodon}/waiting-posts`)).body.posts.length, 2);
  const held = { action, accountId: mastodon, ids: [both.body.post.id, id] };
  t.match((await maya.ask('POST', '/v1/posts/batch', held)).body.results, [
    { ok: false, code: 'held_to_accounts' },
    { ok: true },
  ]);
});

void t.test('an account that is disconnected while posts wait for it fails them', async (t) => {
  const running = await startService(t);
  const { sandbox, until, service, accounts, workspaceId } = running;
  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  const id = await publish(running, 'mastodon');
  await until(id, ({ deliveries }) => deliveries[0].status === 'pending');
  const accountId = accounts['mastodon']!;
  await service.context.node.command(async (tx, turn) => {
    await deleteAccount(tx, { id: accountId, workspaceId }, turn.now);
    await accountDisconnected(tx, turn, { accountId, workspaceId });
    return { result: null };
  });
  const post = await until(id, ({ status }) => status === 'failed');
  t.match(post.error, /the account was disconnected/);
});

void t.test('a token of 60 days that nothing refreshes causes a warning 14 days ahead', async (t) => {
  const running = await startService(t);
  const { advance, service } = running;
  const expiresAt = service.context.clock() + 60 * DAY;
  await reconnect(running, 'telegram', expiresAt);
  const until = (status: string) =>
    eventually(async () => {
      const account = await shown(running, 'telegram');
      return account.status === status && account;
    });
  advance(45 * DAY);
  t.match(await until('healthy'), { warning: null });
  advance(DAY);
  t.strictSame((await until('expiring')).warning, {
    code: 'token_expiring',
    message: 'the access to telegram ends soon: connect the account again before then',
    expiresAt: new Date(expiresAt).toISOString(),
  });
  advance(14 * DAY);
  t.match(await until('needs_reconnect'), { warning: { code: 'needs_reconnect', expiresAt: /Z$/ } });
});

void t.test('accounts that were stored without an actor get one, once', async (t) => {
  const { service, workspaceId, sandbox } = await startService(t);
  const { node, adapters, sealer, log } = service.context;
  for (const name of ['ada', 'bob']) {
    const id = newActorId(accountKind, 1);
    const account = sandbox.sandbox.connect('mastodon', name);
    const credentials = sealer.seal(account.credentials, id);
    const row = { ...account, id, workspaceId, platform: 'mastodon', avatarUrl: null, credentials };
    await insertAccount(service.sql, { ...row, expiresAt: null }, Date.now());
  }
  const deps = { node, adapters, sealer, log };
  t.equal(await attendAccounts(deps), 2);
  t.equal(await attendAccounts(deps), 0);
});

void t.test(
  'a token that is about to expire is refreshed before a post needs it, and no call is refused',
  async (t) => {
    const running = await startService(t);
    const { sandbox, until, advance } = running;
    sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'bluesky', times: 1 });
    const first = await publish(running, 'bluesky', 'First'); // refreshed: from now on the expiry is known
    await until(first, ({ status }) => status === 'published');
    advance(2 * 3_600_000 - 30_000);
    const second = await publish(running, 'bluesky', 'Second');
    await until(second, ({ status }) => status === 'published');
    const calls = sandbox.sandbox.calls.entries({ network: 'bluesky' });
    t.equal(calls.filter(({ status }) => status === 400).length, 1, 'the fault alone');
    t.equal(calls.filter(({ call }) => call === 'com.atproto.server.refreshSession').length, 2);
  },
);

void t.test('each account decides whether a post with an unknown outcome is sent again', async (t) => {
  const running = await startService(t);
  const { call, accounts, until, sandbox } = running;
  const path = `/v1/accounts/${accounts['telegram']}` as const;
  t.equal((await shown(running, 'telegram')).onUnknown, 'retry');
  t.match(await call('PATCH', path, { onUnknown: 'hold' }), {
    status: 200,
    body: { account: { id: accounts['telegram'], onUnknown: 'hold' } },
  });
  t.equal((await shown(running, 'telegram')).onUnknown, 'hold');
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const held = await until(await publish(running, 'telegram'), ({ status }) => status === 'failed');
  t.match(held.deliveries[0].error, /outcome unknown, check the account/);
  t.equal(
    sandbox.sandbox.ledger.entries({ network: 'telegram' }).length,
    1,
    'it was there, and is there once',
  );

  t.match(await call('PATCH', path, { onUnknown: 'ask' }), { status: 400, body: { param: '/onUnknown' } });
  t.match(await call('PATCH', path, { displayName: 'x' }), { status: 400, body: { param: '/displayName' } });
  t.match(await call('PATCH', path, {}), { status: 200, body: { account: { onUnknown: 'hold' } } });
  const { key } = await running.neighbour();
  const stranger = { authorization: `Bearer ${key}` };
  t.equal((await call('PATCH', path, { onUnknown: 'retry' }, stranger)).status, 404);
  t.equal((await shown(running, 'telegram')).onUnknown, 'hold', 'nobody else decides it');
});
