/**
 * Loaded before a process of tests, and before the services that tests start: Node takes the types out of each TypeScript
 * file again in every process, for a third of the time that loading takes. What is left of a file without them is kept here
 * for the next process.
 *
 * Plain JavaScript, so that it needs no stripping itself.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { projectRoot } from '../../../src/install/pinned.js';

/** It goes with an install. */
const folder = join(projectRoot, 'node_modules', '.troupe-stripped');
mkdirSync(folder, { recursive: true });

const hashOf = (text) => createHash('sha1').update(text).digest('hex');

/** @returns what was kept of a file, if its source is still the same */
function kept(file, hash) {
  try {
    const text = readFileSync(file, 'utf8');
    return text.startsWith(hash) ? text.slice(hash.length) : null;
  } catch {
    return null; // there is none yet
  }
}

function strip(url) {
  const source = readFileSync(fileURLToPath(url), 'utf8');
  const hash = hashOf(process.version + source);
  const file = join(folder, hashOf(url));
  const known = kept(file, hash);
  if (known !== null) return known;
  const code = stripTypeScriptTypes(source, { sourceUrl: url });
  const draft = `${file}.${process.pid}`; // other processes read while this one writes
  writeFileSync(draft, hash + code);
  renameSync(draft, file);
  return code;
}

const root = `${pathToFileURL(projectRoot).href}/`;
/** Modules of the project; the nodes for n8n are CommonJS. */
const isOurs = (url) =>
  url.startsWith(root) && url.endsWith('.ts') && !/\/node_modules\/|\/clients\/n8n\//.test(url);

registerHooks({
  load(url, context, next) {
    return isOurs(url) ? { format: 'module', source: strip(url), shortCircuit: true } : next(url, context);
  },
});
