import t, { type Test } from 'tap';
import { assign, setup, type AnyStateMachine } from 'xstate';
import { effect, type Persisted } from '../../machines/durable.ts';
import type { Kind, KindTable } from '../../src/engine/kind.ts';
import { settle } from '../../src/engine/settle.ts';
import { command, lockInto, takeDue, type TurnTaker } from '../../src/engine/take.ts';
import type { Sql } from '../../store/connect.ts';
import { bareKind } from '../support/bare-kind.ts';
import { testDatabase } from '../support/database.ts';
import { askFor, sendMail } from '../support/rows.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-05-04T08:00:00Z');
const WS = 'ws_1';

/** A machine of the name that the runtime knows, with a chart of its own. */
function chart(states: object): AnyStateMachine {
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: string } },
    actions: {
      note: effect<{ what: string }>(),
      count: assign(({ context }) => ({ count: context.count + 1 })),
    },
    guards: { ready: ({ context }) => context.count >= 0 },
    delays: { patience: 5 * MINUTE, nap: 10 * MINUTE, deadline: 30 * MINUTE },
  }).createMachine({
    id: 'probe',
    options: { maxIterations: 100 },
    context: () => ({ count: 0 }),
    initial: 'waiting',
    states: states as never,
  });
  return machine as unknown as AnyStateMachine;
}

const first = chart({
  waiting: { after: { patience: 'late', nap: 'late' }, on: { go: 'gone', poke: { actions: 'count' } } },
  late: {},
  gone: {},
});
const table = (machine: AnyStateMachine, version: number, upgrades: Kind['upgrades'] = {}): KindTable => ({
  webhook_send: bareKind({ name: 'webhook_send', machine, version, upgrades }),
});
const old = table(first, 1);
const rename =
  (from: string, to: unknown) =>
  (snapshot: Persisted): Persisted => ({
    ...snapshot,
    value: (snapshot.value === from ? to : snapshot.value) as never,
  });

/** A database with actors that an older program started. */
async function withActors(t: Test, ids: string[]) {
  const { sql } = await testDatabase(t);
  const taker = (kinds: KindTable): TurnTaker => ({ sql, nodeId: 'node_1', kinds });
  await command(taker(old), NOW, async (_, turn) => {
    for (const id of ids) turn.start({ kind: 'webhook_send', id, workspaceId: WS, input: {} });
    return { result: null };
  });
  const mail = (actorId: string, event: object, dueAt = NOW) =>
    sendMail(sql, { workspaceId: WS, actorId, dueAt, event });
  return { sql, taker, mail };
}

const actorOf = async (sql: Sql, id: string) => {
  const [row] = await sql<{ version: number; seq: number; status: string; snapshot: Persisted }[]>`
    select version, seq, status, snapshot from actors where id = ${id}`;
  return row!;
};
/** Mail of an actor: the event, and ms after NOW. Parked mail is never due. */
async function mailOf(sql: Sql, id: string) {
  const rows = await sql<{ timer: string | null; event: { type: string }; inMs: number | null }[]>`
    select timer, event, case when due_at = 'infinity' then null
      else ((extract(epoch from due_at) * 1000) - ${NOW}::float8)::float8 end as "inMs"
    from mailbox where actor_id = ${id} order by due_at, id`;
  return [...rows];
}
const journalOf = async (sql: Sql, id: string) =>
  sql<{ seq: number; version: number; event: { type: string }; value: unknown; fault: string | null }[]>`
    select seq, version, event, value, fault from journal where actor_id = ${id} order by seq`;

