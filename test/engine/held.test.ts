/** The cache of actors (src/engine/held.ts), and turns of which another transaction was first. */
import t, { type Test } from 'tap';
import { setup, assign } from 'xstate';
import { effect, type Persisted } from '../../machines/durable.ts';
import { ClaimBook } from '../../src/engine/claims.ts';
import { DeferredMail } from '../../src/engine/deferred.ts';
import { HeldActors } from '../../src/engine/held.ts';
import type { KindTable } from '../../src/engine/kind.ts';
import { settle } from '../../src/engine/settle.ts';
import { command, lockInto } from '../../src/engine/take.ts';
import type { Turn } from '../../src/engine/turn.ts';
import { bareKind } from '../support/bare-kind.ts';
import { testDatabase } from '../support/database.ts';
import { stage } from '../support/stage.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const ID = 'send_1';

/** It counts `poke`, and asks for an effect on `ask`. */
const machine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'poke' | 'ask' },
  },
  actions: {
    note: effect<{ count: number }>(),
    count: assign(({ context }) => ({ count: context.count + 1 })),
  },
}).createMachine({
  id: 'held_probe',
  options: { maxIterations: 100 },
  context: { count: 0 },
  on: {
    poke: { actions: 'count' },
    ask: { actions: { type: 'note', params: ({ context }) => ({ count: context.count }) } },
  },
});
const kinds: KindTable = {
  webhook_send: bareKind({ name: 'webhook_send', machine, version: 1, upgrades: {} }),
};

/** An actor that was poked by one turn and asked for an effect by the next. */
async function twoTurns(t: Test) {
  const { sql } = await testDatabase(t);
  const claims = new ClaimBook();
  const taker = { sql, nodeId: 'node_1', kinds, claims };
  await command(taker, NOW, async (_, turn) => {
    turn.start({ kind: 'webhook_send', id: ID, workspaceId: 'ws_1', input: {} });
    return { result: null };
  });
  const turnOf = async (type: 'poke' | 'ask') =>
    command(taker, NOW, async (tx, turn: Turn) => {
      turn.deliver((await lockInto(tx, turn, ID))!, { type });
      return { result: turn };
    });
  const { result: first } = await turnOf('poke');
  const { result: second, written } = await turnOf('ask');
  claims.add(written.effects);
  const [asked] = written.effects;
  const result = {
    effectId: asked!.id,
    actorId: ID,
    family: asked!.family,
    claim: asked!.claim,
    event: { type: 'poke' },
  };
  const read = async () => {
    const [row] = await sql<{ snapshot: Persisted; effects: unknown[] | null }[]>`
      select snapshot, effects from actors where id = ${ID}`;
    return { count: (row!.snapshot.context as { count: number }).count, effects: row!.effects };
  };
  return { taker, claims, first, second, result, read };
}

void t.test('of two turns that are remembered in the wrong order, the later one stays', async (t) => {
  const { first, second } = await twoTurns(t);
  const held = new HeldActors(() => true);
  held.keep(second);
  held.keep(first);
  t.equal(held.get(ID)?.effects?.length, 1);
});

void t.test('a result is not dropped for a cached row that is older than its effect', async (t) => {
  const { taker, claims, first, result, read } = await twoTurns(t);
  const held = new HeldActors(() => true);
  held.keep(first);
  t.strictSame(held.get(ID)?.effects ?? [], [], 'the row of the cache does not have the effect');
  await settle({ ...taker, held, deferred: new DeferredMail() }, [result], NOW);
  t.strictSame(await read(), { count: 2, effects: null });
  t.strictSame(claims.takeEnded(), [result.claim]);
});

void t.test('a result that the actor does not wait for is dropped all the same', async (t) => {
  const { taker, first, result, read } = await twoTurns(t);
  const held = new HeldActors(() => true);
  held.keep(first);
  await settle({ ...taker, held, deferred: new DeferredMail() }, [{ ...result, effectId: '1' }], NOW);
  const { count, effects } = await read();
  t.equal(count, 1);
  t.equal(effects?.length, 1);
});

