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
  t.equal(runs, 3);
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
