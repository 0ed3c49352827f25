/** Finds exports that no other file imports, for the tests of the architecture. */
import { dirname, join } from 'node:path/posix';
import { withoutComments } from './imports.ts';

export interface Source {
  /** From the root. */
  path: string;
  code: string;
}

const DECLARED =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+(?<name>[\w$]+)/gm;
const LISTED = /^export\s+(?:type\s+)?\{(?<names>[^}]*)\}(?:\s*from\s*['"](?<from>[^'"]+)['"])?/gm;
const IMPORTED =
  /(?:^|;)\s*import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{(?<names>[^}]*)\}\s*from\s*['"](?<from>[^'"]+)['"]/gm;
/** All of a file: a namespace, `export *`, or an import at run time, whose names nobody can tell. */
const WHOLE =
  /(?:import|export)\s+(?:type\s+)?\*(?:\s+as\s+[\w$]+)?\s+from\s*['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<late>[^'"]+)['"]/g;

/**
 * @param files all that may import something, tests included
 * @param isChecked whether exports of this path are looked at
 * @returns `path: name` for each export that no other file imports
 */
export function unusedExports(files: readonly Source[], isChecked: (path: string) => boolean): string[] {
  const used = new Set<string>();
  const whole = new Set<string>();
  const sources = files.map(({ path, code }) => ({ path, code: withoutComments(code) }));
  for (const { path, code } of sources) {
    for (const { groups } of code.matchAll(WHOLE))
      whole.add(join(dirname(path), groups!['from'] ?? groups!['late']!));
    for (const { groups } of [...code.matchAll(IMPORTED), ...code.matchAll(LISTED)]) {
      const { names, from } = groups as { names: string; from?: string };
      if (from?.startsWith('.'))
        for (const name of namesIn(names)) used.add(`${join(dirname(path), from)}: ${name.from}`);
    }
  }
  return sources
    .filter(({ path }) => isChecked(path) && !whole.has(path))
    .flatMap(({ path, code }) => exportsOf(code).map((name) => `${path}: ${name}`))
    .filter((one) => !used.has(one));
}

function exportsOf(code: string): string[] {
  const declared = [...code.matchAll(DECLARED)].map(({ groups }) => groups!['name']!);
  const listed = [...code.matchAll(LISTED)].flatMap(({ groups }) =>
    namesIn(groups!['names']!).map(({ to }) => to),
  );
  return [...declared, ...listed];
}

/** @param list such as `one, type Two, three as four` */
function namesIn(list: string): { from: string; to: string }[] {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((one) => {
      const [from = '', to = from] = one.split(/\s+as\s+/);
      return { from, to };
    });
}
