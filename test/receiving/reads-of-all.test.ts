/** Reads of what no event reported, on every list of every network that is read. */
// Long test: each list starts three services and has sixty people write; reads.test.ts has one list of each shape.
import { ROWS, testReads } from './reads.ts';

for (const row of ROWS) testReads(row);
