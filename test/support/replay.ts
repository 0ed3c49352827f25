/** Checks that the journal alone gives the state of every actor. */
import { deepStrictEqual } from 'node:assert/strict';
import { type Persisted, start, step } from '../../machines/durable.ts';
import { kinds, type KindName } from './own-charts.ts';
import type { World } from './machine-world.ts';

/** Replays the journal of every actor of a world, (event, time) by (event, time), and compares the snapshots. */
export function replay(world: World): void {
  for (const [id, row] of world.rows) {
    const { machine } = kinds[row.kind as KindName];
    let snapshot: Persisted | null = null;
    for (const { actor, step: taken, at } of world.journal) {
      if (actor.id !== id) continue;
      const { event } = taken;
      const next = snapshot
        ? step(machine, snapshot, event as never, at)
        : start(machine, (event as unknown as { input: never }).input, at);
      snapshot = JSON.parse(JSON.stringify(next.snapshot)) as Persisted;
    }
    deepStrictEqual(snapshot, JSON.parse(row.snapshot), `the journal of ${id} leads elsewhere`);
  }
}
