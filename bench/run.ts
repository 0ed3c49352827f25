/**
 * `npm run bench`: Troupe compared with its peers, in the same run, on the same Postgres. Prints tables and writes results.md.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dueSection } from './due.ts';
import { httpSection } from './http.ts';
import { latenessSection } from './lateness.ts';
import { liveSection } from './live.ts';
import { machineLine, type Section, sectionText, writeReport } from './report.ts';
import { openStage, type Stage } from './stage.ts';

export interface Bench {
  stage: Stage;
  quick: boolean;
  /** How often each is measured, in turns. */
  repeats: number;
  log: (line: string) => void;
  /** Folder for CPU profiles of our own programs; null: no profiles. */
  profileInto: string | null;
}

const sections: { [name: string]: (bench: Bench) => Promise<Section> } = {
  due: dueSection,
  lateness: latenessSection,
  http: httpSection,
  live: liveSection,
};

const USAGE = `Usage: npm run bench -- [--only ${Object.keys(sections).join(',')}] [--quick] [--repeats <number>] [--profile <folder>]

  --only      these sections, the others keep their last results in bench/results.md
  --quick     fewer posts and clients, for a look; under 4 minutes. Does not write bench/results.md
  --repeats   how often each is measured, in turns; medians are reported. Default 3, with --quick 1
  --profile   CPU profiles into this folder, and the slowest statements of each run; slows everything a little`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    repeats: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.help) {
  say(USAGE);
  process.exit(0);
}
const chosen = values.only?.split(',') ?? Object.keys(sections);
const unknown = chosen.filter((name) => !(name in sections));
if (unknown.length > 0) {
  process.stderr.write(`There is no section "${unknown.join(', ')}".\n\n${USAGE}\n`);
  process.exit(2);
}
const repeats = Number(values.repeats ?? (values.quick ? 1 : 3));
if (!Number.isInteger(repeats) || repeats < 1) {
  process.stderr.write(`--repeats must be a whole number from 1 on.\n\n${USAGE}\n`);
  process.exit(2);
}

installPeers();
const startedAt = performance.now();
const stage = await openStage({ profile: values.profile !== undefined });
const results: Section[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stage.stop().finally(() => process.exit(1)));
try {
  const bench: Bench = {
    stage,
    quick: values.quick,
    repeats,
    profileInto: values.profile ?? null,
    log: (line) => process.stderr.write(`[${minutes()}] ${line}\n`),
  };
  for (const name of chosen) {
    const section = await sections[name]!(bench);
    results.push(section);
    say(`\n${sectionText(section)}`);
  }
} finally {
  await stage.stop();
}
const facts = [
  `${new Date().toISOString().slice(0, 10)}, ${machineLine()}, ${stage.version} (${stage.durability}).`,
  `Other work may have run on the machine at the same time: compare ratios rather than absolute numbers. Peers: ${peerVersions()}.`,
];
if (values.quick) say(facts.join('\n'));
else
  await writeReport(new URL('results.md', import.meta.url), {
    heading: 'What Troupe is measured at',
    facts: [...facts, 'Made by `npm run bench`.'],
    sections: results,
  });
say(`Done in ${minutes()} min.`);

function minutes(): string {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Peers are installed on first use, and again when their lock changed: users of Troupe never get them. */
function installPeers(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
  const stamp = `${folder}node_modules/.bench-installed`;
  try {
    if (readFileSync(stamp, 'utf8') === lock) return;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  process.stderr.write('Installing the peers (npm ci --prefix bench) …\n');
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the peers could not be installed');
  mkdirSync(`${folder}node_modules`, { recursive: true });
  writeFileSync(stamp, lock);
}

function peerVersions(): string {
  const text = readFileSync(new URL('package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: { [name: string]: string } };
  return Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
