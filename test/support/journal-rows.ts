/** The journal of an actor of a world (machine-world.ts), in the form of the store. */
import { journalRowOf } from '../../src/features/introspection/journal-row.ts';
import type { JournalRow } from '../../store/actors.ts';
import type { World } from './machine-world.ts';

export function rowsOf(world: World, id: string): JournalRow[] {
  return world.journal
    .filter(({ actor }) => actor.id === id)
    .map(({ step, at }) => journalRowOf(step, { actorId: id, at }));
}
