/** Which programs of the machine a test file needs: what it imports, directly or by other files of test/, starts them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { missingPrograms } from '../system-programs.js';

type Program = ReturnType<typeof missingPrograms>[number];

/** @returns for a file under the project's folder: the missing program that it needs; undefined: none */
export function missingFor(
  projectRoot: string,
  missing: readonly Program[] = missingPrograms(),
): (path: string) => Program | undefined {
  const known = new Map<string, ReadonlySet<string>>();
  const importsOf = (path: string): ReadonlySet<string> => {
    const kept = known.get(path);
    if (kept) return kept;
    const found = new Set([path]);
    known.set(path, found);
    const source = readFileSync(join(projectRoot, path), 'utf8');
    for (const [, relative] of source.matchAll(/from '(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(path), relative!);
      if (imported.startsWith('test/')) for (const one of importsOf(imported)) found.add(one);
    }
    return found;
  };
  return (path) =>
    missing.find(({ module }) => module !== undefined && importsOf(path).has(`test/support/${module}`));
}
