/**
 * Parts of a test file that are left out of `npm test`, which has to end within 12 minutes on two cores: rows of a matrix, and tests whose
 * promise a shorter one guards at every change. `npm run prove` and `npm test -- --long` play them, and so does naming the file.
 * A file that is long as a whole says so in a comment instead (runner/options.ts).
 */
import t, { type Test } from 'tap';
import { PLAYS_LONG } from './runner/options.ts';

/** Whether this run plays them. */
export const playsLong = process.env[PLAYS_LONG] === '1';

/** Declares a test that only long runs play. */
export function longTest(title: string, test: (t: Test) => Promise<void> | void): void {
  if (playsLong) void t.test(title, test);
}

/**
 * The rows of a matrix that this run plays.
 * @param rows of the whole matrix, played in long runs
 * @param short which of them are played at every change
 * @throws Error if that is none of them
 */
export function rowsToPlay<T>(rows: readonly T[], short: (row: T) => boolean): readonly T[] {
  const chosen = rows.filter(short);
  if (chosen.length === 0) throw new Error('the short run would play no row');
  return playsLong ? rows : chosen;
}
