/** Steps that find nothing new: they are saved in the row, and the journal leaves them out without losing what follows. */
import t, { type Test } from 'tap';
import { assign, setup } from 'xstate';
import { effect, now } from '../../machines/durable.ts';
import { defineKind, type HandlersOf, type KindTable } from '../../src/engine/kind.ts';
import { lockInto } from '../../src/engine/take.ts';
import { replayActor } from '../../src/features/introspection/replay.ts';
import { replayRun } from '../../src/features/introspection/run-file.ts';
import { readJournal, readSnapshot } from '../../store/actors.ts';
import { readAttempts } from '../../store/exchanges.ts';
import { eventually } from '../support/eventually.ts';
import { stage } from '../support/stage.ts';

const EVERY_MS = 60_000;
const ID = 'gauge_1';

type GaugeEvent = { type: 'read.done'; level: number } | { type: 'read.lost'; to: string };

/** A gauge that is read every minute. */
const machine = setup({
  types: {
    context: {} as { level: number; checkedAt: number | null },
    events: {} as GaugeEvent,
    input: {} as { level: number },
  },
  actions: {
    readGauge: effect<{ level: number }>(),
    tell: effect<{ messages: { to: string; event: { type: string } }[] }>(),
    keep: assign((_, { level }: { level: number }) => ({ level, checkedAt: now() })),
    keepTime: assign(() => ({ checkedAt: now() })),
  },
  delays: { pause: EVERY_MS },
}).createMachine({
  id: 'gauge',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, checkedAt: null }),
  initial: 'waiting',
  states: {
    waiting: { after: { pause: 'reading' } },
    reading: {
      entry: { type: 'readGauge', params: ({ context: { level } }) => ({ level }) },
      on: {
        'read.done': { target: 'waiting', actions: { type: 'keep', params: ({ event }) => event } },
        'read.lost': {
          target: 'waiting',
          actions: [
            'keepTime',
            {
              type: 'tell',
              params: ({ event: { to } }) => ({ messages: [{ to, event: { type: 'lost' } }] }),
            },
          ],
        },
      },
    },
  },
});

const gauge = defineKind({
  name: 'gauge',
  idPrefix: 'gauge',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { checkedAt } = snapshot.context as { checkedAt: number | null };
    return { status: 'on', shelf: null, plannedAt: null, reachedAt: checkedAt, reason: null };
  },
  feedEvent: null,
  announcements: {},
  effects: { readGauge: { answers: ['read.'], with: 'network' } },
  restingStates: [],
  isEndless: true,
  routine: { events: ['xstate.after.', 'read.'], fields: ['checkedAt'] },
  retention: null,
  view: {
    remembers: {},
    describe: async () => new Map(),
    waitsForPerson: () => null,
    timers: {},
    actions: () => [],
    explain: { sentence: () => '' },
  },
});
const kinds: KindTable = { gauge };

async function watched(t: Test) {
  const { sql, clock, workspaceId, newNode } = await stage(t);
  let level = 5;
  let lostTo: string | null = null;
  const handlers: HandlersOf<typeof gauge> = {
    readGauge: async (_, { recorder }) => {
      const fetch = recorder.watch({
        fetch: async () => new Response(String(level)),
        clock,
        credentials: {},
      });
      await fetch('https://gauge.example/');
      return lostTo === null ? { type: 'read.done', level } : { type: 'read.lost', to: lostTo };
    },
  };
  const node = newNode({ kinds, handlers });
  await node.start();
  await node.command(async (_, turn) => {
    turn.start({ kind: gauge.name, id: ID, workspaceId, input: { level } });
    return { result: null };
  });
  const row = async () => {
    const [found] = await sql<{ seq: number; value: string; checkedAt: number | null }[]>`
      select seq, snapshot ->> 'value' as value, (snapshot -> 'context' ->> 'checkedAt')::float8 as "checkedAt"
      from actors where id = ${ID}`;
    return found!;
  };
  /** A minute passes, and the gauge is read. */
  const read = async () => {
    clock.advance(EVERY_MS);
    node.wake();
    await eventually(async () => (await row()).checkedAt === clock());
  };
  const journal = () => readJournal(sql, { family: ID, actorId: null, limit: 100 });
  return {
    sql,
    workspaceId,
    node,
    row,
    read,
    journal,
    attempts: () => readAttempts(sql, { workspaceId, actorIds: [ID], before: null, limit: 100 }),
    replayed: async () => replayActor(sql, kinds, { kind: gauge.name, rows: await journal() }),
    setLevel: (next: number) => void (level = next),
    loseTo: (id: string | null) => void (lostTo = id),
  };
}

void t.test('reads that find nothing new write neither journal steps nor recordings', async (t) => {
  const { read, row, journal, attempts } = await watched(t);
  for (let count = 0; count < 4; count += 1) await read();
  t.match(await row(), { seq: 9, value: 'waiting' }, 'each took two steps');
  t.strictSame(
    (await journal()).map(({ event }) => event.type),
    ['started'],
  );
  t.equal((await attempts()).length, 0);
});

void t.test('what is found is in the journal, and a replay continues behind what was left out', async (t) => {
  const { read, row, journal, attempts, replayed, setLevel, sql } = await watched(t);
  await read();
  await read();
  setLevel(7);
  await read();
  t.strictSame(
    (await journal()).map(({ seq, event }) => [seq, event.type]),
    [
      [1, 'started'],
      [7, 'read.done'],
    ],
  );
  t.equal((await attempts())[0]!.seq, 7, 'with the calls that found it');
  const { steps, stopped, end } = await replayed();
  t.equal(stopped, null);
  t.strictSame(
    steps.flatMap(({ differences }) => differences),
    [],
  );
  t.strictSame(end, (await readSnapshot(sql, ID))!.snapshot, 'nothing was left out since');
  t.match(await row(), { seq: 7 });
  await read();
  const run = {
    format: 'troupe-run' as const,
    formatVersion: 1 as const,
    downloadedAt: '',
    actors: [
      {
        id: ID,
        kind: gauge.name,
        parentId: null,
        version: 1,
        seq: (await row()).seq,
        status: 'active',
        snapshot: (await readSnapshot(sql, ID))!.snapshot as never,
        steps: (await journal()) as never,
        attempts: [],
      },
    ],
  };
  t.strictSame(replayRun(run, kinds)[0]!.differences, [], 'what was left out since is no difference');
  (run.actors[0]!.snapshot as { context: { level: number } }).context.level = 9;
  t.match(replayRun(run, kinds), [{ differences: [/level/] }]);
});

void t.test('what a step does for others, and what an operator does, is in the journal', async (t) => {
  const { read, journal, loseTo, node } = await watched(t);
  loseTo('gauge_2');
  await read();
  t.strictSame(
    (await journal()).map(({ event }) => event.type),
    ['started', 'read.lost'],
  );
  loseTo(null);
  await node.command(async (tx, turn) => {
    const actor = (await lockInto(tx, turn, ID))!;
    turn.deliver(actor, { type: actor.timers[0]!.id }, { userId: 'usr_1', reason: 'now' });
    return { result: null };
  });
  await eventually(async () => (await journal()).length === 3);
  t.match((await journal()).at(-1), { value: 'reading', hand: { reason: 'now' } });
});
