/**
 * Upgrades a snapshot of an older machine version to the current one. The upgrades are pure functions from JSON to JSON.
 * One `xstate.upgrade` event then takes new eventless transitions. If the snapshot does not fit the chart, its actor is
 * parked, so that it never runs in an invalid state.
 */
import { fits, impliedTimers, type Persisted, type Step, step, type Timer } from '../../machines/durable.ts';
import type { AnyStateMachine } from 'xstate';
import type { Charted } from './kind.ts';

/**
 * Upgrades a snapshot.
 * @param from the version that wrote the snapshot
 * @param now the instant of the upgrade, epoch ms
 * @returns the step of the `xstate.upgrade` event, and every timer of the new chart. The caller starts those that are not
 *   running yet, removes those with any other name, and leaves the time of the rest unchanged
 * @throws when an upgrade is missing, or the new chart cannot restore the result
 */
export function upgrade(
  kind: Pick<Charted, 'version' | 'upgrades'> & { machine: AnyStateMachine },
  from: number,
  snapshot: Persisted,
  now: number,
): { settled: Step; implied: Timer[] } {
  let current = snapshot;
  for (let version = from; version < kind.version; version += 1) {
    const upgradeOne = kind.upgrades[version];
    if (!upgradeOne) throw new Error(`${kind.machine.id}: there is no upgrade from version ${version}`);
    current = upgradeOne(current);
  }
  if (!fits(kind.machine, current)) {
    throw new Error(`${kind.machine.id}: ${JSON.stringify(current.value)} names no whole state of the chart`);
  }
  const settled = step(kind.machine, current, { type: 'xstate.upgrade' }, now);
  return { settled, implied: settled.done ? [] : impliedTimers(kind.machine, settled.snapshot, now) };
}
