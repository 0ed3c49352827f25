/** Members who are held to some accounts: who sets it, and what follows. Every operation is played in test/flows/held-people.test.ts. */
import t from 'tap';
import { WebSocket } from 'ws';
import { operations } from '../../src/service/operations.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { eventually } from '../support/eventually.ts';
import { untilIdle } from '../support/idle.ts';
import { type Call, startService } from '../support/service.ts';
import { join, type Mate, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'mastodon'] });
const { accounts, workspaceId } = running;
const [own, other] = [accounts['telegram']!, accounts['mastodon']!];
const owner = await newMate(running, 'Owner');
const maya = await newMate(running, 'Maya');
await join(running, workspaceId, { userId: owner.userId, role: 'owner' });
await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
const hold = (accountIds: string[] | null, more: object = {}) =>
  owner.ask('PATCH', `/v1/members/${maya.userId}`, { accountIds, ...more });
const later = new Date(Date.now() + 86_400_000).toISOString();
const post = async (content: string, accountIds: string[]): Promise<string> =>
  (await running.call('POST', '/v1/posts', { content, accountIds, scheduledAt: later })).body.post.id;

void t.test('an owner holds a member to accounts of the workspace, and nobody else', async (t) => {
  t.match(await hold([own]), { status: 200, body: { member: { role: 'editor', accountIds: [own] } } });
  t.match((await owner.ask('GET', `/v1/members/${maya.userId}`)).body.member, { accountIds: [own] });
  const neighbour = await running.neighbour();
  for (const id of [neighbour.accounts['telegram']!, 'acc_none'])
    t.match(await hold([own, id]), {
      status: 400,
      body: { code: 'unknown_account', param: '/accountIds/1', accountId: id },
    });
  t.match(await hold([]), { status: 400 });
  t.match(await hold([own], { role: 'owner' }), { status: 400, body: { param: '/accountIds' } });
  t.match(await owner.ask('PATCH', `/v1/members/${maya.userId}`, { role: 'owner' }), { status: 400 });
  t.match(await owner.ask('PATCH', `/v1/members/${owner.userId}`, { accountIds: [own] }), { status: 400 });
  t.match(await maya.ask('PATCH', `/v1/members/${maya.userId}`, { accountIds: null }), {
    status: 403,
    body: { code: 'insufficient_role' },
  });
  t.match(await owner.ask('PATCH', `/v1/members/${maya.userId}`, { role: 'viewer' }), {
    body: { member: { role: 'viewer', accountIds: [own] } },
  });
  t.match(await hold([own], { role: 'editor' }), { status: 200 });
});

void t.test('an invitation holds the person who accepts it', async (t) => {
  const asked = { role: 'viewer', accountIds: [other] };
  const { body } = await owner.ask('POST', '/v1/invitations', asked);
  t.match(body.invitation, { accountIds: [other] });
  t.match((await owner.ask('GET', '/v1/invitations')).body.invitations, [{ accountIds: [other] }]);
  t.match(await owner.ask('POST', '/v1/invitations', { ...asked, role: 'owner' }), { status: 400 });
  t.match(await owner.ask('POST', '/v1/invitations', { ...asked, accountIds: ['acc_none'] }), {
    status: 400,
  });
  const rosa = await newMate(running, 'Rosa');
  const code = body.invitation.url.split('#')[1];
  t.match(await rosa.ask('POST', '/app/api/invitation/accept', { code }), { status: 200 });
  const { accounts: reached } = (await rosa.ask('GET', '/v1/accounts')).body;
  t.same(
    reached.map(({ id }: { id: string }) => id),
    [other],
  );
});

void t.test('they see their accounts, and parts of posts of several, by session and by key', async (t) => {
  await hold([own]);
  const [mine, theirs, both] = [
    await post('Mine', [own]),
    await post('Theirs', [other]),
    await post('Both', [own, other]),
  ];
  for (const [face, headers] of Object.entries(maya.by)) {
    const ask: Call = (method, path, body) => running.call(method, path, body, headers);
    const { posts } = (await ask('GET', '/v1/posts')).body;
    t.same(posts.map(({ id }: { id: string }) => id).sort(), [mine, both].sort(), face);
    t.match((await ask('GET', `/v1/posts/${both}`)).body.post, {
      accountIds: [own],
      deliveries: [{ accountId: own }],
    });
    t.match(await ask('GET', `/v1/posts/${theirs}`), { status: 404 });
    t.match(await ask('PATCH', `/v1/posts/${both}`, { content: 'New' }), {
      body: { code: 'held_to_accounts' },
    });
    t.match(await ask('DELETE', `/v1/posts/${both}`), { status: 403, body: { code: 'held_to_accounts' } });
    t.match(await ask('DELETE', `/v1/posts/${theirs}`), { status: 404 });
    t.match(await ask('PATCH', `/v1/posts/${theirs}`, { content: 7 }), { status: 404 }, 'also with a fault');
    t.match(await ask('PATCH', `/v1/posts/${mine}`, { accountIds: [own, other] }), {
      body: { code: 'unknown_account' },
    });
    t.match(await ask('GET', '/v1/webhooks'), { status: 403, body: { code: 'held_to_accounts' } });
    t.match(await ask('GET', `/v1/inbox?accountId=${other}`), { status: 404 });
  }
  const session = (await maya.ask('GET', '/app/api/session')).body;
  t.same(session.workspaces[0].heldTo, [own]);
  t.ok(session.refusedToHeld.includes('listWebhooks') && !session.refusedToHeld.includes('listPosts'));
});

