/** A command of the command line, and the two errors that can end it. */
import type { Sql } from '../../store/connect.ts';
import type { Schemas } from '../../store/schemas.ts';

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It failed for a reason that needs no stack trace: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A file that was named is not what it should be: exit code 2. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export interface Arguments {
  values: {
    name?: string;
    user?: string;
    until?: string;
    junit?: string;
    update?: boolean;
    coverage?: boolean;
    json: boolean;
    help: boolean;
  };
  rest: string[];
}

/** The database of a command. */
export interface CommandDatabase {
  /** One connection to the directory. */
  sql: Sql;
  schemas: Schemas;
  /** Opens one connection to a cell. @param name of its schema */
  openCell: (name: string) => Sql;
}

export interface Command {
  help: string;
  /** Its options besides --json and --help. */
  options: readonly ('name' | 'user' | 'until' | 'junit' | 'update' | 'coverage')[];
  /** Reads the arguments, then does the work. An error in the arguments is reported without a database. */
  prepare(args: Arguments): (database: CommandDatabase) => Promise<void>;
  /** It needs no database and gets none. */
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
