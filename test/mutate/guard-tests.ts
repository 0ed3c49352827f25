/** Guards as mutants: each with a text that its file has once, and the tests that should notice it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { type GuardChange, ROOMS } from './guards.ts';
import type { Mutant } from './mutant.ts';

/** Flow tests of a feature, beside those in the feature's own folder of `test/`. */
const FLOWS: Record<string, RegExp> = {
  rules: /^(comment-(rules|acts)|rule-\w+|simulate-rules|near-misses)\.test/,
  flows: /^(automation-\w+|dm-[\w-]+|simulate-automation|explain-message|person|rule-then)\.test/,
  inbox: /^(inbox|person|saved-replies|comments)\.test/,
  receiving: /^(receiving|x-receiving|reviews|removals|unsubscribe)\.test/,
  numbers: /^numbers[\w-]*\.test/,
  mcp: /^plans\.test/,
  oauth: /^scopes\.test/,
};

/** Folders of `test/` that hold a feature's tests by another name. */
const FOLDERS: Record<string, string> = { flows: 'automations', rules: 'comments', inbox: 'comments' };

const textOf = new Map<string, string>();

/** The text of a file of the tree, read once. */
function read(file: string): string {
  const text = textOf.get(file) ?? readFileSync(join(projectRoot, file), 'utf8');
  textOf.set(file, text);
  return text;
}

const testFiles = readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !/^(web|prove|nodes|bench|mutate)\//.test(name))
  .map((name) => join('test', name))
  .filter((file) => !/^\/\/ Long test:/m.test(read(file)))
  .sort();

/** @returns the guard as a mutant */
export function mutantOf(guard: GuardChange): Mutant {
  const { file, line, text, broken, start } = guard;
  const source = read(file);
  const { before, after } = contextOf(source, start, text.length);
  return {
    name: `line ${line} (${guard.subject}): ${text} becomes ${broken}`.replace(/\s+/g, ' '),
    file,
    find: before + text + after,
    replace: before + broken + after,
    tests: testsFor(file),
  };
}

/** The characters around a piece of a file that make it unique there: as few as it takes. */
function contextOf(source: string, start: number, length: number): { before: string; after: string } {
  for (let reach = 0; ; reach += 1) {
    const from = Math.max(0, start - reach);
    const to = Math.min(source.length, start + length + reach);
    const piece = source.slice(from, to);
    if (source.indexOf(piece) === source.lastIndexOf(piece)) {
      return { before: source.slice(from, start), after: source.slice(start + length, to) };
    }
  }
}

/** Tests that import the file, then those of the features that it belongs to; those that start a server come last. */
export function testsFor(file: string): string[] {
  const features = file.startsWith('src/') ? [file.split('/')[2] ?? ''] : featuresUsing(file);
  const name = file.split('/').slice(-2).join('/');
  const importing = testFiles.filter((test) => read(test).includes(name));
  const own = testFiles.filter((test) =>
    features.some((feature) =>
      [feature, FOLDERS[feature]].some((folder) => folder !== 'flows' && test.startsWith(`test/${folder}/`)),
    ),
  );
  const flows = testFiles.filter((test) =>
    features.some((feature) => FLOWS[feature]?.test(test.replace('test/flows/', ''))),
  );
  return [...new Set([...importing, ...own, ...flows, 'test/flows/isolation.test.ts'])];
}

/** Features whose files import a store file. */
function featuresUsing(file: string): string[] {
  return ROOMS.filter((room) =>
    readdirSync(join(projectRoot, 'src', room), { recursive: true, encoding: 'utf8' }).some(
      (name) => name.endsWith('.ts') && read(join('src', room, name)).includes(`/${file}'`),
    ),
  ).map((room) => basename(room));
}
