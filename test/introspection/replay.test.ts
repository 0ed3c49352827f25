import t from 'tap';
import { kinds, type KindName } from '../support/own-charts.ts';
import { chartOf } from '../../machines/chart.ts';
import { createMachine } from 'xstate';
import type { JournalRow } from '../../store/actors.ts';
import { replay, replayedBy } from '../../src/features/introspection/replay.ts';
import { NotARun, readRun, replayRun } from '../../src/features/introspection/run-file.ts';
import { activeStates, sameJson, stateName } from '../../src/engine/state-name.ts';
import { xstateConfig } from '../../src/features/introspection/xstate-config.ts';
import { rowsOf } from '../support/journal-rows.ts';
import { targetOf, World } from '../support/machine-world.ts';

/** A world in which a post was sent after one temporary failure. */
function aRun(): { world: World; postId: string; deliveryId: string } {
  const world = new World();
  const postId = world.start('post', 'post_1', {
    postId: 'post_1',
    targets: [targetOf('post_1', 'acc_1')],
    dueAt: world.now,
    draft: false,
  });
  const answers = [
    { type: 'outcome.retry', reason: '502' },
    { type: 'outcome.published', networkPostId: '1', url: null },
  ];
  world.script = () => answers.shift()!;
  world.settle();
  world.elapse(6 * 60_000);
  world.settle();
  return { world, postId, deliveryId: targetOf('post_1', 'acc_1').deliveryId };
}

void t.test('the journal alone gives every context, and the actor’s current state', async (t) => {
  const { world, postId, deliveryId } = aRun();
  for (const [id, kind] of [
    [postId, kinds.post],
    [deliveryId, kinds.delivery],
  ] as const) {
    const { steps, end, stopped } = replay(kind, rowsOf(world, id));
    t.equal(stopped, null);
    t.ok(sameJson(end, JSON.parse(world.rows.get(id)!.snapshot)), id);
    t.strictSame(
      steps.flatMap(({ differences }) => differences),
      [],
    );
    t.ok(steps.every(({ context }) => context !== null));
  }
  const told = replay(kinds.delivery, rowsOf(world, deliveryId)).steps;
  t.match(told.at(-1)!.requests, [{ type: 'tell', params: { messages: [{ to: postId }] } }]);
});

void t.test('a replay says why it stops, and still lists the steps', async (t) => {
  const { world, deliveryId } = aRun();
  const rows = rowsOf(world, deliveryId);
  const cases: [string, JournalRow[], object][] = [
    ['a pruned beginning', rows.slice(1), { seq: 2, code: 'pruned' }],
    ['a gap', rows.filter(({ seq }) => seq !== 2), { seq: 3, code: 'gap' }],
    [
      'another event',
      rows.map((row) => (row.seq === 2 ? { ...row, event: { type: 'outcome.rejected', reason: 'x' } } : row)),
      { seq: 2, code: 'differs', reason: /it went to retrying, now to failed/ },
    ],
  ];
  for (const [what, journal, expected] of cases) {
    const { steps, end, stopped } = replay(kinds.delivery, journal);
    t.match(stopped, expected, what);
    t.equal(end, null, what);
    t.equal(steps.length, journal.length, what);
    t.ok(
      steps.filter(({ seq }) => seq >= stopped!.seq).every(({ context }) => context === null),
      what,
    );
  }
  t.match(replay(replayedBy(undefined, null), rows).stopped, { seq: 1, code: 'unknown_kind' });
  const late = rows.map((row) =>
    row.timers ? { ...row, timers: row.timers.map(({ id, dueAt }) => ({ id, dueAt: dueAt + 1 })) } : row,
  );
  const { steps, stopped } = replay(kinds.delivery, late);
  t.equal(stopped, null, 'a timer that is a little off does not lead elsewhere');
  t.match(
    steps.flatMap(({ differences }) => differences),
    [/^the timers were/],
  );
});

void t.test('entries without a step of the machine are skipped', async (t) => {
  const { world, deliveryId } = aRun();
  const rows = rowsOf(world, deliveryId);
  const aside = (seq: number, more: object): JournalRow => ({
    ...rows[0]!,
    seq,
    value: rows[1]!.value,
    taken: null,
    effects: null,
    timers: null,
    ...more,
  });
  const journal = [
    ...rows.slice(0, 2),
    aside(3, { event: { type: 'refused' }, fault: 'Error: no' }),
    aside(4, { event: { type: 'resumed' }, hand: { userId: 'usr_1', reason: 'mended' } }),
    ...rows.slice(2).map((row) => ({ ...row, seq: row.seq + 2 })),
  ];
  const { stopped, end } = replay(kinds.delivery, journal);
  t.equal(stopped, null);
  t.equal(stateName(end!.value), 'published');
});

void t.test('a file that is not a run is refused with the reason', async (t) => {
  const wrong: [string, RegExp][] = [
    ['nonsense', /not JSON/],
    ['null', /not a run of Troupe/],
    ['{}', /not a run of Troupe/],
    ['{"format":"troupe-run","formatVersion":2}', /version 2; this program reads 1/],
    ['{"format":"troupe-run","formatVersion":1,"downloadedAt":"x","actors":[{"id":1}]}', /damaged/],
  ];
  for (const [text, message] of wrong) t.throws(() => readRun(text), { name: NotARun.name, message });
});

void t.test('a run whose end differs from its journal is reported', async (t) => {
  const { world, deliveryId } = aRun();
  const row = world.rows.get(deliveryId)!;
  const snapshot = JSON.parse(row.snapshot);
  const run = (kept: object) => ({
    format: 'troupe-run' as const,
    formatVersion: 1 as const,
    downloadedAt: '',
    actors: [{ ...row, snapshot: kept as never, steps: rowsOf(world, deliveryId) as never }],
  });
  t.match(replayRun(run(snapshot), kinds), [{ differences: [], stopped: null }]);
  const other = { ...snapshot, context: { ...snapshot.context, attempt: 9 } };
  t.strictSame(replayRun(run(other), kinds)[0]!.differences, ['at the end attempt was 9, now 2']);
});

void t.test('states are named for people as in the chart', async (t) => {
  t.equal(stateName({ verifying: 'waiting' }), 'verifying.waiting');
  t.equal(stateName({ a: { b: 'c' }, d: {} }), 'a.b.c, d');
  t.strictSame(activeStates('delivery', { verifying: 'waiting' }), [
    'delivery',
    'delivery.verifying',
    'delivery.verifying.waiting',
  ]);
});

for (const kind of Object.keys(kinds) as KindName[]) {
  void t.test(`the exported configuration of ${kind} creates the same chart`, async (t) => {
    const { interpreted: reason, ...chart } = chartOf(kinds[kind].machine);
    const config = JSON.parse(JSON.stringify(xstateConfig(chartOf(kinds[kind].machine)))) as never;
    const { interpreted, ...again } = chartOf(createMachine(config));
    t.strictSame(again, { ...chart, effects: [] }, 'but for what only the machine’s file can say');
    t.match(interpreted, reason ?? /is not declared/, 'without that file its steps cannot be compiled');
  });
}
