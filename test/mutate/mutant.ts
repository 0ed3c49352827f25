/**
 * Changes that a test must notice, one line each: a flipped guard, a removed ownership check, a skipped lookup, an
 * ignored budget. `npm run mutate` makes each change and expects one of its tests to fail.
 */
export interface Mutant {
  /** A sentence: what the changed program does wrong. */
  name: string;
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test files of which at least one must fail. The fastest first. */
  tests: string[];
}

/**
 * @returns the file's text with the change
 * @throws Error when the text to change is not in the file exactly once
 */
export function mutated({ name, file, find, replace }: Mutant, source: string): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file}: the text of '${name}' is there ${parts.length - 1} times, not once`);
  }
  return parts.join(replace);
}

/** The mutants of one file, which the same tests must notice: each with its name, the text, and its replacement. */
export function changesIn(
  file: string,
  tests: string[],
  changes: [name: string, find: string, replace: string][],
): Mutant[] {
  return changes.map(([name, find, replace]) => ({ name, file, find, replace, tests }));
}
