/** The journal of an actor of a world (machine-world.ts), in the form of the store. */
import type { JournalRow } from '../../store/actors.ts';
import type { World } from './machine-world.ts';

export function rowsOf(world: World, id: string): JournalRow[] {
  return world.journal
    .filter(({ actor }) => actor.id === id)
    .map(({ step, at }) => ({
      actorId: id,
      seq: step.seq,
      version: step.version ?? 1,
      at,
      event: step.event,
      value: step.value as JournalRow['value'],
      before: (step.before ?? null) as NonNullable<JournalRow['before']> | null,
      taken: step.taken ?? null,
      effects: step.effects ?? null,
      timers: step.timers ?? null,
      cancels: step.cancels ?? null,
      fault: step.fault ?? null,
      hand: step.hand ?? null,
    }));
}
