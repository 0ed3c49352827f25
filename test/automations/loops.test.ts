/** How many runs of one person may start within an hour (src/features/flows/start-runs.ts). */
import t from 'tap';
import { loopEndOf, MAX_RUNS_AN_HOUR } from '../../src/features/flows/start-runs.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-05-04T08:00:00Z');

/** Runs that started a minute apart, the newest at `last`. */
const starts = (count: number, last: number) =>
  Array.from({ length: count }, (_, index) => last - (count - 1 - index) * 60_000);

void t.test('one run more than may start within an hour stops them for an hour', async (t) => {
  t.equal(loopEndOf(starts(MAX_RUNS_AN_HOUR, NOW), NOW), null);
  t.equal(loopEndOf(starts(MAX_RUNS_AN_HOUR + 1, NOW), NOW), NOW + HOUR);
});

void t.test('the hour begins with the last run, and its end belongs to the next one', async (t) => {
  const began = starts(MAX_RUNS_AN_HOUR + 1, NOW);
  t.equal(loopEndOf(began, NOW + HOUR - 1), NOW + HOUR);
  t.equal(loopEndOf(began, NOW + HOUR), null);
});

void t.test('runs exactly an hour apart are within the hour, a moment more is not', async (t) => {
  const rest = starts(MAX_RUNS_AN_HOUR, NOW);
  t.equal(loopEndOf([NOW - HOUR, ...rest], NOW), NOW + HOUR);
  t.equal(loopEndOf([NOW - HOUR - 1, ...rest], NOW), null);
});
