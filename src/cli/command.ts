/** The type of a command, and the two errors with which a command ends. */
import type { parseArgs } from 'node:util';
import type { Sql } from '../../store/connect.ts';
import type { Schemas } from '../../store/schemas.ts';

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The exit codes of the command line, as docs/cli.md tells them. */
export const EXIT = { done: 0, failed: 1, wrong: 2, unreachable: 3, refusedKey: 4, underWay: 5 } as const;

/** It failed for a reason that needs no stack trace: exit code 1, unless another is given. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  /** What --json says of it besides the message. */
  readonly details: { [field: string]: unknown };

  constructor(
    message: string,
    {
      exitCode = EXIT.failed,
      details = {},
      cause,
    }: { exitCode?: number; details?: object; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.details = { ...details };
  }
}

/** A file that was named is not what it should be: exit code 2. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Every option that some command takes, as `parseArgs` wants them. All take --json and --help. */
export const OPTIONS = {
  name: { type: 'string' },
  slug: { type: 'string' },
  timezone: { type: 'string' },
  'move-scheduled': { type: 'boolean' },
  user: { type: 'string' },
  email: { type: 'string' },
  scopes: { type: 'string' },
  workspaces: { type: 'string' },
  until: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  days: { type: 'string' },
  junit: { type: 'string' },
  update: { type: 'boolean' },
  coverage: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
  workspace: { type: 'string' },
  account: { type: 'string', multiple: true },
  group: { type: 'string' },
  media: { type: 'string', multiple: true },
  now: { type: 'boolean' },
  at: { type: 'string' },
  'next-slot': { type: 'boolean' },
  draft: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  with: { type: 'string' },
  'text-for': { type: 'string', multiple: true },
  'media-for': { type: 'string', multiple: true },
  alt: { type: 'string', multiple: true },
  thread: { type: 'string', multiple: true },
  preview: { type: 'string' },
  'first-comment': { type: 'string' },
  label: { type: 'string', multiple: true },
  status: { type: 'string' },
  search: { type: 'string' },
  'skip-refused': { type: 'boolean' },
  'content-warning': { type: 'string' },
  language: { type: 'string' },
  visibility: { type: 'string' },
  'idempotency-key': { type: 'string' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
  after: { type: 'string' },
  post: { type: 'string', multiple: true },
  count: { type: 'string' },
  network: { type: 'string', multiple: true },
  hours: { type: 'string' },
  rule: { type: 'string' },
  'remove-posts': { type: 'boolean' },
  mode: { type: 'string' },
  template: { type: 'string' },
  every: { type: 'string' },
  backfill: { type: 'string' },
  output: { type: 'string' },
  'without-media': { type: 'boolean' },
  type: { type: 'string' },
  force: { type: 'boolean' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export type OptionName = Exclude<keyof typeof OPTIONS, 'json' | 'help'>;

export interface Arguments {
  values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
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
  options: readonly OptionName[];
  /** Reads the arguments, then does the work. An error in the arguments is reported without a database. */
  prepare(args: Arguments): (database: CommandDatabase) => Promise<void>;
  /** It needs no database and gets none. */
  alone?: boolean;
}

/** @throws UsageError when there are arguments left */
export function takesNo(rest: string[]): void {
  if (rest.length > 0) throw new UsageError(`unexpected argument: "${rest.join(' ')}"`);
}

/** For --json: one line on stdout. */
export function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
