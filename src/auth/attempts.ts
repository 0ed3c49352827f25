/**
 * Slows down who guesses passwords: after a few failures for one address of a person, or many from one place, no further
 * try is looked at for a while. Counted on each node by itself and in memory: an attacker gets a few more tries by it,
 * and nobody is locked out by a restart.
 */
import { Problem } from '../api/problem.ts';

const WINDOW_MS = 15 * 60_000;
/** Failures within the window. A place may be a whole office behind one address, or a reverse proxy. */
export const MOST_FAILURES = { person: 10, place: 100 };
const MOST_REMEMBERED = 10_000;

export interface Attempts {
  /** @throws Problem 429 when there were too many failures */
  check(who: { person: string; place: string }, now: number): void;
  failed(who: { person: string; place: string }, now: number): void;
  succeeded(who: { person: string }): void;
}

export function createAttempts(): Attempts {
  /** The longest unused first. */
  const failures = new Map<string, { count: number; since: number }>();

  const read = (key: string, now: number) => {
    const found = failures.get(key);
    return found !== undefined && now - found.since < WINDOW_MS ? found : { count: 0, since: now };
  };
  const note = (key: string, now: number) => {
    const { count, since } = read(key, now);
    failures.delete(key);
    if (failures.size >= MOST_REMEMBERED) failures.delete(failures.keys().next().value!);
    failures.set(key, { count: count + 1, since });
  };
  return {
    check({ person, place }, now) {
      for (const [key, most] of [
        [personKey(person), MOST_FAILURES.person],
        [placeKey(place), MOST_FAILURES.place],
      ] as const) {
        const { count, since } = read(key, now);
        if (count < most) continue;
        const retryAfterSeconds = Math.ceil((since + WINDOW_MS - now) / 1000);
        throw new Problem(
          'too_many_attempts',
          `too many failed sign-ins: try again in ${minutes(retryAfterSeconds)}`,
          { retryAfterSeconds },
        );
      }
    },
    failed({ person, place }, now) {
      note(personKey(person), now);
      note(placeKey(place), now);
    },
    succeeded({ person }) {
      failures.delete(personKey(person));
    },
  };
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? '1 minute' : `${count} minutes`;
}

const personKey = (person: string) => `person ${person.toLowerCase()}`;
const placeKey = (place: string) => `place ${place}`;
