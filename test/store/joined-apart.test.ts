/** What a statement joins belongs to the row that it was asked for: nothing is listed twice, or with another one's facts. */
import t from 'tap';
import { findWaitingDeliveries } from '../../store/accounts.ts';
import { readWatches } from '../../store/comment-sweeps.ts';
import { listAutomations } from '../../store/dm-automations.ts';
import { readAnnouncedMessages } from '../../store/dm-runs.ts';
import { findVersion } from '../../store/dm-versions.ts';
import { startScene } from '../automations/start-scene.ts';
import { commentEvent, NOW, scene } from '../comments/scene.ts';

void t.test('only the deliveries to an account wait for it', async (t) => {
  const { sql } = await scene(t);
  for (const [id, accountId] of [
    ['del_1', 'acc_1'],
    ['del_2', 'acc_2'],
  ] as const) {
    const snapshot = JSON.stringify({ value: 'waiting_account', context: { accountId } });
    await sql`insert into actors (id, workspace_id, kind, version, seq, status, snapshot, updated_at)
      values (${id}, 'ws_1', 'delivery', 1, 1, 'active', ${snapshot}::text::json, now())`;
    await sql`insert into due (actor_id, workspace_id, due_at, timer)
      values (${id}, 'ws_1', now(), 'xstate.after.patience.delivery.waiting_account')`;
  }
  const find = { workspaceId: 'ws_1', after: '', limit: 10 };
  t.strictSame(await findWaitingDeliveries(sql, { ...find, accountId: 'acc_1' }), ['del_1']);
  t.strictSame(await findWaitingDeliveries(sql, { ...find, accountId: 'acc_2' }), ['del_2']);
});

void t.test('a comment that a sweep found counts once for each rule that watches its post', async (t) => {
  const { sql, take } = await scene(t);
  for (const id of ['rule_1', 'rule_2'])
    await sql`insert into comment_rules
        (id, workspace_id, account_id, media_id, keywords, match, dm_text, public_replies, created_at)
      values (${id}, 'ws_1', 'acc_1', 'media_1', '[]', 'contains', 'Hi', '[]', to_timestamp(${NOW / 1000}::float8))`;
  await take(commentEvent({ id: 'c1' }));
  await sql`update comments set swept = true`;
  const watches = await readWatches(sql, ['rule_1', 'rule_2']);
  t.match(watches.get('rule_1'), { foundBySweep: 1 });
  t.match(watches.get('rule_2'), { foundBySweep: 1 });
});

void t.test('an automation is listed once, and has its own versions', async (t) => {
  const { sql, automation } = await startScene(t);
  const triggers = new Map(['auto_1', 'auto_2'].map((id) => [id, { type: 'keyword', keywords: [id] }]));
  for (const [id, trigger] of triggers) await automation(id, trigger);
  const listed = await listAutomations(sql, {
    workspaceId: 'ws_1',
    heldTo: null,
    accountId: 'acc_1',
    limit: 10,
  });
  t.strictSame(
    listed.map(({ id }) => id),
    ['auto_2', 'auto_1'],
  );
  for (const [automationId, trigger] of triggers)
    t.match(await findVersion(sql, { automationId, workspaceId: 'ws_1', version: 1 }), { trigger });
});

void t.test('an event about a message names the workspace of the message', async (t) => {
  const { sql, automation, hear } = await startScene(t);
  for (const [id, slug] of [
    ['ws_0', 'a'],
    ['ws_2', 'z'],
  ] as const)
    await sql`insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
      values (${id}, ${slug}, ${slug}, 'UTC', 'developer', '[]', now())`;
  await automation('auto_1', { type: 'any_message' });
  await hear([{ person: 'ann', text: 'hello', at: NOW }]);
  const messages = await sql<{ id: string }[]>`select id from direct_messages where direction = 'in'`;
  const ids = messages.map(({ id }) => id);
  t.match(await readAnnouncedMessages(sql, ids), [{ id: ids[0], workspace: 'w', text: 'hello' }]);
  t.equal((await readAnnouncedMessages(sql, ids)).length, 1);
});
