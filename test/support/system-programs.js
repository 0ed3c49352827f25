/**
 * Programs that tests start and npm does not bring. `npm test` installs those that are missing by apt, where this user
 * may (root, or sudo without a password). Elsewhere it says in one line what to install; files that need it are not run.
 *
 * Plain JavaScript, because it may be run by whichever Node the machine has.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `commands`: any of them will do; `places`: where it may be outside of PATH; `package`: Debian's; `module`: the file
 * under test/support by which tests start it.
 */
export const PROGRAMS = [
  {
    name: 'Chromium',
    // the headless shell takes less processor time than the whole browser
    commands: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    variable: 'TROUPE_TEST_CHROMIUM',
    package: 'chromium-headless-shell',
    module: 'browser.ts',
    tests: 'tests of pages',
  },
  {
    name: 'redis-server',
    commands: ['redis-server'],
    places: [],
    package: 'redis-server',
    module: 'redis.ts',
    tests: 'tests with Redis',
  },
  {
    name: 'curl',
    commands: ['curl'],
    places: [],
    package: 'curl',
    tests: 'the command that the first start prints',
  },
  // completion of the command line is tried in them (test/cli/completion.test.ts)
  { name: 'zsh', commands: ['zsh'], places: [], package: 'zsh', tests: 'completion in zsh' },
  { name: 'fish', commands: ['fish'], places: [], package: 'fish', tests: 'completion in fish' },
  {
    name: 'Firefox',
    commands: ['firefox-esr', 'firefox'],
    places: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    package: 'firefox-esr',
    module: 'firefox.ts',
    tests: 'journeys in Firefox',
    isForLongTests: true,
  },
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string | undefined} path of an installed program; undefined: there is none */
export function findProgram(name) {
  const { commands, places, variable = '' } = PROGRAMS.find((program) => program.name === name);
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [process.env[variable] ?? '', ...inPath, ...places].find(
    (path) => path !== '' && isExecutable(path),
  );
}

/**
 * @param playsLong whether long tests are run. Default false
 * @returns the programs of PROGRAMS that the tests need and this machine lacks
 */
export const missingPrograms = (playsLong = false) =>
  PROGRAMS.filter(
    ({ name, isForLongTests = false }) => (playsLong || !isForLongTests) && findProgram(name) === undefined,
  );

/**
 * What to do about missing programs.
 * @param {{ missing: typeof PROGRAMS, hasApt: boolean, uid: number, maySudo: () => boolean }} machine
 * @returns {string[][]} commands to run, in their order; empty: nothing is missing, or this user may not install it
 */
export function installCommands({ missing, hasApt, uid, maySudo }) {
  if (missing.length === 0 || !hasApt || (uid !== 0 && !maySudo())) return [];
  const packages = missing.map((program) => program.package);
  const prefix = uid === 0 ? [] : ['sudo', '-n'];
  return [
    [...prefix, 'apt-get', 'update', '-qq'],
    [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...packages,
    ],
  ];
}

/** The line for a person who has to install what is missing. */
export function missingLine(missing) {
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.map((program) => program.package).join(' ');
  const left = missing.map(({ tests }) => tests).join(', ');
  return `Not installed: ${names} (Debian: apt-get install ${packages}). Not run without: ${left}.`;
}

function installMissing(playsLong) {
  const missing = missingPrograms(playsLong);
  if (missing.length === 0) return;
  const runs = ([command, ...args]) => spawnSync(command, args, { encoding: 'utf8' });
  const commands = installCommands({
    missing,
    hasApt: runs(['apt-get', '--version']).status === 0,
    uid: process.getuid?.() ?? -1,
    maySudo: () => runs(['sudo', '-n', 'true']).status === 0,
  });
  if (commands.length > 0) {
    const started = Date.now();
    process.stderr.write(
      `Installing ${missing.map((program) => program.package).join(', ')} (apt-get install) … `,
    );
    const failed = commands.map(runs).find(({ status }) => status !== 0);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stderr.write(
      failed ? `failed after ${seconds} s: ${lastLine(failed.stderr)}\n` : `done in ${seconds} s.\n`,
    );
  }
  const left = missingPrograms(playsLong);
  if (left.length > 0) process.stderr.write(`${missingLine(left)}\n`);
}

const lastLine = (text) => (text ?? '').trim().split('\n').at(-1) || 'no reason was given';

// Run as a program, not when a test imports the parts.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url))
  installMissing(process.argv.includes('--long'));
