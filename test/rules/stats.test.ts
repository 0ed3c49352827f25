/** The numbers of a rule equal what its activity says, also of activity that is not kept any more. */
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { ActEnded } from '../../machines/comment-act.ts';
import { kinds } from '../../src/kinds/index.ts';
import { prune } from '../../src/service/retention.ts';
import { publicRule } from '../../src/features/rules/views.ts';
import { deleteRule, findRule } from '../../store/comment-rules.ts';
import { readCounters } from '../../store/counters.ts';
import { listActivity } from '../../store/private-replies.ts';
import { statementsOf } from '../../store/statements.ts';
import { takeComments } from '../../src/features/comments/index.ts';
import { answerComments } from '../../src/features/rules/index.ts';
import { commentEvent, HOUR, NOW } from '../comments/scene.ts';
import { seeded } from '../support/property.ts';
import { ruleScene } from './scene.ts';

const DAY = 24 * HOUR;
const ended = (status: ActEnded['status'], failure: ActEnded['failure'] = null): ActEnded => ({
  type: 'act.ended',
  actId: 'act',
  status,
  resultId: status === 'done' ? 'mid' : null,
  failure,
  reason: status === 'done' ? null : 'no',
});

async function countingScene(t: Test) {
  const world = await ruleScene(t);
  const { sql } = world;
  const stats = async (id: string) => {
    const row = (await findRule(sql, { id, workspaceId: 'ws_1', heldTo: null }))!;
    return publicRule(row, (await readCounters(sql, [id])).get(id)).stats;
  };
  /** The activity that is kept: status and reason by the entry's id. */
  const activity = async (ruleId: string) => {
    const rows = await listActivity(sql, {
      ruleId,
      workspaceId: 'ws_1',
      queued: true,
      before: null,
      limit: 1_000,
    });
    return new Map(rows.map(({ id, status, reason }) => [id, { status, reason }]));
  };
  const clean = (now: number) => prune({ sql, directory: sql }, kinds, now);
  return { ...world, stats, activity, clean };
}

void t.test('stats equal the activity, whatever happens and however much of it was pruned', async (t) => {
  const random = seeded(t);
  const { sql, rule, comment, tell, stats, activity, clean } = await countingScene(t);
  const rules = ['rule_1', 'rule_2'];
  await rule('rule_1', ['link'], { publicReplies: ['Sent!'] });
  await rule('rule_2', ['recipe'], { dmText: 'Here: https://example.com', trackLinks: true });
  /** Everything that was ever seen in the activity, as it was seen last. */
  const log = new Map<string, { ruleId: string; status: string; reason: string | null }>();
  const events = [
    { type: 'place.granted' },
    { type: 'place.asked', queueId: 'rqueue_1', at: NOW },
    { type: 'place.refused', reason: 'answered' },
    { type: 'rule.stopped' },
    ended('done'),
    ended('failed', 'rejected'),
    ended('failed', 'access'),
    ended('unknown'),
  ] as const;
  let now = NOW;
  let pruned = 0;
  for (let turn = 0; turn < 150; turn += 1) {
    now += random.below(2 * DAY);
    const text = random.pick(['link', 'recipe', 'nothing', 'links']);
    await sql`update workspaces set plan = ${random.happens(0.1) ? 'none' : 'developer'}`;
    await comment(`c${turn}`, random.pick(['ann', 'bob', 'cleo', 'dora', 'ed']), text, now);
    const waiting = await sql<{ id: string }[]>`
      select id from actors where kind = 'private_reply' and status <> 'done' order by id`;
    for (const { id } of waiting.length === 0 ? [] : random.some(waiting, 3))
      await tell(id, random.pick(events), now);
    for (const ruleId of rules)
      for (const [id, entry] of await activity(ruleId)) log.set(id, { ruleId, ...entry });
    if (random.happens(0.2)) pruned += (await clean(now))!['ruleActivity']!;
    for (const ruleId of rules) {
      const { skippedBy, ...shown } = await stats(ruleId);
      const entries = [...log.values()].filter((entry) => entry.ruleId === ruleId);
      const of = (status: string) => entries.filter((entry) => entry.status === status).length;
      t.strictSame(
        shown,
        {
          triggered: entries.length,
          queued: of('queued'),
          sent: of('sent'),
          failed: of('failed'),
          skipped: of('skipped'),
          own: 0,
          trackedSends: ruleId === 'rule_2' ? of('sent') : 0,
          clicks: 0,
          uniqueClicks: 0,
          seen: 0,
          answered: 0,
        },
        `turn ${turn}, ${ruleId}`,
      );
      for (const [reason, count] of Object.entries(skippedBy))
        t.equal(
          count,
          entries.filter((entry) => entry.status === 'skipped' && entry.reason === reason).length,
          reason,
        );
      // what is kept are the newest entries, and all that have not ended
      for (const id of (await activity(ruleId)).keys()) t.ok(log.has(id));
    }
  }
  t.ok(pruned > 0, `${pruned} entries were pruned`);
  t.equal((await sql`select from counters where count < 0`).length, 0);
});

