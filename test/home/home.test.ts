/** What Home says needs a person, to each role and to people who are held to some accounts (docs/dashboard.md, Home). */
import t from 'tap';
import { readHome } from '../../src/features/home/operation.ts';
import type { Home } from '../../src/features/home/schemas.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import type { Within } from '../../store/held.ts';
import {
  countForHome,
  listAccountsToConnect,
  listAwaitedPosts,
  listFlaggedConversations,
  listNextPosts,
  listUnresolvedDeliveries,
  listWaitingDeliveries,
} from '../../store/home.ts';
import { saveMember } from '../../store/members.ts';
import { notifyAuthChanged } from '../../store/directory.ts';
import { newApproving } from '../support/approval.ts';
import { later, person } from '../support/furnished.ts';
import { begin, doubtOf, failedOf } from '../support/furnished.ts';
import { waitingCall } from '../support/waiting-call.ts';

const world = await begin(t);
const { accounts, sandbox, service } = world;
const team = await newApproving(world);
const { owner, editor, approver, viewer } = team.people;
type Mate = typeof owner;

const home = async ({ ask }: Mate): Promise<Home> => {
  const { status, body } = await ask('GET', '/app/api/home?workspace=home');
  t.equal(status, 200);
  return body;
};
const codesOf = ({ needsYou }: Home) => needsYou.items.map(({ code }) => code);
const breakAccount = (platform: string, status: string | null) => service.sql`
  update actors set shown = coalesce(${status}, 'healthy'), shelf = coalesce(${status}, 'healthy'),
    planned_at = case ${status} when 'expiring' then now() + interval '3 days' end
  where id = ${accounts[platform]!}`;

const handOver = () => service.sql`
  update conversations set flagged = ${JSON.stringify({ note: 'wants a price', automationId: null, runId: null, at: 1_777_000_000_000 })}::text::json
  where id = ${world.conversationId}`;

void t.test('each item is shown to those who may act on it, and goes when it is done', async (t) => {
  const before = await home(owner);
  t.same(before.needsYou, { count: 0, items: [] });
  t.match(before.firstSteps, { hasPublished: false, hasAnswered: false, hasRealAccount: false });
  const doubt = await doubtOf(world);
  await breakAccount('bluesky', 'needs_reconnect');
  await breakAccount('mastodon', 'needs_app');
  await breakAccount('pinterest', 'expiring');
  await waitingCall(world, { key: owner.key, plan: { title: 'Publish a post' } });
  const at = later();
  const { body: asked } = await team.write(editor, { content: 'Approve me', scheduledAt: at });
  await handOver();

  const seen = await home(owner);
  t.equal(seen.needsYou.count, 6);
  t.match(seen.needsYou.items, [
    {
      code: 'post_may_be_live',
      post: { id: doubt },
      account: { id: accounts['telegram'], platform: 'telegram' },
      nextAttemptAt: String,
    },
    { code: 'account_needs_reconnect', account: { id: accounts['bluesky'] }, waitingPosts: 0 },
    { code: 'account_expires', account: { id: accounts['pinterest'] }, endsAt: String },
    { code: 'call_awaits_confirmation', title: 'Publish a post', keyName: String },
    { code: 'conversation_handed_over', conversationId: world.conversationId, note: 'wants a price' },
    { code: 'post_awaits_approval', post: { id: asked.post.id, text: 'Approve me' }, accounts: 1, at },
  ]);
  t.equal(seen.confirmations, 1);
  t.ok(seen.unread > 0);
  t.notOk(
    seen.needsYou.items.some(({ code }) => code === 'account_needs_app'),
    'only an operator can set the app',
  );

  t.same(codesOf(await home(approver)), ['post_awaits_approval']);
  t.same(codesOf(await home(viewer)), []);
  t.same(codesOf(await home(editor)), codesOf(seen).slice(0, 5));
  const byKey = await world.call('GET', '/app/api/home?workspace=home', undefined, editor.by.key);
  t.same(codesOf(byKey.body), codesOf(seen).slice(0, 3).concat('conversation_handed_over'), 'by a key');
  t.equal(byKey.body.confirmations, 0, 'what agents ask is shown to people alone');

  t.match(
    await owner.ask('POST', `/v1/posts/${doubt}/deliveries/${accounts['telegram']}/resolve`, {
      outcome: 'live',
    }),
    { status: 200 },
  );
  t.notOk(codesOf(await home(owner)).includes('post_may_be_live'));
  for (const platform of ['bluesky', 'mastodon', 'pinterest']) await breakAccount(platform, null);
  t.match(await team.decide(owner, asked.post.id, { decision: 'approved' }), { status: 200 });
  const after = await home(owner);
  t.same(codesOf(after), ['call_awaits_confirmation', 'conversation_handed_over']);
  t.equal(after.nextOut[0]?.post?.id ?? after.nextOut.find(({ post }) => post)?.post?.id, asked.post.id);
});

