/** Accounts that received before they had an actor for that: what was known is kept, and what was due is done. */
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { ReceiverContext } from '../../machines/receiver.ts';
import { endReceiver, startReceiver, tellReceiver } from '../../src/features/accounts/receivers.ts';
import { checkAfterOutage, earlierOf, startReceivers } from '../../src/features/receiving/start.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { receiverIdOf } from '../../src/kinds/receiver.ts';
import { readSnapshot } from '../../store/actors.ts';
import { noteEvent, pauseReading, type Receiving, saveReceiving } from '../../store/receiving.ts';
import { stage } from '../support/stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function scene(t: Test) {
  const { sql, clock, node, addAccount, workspaceId } = await stage(t);
  const deps = { node, adapters: networks, sql, clock };
  const known = async (id: string) => {
    const found = await readSnapshot(sql, receiverIdOf(id));
    return (found ?? null) && (found!.snapshot as { value: unknown; context: ReceiverContext });
  };
  /** An account as an older program left it. */
  const older = async (receiving: Partial<Receiving> | null, platform = 'instagram') => {
    const id = await addAccount(platform);
    if (receiving) await saveReceiving(sql, id, receiving);
    return id;
  };
  const mail = () =>
    sql<{ id: string; event: object }[]>`select actor_id as id, event from messages order by 1`;
  return { sql, clock, node, deps, known, older, mail, workspaceId };
}

void t.test('each account that can receive gets one actor, with what is known of it', async (t) => {
  const { sql, clock, deps, known, older } = await scene(t);
  const now = clock();
  const resting = await older({
    since: now - DAY,
    via: 'webhook',
    everySeconds: null,
    checkedAt: now - HOUR,
    problem: null,
    polledAt: now - 5 * MINUTE,
  });
  const fresh = await older(null);
  const silent = await older(null, 'telegram'); // telegram reports nothing and lists nothing
  t.equal(await startReceivers(deps), 2);
  t.equal(await startReceivers(deps), 0, 'once');
  t.match(await known(resting), {
    value: { active: { subscription: 'subscribed', reading: 'waiting' } },
    context: { checkedAt: now - HOUR, readAt: now - 5 * MINUTE, nextReadAt: now + 10 * MINUTE },
  });
  t.match(await known(fresh), { value: { active: { subscription: 'checking', reading: 'unsubscribed' } } });
  t.equal(await known(silent), null);
  const timers = await sql`select from due where actor_id = ${receiverIdOf(resting)}`;
  t.equal(timers.length, 1);
});

void t.test('two nodes that start at once start each of them once', async (t) => {
  const { deps, older, sql } = await scene(t);
  for (let count = 0; count < 5; count += 1) await older(null);
  await Promise.all([startReceivers(deps), startReceivers(deps), startReceivers(deps)]);
  await startReceivers(deps);
  t.equal((await sql`select from actors where kind = 'receiver'`).length, 5);
});

void t.test('what an older program had planned is planned', async (t) => {
  const now = Date.parse('2026-05-04T08:00:00Z');
  const base = {
    since: now - DAY,
    via: 'webhook',
    checkedAt: now - HOUR,
    problem: null,
    polledAt: now,
  } as const;
  const { instagram, x, google_business: google } = networks;
  t.match(earlierOf(base, instagram), { paceMs: 15 * MINUTE, nextReadAt: now + 15 * MINUTE });
  t.match(earlierOf(base, instagram), { nextCheckAt: now + 23 * HOUR, isAsked: false });
  t.match(earlierOf({ ...base, problem: 'no' }, instagram), { nextCheckAt: now - 50 * MINUTE });
  t.match(earlierOf({ ...base, isDue: true }, instagram), { nextCheckAt: now - HOUR, isAsked: true });
  t.match(earlierOf({ ...base, quietAt: now + HOUR }, instagram), { nextCheckAt: now + HOUR });
  t.match(earlierOf({ ...base, quietAt: now - 2 * HOUR }, instagram), { nextCheckAt: now + 23 * HOUR });
  t.match(earlierOf({ ...base, readSoonAt: now + 1 }, instagram), { nextReadAt: now + 1 });
  t.match(earlierOf({ ...base, readAgainAt: now + HOUR }, instagram), { nextReadAt: now + HOUR });
  const unread = { since: 0, code: 'network', reason: '503', nextAt: 0 } as const;
  t.match(earlierOf({ ...base, unread }, instagram), { unread: { code: 'network', reason: '503' } });
  t.match(earlierOf({ ...base, unread: { ...unread, code: 'reading' } }, instagram), { unread: null });
  t.match(earlierOf(base, x), { paceMs: DAY });
  t.match(earlierOf({ ...base, via: 'polling' }, x), { paceMs: HOUR });
  t.match(earlierOf({ ...base, via: 'polling' }, google), { paceMs: google.readsCommentsEvery! * 1000 });
  t.equal(earlierOf({ polledAt: now }, instagram), null, 'it was never subscribed');
});

