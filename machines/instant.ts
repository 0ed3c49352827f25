/**
 * The instant of the step in progress. Machines do not read the clock: they call `now()`, and the caller of a step sets
 * the value.
 */

let instant = 0;

/** The instant (epoch ms) of the event being processed: the only clock a machine may read. */
export const now = (): number => instant;

/** Sets the instant of the step that is about to be taken, epoch ms. */
export function setNow(at: number): void {
  instant = at;
}
