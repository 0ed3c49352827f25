/**
 * Indexes posts that older programs wrote, beside requests and actors: when a node starts, and from time to time after it, since an older
 * node that runs beside this one may write one at any time. The search does not find them before.
 */
import type { Sql } from '../../store/connect.ts';
import type { Log } from '../base/log.ts';
import { indexPosts } from '../features/posts/index.ts';

const EVERY_MS = 10 * 60_000;

/** Does not wait for the first run: a million posts take minutes. @returns what stops it, after the transaction that is under way */
export function keepIndexed({ sql, log }: { sql: Sql; log: Log }): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = async () => {
    try {
      const indexed = await indexPosts({ sql, signal: stopping.signal });
      if (indexed > 0) log.info({ indexed }, 'indexed posts of an older version for the search');
    } catch (fault) {
      log.warn(
        { fault: String(fault) },
        'posts could not be indexed for the search; the next try is in 10 minutes',
      );
    }
  };
  const next = () => {
    running = running.then(run);
  };
  next();
  const timer = setInterval(next, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