void t.test('after an outage what networks report is checked, before anything is read', async (t) => {
  const { clock, deps, older, mail } = await scene(t);
  const base = { since: 0, everySeconds: null, checkedAt: clock(), problem: null } as const;
  const called = await older({ ...base, via: 'webhook', polledAt: clock() - 40 * MINUTE });
  await older({ ...base, via: 'polling', polledAt: clock() - 40 * MINUTE });
  t.equal(await checkAfterOutage(deps), 1);
  t.match(await mail(), [{ id: receiverIdOf(called), event: { type: 'check', force: true } }]);
  await older({ ...base, via: 'webhook', polledAt: clock() - 20 * MINUTE });
  t.equal(await checkAfterOutage(deps), 0, 'another node has read an account meanwhile');
});

void t.test(
  'what concerns an account reaches its actor, and nothing waits where there is none',
  async (t) => {
    const { node, sql, clock, older, deps, mail, known, workspaceId } = await scene(t);
    const id = await older({ since: 0, via: 'webhook', checkedAt: clock(), polledAt: clock() });
    const tell = (event: Parameters<typeof tellReceiver>[3]) =>
      node.command(async (tx, turn: Turn) => {
        await tellReceiver(tx, turn, id, event);
        return { result: null };
      });
    await tell({ type: 'read' });
    t.equal((await mail()).length, 0, 'it has no actor');
    await startReceivers(deps);
    await tell({ type: 'heard', quietAt: clock() + HOUR });
    t.match(await known(id), { context: { quietAt: clock() + HOUR, nextCheckAt: clock() + HOUR } });
    await node.command(async (tx, turn: Turn) => {
      await endReceiver(tx, turn, id);
      return { result: null };
    });
    t.match(await known(id), { value: 'ended' });
    await tell({ type: 'read' });
    t.equal((await mail()).length, 0, 'it has ended');
    t.equal((await sql`select from due where actor_id = ${receiverIdOf(id)}`).length, 0);
    void workspaceId;
  },
);

void t.test('a pause of the budget ends with a message to the actor, once for each pause', async (t) => {
  const { sql, clock, node, older, workspaceId } = await scene(t);
  const id = await older({ since: 0, via: 'webhook', checkedAt: clock(), polledAt: clock() });
  const until = clock() + 5 * HOUR;
  const pause = (message: string, at = until) =>
    pauseReading(
      sql,
      id,
      { until: at, reason: 'used up' },
      { id: message, receiverId: receiverIdOf(id), event: { type: 'pause.over' } },
    );
  await pause('msg_0');
  const due = () => sql<{ at: number }[]>`
    select (extract(epoch from due_at) * 1000)::float8 as at from messages order by 1`;
  t.strictSame([...(await due())], [], 'it has no actor');
  await saveReceiving(sql, id, { paused: null });
  await node.command(async (_, turn: Turn) => {
    startReceiver(turn, { accountId: id, workspaceId });
    return { result: null };
  });
  await pause('msg_1');
  await pause('msg_2');
  t.strictSame([...(await due())], [{ at: until }]);
  await pause('msg_3', until + DAY);
  t.equal((await due()).length, 2);
});

void t.test('a report is noted once a minute, with the silence that would be unusual', async (t) => {
  const { sql, clock, older } = await scene(t);
  const id = await older({ since: 0, via: 'webhook', checkedAt: clock() });
  t.equal(await noteEvent(sql, id, clock()), clock() + DAY, 'at first a day');
  t.equal(await noteEvent(sql, id, clock() + MINUTE), null);
  t.type(await noteEvent(sql, id, clock() + MINUTE + 1), 'number');
  let at = clock() + 2 * MINUTE;
  for (const gap of [333_333, 777_777, 555_557]) {
    at += gap;
    t.ok(Number.isInteger(await noteEvent(sql, id, at)), 'whole milliseconds, as clocks have them');
  }
  t.equal(await noteEvent(sql, await older(null), clock()), null, 'it does not receive');
});