void t.test('an actor of an older version is upgraded by the first turn that loads it', async (t) => {
  const renamed = chart({ holding: { on: { go: 'gone' } }, late: {}, gone: {}, waiting: {} });
  const now = table(renamed, 2, { 1: rename('waiting', 'holding') });
  const { sql, taker, mail } = await withActors(t, ['due', 'asked', 'settled', 'told', 'untouched']);
  await mail('due', { type: 'go' });
  await takeDue(taker(now), { now: NOW, limit: 10 });
  await command(taker(now), NOW, async (tx, turn) => {
    turn.deliver((await lockInto(tx, turn, 'asked'))!, { type: 'go' });
    turn.outgoing.push({ to: 'told', event: { type: 'go' } });
    return { result: null };
  });
  const effectId = await askFor(sql, { actorId: 'settled', type: 'note', node: 'node_1', now: NOW });
  await settle(taker(now), [{ effectId, actorId: 'settled', event: { type: 'go' } }], NOW);
  for (const id of ['due', 'asked', 'settled', 'told']) {
    t.match(
      await actorOf(sql, id),
      { version: 2, status: 'active', seq: 3, snapshot: { value: 'gone' } },
      id,
    );
    t.match(
      await journalOf(sql, id),
      [
        { version: 1, event: { type: 'started' }, value: 'waiting' },
        { version: 2, event: { type: 'xstate.upgrade' }, value: 'holding' },
        { version: 2, event: { type: 'go' }, value: 'gone' },
      ],
      id,
    );
  }
  t.match(await actorOf(sql, 'untouched'), { version: 1, snapshot: { value: 'waiting' } });
});

void t.test('an upgrade over several versions runs each of them in order', async (t) => {
  const { sql, taker, mail } = await withActors(t, ['a']);
  const now = table(chart({ waiting: {}, late: {}, gone: {}, third: {} }), 3, {
    1: rename('waiting', 'second'),
    2: rename('second', 'third'),
  });
  await mail('a', { type: 'nothing' });
  await takeDue(taker(now), { now: NOW, limit: 10 });
  t.match(await actorOf(sql, 'a'), { version: 3, snapshot: { value: 'third' } });
});

void t.test(
  'an upgrade starts missing timers, drops unknown ones, and keeps the due times of the others',
  async (t) => {
    const { sql, taker, mail } = await withActors(t, ['a']);
    t.strictSame(
      (await mailOf(sql, 'a')).map(({ timer, inMs }) => [timer, inMs]),
      [
        ['xstate.after.patience.probe.waiting', 5 * MINUTE],
        ['xstate.after.nap.probe.waiting', 10 * MINUTE],
      ],
    );
    // `patience` was removed, `nap` stays, `deadline` is new
    const changed = chart({ waiting: { after: { nap: 'late', deadline: 'gone' } }, late: {}, gone: {} });
    const now = table(changed, 2, { 1: (snapshot) => snapshot });
    await mail('a', { type: 'nothing' }, NOW + 2 * MINUTE);
    await takeDue(taker(now), { now: NOW + 2 * MINUTE, limit: 10 });
    t.strictSame(
      (await mailOf(sql, 'a')).map(({ timer, inMs }) => [timer, inMs]),
      [
        ['xstate.after.nap.probe.waiting', 10 * MINUTE],
        ['xstate.after.deadline.probe.waiting', 32 * MINUTE],
      ],
    );
  },
);

void t.test(
  'a timer of the same name that is already due fires in the turn of the upgrade, and is gone',
  async (t) => {
    const { sql, taker } = await withActors(t, ['a']);
    const now = table(first, 2, { 1: (snapshot) => snapshot });
    await takeDue(taker(now), { now: NOW + 5 * MINUTE, limit: 10 });
    t.match(await actorOf(sql, 'a'), { version: 2, snapshot: { value: 'late' } });
    t.strictSame(await mailOf(sql, 'a'), []);
  },
);

void t.test('a due timer of an unknown name is ignored', async (t) => {
  const { sql, taker } = await withActors(t, ['a']);
  const changed = chart({ waiting: { after: { deadline: 'gone' } }, late: {}, gone: {} });
  await takeDue(taker(table(changed, 2, { 1: (snapshot) => snapshot })), {
    now: NOW + 5 * MINUTE,
    limit: 10,
  });
  t.match(await actorOf(sql, 'a'), { version: 2, snapshot: { value: 'waiting' } });
  t.strictSame(
    (await mailOf(sql, 'a')).map(({ timer }) => timer),
    ['xstate.after.deadline.probe.waiting'],
  );
});

