/** Messages that wait move up when those before them leave the queue, and places are counted from what is stored. */
import * as fc from 'fast-check';
import t, { type Test } from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { PrivateReplyEvent } from '../../machines/private-reply.ts';
import { createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import { lockInto } from '../../src/engine/take.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { earlierPlaces, moveUpFreed } from '../../src/features/rules/move-up.ts';
import { EVEN_PACE } from '../../src/features/rules/pace.ts';
import { queueCounts } from '../../src/features/rules/queue-counts.ts';
import { freePlaces, listFreed, markMovedUp, readAnswering } from '../../store/answering.ts';
import { claimPlace } from '../../store/answered-comments.ts';
import type { Tx } from '../../store/connect.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const MINUTE = 60_000;

void t.test('whoever waits has the earliest place that the pace allows, in the same order', async (t) => {
  const times = fc.array(fc.nat(20_000), { maxLength: 60 }).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(times, times, fc.integer({ min: 1, max: 5 }), (gone, gaps, max) => {
      const pace = { max, windowMs: 10_000 };
      // a queue as the pace makes it, of which some have left
      const sent = gone
        .filter((_, index) => index < max)
        .map((at) => NOW - 10_000 + (at % 10_000))
        .toSorted((a, b) => a - b);
      const line = [...sent];
      const all = gaps.map((gap, index) => {
        const before = line[line.length - max];
        const at = before === undefined ? NOW : Math.max(NOW, before + pace.windowMs);
        line.push(at);
        return { id: `preply_${String(index).padStart(3, '0')}`, at, leaves: gap % 2 === 0 };
      });
      const waiting = all.filter(({ leaves }) => !leaves).map(({ id, at }) => ({ id, at }));
      const moved = new Map(earlierPlaces({ sent, waiting, pace, now: NOW }).map(({ id, at }) => [id, at]));
      const after = waiting.map(({ id, at }) => moved.get(id) ?? at);
      const taken = [...sent, ...after];
      return (
        after.every((at, index) => at <= waiting[index]!.at && at >= NOW) &&
        after.every((at, index) => index === 0 || at >= after[index - 1]!) &&
        taken.every((at, index) => index < max || at - taken[index - max]! >= pace.windowMs) &&
        // nobody could go a second sooner
        after.every((at, index) => {
          const before = taken[sent.length + index - max];
          const first = Math.max(
            after[index - 1] ?? NOW,
            before === undefined ? NOW : before + pace.windowMs,
          );
          return at - first < 1_000;
        })
      );
    }),
  );
  t.pass('held against 100 queues');
});

/** Two rules whose messages wait, one a minute: c1 and c2 of the first, c3 of the second, c4 of the first, c5 of the second. */
async function waiting(t: Test) {
  const world = await ruleScene(t);
  const { sql, rule, comment, tell, inTurn } = world;
  await rule('rule_1', ['link']);
  await rule('rule_2', ['recipe']);
  const words = ['link', 'link', 'recipe', 'link', 'recipe'];
  const idOf = async (commentId: string) => {
    const [row] = await sql<{ id: string }[]>`select id from private_replies where comment_id = ${commentId}`;
    return row!.id;
  };
  for (const [index, word] of words.entries()) {
    await comment(`c${index + 1}`, `p${index + 1}`, word);
    await tell(await idOf(`c${index + 1}`), { type: 'place.wait', afterMs: HOUR + index * MINUTE });
  }
  const queue = () =>
    sql<{ comment: string; in: number }[]>`
      select p.comment_id as comment, ((extract(epoch from s.planned_at) * 1000)::float8 - ${NOW}::float8) as in
      from private_replies p join actors s on s.id = p.id where s.shown = 'queued' order by s.planned_at, s.id`;
  const pause = async (ruleId: string, at = NOW) =>
    inTurn(at, async (tx, turn) => {
      const actor = await lockInto(tx, turn, ruleId);
      turn.deliver(actor!, { type: 'pause' });
      await freePlaces(tx, 'acc_1', at);
    });
  const command = async <Result>(work: (tx: Tx, turn: Turn) => Promise<{ result: Result }>) => {
    await inTurn(NOW, async (tx, turn) => void (await work(tx, turn)));
    return null as Result;
  };
  const deps = { sql, directory: sql, node: { command }, clock: () => NOW };
  return { ...world, queue, pause, idOf, deps };
}

