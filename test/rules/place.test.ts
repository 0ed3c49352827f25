/** Whether a message that waits may be sent now: what is asked of the database and the budgets, without a network. */
import t, { type Test } from 'tap';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { privateReplyHandlers } from '../../src/features/rules/place.ts';
import type { Sealer } from '../../src/base/seal.ts';
import { claimAnswer, claimPlace } from '../../store/answered-comments.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const MINUTE = 60_000;
const DAY = 24 * HOUR;
const sealer: Sealer = { seal: () => Buffer.of(1), open: () => ({}), isCurrent: () => true };
/** Nothing of the run is needed: no call leaves. */
const NO_RUN = null as unknown as Run;
/** The account of the scene, as its network knows it. */
const network = { platform: 'instagram', remoteId: 'acc_1' };

async function asking(t: Test) {
  const world = await ruleScene(t);
  const { sql, rule, comment, inTurn } = world;
  let now = NOW;
  const budgets = createBudgets({ limits: {} });
  const deps = { sql, directory: sql, sealer, clock: () => now, budgets, random: () => 0.5 };
  const handlers = privateReplyHandlers(deps);
  await rule('rule_1', ['link']);
  const idOf = async (commentId: string) => {
    const [row] = await sql<{ id: string }[]>`select id from private_replies where comment_id = ${commentId}`;
    return row!.id;
  };
  /** Asks for the message of a comment that a rule has matched. */
  const ask = async (
    commentId: string,
    more: { commentedAt?: number; isLive?: boolean; hasPlace?: boolean } = {},
  ) =>
    handlers.takePlace(
      {
        replyId: await idOf(commentId),
        ruleId: 'rule_1',
        accountId: 'acc_1',
        commentId,
        commentedAt: now,
        hasPlace: false,
        isLive: false,
        ...more,
      },
      NO_RUN,
    );
  const later = (ms: number) => {
    now += ms;
  };
  /** So many messages have left, the newest of them at `at`, a second apart. */
  const sent = async (count: number, at: number) => {
    const limit = { max: 1_000, windowMs: HOUR };
    for (let n = 0; n < count; n += 1) {
      const claim = { commentId: `old${n}`, holder: `preply_old${n}`, limit };
      await claimPlace(sql, { ...network, ...claim, now: at - (count - 1 - n) * 1_000 });
    }
  };
  return { ...world, inTurn, comment, ask, later, sent, idOf };
}

void t.test('it may be sent, once for each comment and network account', async (t) => {
  const { sql, comment, ask } = await asking(t);
  for (const person of ['ann', 'bob']) await comment(`c-${person}`, person, 'link');
  t.strictSame(await ask('c-ann'), { type: 'place.granted' });
  t.strictSame(await ask('c-ann'), { type: 'place.granted' }, 'the same one may ask again');
  // another workspace with the account, or somebody of the team, was faster
  await claimAnswer(sql, { ...network, commentId: 'c-bob' }, 'preply_of_another_workspace');
  t.strictSame(await ask('c-bob'), { type: 'place.refused', reason: 'answered' });
});

void t.test('what has changed since the comment matched is asked again', async (t) => {
  const { sql, comment, ask } = await asking(t);
  await comment('c1', 'ann', 'link');
  await sql`
    insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at, opted_out_at)
    values ('conv_1', 'ws_1', 'acc_1', 'ann', 1, now(), now())`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'opted_out' }, 'they said stop meanwhile');
  await sql`update conversations set opted_out_at = null`;
  await sql`update workspaces set plan = 'none'`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'plan' });
  await sql`update workspaces set plan = 'developer'`;
  await sql`update actors set shown = 'paused' where id = 'rule_1'`;
  t.strictSame(await ask('c1'), { type: 'place.refused', reason: 'paused' });
  await sql`update actors set shown = 'active' where id = 'rule_1'`;
  t.strictSame(await ask('c1'), { type: 'place.granted' });
});

void t.test('what will not make it within the 7 days is told so at once', async (t) => {
  const { comment, ask, sent, later } = await asking(t);
  await sent(700, NOW - MINUTE); // the next one leaves about 48 minutes later
  for (const id of ['old', 'young', 'late']) await comment(id, id, 'link');
  t.strictSame(
    await ask('old', { commentedAt: NOW - 7 * DAY + 30 * MINUTE }),
    { type: 'place.refused', reason: 'too_old' },
    'its turn would come after its end',
  );
  t.match(await ask('young', { commentedAt: NOW - 7 * DAY + HOUR }), { type: 'place.wait' });
  later(HOUR);
  t.strictSame(await ask('late', { commentedAt: NOW - 7 * DAY }), {
    type: 'place.refused',
    reason: 'too_old',
  });
});

void t.test(
  '700 leave within an hour, and the next one waits for the first of them to be an hour old',
  async (t) => {
    const { comment, ask, sent } = await asking(t);
    await sent(699, NOW - MINUTE);
    for (const id of ['c1', 'c2']) await comment(id, id, 'link');
    t.strictSame(await ask('c1'), { type: 'place.granted' }, 'the 700th');
    const wait = await ask('c2');
    t.match(wait, { type: 'place.wait' });
    const inMs = wait.type === 'place.wait' ? wait.afterMs : 0;
    t.ok(Math.abs(inMs - (HOUR - MINUTE - 698_000)) < 1_000, `${inMs} ms`);
  },
);

void t.test('whoever found the hour full comes before those who ask later', async (t) => {
  const { comment, ask, sent, later } = await asking(t);
  await sent(700, NOW); // the first of them 699 seconds before the last
  for (const id of ['c1', 'c2', 'c3']) await comment(id, id, 'link');
  const turns = [
    await ask('c1', { commentedAt: NOW, hasPlace: true }),
    await ask('c2', { commentedAt: NOW, hasPlace: true }),
  ];
  const freeInMs = HOUR - 699_000;
  t.strictSame(turns, [
    { type: 'place.wait', afterMs: freeInMs },
    { type: 'place.wait', afterMs: freeInMs + 1_000 },
  ]);
  later(freeInMs);
  const place = { commentedAt: NOW, hasPlace: true };
  t.strictSame(
    await ask('c3', place),
    { type: 'place.wait', afterMs: 2_000 },
    'the one place that is free is not its own, nor is the next',
  );
  t.match(await ask('c2', place), { type: 'place.wait', afterMs: Number });
  t.strictSame(await ask('c1', place), { type: 'place.granted' });
  later(1_000);
  t.strictSame(await ask('c2', place), { type: 'place.granted' });
});
