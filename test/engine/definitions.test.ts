/** Actors whose charts are compiled from definitions: each steps, replays and is drawn with its own. */
import t, { type Test } from 'tap';
import type { Persisted } from '../../machines/durable.ts';
import { insertDefinition } from '../../store/definitions.ts';
import { lockActors } from '../../store/turns.ts';
import { bareKind } from '../support/bare-kind.ts';
import { sendMail } from '../support/rows.ts';
import { silent, stage } from '../support/stage.ts';
import { compile } from '../../src/engine/definitions.ts';
import type { Kind, KindTable } from '../../src/engine/kind.ts';
import { settle } from '../../src/engine/settle.ts';
import { command, lockInto, takeDue, type TurnTaker } from '../../src/engine/take.ts';
import { actOnActor } from '../../src/features/introspection/act-on-actor.ts';
import { downloadRun, getActorJournal } from '../../src/features/introspection/actor-journal.ts';
import { getActor } from '../../src/features/introspection/actors.ts';
import { exportChart, getChart, getHeat, listCharts } from '../../src/features/introspection/charts.ts';
import { readRun, replayRun } from '../../src/features/introspection/run-file.ts';
import { compileFlow, type FlowChart, flowKind } from './own-kind/flow.ts';

const tea: FlowChart = {
  initial: 'asked',
  states: {
    asked: { says: 'tea?', on: { yes: 'pouring', no: 'over' } },
    pouring: { says: 'here it is', on: { thanks: 'over' } },
    over: { ends: true },
  },
};
const coffee: FlowChart = {
  initial: 'asked',
  states: { asked: { says: 'coffee?', on: { yes: 'over' } }, over: { ends: true } },
};

/**
 * A database with the definitions of two flows, and the functions that run turns in a program that was just started.
 */
