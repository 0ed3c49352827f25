/**
 * Plays a test that never ends, like the children it starts: one in its group, one with a group of its own. Writes the
 * three process ids to pids.json in its folder.
 */
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';

const FOREVER = 'setInterval(() => {}, 1000)';
const file = 'pids.json';
const children = [false, true].map((detached) =>
  spawn(process.execPath, ['-e', FOREVER], { detached, stdio: 'ignore' }),
);
writeFileSync(`${file}.new`, JSON.stringify([process.pid, ...children.map(({ pid }) => pid)]));
renameSync(`${file}.new`, file);
setInterval(() => {}, 1000);
