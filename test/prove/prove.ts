/**
 * `npm run prove`: kills the service wherever it can die and lets the networks misbehave, for every network, and
 * compares what the networks received with what the service says. Writes docs/crash-matrix.md. Exit code 1 when
 * anything that is promised was broken; each breach comes with the command that plays it again.
 */
import '../../src/setup/node-version.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { connect } from '../../store/connect.ts';
import { type Case, columnNames, columns } from './cases.ts';
import {
  ALL,
  caseName,
  casesOf,
  failed,
  type Filter,
  isColumn,
  isRow,
  planAll,
  playAlone,
  playPart,
  type Result,
} from './matrix.ts';
import { report } from './report.ts';
import { rows } from './rows.ts';
import { openStage, type Stage } from './stage.ts';

const HELP = `npm run prove [-- options]

  --only <words>    comma-separated: networks, columns, a point; for example
                    --only bluesky  --only accepted,cut  --only "mastodon,accepted,POST /api/v1/statuses.1"
  --seed <number>   order of the cases and the random moments (default: 1)
  --workers <n>     services that are killed side by side (default: 2)
  --list            tell the cases instead of playing them
  --help            this

Without --only it writes docs/crash-matrix.md.

networks: ${rows.map(({ name }) => name).join(' ')}; ${ALL} (for random)
columns:
${columnNames.map((name) => `  ${name.padEnd(20)}${columns[name]}`).join('\n')}
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

if (options.help) say(HELP);
else process.exitCode = await prove();

async function prove(): Promise<number> {
  const begun = Date.now();
  const words = options.only.flatMap((list) => list.split(',')).filter((word) => word !== '');
  const filter: Filter = {
    rows: words.filter(isRow),
    columns: words.filter(isColumn),
    points: words.filter((word) => !isRow(word) && !isColumn(word)),
  };
  const random = numbersFrom(Number(options.seed));
  const folder = await mkdtemp(join(tmpdir(), `troupe-test-${process.pid}-`)); // swept by the next test run if we die
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
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
      const stage = await openStage(url.href, own);
      stages.push(stage);
      return stage;
    };

    const first = await open();
    say('Counting the points where each row can be interrupted:');
    const plan = await planAll(first, filter, random, (line) => say(`  ${line}`));
    const cases = casesOf(plan);
    if (options.list) {
      for (const one of cases) say(caseName(one));
      return 0;
    }
    if (cases.length === 0) {
      say('No case fits --only; --list tells which there are, --help what the words are.');
      return 2;
    }
    say(`${cases.length} cases, seed ${options.seed}\n`);

    const results: Result[] = [];
    let done = 0;
    const tell = (one: Result[]) => {
      results.push(...one);
      for (const name of new Set(one.map((result) => result.name))) {
        done += 1;
        const parts = one.filter((result) => result.name === name);
        const outcomes = [...new Set(parts.map(({ outcome }) => outcome))].join(' · ');
        const missed = parts.every(({ reached }) => reached) ? '' : ' (the point did not come up)';
        const wrong = parts.some(({ breaches }) => breaches.length > 0);
        say(
          `${wrong ? '✗' : '✓'} [${done}/${cases.length}] ${name}: ${outcomes}${missed} (${parts[0]!.ms} ms)`,
        );
        for (const { breaches } of parts) for (const breach of breaches) say(`    ${breach}`);
      }
    };

    const queue = shuffled(plan.alone, random);
    const killer = async (own: Stage) => {
      let stage = own;
      for (let one = queue.shift(); one; one = queue.shift()) {
        try {
          tell(await playAlone(stage, one));
        } catch (fault) {
          tell([failed(one, fault)]);
          await stage.stop(); // whatever is left of it must not disturb the next case
          stages.splice(stages.indexOf(stage), 1);
          stage = await open();
        }
      }
    };
    const misbehaviour = async () => {
      if (plan.late.length + plan.together.length + plan.badHour.length === 0) return;
      const stage = await open();
      for (const part of ['together', 'badHour', 'late'] as const) {
        try {
          tell(await playPart(stage, plan, part));
        } catch (fault) {
          tell(plan[part].map((one) => failed(one, fault)));
        }
      }
    };
    const workers = Math.min(Math.max(1, Number(options.workers)), Math.max(1, queue.length));
    const others = await Promise.all(Array.from({ length: workers - 1 }, open));
    await Promise.all([...[first, ...others].map(killer), misbehaviour()]);

    const seconds = Math.round((Date.now() - begun) / 1000);
    const broken = results.filter(({ breaches }) => breaches.length > 0);
    if (words.length === 0) {
      const file = join(import.meta.dirname, '../../docs/crash-matrix.md');
      await writeFile(file, report(results, { seed: options.seed, seconds, rerun }));
      say('\nWritten: docs/crash-matrix.md');
    }
    say(`\n${cases.length} cases in ${seconds} s, ${broken.length} broke a promise.`);
    for (const { name, breaches } of broken)
      say(`\n✗ ${name}\n    ${breaches.join('\n    ')}\n    again: ${rerun(name)}`);
    return broken.length > 0 ? 1 : 0;
  } finally {
    await clear();
  }
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

function shuffled(cases: readonly Case[], random: () => number): Case[] {
  const list = [...cases];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
  return list;
}
