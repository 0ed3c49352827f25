/** The arguments of `npm test`: files, folders and options. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, normalize } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm test -- [options] [files or folders]      default: all of test/

  --long               the files of the folders that are long or have long parts, whole; npm run prove runs them all. A file
                       that is named is always played whole
  --jobs <n>, -j       processes side by side (default: one more than there are processors)
  --timeout <s>, -t    how long one file may take, in seconds (default: 300)
  --grep <words>, -g   only tests whose title matches; given again: those inside of them. /words/i is a regular expression
  --invert, -i         only tests that --grep does not match
  --only, -O           only tests that are made with t.only
  --bail, -b           stop at the first failure
  --slowest <n>        list at the end the tests that took longest
`;

/**
 * A file with this comment, followed by the reason, is left out when its folder is run: it takes long, and a shorter test
 * guards the same promise at every change.
 */
const LONG = /^\/\/ Long test: /m;
/** By this environment variable the processes of test files learn that long parts are played, too. */
export const PLAYS_LONG = 'TROUPE_TEST_LONG';
/** A file of which some parts are long: tests, rows, or the cases of a property. */
const HAS_LONG_PARTS = /support\/(long|property)\.ts'/;

export interface RunOptions {
  /** Relative to the project's folder. */
  files: string[];
  jobs: number;
  fileTimeoutMs: number;
  bail: boolean;
  /** How many of the slowest tests are listed at the end. */
  slowest: number;
  /** What tap reads in the processes of the files. */
  env: { [name: string]: string };
}

/**
 * Reads the arguments.
 * @throws Error with a sentence for people: an unknown option, a file that does not exist
 */
export function readOptions(args: string[]): RunOptions | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      long: { type: 'boolean', default: false },
      jobs: { type: 'string', short: 'j', default: String(availableParallelism() + 1) },
      timeout: { type: 'string', short: 't', default: '300' },
      grep: { type: 'string', short: 'g', multiple: true },
      invert: { type: 'boolean', short: 'i', default: false },
      only: { type: 'boolean', short: 'O', default: false },
      bail: { type: 'boolean', short: 'b', default: false },
      slowest: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const named = positionals.length === 0 ? ['test'] : positionals;
  const playsLong = values.long || positionals.some((argument) => !isFolder(argument));
  return {
    files: [...new Set(named.flatMap((argument) => filesIn(argument, values.long)))],
    jobs: positive('jobs', values.jobs),
    fileTimeoutMs: positive('timeout', values.timeout) * 1000,
    bail: values.bail,
    slowest: values.slowest === undefined ? 0 : positive('slowest', values.slowest),
    env: {
      ...(playsLong && { [PLAYS_LONG]: '1' }),
      ...(values.grep && { TAP_GREP: values.grep.join('\n') }),
      ...(values.invert && { TAP_INVERT: '1' }),
      ...(values.only && { TAP_ONLY: '1' }),
      ...(values.bail && { TAP_BAIL: '1' }),
    },
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0, and it is ${text}.`);
  return number;
}

/** A file itself, or the test files of a folder: those that are long or have long parts, or those that are not long as a whole. */
function filesIn(argument: string, long: boolean): string[] {
  if (!isFolder(argument)) return [normalize(argument)];
  return readdirSync(argument, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')) // test/pds has packages of its own
    .map((name) => join(argument, name))
    .filter((path) => isPlayed(readFileSync(path, 'utf8'), long))
    .sort();
}

/** @throws Error if there is no such file or folder */
function isFolder(argument: string): boolean {
  const found = statSync(argument, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no ${argument}.`);
  return found.isDirectory();
}

const isPlayed = (source: string, long: boolean): boolean =>
  long ? LONG.test(source) || HAS_LONG_PARTS.test(source) : !LONG.test(source);
