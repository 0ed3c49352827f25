/**
 * `npm run try:contracts -- <folder>`: records every call of the suites of adapters and every response of the simulators,
 * and judges them by the descriptions that the networks publish. They are other people's files and no part of this
 * project: the folder holds them, `docs/networks.md` says which.
 *
 *   --network <name>     this network alone, by the test files that speak of it or of all networks
 *   --records <folder>   keeps the records there, and judges what is there if it has some already
 *
 * Exit code 1 on a violation, or on an exception that fits nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../src/install/pinned.js';
import { networks } from '../../simulators/networks.ts';
import { contractsFolder } from '../support/contracts.ts';
import { readCalls } from './calls.ts';
import { exceptions } from './exceptions.ts';
import { TABLE } from './judges/table.ts';
import { judgeAll, reportText } from './report.ts';

const SUITES = [
  'adapters',
  'contract',
  'comments',
  'receiving',
  'inbox',
  'simulators',
  'flows/pinterest-boards.test.ts', // the only place where boards are listed
];

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { records: { type: 'string' }, network: { type: 'string' } },
  allowPositionals: true,
});
const folder = positionals[0] ?? contractsFolder;
if (folder === undefined || !existsSync(folder)) {
  console.error('Name the folder with the descriptions: npm run try:contracts -- <folder>');
  process.exit(2);
}

const { network: only } = values;
if (only !== undefined && !TABLE[only]?.judge) {
  const judged = Object.keys(TABLE).filter((one) => TABLE[one]?.judge);
  console.error(`${only} is not judged. These are: ${judged.join(', ')}`);
  process.exit(2);
}

const records = values.records ?? mkdtempSync(join(tmpdir(), 'troupe-calls-'));
try {
  if (!existsSync(records) || readdirSync(records).length === 0) record(records);
  const judged = Object.entries(TABLE).flatMap(([network, { judge }]) => {
    if (only !== undefined && network !== only) return [];
    const known = networks.find(({ platform }) => platform === network)?.known;
    return judge ? [[network, { judge: () => judge(resolve(folder)), known, whole: true }] as const] : [];
  });
  const report = await judgeAll(readCalls(records), Object.fromEntries(judged), exceptions);
  console.log(reportText(report));
  const isWrong = report.stale.length > 0 || report.networks.some(({ violations }) => violations.length > 0);
  process.exitCode = isWrong ? 1 : 0;
} finally {
  if (values.records === undefined) rmSync(records, { recursive: true, force: true });
}

/** Runs the suites with the recorder in each of their processes. */
function record(into: string): void {
  const run = join(projectRoot, 'test', 'support', 'run.js');
  const preload = new URL('./record/preload.js', import.meta.url).href;
  const { status } = spawnSync(
    process.execPath,
    [run, '--jobs', '1', ...SUITES.flatMap((suite) => filesOf(`test/${suite}`))],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, TROUPE_RECORD_CALLS: resolve(into), NODE_OPTIONS: `--import=${preload}` },
    },
  );
  if (status !== 0) throw new Error('the suites failed: their calls prove nothing');
}

/** A suite, or its files that speak of the one network that is judged. */
function filesOf(suite: string): string[] {
  if (only === undefined) return [suite];
  const speaks = new RegExp(`['/]${only}[-'/.]|networks\\.ts'`);
  const files = suite.endsWith('.ts')
    ? [suite]
    : readdirSync(join(projectRoot, suite), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${suite}/${name}`);
  return files.filter((file) => speaks.test(`${file}\n${readFileSync(join(projectRoot, file), 'utf8')}`));
}
