/** Starts the actors that rows of older programs lack: when a service starts, and from time to time after it. */
import type { Log } from '../base/log.ts';

/** An older node that runs beside this one may store a row at any time. */
const EVERY_MS = 10 * 60_000;

/**
 * Looks for rows without an actor now, and again every ten minutes. A look that fails is logged, and the next one makes up for it.
 * @param missing.what the things that the actors are of, for the log
 * @param missing.start starts the actors that are missing; several nodes may do so at once
 * @returns what stops it
 */
export async function keepStarting(missing: {
  what: string;
  start: () => Promise<unknown>;
  log: Log;
}): Promise<() => void> {
  const { what, start, log } = missing;
  const look = () =>
    start().catch((fault: unknown) =>
      log.warn(
        { fault: String(fault) },
        `actors of ${what} could not be started; the next try is in 10 minutes`,
      ),
    );
  await look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
