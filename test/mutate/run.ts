/**
 * A mutation run: copies of the tree, a Postgres, and each mutant with its tests. However the run ends, by itself, by an
 * error or by a signal, its tests are killed, its copies deleted and its Postgres stopped before the process ends.
 */
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { startTestPostgres } from '../support/postgres.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';
import { Children, type Limits } from './children.ts';
import { type Mutant, mutated } from './mutant.ts';
import { coverageEnvironment, type Place, reachedPlaces } from './reach.ts';

const FOLDERS = ['src', 'machines', 'adapters', 'simulators', 'store', 'test', 'docs', 'web'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', '.taprc', 'README.md', 'Dockerfile'];
/** A mutant may make a test hang or fill the memory: that is noticed too. Far above what a test needs. */
const LIMITS: Limits = { timeMs: 180_000, memoryMb: 3_000 };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface RunOptions {
  /** Copies of the tree that are tested side by side. */
  workers: number;
  say: (line: string) => void;
  /**
   * A mutant's tests are candidates: those that never reach its line are dropped, and so are those that fail without any
   * change. Default: false; then each test must pass first.
   */
  candidates?: boolean;
  /** Starts the database of the tests. */
  startPostgres?: () => Promise<{ url: string; stop(): Promise<void> }>;
}

/**
 * Runs the tests on the unchanged tree, then each mutant with its own.
 * @returns the exit code: 0 when every mutant was noticed
 */
export async function runMutants(
  list: Mutant[],
  { workers, say, candidates = false, startPostgres = startTestPostgres }: RunOptions,
): Promise<number> {
  const run = new Run();
  const release = endWithProcess(() => run.end(), say);
  try {
    await run.prepare(workers, startPostgres);
    const reach = candidates ? new Map<string, Set<Place>>() : null;
    const failing = await run.alreadyFailing(list, reach);
    for (const file of failing) say(`✗ ${file} fails without any change`);
    if (failing.length > 0 && reach === null) return 1;
    const narrowed = reach === null ? list : list.map((mutant) => narrow(mutant, reach, failing));
    const survivors: Mutant[] = [];
    await run.shareOut(narrowed, async (mutant, copy) => {
      const killer = await run.killerOf(mutant, copy);
      say(killer === null ? `✗ SURVIVED ${mutant.file}: ${mutant.name}` : `✓ ${mutant.name} (${killer})`);
      if (killer === null) survivors.push(mutant);
    });
    say(`${list.length - survivors.length} of ${list.length} mutants were noticed.`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    await run.end();
    release();
  }
}

/** The place of a mutant's change. */
function placeOf({ file, find }: Mutant): Place {
  return { file, offset: readFileSync(join(projectRoot, file), 'utf8').indexOf(find) };
}

/** The mutant with the tests that pass and reach its change. */
function narrow(mutant: Mutant, reach: Map<string, Set<Place>>, failing: readonly string[]): Mutant {
  const { file, offset } = placeOf(mutant);
  const reaches = (test: string) =>
    [...(reach.get(test) ?? [])].some((place) => place.file === file && place.offset === offset);
  return { ...mutant, tests: mutant.tests.filter((test) => reaches(test) && !failing.includes(test)) };
}

/**
 * Ends the run before the process ends by a signal or by an error that nobody caught. A second signal ends the process
 * at once.
 * @returns a function that takes the listeners away
 */
function endWithProcess(end: () => Promise<void>, say: (line: string) => void): () => void {
  const exit = (code: number) => {
    const leave = (): never => process.exit(code);
    void end().then(leave, (error: unknown) => {
      say(`The run did not clean up: ${String(error)}`);
      leave();
    });
  };
  const onSignal = (signal: (typeof SIGNALS)[number]) => {
    say(`Stopped by ${signal}.`);
    exit(128 + constants.signals[signal]);
  };
  const onError = (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  process.once('uncaughtException', onError).once('unhandledRejection', onError);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('uncaughtException', onError).off('unhandledRejection', onError);
  };
}

class Run {
  readonly #children = new Children(LIMITS);
  readonly #copies: string[] = [];
  #postgres: { url: string; stop(): Promise<void> } | null = null;
  #preparing: Promise<void>[] = [];
  #ended: Promise<void> | null = null;

  /** Starts the database and makes the copies. */
  async prepare(workers: number, startPostgres: Required<RunOptions>['startPostgres']): Promise<void> {
    const copies = Array.from({ length: workers }, () => this.#copyTree());
    const start = async () => {
      this.#postgres = await startPostgres();
    };
    this.#preparing = [start(), ...copies];
    await Promise.all(this.#preparing);
  }

  /** Copies the tree, with its packages linked. */
  async #copyTree(): Promise<void> {
    const copy = await makeTestFolder();
    this.#copies.push(copy);
    for (const name of [...FOLDERS, ...FILES]) {
      await cp(join(projectRoot, name), join(copy, name), {
        recursive: true,
        filter: (path) => !path.endsWith('/node_modules'),
      });
    }
    await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
    await symlink(join(projectRoot, 'web/node_modules'), join(copy, 'web/node_modules'));
    await mkdir(join(copy, '.tap'), { recursive: true });
    await mkdir(temporaryIn(copy));
  }

  /**
   * Runs the tests on the unchanged tree.
   * @param reach where to keep which of the mutants' places each test ran through; null: not measured
   * @returns the tests that fail
   */
  async alreadyFailing(list: Mutant[], reach: Map<string, Set<Place>> | null): Promise<string[]> {
    const files = [...new Set(list.flatMap(({ tests }) => tests))];
    const places = list.map(placeOf);
    const failing: string[] = [];
    await this.shareOut(files, async (file, copy) => {
      if (reach === null) {
        if (!(await this.#passes(file, copy))) failing.push(file);
        return;
      }
      const folder = await makeTestFolder(temporaryIn(copy));
      if (!(await this.#passes(file, copy, coverageEnvironment(folder)))) failing.push(file);
      reach.set(file, reachedPlaces(folder, copy, places));
      await rm(folder, { recursive: true, force: true });
    });
    return failing;
  }

  /**
   * Makes the change, runs the mutant's tests until one fails, and takes the change back.
   * @returns the test file that failed; null when all passed
   * @throws Error when the text is not in the file exactly once, or the changed file is not valid TypeScript
   */
  async killerOf(mutant: Mutant, copy: string): Promise<string | null> {
    const path = join(copy, mutant.file);
    const source = await readFile(path, 'utf8');
    const changed = mutated(mutant, source);
    if (path.endsWith('.ts')) stripTypeScriptTypes(changed); // a syntax error would fail every test and prove nothing
    await writeFile(path, changed);
    try {
      for (const file of mutant.tests) if (!(await this.#passes(file, copy))) return file;
      return null;
    } finally {
      if (this.#ended === null) await writeFile(path, source);
    }
  }

  #passes(file: string, copy: string, more: NodeJS.ProcessEnv = {}): Promise<boolean> {
    const env = {
      ...process.env,
      ...more,
      TROUPE_TEST_POSTGRES: this.#postgres?.url,
      TAP_TIMEOUT: String(LIMITS.timeMs / 1000),
      TAP_BAIL: '1', // one failure is enough
      TMPDIR: temporaryIn(copy), // a killed test leaves its folders: they go with the copy
    };
    return this.#children.run(file, { cwd: copy, env });
  }

  /** Gives each copy the next item as soon as it is free. */
  async shareOut<Item>(items: Item[], work: (item: Item, copy: string) => Promise<void>): Promise<void> {
    const queue = [...items];
    await Promise.all(
      this.#copies.map(async (copy) => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, copy);
      }),
    );
  }

  /** Kills the tests, deletes the copies and stops the database. Safe to call twice. */
  end(): Promise<void> {
    this.#ended ??= this.#cleanUp();
    return this.#ended;
  }

  async #cleanUp(): Promise<void> {
    await this.#children.endAll();
    await Promise.allSettled(this.#preparing); // what is half made is deleted when it is whole
    await Promise.all(this.#copies.map((copy) => rm(copy, { recursive: true, force: true, maxRetries: 3 })));
    await this.#postgres?.stop();
  }
}

function temporaryIn(copy: string): string {
  return join(copy, 'tmp');
}
