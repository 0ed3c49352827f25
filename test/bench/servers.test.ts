/** The sections of the bench that measure the servers run to their end. */
// Long test: it plays whole sections of the bench, on which nothing of the service depends.
// Runs alone: it starts many programs, and its tests begin only after the first one has.
import { measureTiny } from './tiny.ts';

await measureTiny({
  reads: { rows: 4, goals: 2 },
  creates: { rows: 4, goals: 1 },
  live: { rows: 3, goals: 2 },
  inbound: { rows: 7, goals: 5 },
  inbox: { rows: 4, goals: 2 },
  rules: { rows: 2, goals: 2 },
  numbers: { rows: 8, goals: 3 },
  matching: { rows: 8, goals: 2 },
  mcp: { rows: 5, goals: 3 },
  flows: { rows: 18, goals: 5 },
});