void t.test('an upgraded actor that leaves its state in the same turn leaves no timer behind', async (t) => {
  const { sql, taker, mail } = await withActors(t, ['a']);
  const changed = chart({
    waiting: { after: { nap: 'late', deadline: 'late' }, on: { go: 'gone' } },
    late: {},
    gone: {},
  });
  await mail('a', { type: 'go' });
  await takeDue(taker(table(changed, 2, { 1: (snapshot) => snapshot })), { now: NOW, limit: 10 });
  t.match(await actorOf(sql, 'a'), { snapshot: { value: 'gone' } });
  t.strictSame(await mailOf(sql, 'a'), []);
});

void t.test('a new eventless transition is taken in the upgrade, with its effects and timers', async (t) => {
  const { sql, taker, mail } = await withActors(t, ['a']);
  const settling = chart({
    waiting: { always: { guard: 'ready', target: 'resting' } },
    resting: { entry: { type: 'note', params: { what: 'rest' } }, after: { nap: 'late' } },
    late: {},
    gone: {},
  });
  await mail('a', { type: 'nothing' });
  const { written } = await takeDue(taker(table(settling, 2, { 1: (snapshot) => snapshot })), {
    now: NOW,
    limit: 10,
  });
  t.match(await actorOf(sql, 'a'), { version: 2, snapshot: { value: 'resting' } });
  t.match(written.effects, [{ actorId: 'a', type: 'note', params: { what: 'rest' } }]);
  t.strictSame(
    (await mailOf(sql, 'a')).map(({ timer, inMs }) => [timer, inMs]),
    [['xstate.after.nap.probe.resting', 10 * MINUTE]],
  );
});

void t.test('an upgrade that fails parks its actor with all of its mail, and no other actor', async (t) => {
  const faults: [string, Kind['upgrades'], RegExp][] = [
    ['there is none', {}, /there is no upgrade from version 1/],
    [
      'it throws',
      {
        1: () => {
          throw new Error('a fault in an upgrade');
        },
      },
      /a fault in an upgrade/,
    ],
    ['it names a state that does not exist', { 1: rename('waiting', 'nowhere') }, /nowhere/],
    ['it names half a state', { 1: rename('waiting', 'nest') }, /names no whole state/],
  ];
  for (const [why, upgrades, fault] of faults) {
    await t.test(why, async (t) => {
      const { sql, taker, mail } = await withActors(t, ['a']);
      const nested = chart({
        waiting: {},
        nest: { initial: 'egg', states: { egg: { entry: { type: 'note', params: { what: 'egg' } } } } },
        late: {},
        gone: {},
      });
      const now = table(nested, 2, upgrades);
      await command(taker(now), NOW, async (_, turn) => {
        turn.start({ kind: 'webhook_send', id: 'b', workspaceId: WS, input: {} });
        return { result: null };
      });
      await mail('a', { type: 'go', first: true });
      await mail('b', { type: 'go' });
      await mail('a', { type: 'go', second: true });
      t.equal((await takeDue(taker(now), { now: NOW, limit: 10 })).claimed, 3);
      t.match(await actorOf(sql, 'a'), {
        version: 1,
        status: 'needs_attention',
        snapshot: { value: 'waiting' },
      });
      t.match((await journalOf(sql, 'a')).at(-1)?.fault, fault);
      const kept = (await mailOf(sql, 'a')).map(({ timer, event, inMs }) => [timer ?? event, inMs]);
      t.strictSame(
        new Set(kept.map((one) => JSON.stringify(one))),
        new Set(
          [
            [{ type: 'go', first: true }, null],
            [{ type: 'go', second: true }, null],
            ['xstate.after.patience.probe.waiting', null],
            ['xstate.after.nap.probe.waiting', null],
          ].map((one) => JSON.stringify(one)),
        ),
      );
      t.strictSame(await mailOf(sql, 'b'), []);
      t.equal(
        (await takeDue(taker(now), { now: NOW + 60 * MINUTE, limit: 10 })).claimed,
        0,
        'and it is left alone',
      );
    });
  }
});

