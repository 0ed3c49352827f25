/** Lets so many things happen at once; the rest waits in line, first come first served. */
export function createLanes(count: number): <T>(run: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let free = count;
  const line = new Set<() => void>();

  /** @throws the signal's reason, when it ends the wait */
  function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.delete(go);
        reject(signal?.reason as Error);
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.add(go);
    });
  }

  return async (run, signal) => {
    await enter(signal);
    try {
      return await run();
    } finally {
      const [next] = line;
      if (next === undefined) free += 1;
      else {
        line.delete(next);
        next();
      }
    }
  };
}
