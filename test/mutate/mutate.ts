/**
 * `npm run mutate` tests the tests. Each mutant of `mutants.ts` is a one-line change that breaks a promise. It is
 * applied to a copy of the tree, and one of its tests must fail. A mutant that survives means that the tests would not
 * notice that mistake: exit code 1. The tests first run on the unchanged copy, because a test that always fails proves
 * nothing.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../src/install/pinned.js';
import { startTestPostgres } from '../support/postgres.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';
import { type Mutant, mutated } from './mutant.ts';
import { mutants } from './mutants.ts';

const HELP = `npm run mutate [-- options]

  --only <words>   comma-separated: mutants whose name or file contains one of them
  --workers <n>    copies of the tree that are tested side by side (default: 2)
  --list           print the mutants instead of running them
  --help           this
`;

const FOLDERS = ['src', 'machines', 'adapters', 'simulators', 'store', 'test', 'docs', 'web'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', '.taprc', 'README.md', 'Dockerfile'];
/** A mutant may make a test hang, which counts as noticed. */
const TEST_LIMIT_MS = 180_000;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

if (options.help) say(HELP);
else if (options.list) for (const { name, file } of chosen()) say(`${file}: ${name}`);
else process.exitCode = await mutate(chosen());

function chosen(): Mutant[] {
  const words = options.only.split(',').filter((word) => word !== '');
  return mutants.filter(
    ({ name, file }) =>
      words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
  );
}

/** @returns the exit code: 0 when every mutant was noticed */
async function mutate(list: Mutant[]): Promise<number> {
  if (list.length === 0) {
    say('No mutant was chosen.');
    return 1;
  }
  const postgres = await startTestPostgres();
  const copies = await Promise.all(Array.from({ length: Number(options.workers) }, copyTree));
  try {
    const failing = await alreadyFailing(list, copies, postgres.url);
    for (const file of failing) say(`✗ ${file} fails without any change`);
    if (failing.length > 0) return 1;
    const survivors: Mutant[] = [];
    await shareOut(list, copies, async (mutant, copy) => {
      const killer = await killerOf(mutant, copy, postgres.url);
      say(killer === null ? `✗ SURVIVED ${mutant.file}: ${mutant.name}` : `✓ ${mutant.name} (${killer})`);
      if (killer === null) survivors.push(mutant);
    });
    say(`${list.length - survivors.length} of ${list.length} mutants were noticed.`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    await Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true })));
    await postgres.stop();
  }
}

/** Copies the tree, with its packages linked. */
async function copyTree(): Promise<string> {
  const copy = await makeTestFolder();
  for (const name of [...FOLDERS, ...FILES]) {
    await cp(join(projectRoot, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  }
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  await symlink(join(projectRoot, 'web/node_modules'), join(copy, 'web/node_modules'));
  await mkdir(join(copy, '.tap'), { recursive: true });
  return copy;
}

async function alreadyFailing(list: Mutant[], copies: string[], postgresUrl: string): Promise<string[]> {
  const files = [...new Set(list.flatMap(({ tests }) => tests))];
  const failing: string[] = [];
  await shareOut(files, copies, async (file, copy) => {
    if (!(await passes(file, copy, postgresUrl))) failing.push(file);
  });
  return failing;
}

/**
 * Applies the change, runs the mutant's tests until one fails, and reverts the change.
 * @returns the test file that failed; null when all passed
 * @throws Error when the text is not in the file exactly once, or the changed file is not valid TypeScript
 */
async function killerOf(mutant: Mutant, copy: string, postgresUrl: string): Promise<string | null> {
  const path = join(copy, mutant.file);
  const source = await readFile(path, 'utf8');
  const changed = mutated(mutant, source);
  if (path.endsWith('.ts')) stripTypeScriptTypes(changed); // a syntax error would fail every test and prove nothing
  await writeFile(path, changed);
  try {
    for (const file of mutant.tests) if (!(await passes(file, copy, postgresUrl))) return file;
    return null;
  } finally {
    await writeFile(path, source);
  }
}

async function passes(file: string, copy: string, postgresUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], {
      cwd: copy,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, TROUPE_TEST_POSTGRES: postgresUrl, TAP_TIMEOUT: String(TEST_LIMIT_MS / 1000) },
    });
    const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), TEST_LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}

/** Gives each worker the next item as soon as it is free. */
async function shareOut<Item>(
  items: Item[],
  copies: string[],
  work: (item: Item, copy: string) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, copy);
    }),
  );
}
