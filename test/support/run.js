/**
 * `npm test`: runs the test files on one fresh Postgres, tells what failed and why, and ends with the line
 * `N passed, N failed`, where N counts assertions that really ran.
 *
 *   npm test                              all of test/ (.taprc says which files)
 *   npm test -- test/store/x.test.ts      these files or folders; tap's own options work too
 *
 * Exit code 1 when anything failed, when nothing ran, and with CI set also when a test was skipped or left
 * to do: a build that is green because it looked away is worse than a red one.
 */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, normalize, relative, resolve } from 'node:path';
import { pinnedNode, projectRoot, runsTroupe } from '../../src/install/pinned.js';

/** Runs this file again on the pinned Node: the tests are TypeScript, which older ones cannot read. */
function rerun() {
  const node = pinnedNode();
  if (node === null) {
    console.error('The packages are not installed: run `npm ci`.');
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
}

async function run() {
  const { Parser } = await import('tap-parser');
  const { startTestPostgres } = await import('./postgres.ts');
  const inCi = Boolean(process.env['CI']);
  const started = Date.now();

  const args = process.argv.slice(2).flatMap(filesIn);
  // With no file named, all of them, rather than leaving the search to tap: see `lost` below.
  if (!args.some((arg) => arg.endsWith('.test.ts'))) args.push(...filesIn('test'));
  const postgres = await startTestPostgres();
  const parser = new Parser();
  const seen = { files: new Set(), passed: 0, failed: [], skipped: [] };
  parser.on('pass', () => (seen.passed += 1));
  parser.on('fail', (result) => {
    seen.failed.push(result);
    console.log(describeFailure(result));
  });
  parser.on('skip', (result) => seen.skipped.push(result));
  parser.on('todo', (result) => seen.skipped.push(result));
  // At the top level there is one result per file, named like it.
  parser.on('assert', ({ ok, name, time, skip }) => {
    seen.files.add(name);
    // A time-out is no file and has no time; `fail` tells it. A file that is skipped whole is listed at the end.
    if (time !== null && !skip) console.log(`${ok ? '✓' : '✗'} ${name} (${seconds(time)})`);
  });
  parser.on('bailout', (reason) => console.log(`The run was given up: ${reason}`));

  let exit;
  try {
    exit = await runTap(parser, postgres.url, args);
  } finally {
    await postgres.stop();
  }

  const { passed, failed, skipped } = seen;
  // When a file runs out of time, tap counts that as a file of its own and forgets another one.
  const lost = exit.interrupted
    ? []
    : args.filter((arg) => arg.endsWith('.test.ts') && !seen.files.has(normalize(arg)));
  let failures = failed.length + lost.length;
  console.log('');
  if (failures > 0) {
    console.log('Failed:');
    for (const result of failed) console.log(`  ✗ ${result.fullname}`);
  }
  for (const file of lost) console.log(`  ✗ ${file} was never run`);
  if (skipped.length > 0) {
    console.log(inCi ? 'Not run, which counts as failed here:' : 'Not run:');
    for (const result of skipped) console.log(`  ~ ${result.fullname}${reasonOf(result)}`);
    if (inCi) failures += skipped.length;
  }
  if (exit.interrupted) console.log('Interrupted.');
  else if (passed + failures === 0) console.log('No test ran.');
  else if (exit.code !== 0 && failures === 0) {
    console.log(`The test runner ended with exit code ${exit.code} though no test failed.`);
    failures = 1;
  }
  console.log(`${seconds(Date.now() - started)} in all.`);
  console.log(`${passed} passed, ${failures} failed`);
  process.exitCode = passed === 0 || failures > 0 || exit.code !== 0 || exit.interrupted ? 1 : 0;
}

/**
 * Runs tap and hands what it prints to the parser. On a signal tap itself waits for its files to end; so it
 * gets a process group of its own, and the signal goes to all of the group. A second signal kills them.
 */
function runTap(parser, postgresUrl, args) {
  return new Promise((resolve, reject) => {
    let signals = 0;
    const tap = spawn(
      process.execPath,
      [`${projectRoot}/node_modules/tap/dist/esm/run.mjs`, 'run', '--reporter=tap', ...args],
      {
        cwd: projectRoot,
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TROUPE_TEST_POSTGRES: postgresUrl },
      },
    );
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        signals += 1;
        if (tap.pid !== undefined) process.kill(-tap.pid, signals === 1 ? 'SIGTERM' : 'SIGKILL');
      });
    tap.on('error', reject);
    tap.stdout.pipe(parser, { end: false });
    tap.on('close', (code) => {
      parser.end();
      resolve({ code: code ?? 1, interrupted: signals > 0 });
    });
  });
}

/** A folder's test files, which tap does not look for itself; anything else stays as it is. */
function filesIn(argument) {
  if (!statSync(resolve(argument), { throwIfNoEntry: false })?.isDirectory()) return [argument];
  const files = readdirSync(argument, { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')) // test/pds has packages of its own
    .map((name) => join(argument, name))
    .sort();
  return files.length > 0 ? files : [argument]; // then tap says that there is none, instead of running all
}

function reasonOf({ skip, todo }) {
  const reason = skip || todo;
  return typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
}

/** A failure for people: what, where, the difference, and what else tap knows. */
function describeFailure(result) {
  const { diff, at, stack, source, found, wanted, cause, exitCode, signal, code, ...rest } =
    result.diag ?? {};
  const lines = [`✗ ${result.fullname}`];
  const add = (text) =>
    lines.push(
      ...String(text)
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    );
  const show = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  if (at?.fileName)
    add(`at ${relative(projectRoot, at.fileName) || at.fileName}:${at.lineNumber}:${at.columnNumber}`);
  if (diff) add(diff);
  else {
    if (wanted !== undefined) add(`wanted: ${show(wanted)}`);
    if (found !== undefined) add(`found:  ${show(found)}`);
  }
  if (code !== undefined) add(`code: ${code}`);
  if (cause !== undefined) add(`cause: ${show(cause)}`);
  if (exitCode !== undefined && exitCode !== null) add(`The file ended with exit code ${exitCode}.`);
  if (signal) add(`The file was ended by ${signal}.`);
  if (source && !diff) add(source);
  if (stack) add(stack);
  // what a file that ran out of time was waiting for
  for (const key of [
    'error',
    'message',
    'detail',
    'hint',
    'expired',
    'tapError',
    'timeout',
    'handles',
    'requests',
  ])
    if (rest[key] !== undefined) add(`${key}: ${show(rest[key])}`);
  return `${lines.join('\n')}\n`;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

if (runsTroupe(process.versions.node)) await run();
else rerun();
