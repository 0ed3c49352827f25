/**
 * Brings a snapshot of an older machine version to today's. The upgrades are pure, JSON to JSON; one `xstate.upgrade`
 * event then lets new eventless transitions settle. A snapshot that does not fit parks its actor; it never half-runs.
 */
import { fits, impliedTimers, type Persisted, type Step, step, type Timer } from '../../machines/durable.ts';
import type { AnyStateMachine } from 'xstate';
import type { Charted } from './kind.ts';

/**
 * @param from version the snapshot was written by
 * @param now instant of the upgrade, epoch ms
 * @returns the step that settled the upgraded snapshot, and every timer the new chart implies: those that are not
 *   armed yet are to be armed, those under any other name dropped, the rest keep their time
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
