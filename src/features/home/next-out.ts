/** What goes out next: planned posts, and the free slots of the schedule between them. Pure. */
import type { Slot } from '../../../store/workspaces.ts';
import { DAY_MS } from '../../base/durations.ts';
import { isoOf, nextFreeSlot } from '../../base/time.ts';
import type { Findings } from './items.ts';
import type { Home } from './schemas.ts';

const MAX_ENTRIES = 6;
/** Free slots after this time are not worth a line, ms. */
const SLOTS_AHEAD_MS = 3 * DAY_MS;

/** @param schedule.now epoch ms */
export function nextOut(
  planned: Findings['planned'],
  { slots, timezone, now }: { slots: Slot[]; timezone: string; now: number },
): Home['nextOut'] {
  const occupied = new Set(planned.map(({ at }) => at));
  const free: number[] = [];
  while (free.length < MAX_ENTRIES) {
    const at = nextFreeSlot(slots, timezone, free.at(-1) ?? now, occupied);
    if (at === null || at > now + SLOTS_AHEAD_MS) break;
    free.push(at);
  }
  return [
    ...planned.map(({ id, text, platforms, at }) => ({ at, post: { id, text, platforms } })),
    ...free.map((at) => ({ at, post: null })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MAX_ENTRIES)
    .map(({ at, post }) => ({ at: isoOf(at), post }));
}
