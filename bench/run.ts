/**
 * `npm run bench`: Troupe compared with its peers, in the same run, on the same Postgres. Prints a table for each section;
 * a full run also writes them to results.md.
 */
import { loadavg } from 'node:os';
import type { Bench } from './bench.ts';
import { installPeers, peerVersions } from './install-peers.ts';
import { type BenchOptions, readOptions, USAGE, UsageError } from './options.ts';
import { machineLine, reportText } from './report.ts';
import { writeResults } from './results-file.ts';
import { sections, titles } from './sections.ts';
import { openStage, type Stage } from './stage.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const startedAt = performance.now();
await main();

async function main(): Promise<void> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options === null) say(USAGE);
    else await run(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exitCode = 2;
  }
}

async function run(options: BenchOptions): Promise<void> {
  installPeers();
  const stage = await openStage({ profile: options.profileInto !== null });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void stage.stop().finally(() => process.exit(1)));
  let texts: Map<string, string>;
  try {
    texts = await measureAll(stage, options);
  } finally {
    await stage.stop();
  }
  const intro = `Made by \`npm run bench\`. ${stage.version} (${stage.durability}). Peers: ${peerVersions()}. Other work may have run on the machine at the same time: compare ratios, and CPU rather than posts a second.`;
  say(intro);
  if (options.writes)
    await writeResults(new URL('results.md', import.meta.url), {
      heading: 'What Troupe is measured at',
      intro,
      order: titles,
      sections: texts,
    });
  say(`Done in ${minutes()} min.`);
}

/** @returns the texts of the sections, by title */
async function measureAll(stage: Stage, options: BenchOptions): Promise<Map<string, string>> {
  const bench: Bench = {
    stage,
    size: options.size,
    rounds: options.rounds,
    peers: true,
    profileInto: options.profileInto,
    log: (line) => process.stderr.write(`[${minutes()}] ${line}\n`),
  };
  const texts = new Map<string, string>();
  for (const name of options.sections) {
    const { title, measure } = sections[name];
    const load = loadText();
    const report = await measure(bench);
    const text = reportText(title, report, factsOf(options, load));
    texts.set(title, text);
    say(`\n${text}`);
  }
  return texts;
}

/** @param load of the machine before the section */
function factsOf({ size, rounds }: BenchOptions, load: string): string[] {
  const day = new Date().toISOString().slice(0, 10);
  return [
    `Measured ${day}${size === 'quick' ? ', quick' : ''}, rounds: ${rounds}; ${machineLine()}.`,
    `Load of the machine (1, 5, 15 minutes) before: ${load}; at the end, with the bench: ${loadText()}.`,
  ];
}

function loadText(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');
}

function minutes(): string {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
