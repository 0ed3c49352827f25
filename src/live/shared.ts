/** Ways to ask a database less: one answer for many who ask, and only so many questions at once. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Callers that come while an answer is on its way share the one after it. So nobody gets an answer that is older than
 * the question, and never more than two are under way.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    const answer = ask();
    running = answer;
    const over = () => {
      if (running === answer) running = null;
    };
    answer.then(over, over);
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
 * As `shared`, and at most once in `pauseMs`: changes come in bursts. The pause comes first, as whoever calls may be told of
 * a change before those are told who remember what was. It keeps no process alive.
 */
export function paced<T>(ask: () => Promise<T>, pauseMs: number): () => Promise<T> {
  let askedAt = -Infinity;
  return shared(async () => {
    await pause(Math.max(0, askedAt + pauseMs - performance.now()), undefined, { ref: false });
    askedAt = performance.now();
    return ask();
  });
}

/** @returns runs work, at most `most` at once; the rest waits in the order it came */
export function turnstile(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next(); // the place goes over to it
    }
  };
}
