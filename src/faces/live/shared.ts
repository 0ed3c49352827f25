/** Two ways to query a database less often: one result for many callers, and a pause between two queries. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Callers that come while a query runs share the next one. So nobody gets a result older than their call, and there are
 * never more than two queries: one running and one waiting.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    const answer = ask();
    running = answer;
    const ended = () => {
      if (running === answer) running = null;
    };
    answer.then(ended, ended);
    return answer;
  };
  const startNext = (): Promise<T> => {
    next = null;
    return start();
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(startNext, startNext);
    return next;
  };
}

/**
 * Like `shared`, but at most once in `pauseMs`, because changes come in bursts. The pause comes before the query,
 * because a caller may hear of a change a moment before the caches have dropped the old value. The timer does not keep
 * the process alive.
 */
export function paced<T>(ask: () => Promise<T>, pauseMs: number): () => Promise<T> {
  let queriedAt = -Infinity;
  return shared(async () => {
    await pause(Math.max(0, queriedAt + pauseMs - performance.now()), undefined, { ref: false });
    queriedAt = performance.now();
    return ask();
  });
}
