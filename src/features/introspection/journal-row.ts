/** A step as the journal's pages have it, in the form in which one is read alone: what a page leaves out is null. */
import type { JournalRow } from '../../../store/actors.ts';
import type { JournalStep } from '../../../store/turns.ts';

/** @param of.actorId whose step it is; at: epoch ms */
export function journalRowOf(
  { version, definition, before, ...step }: JournalStep,
  of: { actorId: string; at: number },
): JournalRow {
  return {
    ...of,
    seq: step.seq,
    version: version ?? 1,
    definition: definition ?? null,
    event: step.event,
    value: step.value as JournalRow['value'],
    before: (before ?? null) as NonNullable<JournalRow['before']> | null,
    taken: step.taken ?? null,
    effects: step.effects ?? null,
    timers: step.timers ?? null,
    cancels: step.cancels ?? null,
    fault: step.fault ?? null,
    hand: step.hand ?? null,
  };
}