void t.test('those behind a rule that was paused take its places', async (t) => {
  const { sql, queue, pause, deps } = await waiting(t);
  const claim = (commentId: string, now: number) => {
    const limit = { max: 700, windowMs: HOUR };
    return claimPlace(sql, {
      platform: 'instagram',
      remoteId: 'acc_1',
      commentId,
      holder: `preply_${commentId}`,
      limit,
      now,
    });
  };
  await sql`insert into answering_settings (account_id, workspace_id, even_pace) values ('acc_1', 'ws_1', true)`;
  await claim('earlier', NOW - 1_000);
  await moveUpFreed(deps);
  t.match(await queue(), [{ comment: 'c1', in: HOUR }, {}, {}, {}, {}], 'nothing was freed: nobody moves');
  await pause('rule_1');
  await moveUpFreed(deps);
  t.strictSame(
    (await queue()).map(({ comment, in: ms }) => [comment, ms]),
    [
      ['c3', EVEN_PACE.windowMs - 1_000],
      ['c5', 2 * EVEN_PACE.windowMs - 1_000],
    ],
    'its own have left, though nobody told them, and the others move up to the pace',
  );
  t.match(await readAnswering(sql, 'acc_1'), { movedUpAt: NOW });
  t.strictSame([...(await listFreed(sql, 5))], []);
});

void t.test('places that are freed while others move up are for the next time', async (t) => {
  const { sql } = await waiting(t);
  const freedAt = async () => (await listFreed(sql, 5)).map((one) => one.freedAt);
  await freePlaces(sql, 'acc_1', NOW);
  const [first] = await freedAt();
  await freePlaces(sql, 'acc_1', NOW);
  await markMovedUp(sql, { accountId: 'acc_1', freedAt: first!, now: NOW });
  t.equal((await freedAt()).length, 1, 'in the same moment too');
  await markMovedUp(sql, { accountId: 'acc_1', freedAt: (await freedAt())[0]!, now: NOW });
  t.strictSame(await freedAt(), []);
  t.match(await readAnswering(sql, 'acc_1'), { movedUpAt: NOW + 1 }, 'each move is told from the one before');
});

void t.test('only a message that waits moves, and never to a later place', async (t) => {
  const { queue, tell, idOf } = await waiting(t);
  const move = async (comment: string, inMs: number) =>
    tell(await idOf(comment), { type: 'moved.up', at: NOW + inMs } satisfies PrivateReplyEvent);
  await move('c5', 2 * HOUR);
  await move('c4', 0);
  t.match(
    (await queue()).map(({ comment }) => comment),
    ['c4', 'c1', 'c2', 'c3', 'c5'],
  );
  await tell(await idOf('c4'), { type: 'place.wait', afterMs: 3 * HOUR });
  t.match((await queue()).at(-1), { comment: 'c5', in: HOUR + 4 * MINUTE }, 'it was not asking for a place');
});

void t.test('a place after those that wait, also after a start and after they have moved up', async (t) => {
  const { sql, queue, pause, deps } = await waiting(t);
  const account = { platform: 'instagram', remoteId: 'acc_1' } as AccountAccess;
  const pace = { ...EVEN_PACE, windowMs: 30_000 };
  /** A node that has just started. */
  const node = () => {
    const budgets = createBudgets({ limits: {} });
    const counts = queueCounts({ sql, directory: sql, budgets });
    return async () => {
      const { movedUpAt } = await readAnswering(sql, 'acc_1');
      await counts.keep({ accountId: 'acc_1', account, pace, movedUpAt, now: NOW });
      return budgets.reserve({ account, ...pace, now: NOW });
    };
  };
  const reserve = node();
  t.equal(await reserve(), HOUR + 4 * MINUTE + 30_000, 'after the last one that waits');
  t.equal(await reserve(), HOUR + 5 * MINUTE, 'what was given out since is counted');
  await pause('rule_2');
  await moveUpFreed(deps);
  t.strictSame(
    (await queue()).map((one) => ({ ...one })),
    [
      { comment: 'c1', in: 0 },
      { comment: 'c2', in: 0 },
      { comment: 'c4', in: 0 },
    ],
  );
  t.equal(await reserve(), 30_000, 'those that have left are not counted');
  t.equal(await node()(), 30_000);
});
