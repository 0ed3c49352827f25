/** Times at which a rule answers for the last time, or for the first, and the latest turn of a public reply. */
import t, { type Test } from 'tap';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { privateReplyHandlers } from '../../src/features/rules/place.ts';
import type { Sealer } from '../../src/base/seal.ts';
import { broadcastIdOf } from '../../store/broadcasts.ts';
import { commentEvent, HOUR, NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const sealer: Sealer = { seal: () => Buffer.of(1), open: () => ({}), isCurrent: () => true };
/** Nothing of the run is needed: no call leaves. */
const NO_RUN = null as unknown as Run;

void t.test('a comment as old as the end of its broadcast gets no message, a later one does', async (t) => {
  const { sql, rule, take, judge, inTurn } = await ruleScene(t);
  await rule('rule_1', ['link']);
  await inTurn(NOW, async (_, turn) => {
    const known = { missingSince: NOW, overAt: NOW, isOver: true };
    const input = { accountId: 'acc_1', networkPostId: 'media_1', known };
    turn.start({ kind: 'broadcast', id: broadcastIdOf('acc_1', 'media_1'), workspaceId: 'ws_1', input });
  });
  for (const [id, at] of [
    ['before', NOW - 1],
    ['at', NOW],
    ['after', NOW + 1],
  ] as const)
    await take(commentEvent({ id, text: 'link', from: { id, username: id, name: null } }, at));
  await sql`insert into commented_posts (account_id, network_post_id, workspace_id, is_ad, is_live, placed)
    values ('acc_1', 'media_1', 'ws_1', false, true, true)
    on conflict (account_id, network_post_id) do update set is_live = true, placed = true`;
  await judge(['before', 'at', 'after'], NOW + 1);
  const answers = await sql`
    select p.comment_id as id, s.shown, s.snapshot #>> '{context,reason}' as reason
    from private_replies p join actors s on s.id = p.id order by p.id`;
  t.strictSame(Object.fromEntries(answers.map(({ id, shown, reason }) => [id, [shown, reason]])), {
    before: ['skipped', 'live_over'],
    at: ['skipped', 'live_over'],
    after: ['queued', null],
  });
});

void t.test('a rule answers a comment that is up to 5 seconds older than itself', async (t) => {
  const { sql, rule, comment } = await ruleScene(t);
  await rule('rule_1', ['link']);
  for (const [id, ageMs] of [
    ['five', 5_000],
    ['more', 5_001],
    ['six', 6_000],
  ] as const)
    await comment(id, id, 'link', NOW - HOUR - ageMs);
  const answers = await sql<{ id: string }[]>`select comment_id as id from private_replies`;
  t.strictSame(
    answers.map(({ id }) => id),
    ['five'],
  );
});

/** A matched comment, and a question for the turn of its public reply. */
async function turns(t: Test) {
  const { sql, rule, comment } = await ruleScene(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'link');
  const [reply] = await sql<{ id: string }[]>`select id from private_replies`;
  const deps = {
    sql,
    directory: sql,
    node: () => {
      throw new Error('a turn needs no node');
    },
    sealer,
    clock: () => NOW,
    budgets: createBudgets({ limits: {} }),
    random: () => 0,
  };
  const { takeTurn } = privateReplyHandlers(deps);
  const ask = (latestAt: number | null) =>
    takeTurn({ replyId: reply!.id, ruleId: 'rule_1', accountId: 'acc_1', hasTurn: false, latestAt }, NO_RUN);
  return { sql, ask };
}

void t.test('a public reply may be posted up to its latest time, that time included', async (t) => {
  const { ask } = await turns(t);
  t.match(await ask(NOW - 1), { type: 'turn.skipped', reason: 'late' });
  t.match(await ask(NOW), { type: 'turn.granted' });
});

void t.test(
  'a public reply waits for a turn that comes at its latest time, and for none after it',
  async (t) => {
    const { sql, ask } = await turns(t);
    await sql`insert into answering_settings (account_id, workspace_id, public_reply_seconds, public_replies_off_until)
    values ('acc_1', 'ws_1', 0, to_timestamp(${NOW + 10_000}::float8 / 1000))`;
    t.match(await ask(NOW + 9_999), { type: 'turn.skipped', reason: 'late' });
    t.match(await ask(NOW + 10_000), { type: 'turn.wait', afterMs: 10_000, held: 'breaker' });
    t.match(await ask(null), { type: 'turn.wait', held: 'breaker' });
  },
);
