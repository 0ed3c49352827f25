/**
 * `npm run simulate`: many seeds, until one breaks a promise.
 *
 *   npm run simulate -- --seeds 5000            that many seeds, from a random one
 *   npm run simulate -- --from 1 --seeds 5000   from this one
 *   npm run simulate -- --seed 42               one seed, with its moves
 *
 * These are posts. People who write and are answered need a database, so their seeds are a test:
 *   TROUPE_TEST_SEEDS=200 npm test -- test/simulation/people.test.ts
 */
import { parseArgs } from 'node:util';
import { BrokenPromise, simulate, type SimulationReport } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log('npm run simulate -- [--seeds N] [--from SEED] | --seed SEED');
  process.exit(0);
}

const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 31));
const count = values.seed === undefined ? Number(values.seeds) : 1;
const sum: Omit<SimulationReport, 'seed'> = { posts: 0, copies: 0, faults: 0, crashes: 0 };
const begun = performance.now();
try {
  for (let seed = first; seed < first + count; seed += 1) {
    const { posts, copies, faults, crashes } = await simulate(seed);
    sum.posts += posts;
    sum.copies += copies;
    sum.faults += faults;
    sum.crashes += crashes;
    const done = seed - first + 1;
    if (process.stdout.isTTY && done % 50 === 0) process.stdout.write(`\r${done} of ${count} seeds`);
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `\r${count} seeds from ${first} in ${seconds} s: ${sum.posts} posts, ${sum.copies} copies, ${sum.faults} faults, ${sum.crashes} crashes; every promise kept`,
  );
} catch (fault) {
  console.error(fault instanceof BrokenPromise ? `\n${fault.message}` : fault);
  process.exit(1);
}
