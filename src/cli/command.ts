/** What a command of the command line is, and the two ways in which it can end badly. */
import type { Sql } from '../../store/connect.ts';

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It could not be done, for a reason that needs no stack: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Arguments {
  values: { name?: string; user?: string; json: boolean; help: boolean };
  rest: string[];
}

export interface Command {
  help: string;
  /** Options it takes besides --json and --help. */
  options: readonly ('name' | 'user')[];
  /** Reads the arguments, then does the work: a wrong command is told without a database. */
  prepare(args: Arguments): (sql: Sql) => Promise<void>;
  /** It needs no database: its work is given none. */
  alone?: boolean;
}

/** @throws UsageError when there are arguments left */
export function takesNo(rest: string[]): void {
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
}

/** For --json: one line on stdout. */
export function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