void t.test('a repeated request gets nothing again that was shown before the person was held', async (t) => {
  await hold(null);
  const again = { 'idempotency-key': 'before-it-was-held' };
  const words = { content: 'Both again', accountIds: [own, other], scheduledAt: later };
  t.match(await maya.ask('POST', '/v1/posts', words, again), { status: 200 });
  await hold([own]);
  t.match(await maya.ask('POST', '/v1/posts', words, again), { status: 422 });
});

void t.test('the search finds posts of one of their accounts, and no others', async (t) => {
  await hold([own]);
  const mixed = await post('Sourdough for both', [own, other]);
  const theirs = await post('Sourdough for one', [own]);
  const hidden = await post('Sourdough elsewhere', [other]);
  const found = async (q: string, by = maya) =>
    (await by.ask('GET', `/app/api/posts/found?q=${encodeURIComponent(q)}`)).body.posts.map(
      ({ id }: { id: string }) => id,
    );
  t.same(await found('sourdough'), [theirs, mixed]);
  t.same(await found('elsewhere'), []);
  t.same(await found('SOURDOUGH', owner), [hidden, theirs, mixed]);
  t.same(await found('100% of_'), [], 'signs of patterns are letters');
  const [first] = (await maya.ask('GET', '/app/api/posts/found?q=both')).body.posts;
  t.match(first, { id: mixed, accountIds: [own], limited: true });
  t.match(await maya.ask('GET', '/app/api/posts/found?q='), { status: 400, body: { param: '/q' } });
});

void t.test('an open socket follows a change', async (t) => {
  await hold([own]);
  const texts: string[] = [];
  const socket = new WebSocket(`${running.baseUrl.replace('http', 'ws')}/v1/live?workspace=home`, {
    headers: { authorization: `Bearer ${maya.key}` },
  });
  t.teardown(() => socket.close());
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  await eventually(async () => texts.some((text) => text.includes('"subscribed"')));
  const has = (id: string) => texts.some((text) => text.includes(id));
  const [hidden, shown] = [await post('Not theirs', [other]), await post('Both halves', [own, other])];
  await eventually(async () => has(shown));
  t.notOk(has(hidden));
  await hold(null);
  // each socket is checked again within a second: until then, what happens is not theirs
  const ids: string[] = [];
  await eventually(async () => {
    ids.push(await post(`Now theirs ${ids.length}`, [other]));
    return ids.some(has);
  });
});

void t.test('an operation says how it treats people who are held to accounts', async (t) => {
  for (const operation of operations) {
    const writes = (operation.rest ?? operation.dashboard)!.method !== 'get';
    const kinds = JSON.stringify([operation.params, operation.query, operation.body]);
    const names = /"x-resource":"(account|post|conversation|comment_rule|automation|dm_run)"/.test(kinds);
    if (names) t.not(operation.accountLimit, 'irrelevant', operation.id);
    if (operation.accountLimit === 'irrelevant' && writes && operation.isPersonal !== true)
      t.ok(UNRELATED.has(operation.id), `${operation.id} changes something for all accounts`);
  }
});

/** What people who are held to accounts may change: what is of no account before a post uses it, that they are in the workspace, and their own settings. */
const UNRELATED = new Set([
  'readLinkPreview',
  'previewSeries',
  'hostMedia',
  'uploadMedia',
  'updateMedia',
  'removeMember',
  'setNotificationSettings',
  'addPushBrowser',
  'removePushBrowser',
  'testPushBrowser',
]);

