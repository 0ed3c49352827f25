/** A comment that names a section of a document, as in `docs/contract.md, Posts`, names one that is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { filesIn } from '../support/imports.ts';

const FOLDERS = ['src', 'store', 'machines', 'adapters', 'simulators', 'web/src', 'clients/typescript/src'];

/** By document, the headings without their marks. */
const headings = new Map(
  readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => [
      `docs/${name}`,
      readFileSync(join(projectRoot, 'docs', name), 'utf8')
        .split('\n')
        .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
        .map((heading) => heading.replaceAll(/[`*]/g, '')),
    ]),
);

interface Named {
  document: string;
  section: string;
}

/** The sections that comments of a file name: `docs/x.md, One, Two and Three` names three. */
function sectionsIn(text: string): Named[] {
  const joined = text.replaceAll(/\n\s*(?:\*|\/\/|--)\s?/g, ' ');
  const found = joined.matchAll(/(docs\/[\w./-]+\.md), ([A-Z][^);.\n]{2,80}?)(?=[);.]| to [A-Z])/g);
  return [...found].flatMap(([, document, names]) =>
    names!.split(/, (?=[A-Z])/).map((section) => ({ document: document!, section })),
  );
}

const isThere = ({ document, section }: Named): boolean => {
  const there = headings.get(document) ?? [];
  const starts = (name: string) => there.some((heading) => heading.startsWith(name));
  // a heading may have an "and" itself
  return starts(section) || section.split(/ and (?=[A-Z])/).every(starts);
};

void t.test('sections that comments name', async (t) => {
  t.strictSame(sectionsIn('(docs/a.md, One and two).\n * as docs/b/c.md,\n * Three, Four) says'), [
    { document: 'docs/a.md', section: 'One and two' },
    { document: 'docs/b/c.md', section: 'Three' },
    { document: 'docs/b/c.md', section: 'Four' },
  ]);
  const named = filesIn(...FOLDERS).flatMap(({ path }) =>
    sectionsIn(readFileSync(join(projectRoot, path), 'utf8')).map((one) => ({ path, ...one })),
  );
  t.ok(named.length > 100, `${named.length} sections are named`);
  t.strictSame(
    named.filter((one) => !isThere(one)),
    [],
    'each is there',
  );
});