void t.test('a person who is held to some accounts is shown what is of these alone', async (t) => {
  const mate = editor;
  const hold = async (accountIds: string[] | null) => {
    await service.directory.begin(async (tx) => {
      await saveMember(tx, {
        workspaceId: world.workspaceId,
        userId: mate.userId,
        role: 'editor',
        accountIds,
      });
      await notifyAuthChanged(tx);
    });
    service.context.forgetPrincipals();
  };
  const doubt = await doubtOf(world);
  await failedOf(world);
  await breakAccount('bluesky', 'needs_reconnect');
  await hold([accounts['discord']!]);
  const held = await home(mate);
  t.same(held.needsYou, { count: 0, items: [] });
  t.equal(held.unread, 0);
  t.equal(held.confirmations, 0, 'a call of an agent concerns all accounts');
  t.equal(held.sinceYesterday.failed, 1, 'its own post failed');
  t.equal(held.sinceYesterday.published, 0, 'the post on instagram is not of it');
  t.same(
    held.nextOut.filter(({ post }) => post !== null),
    [],
  );
  await hold([accounts['telegram']!, accounts['bluesky']!]);
  const other = await home(mate);
  t.match(other.needsYou.items, [
    { code: 'post_may_be_live', post: { id: doubt } },
    { code: 'account_needs_reconnect', account: { id: accounts['bluesky'] } },
  ]);
  t.equal(other.sinceYesterday.failed, 0);
  await hold(null);
  await breakAccount('bluesky', null);
});

void t.test('it says what goes out next, what works by itself and how it went', async (t) => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const signed = `https://files.example.org/a.jpg?Expires=${Math.floor(Date.now() / 1000) + 60}&Signature=x`;
  const { body } = await world.call('POST', '/v1/posts', {
    content: 'Soon',
    media: [signed],
    accountIds: [accounts['telegram'], accounts['discord']],
    scheduledAt: soon(10),
  });
  world.sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'mastodon', times: 1 });
  const { body: late } = await world.call('POST', '/v1/posts', {
    content: 'Tried again',
    accountIds: [accounts['mastodon']],
    publishNow: true,
  });
  await world.until(late.post.id, ({ deliveries }) => deliveries[0].status === 'retrying');
  const seen = await home(owner);
  t.match(
    seen.nextOut.find(({ post }) => post !== null),
    {
      post: { id: body.post.id, text: 'Soon', platforms: ['discord', 'telegram'] },
    },
  );
  t.match(
    seen.needsYou.items.find(({ code }) => code === 'file_expires'),
    { post: { id: body.post.id } },
  );
  t.match(seen.working, {
    count: 1,
    items: [{ post: { id: late.post.id }, account: { platform: 'mastodon' }, state: 'retrying' }],
  });
  t.ok(seen.sinceYesterday.published >= 2, 'those on instagram and telegram');
  t.equal(seen.sinceYesterday.failed, 1);
  t.match(seen.firstSteps, { hasAnswered: false });

  // a slot without a post, where there is a schedule
  const tomorrow = new Date(Date.now() + 86_400_000);
  const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][tomorrow.getUTCDay()];
  t.match(
    await world.call('PUT', '/v1/posting-schedule', {
      slots: [{ day: name, time: '12:00' }],
    }),
    { status: 200 },
  );
  const { scheduledAt: at } = (await world.call('GET', '/v1/next-slot')).body;
  t.ok((await home(owner)).nextOut.some((entry) => entry.post === null && entry.at === at));
});

void t.test('somebody who has answered, and published on two accounts, has taken these steps', async (t) => {
  await person(world, 'rosa', { say: 'Are you open?' });
  t.match(
    await world.call('POST', `/v1/inbox/${world.conversationId}/messages`, { message: 'Yes, from eight.' }),
    { status: 200 },
    'answered',
  );
  const { body } = await world.call('POST', '/v1/posts', {
    content: 'On two',
    accountIds: [accounts['telegram'], accounts['bluesky']],
    publishNow: true,
  });
  await world.until(body.post.id, ({ status }) => status === 'published');
  await world.idle();
  t.match((await home(owner)).firstSteps, { hasPublished: true, hasAnswered: true, hasRealAccount: false });
  // its networks are simulated: real accounts are connected in a workspace of their own
  await service.directory`
    insert into workspaces (id, slug, name, timezone, plan, cell, networks, created_at)
    select 'ws_real', 'real', 'Real', 'UTC', plan, cell, 'real', created_at from workspaces limit 1`;
  await service.directory`
    insert into members (workspace_id, user_id, role, created_at)
    values ('ws_real', ${owner.userId}, 'owner', now())`;
  service.context.forgetPrincipals();
  t.equal((await home(owner)).firstSteps, null, 'all is done');
});

