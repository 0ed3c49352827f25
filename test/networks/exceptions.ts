/** Violations that are right as they are, each with the reason and the date. One that matches nothing is an error. */
import { readFileSync } from 'node:fs';
import type { Violation } from './judges/judge.ts';

export interface Exception {
  network: string;
  in: Violation['in'];
  /** The operation, or `*`. */
  operation: string;
  /** What the judge says. A `*` stands for any text. */
  what: string;
  reason: string;
  /** When it was looked at: `2026-11-27`. */
  date: string;
}

export const exceptions = JSON.parse(
  readFileSync(new URL('./exceptions.json', import.meta.url), 'utf8'),
) as Exception[];

export function fits(exception: Exception, network: string, violation: Violation): boolean {
  return (
    exception.network === network &&
    exception.in === violation.in &&
    like(exception.operation, violation.operation) &&
    like(exception.what, violation.what)
  );
}

const like = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(text);
