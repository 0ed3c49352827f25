/**
 * What a statement says of one account, rule or automation does not depend on another one's rows, although networks use
 * the same ids in both: two workspaces may have the same network account.
 */
import t, { type Test } from 'tap';
import { pruneBroadcasts } from '../../store/broadcasts.ts';
import { listRulesToEnd } from '../../store/comment-rules.ts';
import { findReplyAfter } from '../../store/comments.ts';
import type { Sql } from '../../store/connect.ts';
import { isRefTaken } from '../../store/dm-automations.ts';
import { pruneRuns } from '../../store/dm-runs.ts';
import { prunePrivateReplies } from '../../store/private-replies.ts';
import { listAccountDays, saveAccountDays } from '../../store/account-numbers.ts';
import { findPostKeys } from '../../store/posts.ts';
import { listAllCounts } from '../../store/tracked-posts.ts';
import { commentEvent, HOUR, NOW, scene } from '../comments/scene.ts';

const at = (sql: Sql, ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

void t.test('a reply of another account with the same id is no sign that this one was seen', async (t) => {
  const { sql, takeFor } = await scene(t);
  const reply = (id: string) => commentEvent({ id, parentId: 'c1', isOwn: true });
  await takeFor('acc_1', commentEvent({ id: 'c1' }), reply('r2'));
  await takeFor('acc_2', commentEvent({ id: 'c1' }), reply('r1'));
  const find = { accountId: 'acc_1', commentId: 'c1' };
  t.equal(await findReplyAfter(sql, { ...find, after: 'r1' }), undefined, 'acc_1 has no reply r1');
  t.strictSame(await findReplyAfter(sql, { ...find, after: null }), { replyId: 'r2' });
  t.strictSame(await findReplyAfter(sql, { ...find, after: 'r2' }), { replyId: null });
});

void t.test('the code of a ref link is free where only another account has it', async (t) => {
  const { sql } = await scene(t);
  await sql`insert into dm_automations
      (id, workspace_id, account_id, name, trigger, ref, reentry, cooldown_hours, active, version, created_at)
    values ('auto_1', 'ws_1', 'acc_2', 'a', '{}', 'spring', 'once', 24, true, 1, now())`;
  const isTaken = (accountId: string, besides: string | null = null) =>
    isRefTaken(sql, { accountId, ref: 'spring', besides });
  t.strictSame([await isTaken('acc_1'), await isTaken('acc_2')], [false, true]);
  t.equal(await isTaken('acc_2', 'auto_1'), false, 'its own code');
});

void t.test(
  'only the rules of an account that is deleted end, and only that account is locked',
  async (t) => {
    const { sql } = await scene(t);
    for (const account of ['acc_1', 'acc_2'])
      await sql`insert into comment_rules
        (id, workspace_id, account_id, keywords, match, dm_text, public_replies, created_at)
      values (${`rule of ${account}`}, 'ws_1', ${account}, '[]', 'contains', 'Hi', '[]', now())`;
    await sql.begin(async (tx) => {
      t.strictSame(await listRulesToEnd(tx, 'acc_1'), ['rule of acc_1']);
      const free = await sql`select id from accounts order by id for update skip locked`;
      t.strictSame(
        free.map(({ id }) => id),
        ['acc_2'],
      );
    });
  },
);

void t.test('broadcasts that ended later, or go on, are kept', async (t) => {
  const { sql } = await scene(t);
  for (const [id, kind, shown, overAt] of [
    ['old', 'broadcast', 'over', NOW - 1],
    ['edge', 'broadcast', 'over', NOW],
    ['new', 'broadcast', 'over', NOW + 1],
    ['live', 'broadcast', 'watching', null],
    ['looked for again', 'broadcast', 'watching', NOW - 1],
    ['disconnected', 'broadcast', 'gone', null],
    ['something else', 'account', 'over', NOW - 1],
  ] as const)
    await sql`insert into actors (id, workspace_id, kind, version, seq, status, shown, snapshot, reached_at, updated_at)
      values (${id}, 'ws_1', ${kind}, 1, 1, ${shown === 'gone' ? 'done' : 'active'}, ${shown}, '{}',
        ${overAt && at(sql, overAt)}, ${at(sql, NOW - HOUR)})`;
  t.equal(await pruneBroadcasts(sql, { before: NOW, limit: 10 }), 2);
  const kept = await sql`select id from actors order by 1`;
  t.strictSame(
    kept.map(({ id }) => id),
    ['edge', 'live', 'looked for again', 'new', 'something else'],
  );
});

/** An actor that ended long ago, and counters of what it belongs to and of two others. */
async function ended(t: Test, kind: string, context: object) {
  const { sql } = await scene(t);
  await sql`insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at)
    values ('old', 'ws_1', ${kind}, 1, 1, 'done', ${JSON.stringify({ context })}::text::json, ${at(sql, NOW - HOUR)})`;
  for (const owner of ['deleted', 'other', 'deleted with work under way'])
    await sql`insert into counters (owner_id, name, workspace_id, count) values (${owner}, 'sent', 'ws_1', 3)`;
  return {
    sql,
    counted: async () => (await sql`select owner_id from counters order by 1`).map((row) => row['owner_id']),
  };
}

void t.test('counters of a deleted automation go with its last runs, and no others', async (t) => {
  const { sql, counted } = await ended(t, 'dm_run', { automationId: 'deleted' });
  t.equal(await pruneRuns(sql, { before: NOW, limit: 10 }), 1);
  t.strictSame(await counted(), ['deleted with work under way', 'other']);
});

void t.test('counters of a deleted rule go with its last activity, and no others', async (t) => {
  const { sql, counted } = await ended(t, 'private_reply', { ruleId: 'deleted', doubt: null });
  t.equal(await prunePrivateReplies(sql, { before: NOW, limit: 10 }), 1);
  t.strictSame(await counted(), ['deleted with work under way', 'other']);
});

void t.test('a series has the days that were asked for, both ends included', async (t) => {
  const { sql } = await scene(t);
  const days = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'];
  await saveAccountDays(
    sql,
    { workspaceId: 'ws_1', accountId: 'acc_1' },
    days.map((day, value) => ({ metric: 'reach', day, zone: null, value, isFinal: true })),
  );
  const find = { workspaceId: 'ws_1', from: '2026-05-02', to: '2026-05-03' };
  const found = await listAccountDays(sql, { ...find, accountIds: ['acc_1', 'acc_2'] });
  t.strictSame(
    found.map(({ day }) => day),
    days.slice(1, 3),
  );
  t.equal((await listAccountDays(sql, { ...find, accountIds: ['acc_2'] })).length, 0);
});

void t.test("the average of an account's posts counts its own posts alone", async (t) => {
  const { sql } = await scene(t);
  for (const account of ['acc_1', 'acc_2'])
    await sql`insert into tracked_posts
        (workspace_id, post_key, account_id, platform, network_post_id, published_at, views, fetched_at)
      values ('ws_1', gen_random_uuid(), ${account}, 'x', ${`post of ${account}`}, ${at(sql, NOW)}, 5, now())`;
  const found = await listAllCounts(sql, {
    workspaceId: 'ws_1',
    accountId: 'acc_1',
    from: NOW - HOUR,
    limit: 10,
  });
  t.strictSame(
    found.map(({ networkPostId }) => networkPostId),
    ['post of acc_1'],
  );
});

void t.test('the version of a post changes with its own deliveries', async (t) => {
  const { sql } = await scene(t);
  const actor = (id: string, kind: string, parentId: string | null) =>
    sql`insert into actors (id, workspace_id, parent_id, kind, version, seq, status, snapshot, updated_at, shown)
      values (${id}, 'ws_1', ${parentId}, ${kind}, 1, 1, 'active', '{}', now(), 'publishing')`;
  for (const n of [1, 2]) {
    await actor(`post_${n}`, 'post', null);
    await sql`insert into posts (id, workspace_id, content, account_ids, platforms, media, options, warnings, created_at, updated_at)
      values (${`post_${n}`}, 'ws_1', '', '{}', '{}', '{}', '{}', '[]', now(), now())`;
    await actor(`del_${n}`, 'delivery', `post_${n}`);
  }
  const keys = async () =>
    (await findPostKeys(sql, ['post_1', 'post_2'])).map(({ id, key }) => `${id} ${key}`).sort();
  const before = await keys();
  await sql`update actors set rev = rev + 1 where id = 'del_2'`;
  const after = await keys();
  t.strictSame([before[0] === after[0], before[1] === after[1]], [true, false]);
});
