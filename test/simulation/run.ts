/**
 * `npm run simulate`: many seeds, until one breaks a promise.
 *
 *   npm run simulate -- --seeds 5000            that many seeds, from a random one
 *   npm run simulate -- --from 1 --seeds 5000   from this one
 *   npm run simulate -- --seed 42               one seed, with its moves
 *
 * These are posts. People who write and are answered, and people who comment what rules wait for, need a database:
 *
 *   npm run simulate -- --people --seeds 200    half a second a seed
 *   npm run simulate -- --rules --seeds 2000    the same: about a quarter of an hour
 *   npm run simulate -- --automations --seeds 500    people in automations of direct messages
 *   npm run simulate -- --outages --seeds 500    an hour of outage: some seconds a seed
 *   npm run simulate -- --ahead --seeds 500    series and imports: some seconds a seed
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BrokenPromise, simulate, type SimulationReport } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string' },
    seed: { type: 'string' },
    people: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    automations: { type: 'boolean', default: false },
    outages: { type: 'boolean', default: false },
    ahead: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'npm run simulate -- [--people | --rules | --automations | --outages | --ahead] [--seeds N] [--from SEED] | --seed SEED',
  );
  process.exit(0);
}

/** How long the seeds may take, s. */
const LONGEST_S = 24 * 3600;
/** Seeds of one process: each restart of the service leaves its server in memory, which µWebSockets.js never frees. */
const SEEDS_AT_ONCE = 100;
const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 31));
const count = values.seed === undefined ? Number(values.seeds) : 1;
/** The simulations that are tests, by option. */
const TESTS = {
  rules: 'simulation/rules',
  automations: 'simulation/flows',
  people: 'simulation/people',
  outages: 'outage/outages',
  ahead: 'simulation/ahead',
};
const test = Object.entries(TESTS).find(([option]) => values[option as keyof typeof TESTS])?.[1] ?? null;
if (test !== null) process.exit(await playTest(test));

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

/** Plays seeds of a simulation that is a test, on a Postgres of its own. @returns the exit code of the last process */
async function playTest(name: string): Promise<number> {
  const runner = join(import.meta.dirname, '../support/run.js');
  const folder = join(import.meta.dirname, '../..');
  for (let seed = first; seed < first + count; seed += SEEDS_AT_ONCE) {
    const seeds = Math.min(SEEDS_AT_ONCE, first + count - seed);
    const child = spawn(process.execPath, [runner, `--timeout=${LONGEST_S}`, `test/${name}.test.ts`], {
      stdio: 'inherit',
      cwd: folder,
      env: { ...process.env, TROUPE_TEST_SEED: String(seed), TROUPE_TEST_SEEDS: String(seeds) },
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) return code ?? 1;
    console.log(`${seed - first + seeds} of ${count} seeds kept every promise`);
  }
  return 0;
}
