/**
 * Lists and lookups of conversations, runs and answers say what belongs to the account, the automation or the workspace
 * that was asked for, and begin behind the place that was named.
 */
import t, { type Test } from 'tap';
import {
  listAccountsNeedingApp,
  listUnattendedAccounts,
  lockAccountByRemoteId,
} from '../../store/accounts.ts';
import { listOfBroadcast } from '../../store/broadcasts.ts';
import { listRulesWithThen } from '../../store/comment-rules.ts';
import { readWatches, saveSweptPost } from '../../store/comment-sweeps.ts';
import { listComments, readPlacedComments } from '../../store/comments.ts';
import type { Sql } from '../../store/connect.ts';
import { listConversations, savePerson } from '../../store/conversations.ts';
import { editMessage, listMessages } from '../../store/direct-messages.ts';
import { listActiveRuns } from '../../store/dm-runs.ts';
import { claimInbound, finishInbound, insertInbound } from '../../store/inbound.ts';
import { withoutAnswersToRules } from '../../src/features/flows/start-runs.ts';
import { findStoredOptOuts } from '../../store/opt-outs.ts';
import { takeReads } from '../../store/paid-reads.ts';
import { findActivityOf, lastRuleMessageAt } from '../../store/private-replies.ts';
import { countWaiting, findRanks, findStillWaiting, listFirst, queueIdOf } from '../../store/reply-queue.ts';
import { findReceived } from '../../store/received-comments.ts';
import { commentEvent, HOUR, NOW, scene } from '../comments/scene.ts';

