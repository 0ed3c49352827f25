/** Runs test files on one fresh Postgres and prints what failed and why. What `npm test` prints is in ../run.js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/install/pinned.js';
import { loading } from '../loading.ts';
import { startTestPostgres } from '../postgres.ts';
import { describeFailure, describeSkipped, seconds } from './describe.ts';
import { GroupProcess, type FileResult, type GroupOptions, type Told } from './group-process.ts';
import { type Group, groupsOf } from './groups.ts';
import { HASHES_QUICKLY } from './quick-passwords.ts';
import { missingPrograms } from '../system-programs.js';
import { missingFor } from './needs.ts';
import { HELP, PLAYS_LONG, readOptions, type RunOptions } from './options.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs what the arguments ask for.
 * @returns the exit code: 1 when anything failed, when nothing ran, and with CI set also when a test was skipped
 */
export async function runTests(args: string[]): Promise<number> {
  let options: RunOptions | 'help';
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    return 1;
  }
  if (options === 'help') {
    console.log(HELP);
    return 0;
  }
  const startedMs = performance.now();
  const postgres = await startTestPostgres();
  const run = new Run(options, postgres.url);
  try {
    await run.everything();
  } finally {
    await postgres.stop();
  }
  return run.conclude(performance.now() - startedMs);
}

class Run {
  readonly #options: RunOptions;
  readonly #processOptions: GroupOptions;
  readonly #processes = new Set<GroupProcess>();
  readonly #seen = new Set<string>();
  readonly #failed: Told[] = [];
  readonly #skipped: Told[] = [];
  readonly #times: { fullname: string; tookMs: number }[] = [];
  #passed = 0;
  #signals = 0;

  constructor(options: RunOptions, postgresUrl: string) {
    this.#options = options;
    this.#processOptions = {
      cwd: projectRoot,
      fileTimeoutMs: options.fileTimeoutMs,
      env: {
        NODE_COMPILE_CACHE: loading.NODE_COMPILE_CACHE,
        ...process.env,
        ...options.env,
        TROUPE_TEST_POSTGRES: postgresUrl,
      },
    };
  }

  /** Each job takes the next group as soon as it is free. */
  async everything(): Promise<void> {
    const stop = (): void => {
      this.#signals += 1;
      for (const process of this.#processes) process.kill(this.#signals === 1 ? 'SIGTERM' : 'SIGKILL');
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const files = this.#runnable().map((path) => ({
      path,
      source: readFileSync(join(projectRoot, path), 'utf8'),
    }));
    const queue = groupsOf(files);
    const job = async () => {
      for (let group = queue.shift(); group; group = queue.shift()) await this.#runGroup(group);
    };
    await Promise.all(Array.from({ length: this.#options.jobs }, job));
    for (const signal of SIGNALS) process.off(signal, stop);
  }

  /** The files for which this machine has all programs. The others are listed at the end. */
  #runnable(): string[] {
    const playsLong = this.#options.env[PLAYS_LONG] === '1';
    const missingOf = missingFor(projectRoot, missingPrograms(playsLong));
    return this.#options.files.filter((path) => {
      const missing = missingOf(path);
      if (missing === undefined) return true;
      this.#seen.add(path);
      this.skipped({ fullname: path, skip: `${missing.name} is not installed`, diag: {} });
      return false;
    });
  }

  async #runGroup({ name, files, isAlone }: Group): Promise<void> {
    let left = files;
    const { env, ...others } = this.#processOptions;
    const options = { ...others, env: { ...env, ...(!isAlone && { [HASHES_QUICKLY]: '1' }) } };
    while (left.length > 0 && !this.#isGivenUp()) {
      const child = new GroupProcess(name, left, options, this);
      this.#processes.add(child);
      // oxlint-disable-next-line no-await-in-loop -- the files after one that ended its process
      left = await child.ended();
      this.#processes.delete(child);
    }
  }

  #isGivenUp(): boolean {
    return this.#signals > 0 || (this.#options.bail && this.#failed.length > 0);
  }

  failed(told: Told): void {
    if (this.#signals > 0) return; // it was ended
    this.#failed.push(told);
    console.log(describeFailure(told));
  }

  skipped(told: Told): void {
    this.#skipped.push(told);
  }

  took(test: { fullname: string; tookMs: number }): void {
    this.#times.push(test);
  }

  ended({ file, passed, failed, skipped, tookMs }: FileResult): void {
    this.#seen.add(file);
    this.#passed += passed;
    const isSkippedWhole = skipped > 0 && passed + failed === 0; // those are listed at the end
    if (!isSkippedWhole) console.log(`${failed === 0 ? '✓' : '✗'} ${file} (${seconds(tookMs)})`);
  }

  /** Prints the end. @returns the exit code */
  conclude(tookMs: number): number {
    const skipsFail = Boolean(process.env['CI']);
    const lost = this.#isGivenUp() ? [] : this.#options.files.filter((file) => !this.#seen.has(file));
    const failures = this.#failed.length + lost.length + (skipsFail ? this.#skipped.length : 0);
    console.log('');
    if (this.#failed.length + lost.length > 0) console.log('Failed:');
    for (const told of this.#failed) console.log(`  ✗ ${told.fullname}`);
    for (const file of lost) console.log(`  ✗ ${file} was never run`);
    if (this.#skipped.length > 0)
      console.log(skipsFail ? 'Not run, which counts as failed here:' : 'Not run:');
    for (const told of this.#skipped) console.log(`  ~ ${describeSkipped(told)}`);
    if (this.#signals > 0) console.log('Interrupted.');
    else if (this.#passed + failures === 0) console.log('No test ran.');
    this.#listSlowest();
    console.log(`${seconds(tookMs)} in all.`);
    console.log(`${this.#passed} passed, ${failures} failed`);
    return this.#passed === 0 || failures > 0 || this.#signals > 0 ? 1 : 0;
  }

  #listSlowest(): void {
    const { slowest } = this.#options;
    if (slowest === 0) return;
    const times = this.#times.toSorted((one, other) => other.tookMs - one.tookMs).slice(0, slowest);
    console.log('The slowest tests:');
    for (const { fullname, tookMs } of times) console.log(`  ${seconds(tookMs)} ${fullname}`);
  }
}