async function flows(t: Test) {
  const { sql, clock, workspaceId, newNode } = await stage(t);
  const define = (json: unknown, workspace = workspaceId) =>
    insertDefinition(sql, { workspaceId: workspace, kind: 'flow', version: 1, json }, clock());
  const ids = { tea: await define(tea), coffee: await define(coffee) };
  /** Another kind object: nothing is compiled yet, as in a program that was just started. */
  const program = (kind: Kind = flowKind()): TurnTaker => ({ sql, nodeId: 'node_1', kinds: { flow: kind } });
  const start = (taker: TurnTaker, id: string, definitionId?: string) =>
    command(taker, clock(), async (_, turn) => {
      turn.start({ kind: 'flow', id, workspaceId, input: {}, ...(definitionId && { definitionId }) });
      return { result: null };
    });
  const give = (taker: TurnTaker, id: string, type: string) =>
    command(taker, clock(), async (tx, turn) => {
      turn.deliver((await lockInto(tx, turn, id))!, { type });
      return { result: null };
    });
  const rowOf = async (id: string) => {
    const [row] = await sql<{ definitionId: string | null; status: string; snapshot: Persisted }[]>`
      select definition_id as "definitionId", status, snapshot from actors where id = ${id}`;
    return row!;
  };
  const faultOf = async (id: string) => {
    const rows = await sql<{ fault: string | null }[]>`
      select fault from journal where actor_id = ${id} order by seq`;
    return rows.at(-1)?.fault;
  };
  const workspace = {
    id: workspaceId,
    slug: 'stage',
    name: 'Stage',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  /** A call of the debugger's operations on a program. */
  const call = <P, Q, B>(kinds: KindTable, given: { params?: P; query?: Q; body?: B }) => ({
    context: {
      sql,
      directory: sql,
      cell: 'troupe_cell_1',
      node: newNode({ kinds, nodeId: 'node_1' }),
      clock,
      log: silent,
      baseUrl: 'http://127.0.0.1',
      sealer: null as never,
      admitByHand: async () => {},
    },
    principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
    params: given.params as P,
    query: (given.query ?? {}) as Q,
    body: (given.body ?? {}) as B,
    now: clock(),
    requestId: 'req_1',
    idempotency: null,
  });
  return { sql, clock, workspaceId, define, ids, program, start, give, rowOf, faultOf, call };
}

void t.test(
  'two definitions run side by side, each actor by its own, in a program that was just started',
  async (t) => {
    const { sql, workspaceId, clock, ids, program, start, give, rowOf } = await flows(t);
    const first = program();
    await start(first, 'flow_A', ids.tea);
    await start(first, 'flow_B', ids.coffee);
    const second = program();
    for (const actorId of ['flow_A', 'flow_B'])
      await sendMail(sql, { workspaceId, actorId, dueAt: clock(), event: { type: 'yes' } });
    const { written } = await takeDue(second, { now: clock(), limit: 10 });
    t.match(await rowOf('flow_A'), { definitionId: ids.tea, snapshot: { value: 'pouring' } });
    t.match(await rowOf('flow_B'), { definitionId: ids.coffee, status: 'done', snapshot: { value: 'over' } });
    t.match(written.effects, [{ type: 'say', params: { words: 'here it is' } }]);
    const [effect] = written.effects;
    await settle(
      program(),
      [{ effectId: effect!.id, actorId: 'flow_A', event: { type: 'thanks' } }],
      clock(),
    );
    t.match(await rowOf('flow_A'), { status: 'done', snapshot: { value: 'over' } });
    await t.rejects(give(program(), 'flow_0', 'yes'), 'there is no such actor');
    const steps = await sql<{ definition: string }[]>`
    select s ->> 'definition' as definition from journal_pages p, json_array_elements(p.steps::json) s
    where p.family = 'flow_A'`;
    t.strictSame(new Set(steps.map(({ definition }) => definition)), new Set([ids.tea]));
  },
);

void t.test('a machine may start actors of a definition that was not read yet', async (t) => {
  const { ids, program, start, rowOf, faultOf, sql, workspaceId, clock } = await flows(t);
  await start(program(), 'flow_A', ids.coffee);
  const bear = (id: string, definitionId: string) => ({
    type: 'bear',
    kind: 'flow',
    definitionId,
    id,
    input: {},
  });
  const tell = (event: object) => sendMail(sql, { workspaceId, actorId: 'flow_A', dueAt: clock(), event });
  await tell(bear('flow_B', ids.tea));
  await takeDue(program(), { now: clock(), limit: 10 });
  t.match(await rowOf('flow_B'), { definitionId: ids.tea, snapshot: { value: 'asked' } });

  await tell(bear('flow_C', 'def_GONE'));
  await takeDue(program(), { now: clock(), limit: 10 });
  t.match(
    await rowOf('flow_A'),
    { status: 'needs_attention' },
    'the step that cannot be taken parks its actor',
  );
  t.match(await faultOf('flow_A'), /there is no definition def_GONE/);
  await t.rejects(start(program(), 'flow_D', 'def_GONE'), /there is no definition def_GONE/);
});

void t.test(
  'a definition that is missing or broken parks its actor with the reason, and others run',
  async (t) => {
    const { sql, define, ids, program, start, give, rowOf, faultOf, call } = await flows(t);
    const broken = await define({ initial: 'nowhere', states: {} });
    const lenient = program(flowKind({ compile: () => compileFlow({ json: coffee }) }));
    await start(lenient, 'flow_A', broken);
    await start(program(), 'flow_B', ids.tea);
    await start(program(), 'flow_C', ids.coffee);
    await sql`delete from definitions where id = ${ids.tea}`;
    const taker = program();
    for (const id of ['flow_A', 'flow_B', 'flow_C']) await give(taker, id, 'yes');
    t.match(await rowOf('flow_A'), { status: 'needs_attention', snapshot: { value: 'asked' } });
    t.match(await faultOf('flow_A'), /cannot be compiled: .*begins with "nowhere"/);
    t.match(await rowOf('flow_B'), { status: 'needs_attention', snapshot: { value: 'asked' } });
    t.match(await faultOf('flow_B'), new RegExp(`there is no definition ${ids.tea}`));
    t.match(await rowOf('flow_C'), { status: 'done' });
    const { body } = await getActorJournal.handle(call(program().kinds, { params: { id: 'flow_B' } }));
    t.match(body, { stopped: { code: 'no_definition' }, steps: [{ state: 'asked' }, {}] });

    // once it is there again the actor continues
    await define(tea);
    const acted = await actOnActor.handle(
      call(program().kinds, { params: { id: 'flow_B' }, body: { action: 'retry', reason: 'restored' } }),
    );
    t.match(acted, { body: { status: 'active' } });
    await give(program(), 'flow_B', 'yes');
    t.match(await rowOf('flow_B'), { snapshot: { value: 'pouring' } });
  },
);

void t.test('a definition is stored once and never changes', async (t) => {
  const { sql, workspaceId, define, ids } = await flows(t);
  t.equal(await define(tea), ids.tea, 'the same content has the same id');
  t.not(await define({ ...tea, initial: 'pouring' }), ids.tea);
  const stored = await sql`select from definitions where workspace_id = ${workspaceId} and kind = 'flow'`;
  t.equal(stored.length, 3);
  await t.rejects(
    sql`update definitions set json = '{}' where id = ${ids.tea}`,
    /a row of definitions is never changed/,
  );
});

void t.test('charts, heat maps, replays and runs use the definition', async (t) => {
  const { ids, program, start, give, call } = await flows(t);
  await start(program(), 'flow_A', ids.tea);
  await start(program(), 'flow_B', ids.coffee);
  await give(program(), 'flow_A', 'yes');
  const { kinds } = program();
  const of = (definition: string) => ({ params: { kind: 'flow' }, query: { definition } });

  t.strictSame(
    (await listCharts.handle(call(kinds, {}))).body,
    { charts: [] },
    'the kind has none of its own',
  );
  const chartOf = async (definition: string) => (await getChart.handle(call(kinds, of(definition)))).body;
  const drawn = [await chartOf(ids.tea), await chartOf(ids.coffee)] as { hash: string; chart: object }[];
  t.match(drawn[0]!.chart, { states: [{ key: 'asked' }, { key: 'pouring' }, { key: 'over' }] });
  t.not(drawn[0]!.hash, drawn[1]!.hash);
  t.match((await exportChart.handle(call(kinds, of(ids.coffee)))).body, { config: { initial: 'asked' } });
  const { body: heat } = await getHeat.handle(call(kinds, of(ids.tea)));
  t.match(heat, { counted: 1, moves: [{ edge: 'flow.asked|yes|0', count: 1 }] });
  t.match((await getHeat.handle(call(kinds, of(ids.coffee)))).body, { counted: 1, moves: [] });

  const { body: actor } = await getActor.handle(call(kinds, { params: { id: 'flow_A' } }));
  t.match(actor, { actor: { definitionId: ids.tea }, chartHash: drawn[0]!.hash });
  const { body: journal } = await getActorJournal.handle(call(kinds, { params: { id: 'flow_A' } }));
  t.match(journal, { stopped: null, steps: [{}, { effects: [{ params: { words: 'here it is' } }] }] });

  const { body: file } = await downloadRun.handle(call(kinds, { params: { id: 'flow_A' } }));
  const run = readRun(JSON.stringify(file));
  t.match(replayRun(run, program().kinds), [{ differences: [], stopped: null, replayed: 2 }], 'elsewhere');
  const [whole] = run.actors;
  const { definition: _, ...older } = whole!;
  t.match(replayRun({ ...run, actors: [older] }, program().kinds), [{ stopped: { code: 'no_definition' } }]);
});

void t.test('a definition of another workspace does not exist for this one', async (t) => {
  const { sql, clock, program, call, define } = await flows(t);
  await sql`
    insert into workspaces (id, slug, name, timezone, plan, created_at)
    values ('ws_OTHER', 'other', 'Other', 'UTC', 'developer', to_timestamp(${clock()}::float8 / 1000))`;
  const theirs = await define(tea, 'ws_OTHER');
  const { kinds } = program();
  for (const operation of [getChart, exportChart, getHeat]) {
    const asked = call(kinds, { params: { kind: 'flow' }, query: { definition: theirs } });
    const handled: Promise<unknown> = operation.handle(asked);
    await t.rejects(handled, { code: 'not_found' });
  }
});

void t.test(
  'actors that were started before definitions existed keep using the chart of their kind',
  async (t) => {
    const { sql, ids, program, start, give, rowOf, call } = await flows(t);
    const machine = compileFlow({ json: coffee });
    const before = bareKind({ name: 'flow', machine, version: 1, upgrades: {} });
    await start(program(before), 'flow_A');
    const both = flowKind({ machine });
    await start(program(both), 'flow_B', ids.tea);
    await give(program(both), 'flow_A', 'yes');
    t.match(await rowOf('flow_A'), { definitionId: null, status: 'done' });
    const { body } = await getActorJournal.handle(call({ flow: both }, { params: { id: 'flow_A' } }));
    t.equal((body as { stopped: unknown }).stopped, null);
    await start(program(before), 'flow_C');
    await give(program(), 'flow_C', 'yes');
    t.match(
      await rowOf('flow_C'),
      { status: 'needs_attention' },
      'a kind that lost its own chart parks them',
    );
    const rows = await sql.begin((tx) => lockActors(tx, ['flow_A']));
    t.equal(rows[0]!.definitionId, null);
  },
);

void t.test('a definition is compiled only by its own kind', async (t) => {
  const definition = { id: 'def_1', workspaceId: 'ws_1', kind: 'other', version: 1, json: tea };
  t.strictSame(compile(flowKind(), definition), { fault: 'the definition def_1 is of the kind other' });
});