void t.test('another workspace shows nothing of it', async (t) => {
  const neighbour = await world.neighbour();
  const { status, body } = await world.call('GET', '/app/api/home', undefined, {
    authorization: `Bearer ${neighbour.key}`,
  });
  t.equal(status, 200);
  t.match(body, {
    needsYou: { count: 0, items: [] },
    unread: 0,
    working: { count: 0 },
    sinceYesterday: { published: 0, failed: 0 },
  });
  t.equal(readHome.accountLimit, 'followed');
});

void t.test('each list and count keeps to the workspace, and to the accounts that are reached', async (t) => {
  await handOver();
  const { sql } = service; // a post that may be live is left of the tests above
  await sql`update conversations set unread = 1 where id = ${world.conversationId}`;
  await breakAccount('bluesky', 'needs_reconnect');
  await world.call('PATCH', `/v1/accounts/${accounts['discord']}`, { onUnknown: 'hold' });
  sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'discord', times: 1 });
  const { body } = await world.call('POST', '/v1/posts', {
    content: 'Nobody knows',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  await world.until(body.post.id, ({ status }) => status === 'failed');
  await team.write(editor, { content: 'Approve me, too', scheduledAt: later() });
  await world.call('POST', '/v1/posts', {
    content: 'Planned',
    accountIds: [accounts['telegram']],
    scheduledAt: later(),
  });
  const now = Date.now();
  const lists: { [name: string]: (within: Within) => Promise<unknown[]> } = {
    accounts: (within) => listAccountsToConnect(sql, within),
    waiting: (within) => listWaitingDeliveries(sql, within),
    unresolved: (within) => listUnresolvedDeliveries(sql, within),
    awaited: (within) => listAwaitedPosts(sql, within),
    flagged: (within) => listFlaggedConversations(sql, within),
    next: (within) => listNextPosts(sql, { ...within, now }),
  };
  const own = { workspaceId: world.workspaceId, heldTo: null };
  const { workspaceId } = await world.neighbour();
  for (const [name, read] of Object.entries(lists)) {
    t.ok((await read(own)).length > 0, name);
    t.same(await read({ workspaceId, heldTo: null }), [], `${name} of another workspace`);
    t.same(await read({ ...own, heldTo: ['acc_other'] }), [], `${name} of other accounts`);
  }
  const counted = (within: Within) => countForHome(sql, { ...within, since: 0, now });
  const all = await counted(own);
  const { slots: _, ...none } = await counted({ workspaceId, heldTo: null });
  t.same(none, Object.fromEntries(Object.keys(none).map((name) => [name, 0])), 'counts of another workspace');
  // agents' calls are of no account, and are shown to nobody who is held to some
  const { slots: __, confirmations, ...held } = await counted({ ...own, heldTo: ['acc_other'] });
  t.same(held, Object.fromEntries(Object.keys(held).map((name) => [name, 0])), 'counts of other accounts');
  for (const name of ['unread', 'flagged', 'awaited', 'published', 'failed'] as const)
    t.ok(all[name] > 0, `${name} are counted`);
  t.equal(confirmations, all.confirmations);
  await breakAccount('bluesky', null);
});

void t.test('the live feed says when the access of an account ends, and when it works again', async (t) => {
  const snapshot = (shown: string) => ({ context: { shown, reason: null, expiresAt: null } }) as never;
  const change = (before: string | null, after: string) =>
    accountKind.feedEvent!.change(
      { id: 'acc_1', snapshot: snapshot(after) },
      before === null ? null : snapshot(before),
    );
  t.match(change('healthy', 'needs_app'), {
    type: 'account.updated',
    resource: { type: 'account', id: 'acc_1' },
    data: { accountId: 'acc_1', status: 'needs_reconnect' },
  });
  t.match(change('needs_reconnect', 'healthy'), { data: { status: 'healthy' } });
  t.equal(change('healthy', 'healthy'), null);
  t.equal(change(null, 'healthy'), null);
});
