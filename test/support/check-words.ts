/**
 * Refuses words that docs/style.md does not want, in the comments, texts and pages of the product, and names in its code. Prints each place, and what
 * to write instead. Exit code 1 when there is one. A part of `npm run check`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import {
  codeOf,
  findRefused,
  findRefusedNames,
  proseOf,
  readRefused,
  readRefusedNames,
} from './refused-words.ts';

/** Where product code and pages are. */
const PLACES = [
  'adapters',
  'clients',
  'docs',
  'machines',
  'simulators',
  'src',
  'store',
  'web/languages',
  'web/shared-files.ts',
  'web/src',
  'web/vite.config.ts',
  'README.md',
  'CONTRIBUTING.md',
];
/** Generated from what is checked, never changed (migrations, charts of older versions), or about the words themselves. */
const NOT_CHECKED =
  /^(store\/migrations|machines\/charts|docs\/(style|crash-matrix)\.md|docs\/roadmap\.md|clients\/typescript\/src\/(api|operations)\.ts|web\/src\/base\/(api-types|own-operations)\.ts)/;
/** Code whose names are checked. */
const NAMED = /^(adapters|machines|src|store|web)\/.*\.tsx?$/;
const HAS_PROSE = /\.(ts|tsx|js|md|css)$/;

const page = readFileSync(join(projectRoot, 'docs/style.md'), 'utf8');
const refused = readRefused(page);
const refusedNames = readRefusedNames(page);
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...PLACES],
  {
    cwd: projectRoot,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => HAS_PROSE.test(file) && !NOT_CHECKED.test(file));

let count = 0;
for (const file of files) {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  const names = NAMED.test(file) ? findRefusedNames(codeOf(text), refusedNames) : [];
  for (const { line, word, instead } of [...findRefused(proseOf(file, text), refused), ...names]) {
    count += 1;
    console.error(`${file}:${line}: "${word}": write "${instead}"`);
  }
}
if (count > 0) {
  console.error(`\n${count} words that docs/style.md does not want.`);
  process.exitCode = 1;
}
