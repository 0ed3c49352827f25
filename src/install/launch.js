#!/usr/bin/env node
/**
 * The `troupe` command: runs src/cli.ts on the pinned Node, whichever Node runs this file.
 * Plain JavaScript, because that Node may not read TypeScript. On the right Node the command runs in this process; on
 * another one in a child process with the same arguments, terminal and signals.
 */
import { spawn } from 'node:child_process';
import { pinnedNode, projectRoot, runsTroupe } from './pinned.js';

const cli = `${projectRoot}/src/cli.ts`;

if (runsTroupe(process.versions.node)) {
  await import(cli);
} else {
  const node = pinnedNode();
  if (node === null) {
    console.error(
      'Troupe is not installed yet: run `npm ci` in its folder (install scripts allowed, one of them brings Node).',
    );
    process.exit(1);
  }
  const child = spawn(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A signal from the terminal reaches both processes; one sent only to this process is passed on. Either way the child
  // decides how to end, and this process ends the same way.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
