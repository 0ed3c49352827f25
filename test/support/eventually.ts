import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything takes on a busy machine. */
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

/**
 * Looks again and again until there is something.
 * @param look returns anything falsy while there is nothing
 * @param withinMs for what takes longer: ten thousand of something
 * @throws Error when there is nothing within a minute
 */
export async function eventually<T>(
  look: () => Promise<T> | T,
  withinMs = WITHIN_MS,
): Promise<Exclude<T, null | undefined | false | 0 | ''>> {
  for (const deadline = Date.now() + withinMs; ;) {
    const seen = await look();
    if (seen) return seen as Exclude<T, null | undefined | false | 0 | ''>;
    if (Date.now() > deadline) throw new Error('it never became true');
    await pause(LOOK_EVERY_MS);
  }
}