void t.test('a person who had the message has it once, also when the activity is pruned', async (t) => {
  const { sql, rule, comment, tell, stats, activity, clean } = await countingScene(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'link');
  const [sent] = (await activity('rule_1')).keys();
  await tell(sent!, { type: 'place.granted' });
  await tell(sent!, ended('done'));
  await comment('c2', 'bob', 'link');
  const failed = [...(await activity('rule_1')).keys()].find((id) => id !== sent)!;
  await tell(failed, { type: 'place.granted' });
  await tell(failed, ended('failed', 'rejected'));
  t.match(await stats('rule_1'), { triggered: 2, sent: 1, failed: 1 });

  t.match(await clean(NOW + 90 * DAY), { ruleActivity: 0 }, 'kept for 90 days');
  t.match(await clean(NOW + 90 * DAY + 1), { ruleActivity: 2 });
  t.equal((await activity('rule_1')).size, 0);
  t.match(await stats('rule_1'), { triggered: 2, sent: 1, failed: 1 });
  const later = NOW + 91 * DAY;
  await comment('c3', 'ann', 'link', later);
  await comment('c4', 'bob', 'link', later);
  const entries = [...(await activity('rule_1')).values()];
  t.match(entries, [{ status: 'queued' }, { status: 'skipped', reason: 'duplicate' }]);
  t.match(await stats('rule_1'), {
    triggered: 4,
    queued: 1,
    sent: 1,
    failed: 1,
    skippedBy: { duplicate: 1, plan: 0 },
  });
  t.equal((await sql`select from rule_people`).length, 2);
});

void t.test('comments of the account itself are counted once, and nowhere else', async (t) => {
  const { sql, inTurn, rule, stats, activity } = await countingScene(t);
  await rule('rule_1', ['link']);
  const own = (id: string, text: string, more: object = {}) =>
    inTurn(NOW, async (tx, turn) => {
      const account = { id: 'acc_1', receivingSince: null };
      const events = [commentEvent({ id, text, isOwn: true, ...more })];
      const { arrived, changed } = await takeComments(tx, turn, account, events);
      const compared = { accountId: 'acc_1', ids: [...arrived, ...changed], arrived };
      await answerComments(tx, turn, compared, { linkBase: 'https://go.example' });
    });
  await own('c1', 'Comment LINK and I send it');
  await own('c1', 'Comment LINK and I send it');
  await own('c2', 'Thank you all');
  await own('c3', 'I sent you the link', { parentId: 'c1' });
  const none = { triggered: 0, queued: 0, sent: 0, failed: 0, skipped: 0 };
  t.match(await stats('rule_1'), { ...none, own: 1 });
  t.equal((await activity('rule_1')).size, 0);
  await deleteRule(sql, 'rule_1');
  t.equal((await sql`select name from counters`).length, 0, 'and they go with the rule');
});

void t.test('a deleted rule leaves no numbers, also when a message was under way', async (t) => {
  const { sql, rule, comment, tell, activity, clean } = await countingScene(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'link');
  const [id] = (await activity('rule_1')).keys();
  await tell(id!, { type: 'place.granted' });
  await deleteRule(sql, 'rule_1');
  t.equal((await sql`select from counters`).length, 0);
  await tell(id!, ended('done'));
  t.match(await clean(NOW + 91 * DAY), { ruleActivity: 1 });
  t.equal((await sql`select from counters`).length, 0);
});

void t.test('rules from before the counters have the numbers of their activity', async (t) => {
  const { sql, rule, comment, tell, activity } = await countingScene(t);
  await rule('rule_1', ['link']);
  for (const person of ['ann', 'dora', 'bob', 'cleo']) await comment(`c${Math.random()}`, person, 'link');
  const [first, , second] = (await activity('rule_1')).keys(); // the newest first: of cleo and of dora
  await tell(first!, { type: 'place.granted' });
  await tell(first!, ended('failed', 'rejected'));
  await tell(second!, { type: 'place.granted' });
  await tell(second!, ended('done'));
  await comment('again', 'dora', 'link');
  const rows = () =>
    sql`select owner_id, name, workspace_id, count from counters where count <> 0 order by 1, 2`;
  const counted = await rows();
  t.equal(counted.length, 4);

  const migration = new URL('../../store/migrations/0030_counters.sql', import.meta.url);
  const [, fill] = statementsOf(await readFile(migration, 'utf8'));
  await sql`truncate counters`;
  await sql`create table rule_counts (rule_id text, workspace_id text, status text, reason text, count integer)`;
  await sql.unsafe(fill!.text);
  t.strictSame(await rows(), counted);
  await sql`truncate counters`;
  await sql`insert into rule_counts values
    ('rule_1', 'ws_1', 'skipped', 'duplicate', 5), ('rule_1', 'ws_1', 'sent', '', 7)`;
  await sql.unsafe(fill!.text);
  t.match(await rows(), [
    { name: 'failed', count: '1' },
    { name: 'queued', count: '2' },
    { name: 'sent', count: '8' },
    { name: 'skipped duplicate', count: '6' },
  ]);
});
