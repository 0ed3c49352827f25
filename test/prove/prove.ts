/**
 * `npm run prove`: kills the service wherever it can die and lets the networks misbehave, for every network, and
 * compares what the networks received with what the service says. Writes docs/crash-matrix.md. Exit code 1 when
 * anything that is promised was broken; each breach comes with the command that plays it again.
 */
import '../../src/install/node-version.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once as onceOf } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/install/embedded/postgres.ts';
import { connect } from '../../store/connect.ts';
import { columns } from './cases.ts';
import { runRequirements } from '../mcp/conformance.ts';
import { forwardWithKey } from '../mcp/forwarder.ts';
import { type ComparedSteps, compareManySteps } from './compared-steps.ts';
import { connectColumns } from './connecting.ts';
import { peopleColumns, peopleRows } from './people.ts';
import {
  type Counted,
  failed,
  type Filter,
  isColumn,
  isRow,
  namesOf,
  planAll,
  playTask,
  type Result,
  rows,
  stillToPlay,
} from './matrix.ts';
import { type Played, playedAt, withRowsApart } from './apart.ts';
import { report } from './report.ts';
import { openStage, type Stage } from './stage.ts';

/** Outages that a whole run plays. */
const OUTAGE_SEEDS = 500;

const HELP = `npm run prove [-- options]

  --only <words>    comma-separated: rows, columns, a point; what is given of each must fit. For example
                    --only bluesky  --only accepted,cut  --only "mastodon,accepted,POST /api/v1/statuses.1"
                    mcp: the conformance suite of the tools alone, which a whole run runs too
                    tests: the long tests of test/ alone (npm test -- --long), which a whole run begins with
                    outages: ${OUTAGE_SEEDS} seeds of an hour of outage alone (npm run simulate -- --outages), which a whole run plays too
                    steps: random steps alone, compiled and by XState, which a whole run compares too
  --seed <number>   order of the cases and the random moments (default: 1)
  --workers <n>     services that are killed side by side, each on a database of its own (default: 3)
  --minutes <n>     start nothing after so many minutes; what was not played is told. Every cell comes before
                    the second point of one (default: no end)
  --resume          go on with the last whole run of this seed: what passed is not played again
  --list            tell the cases instead of playing them
  --help            this

Without --only it writes docs/crash-matrix.md; with whole rows in --only it writes these rows, with commit and day. Exit code 1: a promise was broken; each breach is printed with the command
that plays it again.

rows: ${[...rows.map(({ name }) => name), ...peopleRows].join(' ')}
columns:
${Object.entries({ ...columns, ...connectColumns, ...peopleColumns })
  .map(([name, what]) => `  ${name.padEnd(20)}${what}`)
  .join('\n')}
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '3' },
    minutes: { type: 'string', default: 'Infinity' },
    resume: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
/** Of one service with its prover, and of one that was just killed: Postgres takes a moment to see that. */
const CONNECTIONS = 70;
/** The word of `--only` for what is no case of the matrix. */
const STEPS_WORD = 'steps';
const MCP_WORD = 'mcp';
const TESTS_WORD = 'tests';
const OUTAGES_WORD = 'outages';
const say = (line: string) => process.stdout.write(`${line}\n`);

if (options.help) say(HELP);
else process.exitCode = await prove();

async function prove(): Promise<number> {
  const startedAt = Date.now();
  const played = playedAt(startedAt);
  const given = options.only.flatMap((list) => list.split(',')).filter((word) => word !== '');
  const others = [STEPS_WORD, MCP_WORD, TESTS_WORD, OUTAGES_WORD];
  const words = given.filter((word) => !others.includes(word));
  const isWhole = given.length === 0;
  const passed = isWhole && !options.list ? openPassed(options.seed, options.resume) : null;
  const isWanted = (word: string) => passed !== null || given.includes(word);
  const tested = !isWanted(TESTS_WORD) || (await once(passed, TESTS_WORD, proveTests));
  const survived = !isWanted(OUTAGES_WORD) || (await once(passed, OUTAGES_WORD, proveOutages));
  const isRight = tested && survived;
  const compared = isWanted(STEPS_WORD) ? compareOnce(passed) : null;
  const withMcp = isWanted(MCP_WORD);
  const hasCases = isWhole || words.length > 0;
  if (!hasCases && !withMcp) return isRight && !compared?.breach ? 0 : 1;
  const filter: Filter = {
    rows: words.filter(isRow),
    columns: words.filter(isColumn),
    points: words.filter((word) => !isRow(word) && !isColumn(word)),
  };
  const random = numbersFrom(Number(options.seed));
  const folder = await mkdtemp(join(tmpdir(), `troupe-test-${process.pid}-`)); // swept by the next test run if we die
  const workers = Math.max(1, Math.trunc(Number(options.workers)) || 1);
  const settings = { max_connections: String(20 + workers * CONNECTIONS) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings });
  const stages: Stage[] = [];
  const clear = async () => {
    await Promise.all(stages.map((stage) => stage.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void clear().finally(() => process.exit(130)));
  }
  try {
    let opened = 0;
    const open = async (): Promise<Stage> => {
      opened += 1;
      const name = `prove_${opened}`;
      const admin = connect(postgres.url, { applicationName: 'prover', maxConnections: 1 });
      await admin`create database ${admin(name)}`;
      await admin.end();
      const own = join(folder, name);
      await mkdir(own);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return openStage(url.href, own);
    };

    stages.push(...(await Promise.all(Array.from({ length: workers }, () => open()))));
    const conforms = !withMcp || (await once(passed, MCP_WORD, () => proveConformance(stages[0]!)));
    if (!hasCases) return isRight && conforms && !compared?.breach ? 0 : 1;
    say('Counting the points where each row can be interrupted:');
    const kept = isWhole ? openKept(options.seed, options.resume) : null;
    const results: Result[] = kept?.results ?? [];
    const counted = kept?.counted ?? { plain: {}, refreshing: {}, connecting: {} };
    const planned = await planAll(stages, filter, random, counted, (line) => say(`  ${line}`));
    kept?.keep();
    const tasks = stillToPlay(planned, results);
    const names = planned.flatMap(namesOf);
    if (options.list) {
      for (const name of names) say(name);
      return 0;
    }
    if (names.length === 0) {
      say('No case fits --only; --list tells which there are, --help what the words are.');
      return 2;
    }
    say(`${names.length} cases in ${tasks.length} runs, seed ${options.seed}\n`);

    const tell = (some: Result[]) => {
      results.push(...some);
      kept?.add(some);
      const played = `${results.length}/${names.length}, ${Math.round((Date.now() - startedAt) / 1000)} s`;
      for (const { name, outcome, breaches, reached, ms } of some) {
        const missed = reached ? '' : ' (the point did not come up)';
        say(`${breaches.length > 0 ? '✗' : '✓'} [${played}] ${name}: ${outcome}${missed} (${ms} ms)`);
        for (const breach of breaches) say(`    ${breach}`);
      }
    };
    const isOver = () => Date.now() - startedAt > Number(options.minutes) * 60_000;
    const killer = async (index: number) => {
      const next = () => (isOver() ? undefined : tasks.shift());
      for (let task = next(); task; task = next()) {
        const stage = stages[index]!;
        try {
          tell(await playTask(stage, task));
        } catch (fault) {
          tell(failed(task, fault));
          await stage.stop(); // whatever is left of it must not disturb the next case
          stages[index] = await open();
        }
      }
    };
    await Promise.all(stages.map((_, index) => killer(index)));

    const seconds = Math.round((Date.now() - startedAt + (kept?.earlierMs ?? 0)) / 1000);
    const broken = results.filter(({ breaches }) => breaches.length > 0);
    if (isWhole && compared) {
      const file = join(import.meta.dirname, '../../docs/crash-matrix.md');
      await writeFile(
        file,
        report(results, {
          seed: options.seed,
          planned: names.length,
          seconds,
          workers,
          sittings: kept?.sittings ?? 1,
          compared,
          rerun,
        }),
      );
      say('\nWritten: docs/crash-matrix.md');
    } else if (filter.columns.length === 0 && filter.points.length === 0 && results.length === names.length)
      await writeApart(results, played);
    say(`\n${results.length} of ${names.length} cases in ${seconds} s, ${broken.length} broke a promise.`);
    for (const { name, breaches } of broken)
      say(`\n✗ ${name}\n    ${breaches.join('\n    ')}\n    again: ${rerun(name)}`);
    return broken.length > 0 || compared?.breach || !conforms || !isRight ? 1 : 0;
  } finally {
    await clear();
  }
}

/** Writes whole rows that were played on their own into the document. */
async function writeApart(results: readonly Result[], played: Played): Promise<void> {
  const file = join(import.meta.dirname, '../../docs/crash-matrix.md');
  await writeFile(file, withRowsApart(await readFile(file, 'utf8'), results, played));
  say('\nWritten: these rows of docs/crash-matrix.md');
}

/** Runs the tests that take too long for each change, as `npm test` runs the others. */
function proveTests(): Promise<boolean> {
  say('The long tests:');
  spawnSync(process.execPath, ['test/support/system-programs.js', '--long'], { stdio: 'inherit' });
  return runScript('test', '--long');
}

/** Plays outages of the service, its database and the network (test/outage). A breach is told with its seed. */
function proveOutages(): Promise<boolean> {
  say('An hour of outage, again and again:');
  const first = Number(options.seed) * OUTAGE_SEEDS;
  return runScript('simulate', '--outages', '--from', String(first), '--seeds', String(OUTAGE_SEEDS));
}

/** @returns whether a script of this package ended well */
async function runScript(name: string, ...args: string[]): Promise<boolean> {
  const folder = join(import.meta.dirname, '../..');
  const child = spawn('npm', ['run', name, '--', ...args], { stdio: 'inherit', cwd: folder });
  const [code] = (await onceOf(child, 'close')) as [number | null];
  return code === 0;
}

/** Compares random steps, compiled and by XState, before anything else runs: it takes one core for some minutes. */
function proveSteps(): ComparedSteps {
  say('Comparing compiled steps with those of XState:');
  const compared = compareManySteps(Number(options.seed), say);
  if (compared.breach !== null) say(`✗ ${compared.breach}`);
  return compared;
}

/** The suite of the Model Context Protocol against the tools (docs/mcp.md), a minute for both versions. */
async function proveConformance(stage: Stage): Promise<boolean> {
  say('The conformance suite of the Model Context Protocol:');
  await stage.revive();
  const { key } = await stage.workspace();
  const forwarder = await forwardWithKey({ baseUrl: stage.publicUrl, key });
  // the first message loads the library, which counts against the time of the suite's first scenario
  await fetch(forwarder.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  let conforms = true;
  for (const version of ['2025-11-25', '2026-07-28']) {
    const { passed, output } = await runRequirements(forwarder.url, version);
    say(passed ? `✓ ${version}` : `✗ ${version}\n${output}`);
    conforms &&= passed;
  }
  forwarder.stop();
  return conforms;
}

/** What passed of a whole run beside the cases, by its word; a run that is resumed does not repeat it. */
interface Passed {
  [word: string]: true | ComparedSteps | undefined;
}

/** @param resume take over what passed in the last whole run of the seed */
function openPassed(seed: string, resume: boolean): { file: string; words: Passed } {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/prove');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `passed-${seed}.json`);
  const words = resume && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Passed) : {};
  writeFileSync(file, JSON.stringify(words));
  return { file, words };
}

type Opened = ReturnType<typeof openPassed> | null;

function note(passed: Opened, word: string, what: true | ComparedSteps): void {
  if (!passed) return;
  passed.words[word] = what;
  writeFileSync(passed.file, JSON.stringify(passed.words));
}

/** Runs a part of the proof, unless it passed in an earlier sitting. @returns whether it passed */
async function once(passed: Opened, word: string, run: () => Promise<boolean>): Promise<boolean> {
  if (passed?.words[word]) {
    say(`${word}: passed in an earlier sitting`);
    return true;
  }
  const isRight = await run();
  if (isRight) note(passed, word, true);
  return isRight;
}

function compareOnce(passed: Opened): ComparedSteps {
  const before = passed?.words[STEPS_WORD];
  if (typeof before === 'object') return before;
  const compared = proveSteps();
  if (compared.breach === null) note(passed, STEPS_WORD, compared);
  return compared;
}

/** What came of one task. */
interface Kept {
  sitting: number;
  /** Since the beginning of the sitting, ms. */
  afterMs: number;
  results: Result[];
}

/** What a whole run found so far, in a file: a run that was broken off can be taken up again. */
function openKept(seed: string, resume: boolean) {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/prove');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `results-${seed}.jsonl`);
  const begun = Date.now();
  const lines: Kept[] =
    resume && existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Kept)
      : [];
  // what broke a promise is played again
  const passed = lines.map((line) => ({
    ...line,
    results: line.results.filter(({ breaches }) => breaches.length === 0),
  }));
  const earlier = Math.max(0, ...lines.map(({ sitting }) => sitting));
  const lastsOf = (sitting: number) =>
    Math.max(0, ...lines.filter((line) => line.sitting === sitting).map(({ afterMs }) => afterMs));
  writeFileSync(file, passed.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const courses = join(folder, `courses-${seed}.json`);
  const none: Counted = { plain: {}, refreshing: {}, connecting: {} };
  const counted =
    resume && existsSync(courses) ? (JSON.parse(readFileSync(courses, 'utf8')) as Counted) : none;
  return {
    counted,
    keep: () => writeFileSync(courses, JSON.stringify(counted)),
    results: passed.flatMap(({ results }) => results),
    sittings: earlier + 1,
    earlierMs: Array.from({ length: earlier }, (_, index) => lastsOf(index + 1)).reduce(
      (sum, ms) => sum + ms,
      0,
    ),
    add: (results: Result[]) => {
      const line: Kept = { sitting: earlier + 1, afterMs: Date.now() - begun, results };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

/** The one command that plays a case again. */
function rerun(name: string): string {
  return `npm run prove -- --seed ${options.seed} --only "${name}"`;
}

/** A small seeded source of numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
