/** Effects without a time limit, such as a connection that is kept open: whose they are, and when they are aborted. */
import t, { type Test } from 'tap';
import { setup } from 'xstate';
import { effect } from '../../machines/durable.ts';
import { EffectRunner } from '../../src/engine/effects.ts';
import type { Run } from '../../src/engine/effect-run.ts';
import { kindTable } from '../../src/engine/kind.ts';
import { bareKind } from '../support/bare-kind.ts';
import { eventually } from '../support/eventually.ts';
import { stage } from '../support/stage.ts';

const machine = setup({
  types: { events: {} as { type: 'call.ended' } },
  actions: { hold: effect<{ line: string }>() },
}).createMachine({
  id: 'phone',
  options: { maxIterations: 10 },
  initial: 'talking',
  states: {
    talking: {
      entry: { type: 'hold', params: { line: 'one' } },
      on: { 'call.ended': 'over' },
    },
    over: { type: 'final' },
  },
});
const kinds = kindTable(
  bareKind({
    name: 'phone',
    version: 1,
    upgrades: {},
    machine,
    effects: { hold: { answers: ['call.ended'], with: 'network', isOpenEnded: true } },
  }),
);

/** The calls of all nodes of a test. */
interface Call {
  node: string;
  signal: AbortSignal;
  end: () => void;
}

/** A handler that holds a call until it is ended or aborted. */
const holding =
  (calls: Call[], node: string) =>
  (_: never, { signal }: Run) =>
    new Promise<{ type: string }>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      calls.push({ node, signal, end: () => resolve({ type: 'call.ended' }) });
    });

/** Nodes whose heartbeat is soon late, and an actor whose effect one of them holds. */
async function twoNodes(t: Test) {
  const { sql, workspaceId, newNode } = await stage(t);
  const calls: Call[] = [];
  const faults: unknown[] = [];
  let isAway = false;
  /** The database, which a node does not reach while `isAway`. */
  const reached = new Proxy(sql, {
    apply: (target, self, given) =>
      isAway
        ? Promise.reject(new Error('the database does not answer'))
        : (Reflect.apply(target, self, given) as unknown),
  });
  const cutOff = (value: boolean) => {
    isAway = value;
  };
  const nodeOf = (nodeId: string) =>
    newNode({
      nodeId,
      ...(nodeId === 'node_first' && { sql: reached }),
      kinds,
      handlers: { hold: holding(calls, nodeId) },
      aliveMs: 2_000,
      onFault: (fault) => faults.push(fault),
    });
  const first = nodeOf('node_first');
  await first.start();
  await first.command(async (_, turn) => {
    turn.start({ kind: 'phone', id: 'phone_1', workspaceId, input: {} });
    return { result: null };
  });
  await eventually(() => calls.length === 1);
  const state = async () => {
    const [row] = await sql<{ status: string }[]>`select status from actors where id = 'phone_1'`;
    return row!.status;
  };
  return { sql, calls, faults, first, second: nodeOf('node_second'), state, cutOff };
}

void t.test('a node aborts what another node has taken over, and the other goes on with it', async (t) => {
  const { sql, calls, faults, second, state } = await twoNodes(t);
  await sql`update nodes set alive_until = now() - interval '1 minute' where id = 'node_first'`;
  await second.start();
  // the first node may have written its heartbeat before the second one looked
  await eventually(async () => {
    if (calls.length === 2) return true;
    await sql`update nodes set alive_until = now() - interval '1 minute' where id = 'node_first'`;
    await second.takeUp();
    return false;
  });
  await eventually(() => calls[0]!.signal.aborted);
  t.notOk(calls[1]!.signal.aborted);
  calls[1]!.end();
  await eventually(async () => (await state()) === 'done');
  t.equal(calls.length, 2, 'the first node does not begin it again');
  t.strictSame(faults, []);
});

void t.test('a node that stops does not wait for it, and another node takes it over', async (t) => {
  const { calls, faults, first, second, state } = await twoNodes(t);
  await second.start();
  await first.stop(600_000);
  t.ok(calls[0]!.signal.aborted);
  await second.takeUp();
  await eventually(() => calls.length === 2);
  calls[1]!.end();
  await eventually(async () => (await state()) === 'done');
  t.strictSame(faults, []);
});

void t.test(
  'a node whose heartbeat is late aborts it, and begins again when it is still its own',
  async (t) => {
    const { calls, first, state, cutOff } = await twoNodes(t);
    cutOff(true);
    await eventually(() => calls[0]!.signal.aborted);
    t.equal(calls.length, 1, 'not while nobody knows whose it is');
    cutOff(false);
    await eventually(() => calls.length === 2);
    calls[1]!.end();
    await eventually(async () => (await state()) === 'done');
    await eventually(() => first.health().checks['leases']!.ok);
  },
);

/** A runner with one effect that is held, and one that is not. */
function runner(t: Test, isOurs: () => boolean) {
  const calls: Call[] = [];
  const seen = { faults: 0, left: 0, results: 0 };
  const made = new EffectRunner({
    concurrency: 2,
    callMs: 1,
    openEnded: new Set(['hold']),
    handlers: { hold: holding(calls, 'hold'), ask: holding(calls, 'ask') },
    isOurs: async () => isOurs(),
    mark: async () => true,
    retryDelayMs: () => 1,
    onResult: () => (seen.results += 1),
    onFault: () => (seen.faults += 1),
    onLeft: () => (seen.left += 1),
  });
  t.teardown(() => made.stop(0));
  const row = { id: '1', workspaceId: 'ws_1', family: 'phone_1', claim: 'clm_1', params: {}, tries: 1 };
  made.add([{ ...row, actorId: 'phone_1', type: 'hold', started: false }]);
  return { made, calls, seen, row };
}

void t.test('it has no time limit, and others have', async (t) => {
  const { made, calls, seen, row } = runner(t, () => true);
  made.add([{ ...row, actorId: 'phone_2', type: 'ask', started: false }]);
  await eventually(() => calls.filter(({ node }) => node === 'ask').length > 2);
  t.ok(seen.faults >= 2);
  t.strictSame(
    calls.filter(({ node }) => node === 'hold').map(({ signal }) => signal.aborted),
    [false],
  );
});

void t.test(
  'one that still belongs to its node goes on; where that is not known it begins again',
  async (t) => {
    let isOurs = true;
    const { made, calls, seen } = runner(t, () => isOurs);
    await eventually(() => calls.length === 1);
    await made.releaseLost();
    t.notOk(calls[0]!.signal.aborted);
    made.abortOpenEnded();
    t.ok(calls[0]!.signal.aborted);
    await eventually(() => calls.length === 2);
    t.strictSame(seen, { faults: 1, left: 0, results: 0 });
    isOurs = false;
    await made.releaseLost();
    await eventually(() => seen.left === 1);
    t.strictSame(made.effectKeys, []);
    t.equal(calls.length, 2);
    t.strictSame(seen, { faults: 1, left: 1, results: 0 });
  },
);
