/**
 * Memory for media that are opened for networks: one limit of bytes for the whole process. A step of a delivery holds
 * what it opened until the step ends. A step that finds no room waits its turn.
 * A step may need several files. Steps that already hold something wait ahead of steps that hold nothing, and within
 * each group the order is first come, first served. If every holder waited, none would ever release anything. In that
 * case the step that has held memory longest gets its bytes although there is no room. So the files of one step may
 * exceed the limit, and a file larger than the limit is opened alone.
 */
export interface MediaMemory {
  /** Runs a step and releases what it holds when it ends. */
  during<T>(step: (hold: Hold) => Promise<T>): Promise<T>;
  /** Bytes that are held now. */
  readonly used: number;
  /** How many requests wait for room. */
  readonly waiting: number;
}

/** One video of the largest size (300 MB), and room for other files beside it. */
export const DEFAULT_MEDIA_MEMORY: number = 512 * 1024 * 1024;

/** The memory that one step holds. */
export interface Hold {
  /** Waits until there is room for this many more bytes. @throws the signal's reason, if the signal ends the wait */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Releases some bytes before the step ends, for a file that was smaller than announced. */
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

/** @param most limit in bytes for all steps together */
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
  /** Holders first, each group in order; null when the first in line has to wait. */
  const next = (): Waiter | null => {
    const first = line.find(({ owner }) => owner.held > 0) ?? line[0];
    if (first === undefined) return null;
    if (fits(first.bytes)) return first;
    const [oldest] = owners; // in the order in which they got their first bytes
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
        // a step that ended without waiting for its own files
        line = line.filter((waiter) => waiter.owner !== owner);
        if (owner.held > 0) giveBack(owner, owner.held);
        else admit();
      }
    },
  };
}

/** For files that are opened outside a step. */
export const noHold: Hold = { take: async () => undefined, giveBack: () => undefined };
