/**
 * Slows down password guessing: after a few failures for one person from one place, or many from one place, no more
 * passwords are checked from there for some time. Failures elsewhere lock nobody out: anybody can make them. Each node counts by itself, in
 * memory. So an attacker gets a few more tries on several nodes, and a restart unlocks everybody.
 */
import { LRUCache } from 'lru-cache';
import { Problem } from '../../api/problem.ts';

const WINDOW_MS = 15 * 60_000;
/** Failures within the window. `person`: of one person from one place. A place is a client's address, which a whole office may share. */
export const MAX_FAILURES = { person: 10, place: 100 };
const MAX_REMEMBERED = 10_000;

/** `person`: an email address or a user's id. */
export interface Who {
  person: string;
  place: string;
}

export interface Attempts {
  /**
   * Checks a password. While the check runs it counts as a failure, so that parallel tries count too. A success removes
   * it together with the person's earlier failures from this place; an error removes only it.
   * @param check returns null when the password is wrong
   * @returns what the check returns
   * @throws Problem 429 when there were too many failures; what the check throws
   */
  run<T>(who: Who, now: number, check: () => Promise<T | null>): Promise<T | null>;
}

interface Failures {
  count: number;
  /** When the window started, epoch ms. */
  since: number;
}

/** @param what what is counted, for the error */
export function createAttempts(what = 'failed sign-ins'): Attempts {
  // made with the first try: it takes up its whole size at once
  let made: LRUCache<string, Failures> | null = null;
  const remembered = () => (made ??= new LRUCache({ max: MAX_REMEMBERED }));

  const read = (key: string, now: number): Failures => {
    const found = remembered().get(key);
    return found !== undefined && now - found.since < WINDOW_MS ? found : { count: 0, since: now };
  };
  const add = (key: string, change: 1 | -1, now: number) => {
    const { count, since } = read(key, now);
    if (count + change <= 0) remembered().delete(key);
    else remembered().set(key, { count: count + change, since });
  };
  const insistOnRoom = (key: string, most: number, now: number) => {
    const { count, since } = read(key, now);
    if (count < most) return;
    const retryAfterSeconds = Math.ceil((since + WINDOW_MS - now) / 1000);
    const message = `too many ${what}: try again in ${minutes(retryAfterSeconds)}`;
    throw new Problem('too_many_attempts', message, {
      retryAfterSeconds,
      values: { minutes: Math.ceil(retryAfterSeconds / 60) },
    });
  };
  return {
    async run(who, now, check) {
      const person = `person ${who.person.trim().toLowerCase()} at ${who.place}`;
      const place = `place ${who.place}`;
      insistOnRoom(person, MAX_FAILURES.person, now);
      insistOnRoom(place, MAX_FAILURES.place, now);
      add(person, 1, now);
      add(place, 1, now);
      try {
        const result = await check();
        if (result === null) return null;
        remembered().delete(person);
        add(place, -1, now);
        return result;
      } catch (error) {
        add(person, -1, now);
        add(place, -1, now);
        throw error;
      }
    },
  };
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? '1 minute' : `${count} minutes`;
}
