/**
 * A group of test files in a process of its own. It is read as it runs: which file is at work, what passed and what
 * failed. A file that ends its process, or takes longer than it may, fails; the files after it get another process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type FinalResults, Parser, type Result } from 'tap-parser';
import { LOADING } from '../loading.ts';
import { type Mark, readMark } from './marks.ts';

const entry = fileURLToPath(new URL('./entry.ts', import.meta.url));
const noDomains = new URL('./no-domains.js', import.meta.url).href;

/** One assertion that did not pass, as tap tells it, or a failure of a whole file. */
export interface Told {
  /** The file, the titles of its tests, and what was asserted. */
  fullname: string;
  diag: { [name: string]: unknown };
  /** Why it was not run; true without a reason. */
  skip?: string | boolean;
  todo?: string | boolean;
}

/** What became of a file. */
export interface FileResult {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  tookMs: number;
}

export interface Listener {
  /** A test of a file has ended. */
  took(test: { fullname: string; tookMs: number }): void;
  failed(told: Told): void;
  skipped(told: Told): void;
  ended(result: FileResult): void;
}

export interface GroupOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** How long one file may take. */
  fileTimeoutMs: number;
}

/** What tap needs between being asked to give up and being killed: it lists what is still open. */
const GIVE_UP_MS = 2_000;

export class GroupProcess {
  /** Whether its last file is over. */
  isOver = false;
  readonly #child: ChildProcess;
  readonly #files: string[];
  readonly #options: GroupOptions;
  readonly #listener: Listener;
  /** tap takes an order to give up only with the key it was started with. */
  readonly #key = randomUUID();
  #current: (FileResult & { beganAt: number }) | null = null;
  #begun = 0;
  #failures = 0;
  #failuresBeforeFile = 0;
  /** How many there were when the time was up; null while it is not. tap mostly tells a failure of its own then. */
  #failuresBeforeTimeout: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param name of the group; files: relative to options.cwd */
  constructor(name: string, files: string[], options: GroupOptions, listener: Listener) {
    this.#files = files;
    this.#options = options;
    this.#listener = listener;
    this.#child = spawn(process.execPath, [...LOADING, `--import=${noDomains}`, entry, name], {
      cwd: options.cwd,
      detached: true, // a group of its own: a signal reaches what the tests started, too
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...options.env,
        TAP: '1',
        TAP_CHILD_ID: '0',
        TAP_CHILD_KEY: this.#key,
        TAP_TIMEOUT: '0', // each file has its own time, see #restartTimer
        TROUPE_TEST_FILES: JSON.stringify(files),
      },
    });
  }

  /**
   * Waits for the end of the process and tells the listener of everything until then.
   * @returns the files that it did not come to
   */
  async ended(): Promise<string[]> {
    const parser = this.#listen();
    this.#child.stdout?.pipe(parser);
    this.#child.on('message', (message: Mark | { setTimeout: number }) => {
      if (message !== 'over' && !('begins' in message)) return; // tap speaks here, too
      this.isOver = message === 'over';
      if (this.#failuresBeforeTimeout === null) this.#restartTimer();
    });
    this.#restartTimer();
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (...how) => resolve(how));
    });
    clearTimeout(this.#timer);
    if (this.#begun === 0) this.#begin(this.#files[0] ?? '');
    const isTold = this.#failures > (this.#failuresBeforeTimeout ?? this.#failuresBeforeFile);
    if (this.#failuresBeforeTimeout !== null) {
      if (!isTold)
        this.#fail({ fullname: '', diag: { expired: `after ${this.#options.fileTimeoutMs / 1000} s` } });
    } else if (signal !== null) this.#fail({ fullname: '', diag: { signal } });
    else if (this.isOver ? code !== 0 && this.#failures === 0 : !isTold)
      this.#fail({ fullname: '', diag: { exitCode: code } });
    this.#endFile();
    return this.#files.slice(this.#begun);
  }

  /** Sends a signal to the process and all that it started. */
  kill(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
  }

  /** Ends it as if the time of the file at work were up. */
  giveUp(): void {
    clearTimeout(this.#timer);
    this.#failuresBeforeTimeout = this.#failures;
    // The callback takes the error of a process that has just ended.
    this.#child.send({ tapAbort: 'timeout', key: this.#key, child: '0' }, () => undefined);
    this.#timer = setTimeout(() => this.kill('SIGKILL'), GIVE_UP_MS);
  }

  #listen(): Parser {
    const parser = new Parser();
    parser.on('comment', (comment: string) => {
      const mark = readMark(comment);
      if (mark === 'over') this.#endFile();
      else if (mark !== null) this.#begin(mark.begins);
    });
    parser.on('child', (test: Parser) =>
      test.on('complete', ({ time }: FinalResults) =>
        this.#listener.took({ fullname: this.#named(test.name), tookMs: time ?? 0 }),
      ),
    );
    parser.on('pass', () => this.#current && (this.#current.passed += 1));
    parser.on('fail', (result: Result) => this.#fail(toldOf(result)));
    for (const what of ['skip', 'todo'] as const)
      parser.on(what, (result: Result) => {
        // "no tests found" of an empty process is about its files, which are looked at one by one
        if (this.#current === null) return;
        this.#current.skipped += 1;
        this.#listener.skipped({ ...toldOf(result), fullname: this.#named(result.fullname) });
      });
    return parser;
  }

  #begin(file: string): void {
    this.#endFile();
    this.#begun += 1;
    this.#failuresBeforeFile = this.#failures;
    this.#current = { file, passed: 0, failed: 0, skipped: 0, tookMs: 0, beganAt: performance.now() };
  }

  #endFile(): void {
    if (this.#current === null) return;
    const { beganAt, ...result } = this.#current;
    if (result.passed + result.failed + result.skipped === 0) {
      result.skipped = 1;
      this.#listener.skipped({ fullname: result.file, diag: {}, skip: 'it has no test' });
    }
    this.#current = null;
    this.#listener.ended({ ...result, tookMs: performance.now() - beganAt });
  }

  #fail(told: Told): void {
    this.#failures += 1;
    if (this.#current !== null) this.#current.failed += 1;
    this.#listener.failed({ ...told, fullname: this.#named(told.fullname) });
  }

  /** Which file it is about. After the last one: whatever keeps the process from ending may be of any of them. */
  #named(fullname: string): string {
    const file = this.#current?.file ?? this.#files.join(', ');
    return fullname === '' ? file : `${file} > ${fullname}`;
  }

  /** The time of a file begins. When it is up, tap says what the file waits for and kills its process. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(), this.#options.fileTimeoutMs);
  }
}

function toldOf(result: Result): Told {
  const { fullname, diag, skip, todo } = result;
  return { fullname, diag: diag ?? {}, ...(skip && { skip }), ...(todo && { todo }) };
}