void t.test(
  'the debugger shows actors of their accounts, and of a post of several what is of these',
  async (t) => {
    await hold([own]);
    const { body } = await running.call('POST', '/v1/posts', {
      content: 'Crumbs for both',
      accountIds: [own, other],
      publishNow: true,
    });
    const { id } = body.post;
    await running.until(id, ({ deliveries }) =>
      deliveries.every(({ status }: { status: string }) => status === 'published'),
    );
    await untilIdle(running.service, running.sandbox);
    const [mine, theirs] = [deliveryId(id, own), deliveryId(id, other)];
    const hidden = [other, theirs, 'mastodon'];
    const read = async <const Path extends string>(path: Path, by: Mate = maya) => {
      const { status, body } = await by.ask('GET', path);
      return { status, body, text: JSON.stringify(body) };
    };
    const paths = ['', '/journal', '/sequence', '/run', '/exchanges'];
    for (const path of paths) {
      const [shown, all] = [
        await read(`/v1/actors/${id}${path}`),
        await read(`/v1/actors/${id}${path}`, owner),
      ];
      t.equal(shown.status, 200, path);
      t.same(
        hidden.filter((one) => shown.text.includes(one)),
        [],
        `${path}: ${shown.text}`,
      );
      if (path !== '/exchanges')
        t.ok(all.text.includes(theirs), `${path} shows the owner the other delivery`);
      t.match(await read(`/v1/actors/${theirs}${path}`), { status: 404 }, path);
      t.match(await read(`/v1/actors/${mine}${path}`), { status: 200 }, path);
    }
    const whole = (await read(`/v1/actors/${id}`)).body;
    t.match(whole, { actor: { limited: true }, choices: [], context: { targets: [{ accountId: own }] } });
    t.same(Object.keys(whole.context.results), [own]);
    const journal = (await read(`/v1/actors/${id}/journal`)).body;
    const ends = journal.steps.filter(({ event }: Step) => event.type === 'delivery.ended');
    t.match(ends, [{ event: { accountId: own } }]);
    const run = (await read(`/v1/actors/${id}/run`)).body;
    t.same(
      run.actors.map((one: { id: string }) => one.id),
      [mine],
      'a part of a journal cannot be replayed',
    );

    const listed = (await read('/v1/actors?limit=100')).body;
    const ids = listed.actors.map((one: { id: string }) => one.id);
    t.ok(ids.includes(id) && ids.includes(mine) && ids.includes(own));
    t.notOk(ids.includes(theirs) || ids.includes(other));
    t.equal(listed.total, ids.length);
    t.same((await read(`/v1/actors?q=${theirs}`)).body.actors, []);
    t.same((await read(`/v1/actors?q=${id}`)).body.actors.length, 2);
    for (const kind of ['delivery', 'account', 'post', 'webhook_send']) {
      const { actors } = (await read(`/v1/actors?limit=100&kind=${kind}`)).body;
      const heat = (await read(`/v1/charts/${kind}/heat`)).body;
      const more = (await read(`/v1/charts/${kind}/heat`, owner)).body;
      t.equal(heat.counted, actors.length, kind);
      t.ok(more.counted > heat.counted || kind === 'webhook_send', `${kind} of all: ${more.counted}`);
    }
    const edgesOf = async (by: Mate) =>
      (await read('/v1/charts/post/heat', by)).body.moves
        .filter(({ edge }: { edge: string }) => edge.includes('delivery.ended'))
        .reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    t.ok((await edgesOf(maya)) < (await edgesOf(owner)), 'ends on other accounts are not counted');
  },
);
interface Step {
  event: { type: string };
}

void t.test('they act in the debugger on what is theirs alone', async (t) => {
  await hold([own]);
  const [mine, both, theirs] = [
    await post('Mine to cancel', [own]),
    await post('Ours to cancel', [own, other]),
    await post('Theirs to cancel', [other]),
  ];
  const act = (id: string) =>
    maya.ask('POST', `/v1/actors/${id}/hand`, { action: 'cancel', reason: 'it is wrong' });
  t.match(await act(both), { status: 403, body: { code: 'held_to_accounts' } });
  t.match(await act(theirs), { status: 404 });
  t.match(await act(mine), { status: 200, body: { state: 'draft' } });
  await running.call('POST', `/v1/actors/${both}/hand`, { action: 'cancel', reason: 'about the other half' });
  const { body } = await maya.ask('GET', `/v1/actors/${both}/journal`);
  t.notOk(JSON.stringify(body).includes('the other half'), 'what was written about the whole is left out');

  const hook = await running.call('POST', '/v1/webhooks', {
    url: 'https://example.com/hook',
    events: ['post.published'],
  });
  t.equal(hook.status, 200);
  const sent = await running.call('POST', '/v1/posts', {
    content: 'With a send',
    accountIds: [own],
    publishNow: true,
  });
  await running.until(sent.body.post.id, ({ status }) => status === 'published');
  const [send] = (await running.call('GET', '/v1/actors?kind=webhook_send')).body.actors;
  t.match(await maya.ask('GET', `/v1/actors/${send.id}`), {
    status: 403,
    body: { code: 'held_to_accounts' },
  });
});