/** A parent that takes the report of its child only while it listens. */
const parent = setup({
  types: { context: {} as { heard: number }, events: {} as { type: 'listen' | 'report' } },
  actions: {
    startActors: effect<{ actors: { kind: string; id: string; input: unknown }[] }>(),
    hear: assign(({ context }) => ({ heard: context.heard + 1 })),
  },
}).createMachine({
  id: 'held_parent',
  options: { maxIterations: 100 },
  context: { heard: 0 },
  entry: { type: 'startActors', params: { actors: [{ kind: 'delivery', id: 'del_1', input: {} }] } },
  initial: 'deaf',
  states: { deaf: { on: { listen: 'listening' } }, listening: { on: { report: { actions: 'hear' } } } },
});
/** It asks for an effect, and reports to its parent when the result is there. */
const child = setup({
  types: { events: {} as { type: 'done' } },
  actions: {
    note: effect<{ count: number }>(),
    tell: effect<{ messages: { to: string; event: { type: string } }[] }>(),
  },
}).createMachine({
  id: 'held_child',
  options: { maxIterations: 100 },
  entry: { type: 'note', params: { count: 1 } },
  on: {
    done: {
      actions: { type: 'tell', params: { messages: [{ to: 'post_1', event: { type: 'report' } }] } },
    },
  },
});
const family: KindTable = {
  post: bareKind({ name: 'post', machine: parent, version: 1, upgrades: {} }),
  delivery: bareKind({ name: 'delivery', machine: child, version: 1, upgrades: {} }),
};

/** A post and its delivery, in the cache of the node that runs the delivery's effect. */
async function underWay(t: Test) {
  const { sql } = await testDatabase(t);
  const claims = new ClaimBook();
  const held = new HeldActors(claims.isUnderWay);
  const one = { sql, nodeId: 'node_1', kinds: family, claims, held, deferred: new DeferredMail() };
  const { written } = await command(one, NOW, async (_, turn) => {
    turn.start({ kind: 'post', id: 'post_1', workspaceId: 'ws_1', input: {} });
    return { result: null };
  });
  claims.add(written.effects);
  const { id, actorId, family: familyId, claim } = written.effects[0]!;
  const result = { effectId: id, actorId, family: familyId, claim, event: { type: 'done' } };
  const read = async () => {
    const [row] = await sql<{ snapshot: Persisted; rev: number }[]>`
      select snapshot, rev from actors where id = 'post_1'`;
    return { heard: (row!.snapshot.context as { heard: number }).heard, rev: row!.rev };
  };
  return { sql, one, held, result, read };
}

void t.test(
  'a message that a cached row ignores is not dropped when another node moved the actor on',
  async (t) => {
    const { sql, one, held, result, read } = await underWay(t);
    const two = { sql, nodeId: 'node_2', kinds: family };
    await command(two, NOW, async (tx, turn: Turn) => {
      turn.deliver((await lockInto(tx, turn, 'post_1'))!, { type: 'listen' });
      return { result: null };
    });
    t.equal(held.get('post_1')?.snapshot && (held.get('post_1')!.snapshot as Persisted).value, 'deaf');
    await settle(one, [result], NOW);
    t.match(await read(), { heard: 1 });
  },
);

void t.test('a message that the actor ignores is dropped all the same', async (t) => {
  const { one, held, result, read, sql } = await underWay(t);
  await settle(one, [result], NOW);
  t.match(await read(), { heard: 0 });
  t.equal((await sql`select 1 from messages`).length, 0);
  t.notOk(held.get('del_1')?.effects?.length, 'the result is saved');
});

void t.test('a request that a deadlock ends is taken again', async (t) => {
  const { node, sql } = await stage(t);
  await sql`create table pairs (id int primary key, count int not null default 0)`;
  await sql`insert into pairs values (1), (2)`;
  const both = Promise.withResolvers<void>();
  let locked = 0;
  let runs = 0;
  const request = (ids: readonly number[]) =>
    node.command(async (tx) => {
      runs += 1;
      for (const id of ids) {
        await tx`update pairs set count = count + 1 where id = ${id}`;
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
      }
      return { result: ids };
    });
  t.strictSame(await Promise.all([request([1, 2]), request([2, 1])]), [
    [1, 2],
    [2, 1],
  ]);
  // Postgres may end both on a busy machine; each change is there once all the same
  t.ok(runs > 2, `${runs} runs`);
  t.strictSame([...(await sql`select count from pairs order by id`)], [{ count: 2 }, { count: 2 }]);
});

void t.test('another fault of a request is not tried again', async (t) => {
  const { node } = await stage(t);
  let runs = 0;
  const request = node.command(async (tx) => {
    runs += 1;
    await tx`select 1 / 0`;
    return { result: null };
  });
  await t.rejects(request, /division by zero/);
  t.equal(runs, 1);
});
