/**
 * Memory for media that are opened for networks: one budget of bytes for the whole process. A step of a delivery holds
 * what it opened until it ends; who finds no room waits in order.
 *
 * A step may need several files, so those that hold something wait ahead of those that hold nothing, and nobody overtakes.
 * Were every holder waiting, none would ever give back: then the one that has held longest gets its bytes although there is
 * no room. So the budget may be passed by the files of one step, and a file larger than all of it gets through alone.
 */
export interface MediaMemory {
  /** Runs a step; what it holds is given back when it ends. */
  during<T>(step: (hold: Hold) => Promise<T>): Promise<T>;
  /** Bytes that are held. */
  readonly used: number;
  /** How many wait for room. */
  readonly waiting: number;
}

/** One video of the largest size (300 MB) and some room beside it. */
export const DEFAULT_MEDIA_MEMORY: number = 512 * 1024 * 1024;

/** What one step holds. */
export interface Hold {
  /** Waits for room for so many more bytes. @throws the signal's reason, when it ends the wait */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Gives some back before the end: a file was smaller than it was said to be. */
  giveBack(bytes: number): void;
}

interface Waiter {
  owner: Owner;
  bytes: number;
  go: () => void;
}
interface Owner {
  held: number;
  waits: number;
}

/** @param most bytes of all steps together */
export function createMediaMemory(most: number): MediaMemory {
  const owners = new Set<Owner>();
  let line: Waiter[] = [];
  let used = 0;

  const fits = (bytes: number) => used === 0 || used + bytes <= most;
  const grant = ({ owner, bytes }: Pick<Waiter, 'owner' | 'bytes'>) => {
    owner.held += bytes;
    used += bytes;
    owners.add(owner);
  };
  /** Holders first, each in order; null when the first in line has to wait. */
  const next = (): Waiter | null => {
    const first = line.find(({ owner }) => owner.held > 0) ?? line[0];
    if (first === undefined) return null;
    if (fits(first.bytes)) return first;
    const [oldest] = owners; // in the order in which they were let in
    const stuck = [...owners].every(({ waits }) => waits > 0);
    return stuck ? (line.find(({ owner }) => owner === oldest) ?? null) : null;
  };
  const admit = () => {
    for (let waiter = next(); waiter !== null; waiter = next()) {
      line = line.filter((other) => other !== waiter);
      waiter.owner.waits -= 1;
      grant(waiter);
      waiter.go();
    }
  };
  const giveBack = (owner: Owner, bytes: number) => {
    owner.held -= bytes;
    used -= bytes;
    if (owner.held === 0) owners.delete(owner);
    admit();
  };

  const take = (owner: Owner, bytes: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (line.length === 0 && fits(bytes)) {
      grant({ owner, bytes });
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        bytes,
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        line = line.filter((other) => other !== waiter);
        owner.waits -= 1;
        reject(signal.reason as Error);
        admit();
      };
      signal.addEventListener('abort', leave, { once: true });
      owner.waits += 1;
      line.push(waiter);
      admit();
    });
  };

  return {
    get used() {
      return used;
    },
    get waiting() {
      return line.length;
    },
    async during(step) {
      const owner: Owner = { held: 0, waits: 0 };
      try {
        return await step({
          take: async (bytes, signal) => take(owner, bytes, signal),
          giveBack: (bytes) => giveBack(owner, Math.min(bytes, owner.held)),
        });
      } finally {
        // one that went away without waiting for its own files
        line = line.filter((waiter) => waiter.owner !== owner);
        if (owner.held > 0) giveBack(owner, owner.held);
        else admit();
      }
    },
  };
}

/** For what is opened outside of a step. */
export const noHold: Hold = { take: async () => undefined, giveBack: () => undefined };
