/**
 * `npm test`: runs the test files on one fresh Postgres, tells what failed and why, and ends with the line
 * `N passed, N failed`, where N counts assertions that really ran.
 *
 *   npm test                              all of test/
 *   npm test -- test/store/x.test.ts      these files or folders; --help names the options
 *
 * Exit code 1 when anything failed, when nothing ran, and with CI set also when a test was skipped or left
 * to do: a build that is green because it looked away is worse than a red one.
 */
import { spawn } from 'node:child_process';
import { pinnedNode, runsTroupe } from '../../src/install/pinned.js';

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

if (runsTroupe(process.versions.node)) {
  const { runTests } = await import('./runner/run.ts');
  process.exitCode = await runTests(process.argv.slice(2));
} else rerun();