const at = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/** `acc_1` of instagram, `acc_2` of facebook, and rows that belong to them. */
async function rowsOf(t: Test) {
  const world = await scene(t);
  const { sql } = world;
  const rule = (
    id: string,
    accountId: string,
    more: { workspaceId?: string; mediaId?: string; then?: string } = {},
  ) =>
    sql`insert into comment_rules
        (id, workspace_id, account_id, media_id, keywords, match, dm_text, public_replies, created_at, then_automation_id)
      values (${id}, ${more.workspaceId ?? 'ws_1'}, ${accountId}, ${more.mediaId ?? null}, '[]', 'contains', 'Hi', '[]',
              now(), ${more.then ?? null})
      on conflict do nothing`;
  const actor = (
    id: string,
    kind: string,
    more: { shown?: string; status?: string; value?: string; context?: object } = {},
  ) => {
    const { shown = null, status = 'active', value = 'waiting', context = {} } = more;
    return sql`insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at, shown, planned_at)
      values (${id}, 'ws_1', ${kind}, 1, 1, ${status}, ${JSON.stringify({ value, context })}::text::json, now(), ${shown},
              ${at(sql, NOW)})`;
  };
  return {
    ...world,
    actor,
    reply: async (
      id: string,
      accountId: string,
      commentId: string,
      more: Parameters<typeof actor>[2] = {},
    ) => {
      await rule(`rule of ${accountId}`, accountId);
      await sql`insert into private_replies
          (id, workspace_id, rule_id, account_id, comment_id, text, media_id, dm_text, created_at)
        values (${id}, 'ws_1', ${`rule of ${accountId}`}, ${accountId}, ${commentId}, 'link', 'media_1', 'Hi', now())`;
      await actor(id, 'private_reply', { shown: 'queued', ...more });
    },
    rule,
    conversation: (id: string, accountId: string, lastSeq = 1) =>
      sql`insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at)
        values (${id}, 'ws_1', ${accountId}, ${`person of ${id}`}, ${lastSeq}, now())`,
    message: (id: string, conversationId: string, accountId: string, minute: number) =>
      sql`insert into direct_messages
          (id, workspace_id, conversation_id, account_id, network_id, direction, by, text, attachments, network_at, seq)
        values (${id}, 'ws_1', ${conversationId}, ${accountId}, ${`mid ${minute}`}, 'in', 'contact', ${id}, '[]',
                ${at(sql, NOW + minute * 60_000)}, ${minute})`,
  };
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

void t.test('the end of a broadcast is for answers that wait, not for those that ended', async (t) => {
  const { sql, reply } = await rowsOf(t);
  await reply('p1', 'acc_1', 'c1');
  await reply('p2', 'acc_1', 'c2', { shown: 'sent', status: 'done' });
  await reply('p3', 'acc_2', 'c1');
  const list = { accountId: 'acc_1', networkPostId: 'media_1', limit: 10 };
  t.strictSame(await listOfBroadcast(sql, { ...list, after: '' }), ['p1']);
  t.strictSame(await listOfBroadcast(sql, { ...list, after: 'p1' }), []);
});

void t.test('what rules did with a comment is asked of the account and of the comment', async (t) => {
  const { sql, reply, take, takeFor } = await rowsOf(t);
  await reply('p1', 'acc_1', 'c1', { context: { messagedAt: 1 } });
  await reply('p2', 'acc_1', 'c2');
  await reply('p3', 'acc_2', 'c1', { context: { messagedAt: 3 } });
  await reply('p4', 'acc_2', 'c3', { context: { messagedAt: 4 } });
  for (const [accountId, commentId, id] of [
    ['acc_1', 'c1', 'p1'],
    ['acc_1', 'c2', 'p2'],
    ['acc_2', 'c1', 'p3'],
  ] as const)
    t.match(await findActivityOf(sql, { accountId, commentId }), { id });
  t.equal(await findActivityOf(sql, { accountId: 'acc_1', commentId: 'c3' }), undefined);
  await take(commentEvent({ id: 'c1' }));
  await takeFor('acc_2', commentEvent({ id: 'c1' }), commentEvent({ id: 'c3' }));
  await sql`update comments set recipient_id = 'ann'`;
  t.equal(await lastRuleMessageAt(sql, { accountId: 'acc_1', personId: 'ann' }), 1);
  t.equal(await lastRuleMessageAt(sql, { accountId: 'acc_2', personId: 'ann' }), 4);
});

void t.test('a network account has its own queue, over all workspaces', async (t) => {
  const { sql, reply } = await rowsOf(t);
  await sql`update accounts set platform = 'instagram'`;
  for (const [id, account] of [
    ['p1', 'acc_1'],
    ['p2', 'acc_2'],
  ] as const)
    await reply(id, account, 'c1');
  const queueId = queueIdOf({ platform: 'instagram', remoteId: 'acc_2' });
  await sql`update actors set kind = 'private_reply', shelf = ${queueId} where id = 'p2'`;
  await sql`update actors set kind = 'private_reply', shelf = ${queueIdOf({ platform: 'instagram', remoteId: 'acc_1' })} where id = 'p1'`;
  const workspaceIds = (await countWaiting(sql, queueId)).map(({ workspaceId }) => workspaceId);
  t.strictSame(ids(await listFirst(sql, { queueId, workspaceIds, limit: 10 })), ['p2']);
  const ranks = await findRanks(sql, { queueId, workspaceId: workspaceIds[0]!, ids: ['p1', 'p2'] });
  t.strictSame([...ranks], [['p2', { rank: 1, isLive: false }]]);
  t.strictSame([...(await findRanks(sql, { queueId, workspaceId: 'ws_other', ids: ['p2'] }))], []);
  t.strictSame([...(await findStillWaiting(sql, queueId, ['p1', 'p2']))], ['p2']);
});

void t.test('an edit changes the message of its own account', async (t) => {
  const { sql, conversation, message } = await rowsOf(t);
  await conversation('conv_1', 'acc_1');
  await conversation('conv_2', 'acc_2');
  await message('m1', 'conv_1', 'acc_1', 1);
  await message('m2', 'conv_2', 'acc_2', 1);
  const edited = await editMessage(sql as never, {
    accountId: 'acc_1',
    networkId: 'mid 1',
    text: 'new',
    edits: 1,
  });
  t.strictSame(ids(edited), ['m1']);
  const texts = await sql`select text from direct_messages order by id`;
  t.strictSame(
    texts.map(({ text }) => text),
    ['new', 'm2'],
  );
});

void t.test('older messages are those before the one that was named', async (t) => {
  const { sql, conversation, message } = await rowsOf(t);
  await conversation('conv_1', 'acc_1');
  for (const minute of [1, 2, 3]) await message(`m${minute}`, 'conv_1', 'acc_1', minute);
  const read = { conversationId: 'conv_1', limit: 10 };
  t.strictSame(ids(await listMessages(sql, { ...read, before: 'm3' })), ['m2', 'm1']);
  t.strictSame(ids(await listMessages(sql, { ...read, before: 'm1' })), []);
});

void t.test('a page of conversations begins after the last one of the page before', async (t) => {
  const { sql, conversation } = await rowsOf(t);
  for (const id of ['conv_1', 'conv_2', 'conv_3']) await conversation(id, 'acc_1', 7);
  const list = (after?: { lastSeq: string; id: string }) =>
    listConversations(sql, { workspaceId: 'ws_1', heldTo: null, limit: 1, after });
  t.strictSame(ids(await list()), ['conv_3']);
  t.strictSame(ids(await list({ lastSeq: '7', id: 'conv_3' })), ['conv_2']);
  t.strictSame(ids(await list({ lastSeq: '7', id: 'conv_1' })), []);
});

void t.test('what the network says of a person is stored with that conversation alone', async (t) => {
  const { sql, conversation } = await rowsOf(t);
  for (const id of ['conv_1', 'conv_2']) await conversation(id, 'acc_1');
  await savePerson(sql, { conversationId: 'conv_1', username: 'ann', name: null, avatarUrl: null });
  const names = await sql`select username from conversations order by id`;
  t.strictSame(
    names.map(({ username }) => username),
    ['ann', null],
  );
});

void t.test('active runs of an automation begin behind the one that was named', async (t) => {
  const { sql, actor, conversation } = await rowsOf(t);
  await sql`insert into dm_automations
      (id, workspace_id, account_id, name, trigger, reentry, cooldown_hours, active, version, created_at)
    values ('auto_1', 'ws_1', 'acc_1', 'a', '{}', 'once', 24, true, 1, now())`;
  for (const id of ['run_1', 'run_2']) {
    await conversation(`conv of ${id}`, 'acc_1');
    await sql`insert into dm_runs
        (id, workspace_id, automation_id, version, definition_id, account_id, conversation_id, started_at)
      values (${id}, 'ws_1', 'auto_1', 1, 'd', 'acc_1', ${`conv of ${id}`}, now())`;
    await actor(id, 'dm_run');
  }
  const list = { automationId: 'auto_1', before: null, limit: 10 };
  t.strictSame(await listActiveRuns(sql, { ...list, after: '' }), ['run_1', 'run_2']);
  t.strictSame(await listActiveRuns(sql, { ...list, after: 'run_1' }), ['run_2']);
});

void t.test('accounts without an actor, or without their app, are listed once', async (t) => {
  const { sql, actor } = await rowsOf(t);
  const unattended = async (after: string) => ids(await listUnattendedAccounts(sql, { after, limit: 10 }));
  t.strictSame(await unattended(''), ['acc_1', 'acc_2']);
  t.strictSame(await unattended('acc_1'), ['acc_2']);
  for (const id of ['acc_1', 'acc_2']) await actor(id, 'account');
  t.strictSame(await unattended(''), []);
  await sql`update actors set shelf = 'needs_app'`;
  t.strictSame(ids(await listAccountsNeedingApp(sql, { after: 'acc_1', limit: 10 })), ['acc_2']);
});

/** A second workspace with the same network account as `acc_1`. */
async function secondWorkspace(sql: Sql) {
  await sql`insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
    values ('ws_2', 'v', 'v', 'UTC', 'developer', '[]', now())`;
  await sql`insert into feed_heads (workspace_id, seq) values ('ws_2', 0)`;
  await sql`insert into accounts (id, workspace_id, platform, remote_id, display_name, username, endpoints, limits, credentials, obtained_at,
                                  connected_at)
    select 'acc_3', 'ws_2', platform, remote_id, display_name, username, endpoints, limits, credentials, obtained_at, connected_at
    from accounts where id = 'acc_1'`;
}

void t.test('the same network account in two workspaces is two accounts', async (t) => {
  const { sql } = await rowsOf(t);
  await secondWorkspace(sql);
  const find = { platform: 'instagram', remoteId: 'acc_1' };
  t.match(await lockAccountByRemoteId(sql, { ...find, workspaceId: 'ws_1' }), { id: 'acc_1' });
  t.match(await lockAccountByRemoteId(sql, { ...find, workspaceId: 'ws_2' }), { id: 'acc_3' });
  t.equal(await lockAccountByRemoteId(sql, { ...find, workspaceId: 'ws_3' }), undefined);
});

void t.test(
  'an event is stored for the accounts with its id at the network, and for no others',
  async (t) => {
    const { sql } = await rowsOf(t);
    await secondWorkspace(sql);
    await sql`update accounts set platform = 'instagram'`;
    const row = {
      platform: 'instagram',
      remoteId: 'acc_1',
      key: 'k',
      event: { kind: 'other' },
      simulated: false,
    };
    t.match(await insertInbound(sql, [row], { now: NOW, sandboxOrigin: null }), {
      stored: 2,
      accounts: [{ remoteId: 'acc_1' }],
    });
    const stored = await sql`select account_id as id, workspace_id from inbound order by 1`;
    t.match(stored, [
      { id: 'acc_1', workspace_id: 'ws_1' },
      { id: 'acc_3', workspace_id: 'ws_2' },
    ]);
  },
);

void t.test(
  'a comment shows the post of its own workspace, not of another with the same account',
  async (t) => {
    const { sql, take, actor } = await rowsOf(t);
    await secondWorkspace(sql);
    await take(commentEvent({ id: 'c1' }));
    await actor('post_1', 'post', { shown: 'published' });
    await actor('del_1', 'delivery', { context: { url: 'https://instagram.test/p/1' } });
    await sql`update actors set parent_id = 'post_1' where id = 'del_1'`;
    await sql`insert into posts (id, workspace_id, content, media, account_ids, platforms, options, warnings, created_at, updated_at)
    values ('post_1', 'ws_1', 'Ours', '{}', '{acc_1}', '{instagram}', '{}', '[]', now(), now())`;
    await sql`insert into network_posts (platform, remote_id, network_post_id, delivery_id, held_since)
    values ('instagram', 'acc_1', 'media_1', 'del_1', now())`;
    const shown = async () => (await readPlacedComments(sql, { accountId: 'acc_1', ids: ['c1'] }))[0];
    t.match(await shown(), { postId: 'post_1', postText: 'Ours' });
    await sql`update actors set workspace_id = 'ws_2' where id in ('post_1', 'del_1')`;
    t.match(await shown(), { postId: null, postText: null, postUrl: null });
  },
);

void t.test('a list of comments keeps to the account that was asked for', async (t) => {
  const { sql, take, takeFor } = await rowsOf(t);
  await take(commentEvent({ id: 'c1' }));
  await takeFor('acc_2', commentEvent({ id: 'c2' }));
  const list = (accountId: string | null) =>
    listComments(sql, {
      workspaceId: 'ws_1',
      heldTo: null,
      platform: null,
      accountId,
      done: null,
      answered: null,
      rated: null,
      before: null,
      limit: 10,
    });
  t.strictSame(ids(await list(null)), ['c2', 'c1']);
  t.strictSame(ids(await list('acc_2')), ['c2']);
});

void t.test('comments are announced where their own account has a rule', async (t) => {
  const { sql, take, rule } = await rowsOf(t);
  await take(commentEvent({ id: 'c1' }));
  await rule('rule_2', 'acc_2');
  t.equal((await findReceived(sql, { accountId: 'acc_1', ids: ['c1'] })).length, 0);
  await rule('rule_1', 'acc_1');
  t.strictSame(ids(await findReceived(sql, { accountId: 'acc_1', ids: ['c1'] })), ['c1']);
});

void t.test('rules that start an automation are those of its workspace', async (t) => {
  const { sql, rule } = await rowsOf(t);
  await secondWorkspace(sql);
  await rule('rule_1', 'acc_1', { then: 'auto_1' });
  await rule('rule_2', 'acc_3', { workspaceId: 'ws_2', then: 'auto_1' });
  const found = await listRulesWithThen(sql, { workspaceId: 'ws_1', automationId: 'auto_1' });
  t.strictSame(ids(found), ['rule_1']);
});

void t.test('an opt-out that was kept is of one person', async (t) => {
  const { sql } = await rowsOf(t);
  await sql`insert into person_cutoffs (account_id, person_hash, workspace_id, messages_until, opted_out_at)
    values ('acc_1', sha256(convert_to('acc_1' || ' ' || 'ann', 'UTF8')), 'ws_1', now(), now())`;
  t.strictSame([...(await findStoredOptOuts(sql, 'acc_1', ['ann', 'bob'])).keys()], ['ann']);
  t.equal((await findStoredOptOuts(sql, 'acc_2', ['ann'])).size, 0);
});

void t.test('what one account reads is not taken from the budget of another', async (t) => {
  const { sql } = await rowsOf(t);
  const take = (remoteId: string, wanted: number) =>
    takeReads(sql, { platform: 'x', remoteId, day: '2026-05-04', wanted, most: 10, least: 1 });
  t.equal(await take('one', 6), 6);
  t.equal(await take('two', 6), 6);
  t.equal(await take('one', 6), 4);
  t.equal(await take('two', 6), 4);
});

const sweptPost = (networkPostId: string) => ({
  accountId: 'acc_1',
  networkPostId,
  hasPlace: false,
  wholeAt: NOW,
  begunAt: null,
  since: null,
  cursor: null,
  without: [],
  judgesAll: true,
  round: 0,
});

void t.test('the place of a sweep is that of one post of one account', async (t) => {
  const { sql } = await rowsOf(t);
  for (const account of ['acc_1', 'acc_2'])
    await sql`insert into swept_accounts (account_id, workspace_id, due_at) values (${account}, 'ws_1', ${at(sql, NOW)})`;
  for (const [account, post] of [
    ['acc_1', 'media_1'],
    ['acc_1', 'media_2'],
    ['acc_2', 'media_1'],
  ] as const)
    await sql`insert into swept_posts (account_id, network_post_id, workspace_id, due_at)
      values (${account}, ${post}, 'ws_1', ${at(sql, NOW)})`;
  await saveSweptPost(sql, { ...sweptPost('media_1'), dueAt: NOW + HOUR } as never);
  const due =
    await sql`select account_id || ' ' || network_post_id as id from swept_posts where due_at > ${at(sql, NOW)}`;
  t.strictSame(
    due.map(({ id }) => id),
    ['acc_1 media_1'],
  );
});

void t.test(
  'a rule watches the ads and carousels of its own account, and no other rule is counted',
  async (t) => {
    const { sql, rule, take, takeFor } = await rowsOf(t);
    await rule('rule_1', 'acc_1', { mediaId: 'media_1' });
    await rule('rule_2', 'acc_2', { mediaId: 'media_1' });
    for (const account of ['acc_1', 'acc_2'])
      await sql`insert into commented_posts (account_id, network_post_id, workspace_id, is_ad, original_post_id)
      values (${account}, ${`ad of ${account}`}, 'ws_1', true, 'media_1')`;
    await take(commentEvent({ id: 'c1', networkPostId: 'ad of acc_1' }, NOW - HOUR));
    await takeFor('acc_2', commentEvent({ id: 'c2', networkPostId: 'ad of acc_2' }, NOW));
    // an ad of the other account with the same id, which the rule does not watch
    await take(commentEvent({ id: 'c3', networkPostId: 'ad of acc_2' }, NOW + HOUR));
    const watches = await readWatches(sql, ['rule_1', 'rule_2']);
    t.match(watches.get('rule_1'), { lastCommentAt: new Date(NOW - HOUR).toISOString() });
    t.match(watches.get('rule_2'), { lastCommentAt: new Date(NOW).toISOString() });
  },
);

void t.test(
  'events of an account are read in the order of their arrival, and ended for it alone',
  async (t) => {
    const { sql } = await rowsOf(t);
    await secondWorkspace(sql);
    await sql`update accounts set platform = 'instagram'`;
    // the keys are in another order than the events
    for (const [place, key] of ['z', 'a', 'm'].entries())
      await insertInbound(
        sql,
        [
          {
            platform: 'instagram',
            remoteId: 'acc_1',
            key,
            event: { kind: 'other', place },
            simulated: false,
          },
        ],
        { now: NOW + place, sandboxOrigin: null },
      );
    const claim = () =>
      sql.begin((tx) => claimInbound<{ place: number }>(tx, { limit: 10, skip: [], now: NOW + 10 }));
    const first = await claim();
    t.equal(first?.account.id, 'acc_1');
    t.strictSame(
      first?.events.map(({ key }) => key),
      ['z', 'a', 'm'],
    );
    await sql.begin((tx) =>
      finishInbound(tx, { accountId: 'acc_1', keys: ['z', 'a', 'm'], now: NOW + 11, fault: null }),
    );
    const second = await claim();
    t.equal(second?.account.id, 'acc_3', 'the other workspace has the same events to process');
    t.strictSame(
      second?.events.map(({ event }) => event.place),
      [0, 1, 2],
    );
  },
);

void t.test('an automation leaves a person alone for its minutes after the message of a rule', async (t) => {
  const { sql, reply, take } = await rowsOf(t);
  await reply('p1', 'acc_1', 'c1', { context: { messagedAt: NOW } });
  await take(commentEvent({ id: 'c1' }));
  await sql`update comments set recipient_id = 'ann'`;
  const automations = [5, 0].map((minutes) => ({
    accountId: 'acc_1',
    trigger: { type: 'any_message' as const, ignoreRuleAnswersMinutes: minutes },
  }));
  const left = async (at: number, personId = 'ann') =>
    (await withoutAnswersToRules(sql, automations, { personId, at })).length;
  t.equal(await left(NOW + 5 * 60_000 - 1), 1);
  t.equal(await left(NOW + 5 * 60_000), 2, 'the minutes have passed');
  t.equal(await left(NOW + 1, 'bob'), 2, 'nobody wrote to bob');
});
