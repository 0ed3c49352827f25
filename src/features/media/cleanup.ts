/** Deletes the files of uploads whose process died, and copies that nobody requested for a long time. */
import type { Log } from '../../base/log.ts';
import type { Incoming } from './incoming.ts';
import type { MediaStorage } from './storage.ts';
import { HOUR_MS } from '../../base/durations.ts';

/** An upload that is under way writes every few seconds, and ends after 15 minutes. */
const ABANDONED_AFTER_MS = HOUR_MS;
/** Copies can be made again. Those handed out are at most a week old, so networks have three weeks to fetch them. */
const COPIES_KEPT_MS = 30 * 24 * HOUR_MS;

interface Cleanup {
  storage: MediaStorage;
  incoming: Incoming;
  /** Epoch ms. */
  clock: () => number;
  log: Log;
}

/** Deletes old files once. @returns how many */
export async function cleanUp({ storage, incoming, clock }: Omit<Cleanup, 'log'>): Promise<number> {
  // files carry the time of the machine, whatever clock the service uses
  const abandoned = await incoming.sweep(Date.now() - ABANDONED_AFTER_MS);
  return abandoned + (await storage.prune(Math.min(clock(), Date.now()) - COPIES_KEPT_MS));
}

/** Deletes old files now and every hour. @returns a function that stops it */
export function startCleanup({ log, ...what }: Cleanup): () => void {
  const run = async () => {
    try {
      const count = await cleanUp(what);
      if (count > 0) log.info({ count }, 'cleared away old media files');
    } catch (fault) {
      log.warn(
        { fault: String(fault) },
        'old media files could not be cleared away; it is tried again later',
      );
    }
  };
  void run();
  const timer = setInterval(() => void run(), HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