void t.test('a parked actor keeps later messages', async (t) => {
  const { sql, taker, mail } = await withActors(t, ['a']);
  const now = table(first, 2, {});
  await mail('a', { type: 'go' });
  await takeDue(taker(now), { now: NOW, limit: 10 });
  await mail('a', { type: 'poke', by: 'mail' });
  await takeDue(taker(now), { now: NOW, limit: 10 });
  await command(taker(now), NOW, async (_, turn) => {
    turn.outgoing.push({ to: 'a', event: { type: 'poke' } });
    return { result: null };
  });
  const effectId = await askFor(sql, { actorId: 'a', type: 'note', node: 'node_1', now: NOW });
  await settle(taker(now), [{ effectId, actorId: 'a', event: { type: 'done' } }], NOW);
  t.strictSame(
    (await mailOf(sql, 'a')).flatMap(({ timer, event, inMs }) => (timer ? [] : [[event.type, inMs]])),
    [
      ['go', null],
      ['poke', null],
      ['poke', null],
      ['done', null],
    ],
  );
  t.equal((await actorOf(sql, 'a')).status, 'needs_attention');
  t.equal((await takeDue(taker(now), { now: NOW + 60 * MINUTE, limit: 10 })).claimed, 0);
});

void t.test(
  'an actor of a newer version, or of a kind that is unknown here, is left to newer nodes',
  async (t) => {
    const { sql, taker, mail } = await withActors(t, ['newer', 'stranger', 'ours']);
    await sql`update actors set version = 7 where id = 'newer'`;
    await sql`update actors set kind = 'dm_run' where id = 'stranger'`;
    const before = [await actorOf(sql, 'newer'), await actorOf(sql, 'stranger')];
    for (const id of ['newer', 'stranger', 'ours']) await mail(id, { type: 'go' });
    t.equal((await takeDue(taker(old), { now: NOW, limit: 10 })).claimed, 1);
    t.match(await actorOf(sql, 'ours'), { snapshot: { value: 'gone' } });
    t.equal((await mailOf(sql, 'newer')).length, 3, 'its mail is still there, and due');

    // requested by a node of today: the messages wait for a newer node
    for (const id of ['newer', 'stranger']) {
      const effectId = await askFor(sql, { actorId: id, type: 'note', node: 'node_1', now: NOW });
      await settle(taker(old), [{ effectId, actorId: id, event: { type: 'answer' } }], NOW);
      await command(taker(old), NOW, async (tx, turn) => {
        turn.deliver((await lockInto(tx, turn, id))!, { type: 'ask' });
        return { result: null };
      });
      await command(taker(old), NOW, async (_, turn) => {
        turn.outgoing.push({ to: id, event: { type: 'tell' } });
        return { result: null };
      });
      t.strictSame(
        (await mailOf(sql, id)).flatMap(({ timer, event, inMs }) => (timer ? [] : [[event.type, inMs]])),
        [
          ['go', 0],
          ['answer', 0],
          ['ask', 0],
          ['tell', 0],
        ],
        id,
      );
    }
    t.strictSame([await actorOf(sql, 'newer'), await actorOf(sql, 'stranger')], before);
    t.equal((await sql`select from effects`).length, 0);

    const newer = table(first, 7);
    await takeDue(taker(newer), { now: NOW, limit: 10 });
    t.match(await actorOf(sql, 'newer'), { version: 7, snapshot: { value: 'gone' } });
  },
);
