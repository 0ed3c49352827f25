/** Which programs of the machine a test file needs: what it imports, directly or by other files of test/, starts them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, withoutComments } from '../imports.ts';
import type { PROGRAMS } from '../system-programs.js';

type Program = (typeof PROGRAMS)[number];

/**
 * @param missing what the machine lacks
 * @returns for a file under the project's folder: the missing program that it needs; undefined: none
 */
export function missingFor(
  projectRoot: string,
  missing: readonly Program[],
): (path: string) => Program | undefined {
  const needsByPath = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (path: string): ReadonlySet<string> => {
    const kept = needsByPath.get(path);
    if (kept) return kept;
    const found = new Set([path]);
    needsByPath.set(path, found);
    for (const { name } of importsOf(path, codeOf(join(projectRoot, path))))
      if (name.startsWith('test/')) for (const one of reachedFrom(name)) found.add(one);
    return found;
  };
  return (path) =>
    missing.find(({ module }) => module !== undefined && reachedFrom(path).has(`test/support/${module}`));
}

/** @returns the code of a file; empty where a test only writes about a file that it makes later */
const codeOf = (path: string): string =>
  existsSync(path) ? withoutComments(readFileSync(path, 'utf8')) : '';
