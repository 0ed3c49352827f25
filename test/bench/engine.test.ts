/** The sections of the bench that measure the engine run to their end. */
// Long test: it plays whole sections of the bench, on which nothing of the service depends.
// Runs alone: it starts many programs, and its tests begin only after the first one has.
import { measureTiny } from './tiny.ts';

await measureTiny({
  due: { rows: 3, goals: 8 },
  deliveries: { rows: 2, goals: 0 },
  conversation: { rows: 3, goals: 3 },
  lateness: { rows: 1, goals: 1 },
});
