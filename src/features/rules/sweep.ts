/** Keeps looking up what comments stand below, beside requests and actors. */
import { placeDue } from './place-comments.ts';
import type { SweepDeps } from './sweep-calls.ts';

/** How often is looked what is due, ms. */
const EVERY_MS = 1_000;

/** @returns what stops it */
export function keepSwept(deps: SweepDeps): () => Promise<void> {
  const stops = [
    // apart from the sweeps: somebody waits for an answer
    repeat(deps, () => placeDue(deps)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function repeat({ log }: SweepDeps, work: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = work()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'a sweep has failed; trying again'))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, EVERY_MS).unref();
      });
  };
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
