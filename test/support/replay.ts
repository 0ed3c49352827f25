/** Checks that the journal alone gives the state of every actor. */
import { deepStrictEqual } from 'node:assert/strict';
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, step } from '../../machines/durable.ts';
import type { Kind } from '../../src/engine/kind.ts';
import { kinds, type KindName } from './own-charts.ts';
import { comparable } from '../../src/engine/routine.ts';
import { standingAt } from '../../src/features/introspection/replay.ts';
import type { World } from './machine-world.ts';

/** Replays the journal of every actor of a world, (event, time) by (event, time), and compares the snapshots. */
export function replay(world: World): void {
  for (const [id, row] of world.rows) {
    const { machine, routine }: Kind & { machine: AnyStateMachine } = kinds[row.kind as KindName];
    let snapshot: Persisted | null = null;
    let seq = 0;
    for (const { actor, step: taken, at } of world.journal) {
      if (actor.id !== id) continue;
      const { event, before } = taken;
      if (before) snapshot = standingAt(JSON.parse(JSON.stringify(before)) as never);
      else if (taken.seq !== seq + 1) throw new Error(`step ${seq + 1} of ${id} is not in the journal`);
      seq = taken.seq;
      const next = snapshot
        ? step(machine, snapshot, event as never, at)
        : start(machine, (event as unknown as { input: never }).input, at);
      snapshot = JSON.parse(JSON.stringify(next.snapshot)) as Persisted;
    }
    const [end, stored] = [snapshot!, JSON.parse(row.snapshot) as Persisted].map((one) =>
      comparable(routine, one, seq === row.seq),
    );
    deepStrictEqual(end, stored, `the journal of ${id} leads elsewhere`);
  }
}
