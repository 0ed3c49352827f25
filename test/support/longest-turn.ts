/** Processor time of this process, ms: unlike the clock it does not count what other programs take. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The longest turn of the event loop while something is done, in processor time, ms. */
export async function longestTurn(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuMs();
  let isDone = false;
  const tick = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await work;
  } finally {
    isDone = true;
  }
  return longest;
}
