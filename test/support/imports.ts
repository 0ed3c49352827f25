/** Reads which file imports which, for the tests of the architecture. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';

export interface Import {
  /** Path from the root for files of this project, such as `store/connect.ts`; else the package's name. */
  name: string;
  ours: boolean;
  /** Only types: nothing of it exists at run time. */
  typeOnly: boolean;
}
export interface File {
  path: string;
  code: string;
  imports: Import[];
}

/** @returns every file of code in folders of the root, packages and builds left out */
export function filesIn(...folders: string[]): File[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/\/(node_modules|dist)\//.test(path))
    .map(readFile);
}

/** @returns a sentence for each import that is not allowed */
export function breaches(list: File[], allowed: (one: Import) => boolean): string[] {
  return list.flatMap(({ path, imports }) =>
    imports
      .filter((one) => !allowed(one))
      .map(({ name, typeOnly }) => `${path} imports ${typeOnly ? 'types of ' : ''}${name}`),
  );
}

/** @param path from the root */
function readFile(path: string): File {
  const code = withoutComments(readFileSync(join(projectRoot, path), 'utf8'));
  return { path, code, imports: importsOf(path, code) };
}

/** The imports and re-exports of a file. */
export function importsOf(path: string, code: string): Import[] {
  const statements = code.matchAll(
    /(?:^|;)\s*(?:import|export)\s+(type\s)?(?:([\w*\s{},$]*?)\s*from\s*)?['"]([^'"]+)['"]|(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, type, names, from, typeOf, late]) => {
    const name = (from ?? late)!;
    const ours = name.startsWith('.');
    const listed = /^\{(.*)\}$/s
      .exec((names ?? '').trim())?.[1]
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    return {
      name: ours ? relative('.', join(dirname(path), name)) : name,
      ours,
      typeOnly:
        type !== undefined ||
        typeOf !== undefined ||
        (listed !== undefined && listed.length > 0 && listed.every((one) => one.startsWith('type '))),
    };
  });
}

/** Comments and multi-line template texts (SQL, pages) do not count as code. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}

/** @returns the imports between these files, types included, as pairs of paths */
export function arrowsBetween(files: readonly File[]): [from: string, to: string][] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ name }): [string, string][] => (paths.has(name) ? [[path, name]] : [])),
  );
}

/**
 * Groups of names that form cycles, by Tarjan's algorithm. The groups and their names are sorted.
 * @param edges from and to
 */
export function circlesIn(edges: [from: string, to: string][]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const index = order.size;
    order.set(name, index);
    lowest.set(name, index);
    stack.push(name);
    for (const [, to] of next.get(name) ?? []) {
      if (!order.has(to)) lowest.set(name, Math.min(lowest.get(name)!, visit(to)));
      else if (stack.includes(to)) lowest.set(name, Math.min(lowest.get(name)!, order.get(to)!));
    }
    if (lowest.get(name) === index) {
      const group = stack.splice(stack.indexOf(name));
      if (group.length > 1 || next.get(name)?.some(([, to]) => to === name)) circles.push(group.toSorted());
    }
    return lowest.get(name)!;
  };
  for (const name of next.keys()) if (!order.has(name)) visit(name);
  return circles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
