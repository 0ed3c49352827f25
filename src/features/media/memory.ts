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
export const createMediaMemory = (most: number): MediaMemory => new Memory(most);

class Memory implements MediaMemory {
  readonly #most: number;
  /** In the order in which they got their first bytes. */
  readonly #owners = new Set<Owner>();
  #line: Waiter[] = [];
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get used(): number {
    return this.#used;
  }

  get waiting(): number {
    return this.#line.length;
  }

  async during<T>(step: (hold: Hold) => Promise<T>): Promise<T> {
    const owner: Owner = { held: 0, waits: 0 };
    try {
      return await step({
        take: async (bytes, signal) => this.#take(owner, bytes, signal),
        giveBack: (bytes) => this.#giveBack(owner, Math.min(bytes, owner.held)),
      });
    } finally {
      // a step that ended without waiting for its own files
      this.#line = this.#line.filter((waiter) => waiter.owner !== owner);
      if (owner.held > 0) this.#giveBack(owner, owner.held);
      else this.#admit();
    }
  }

  #take(owner: Owner, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#line.length === 0 && this.#fits(bytes)) {
      this.#grant({ owner, bytes });
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
        this.#leave(waiter);
        reject(signal.reason as Error);
        this.#admit();
      };
      signal.addEventListener('abort', leave, { once: true });
      owner.waits += 1;
      this.#line.push(waiter);
      this.#admit();
    });
  }

  #giveBack(owner: Owner, bytes: number): void {
    owner.held -= bytes;
    this.#used -= bytes;
    if (owner.held === 0) this.#owners.delete(owner);
    this.#admit();
  }

  #admit(): void {
    for (let waiter = this.#next(); waiter !== null; waiter = this.#next()) {
      this.#leave(waiter);
      this.#grant(waiter);
      waiter.go();
    }
  }

  /** Holders first, each group in order; null when the first in line has to wait. */
  #next(): Waiter | null {
    const first = this.#line.find(({ owner }) => owner.held > 0) ?? this.#line[0];
    if (first === undefined) return null;
    if (this.#fits(first.bytes)) return first;
    const [oldest] = this.#owners;
    const stuck = [...this.#owners].every(({ waits }) => waits > 0);
    return stuck ? (this.#line.find(({ owner }) => owner === oldest) ?? null) : null;
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#most;
  }

  #grant({ owner, bytes }: Pick<Waiter, 'owner' | 'bytes'>): void {
    owner.held += bytes;
    this.#used += bytes;
    this.#owners.add(owner);
  }

  #leave(waiter: Waiter): void {
    this.#line = this.#line.filter((other) => other !== waiter);
    waiter.owner.waits -= 1;
  }
}

/** For files that are opened outside a step. */
export const noHold: Hold = { take: async () => undefined, giveBack: () => undefined };
