/** `troupe import`: posts from a CSV file (docs/imports.md). */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../clients/typescript/src/index.ts';
import { type Command, CommandError, FileError, print, takesNo, UsageError } from './command.ts';
import { atService, remote, type Remote } from './remote.ts';

type Import = Reply<'getImport'>['import'];

/** Between two looks at an import, ms. */
const LOOK_MS = 500;
const ENDS = new Set(['checked', 'finished', 'stopped', 'removed']);

export const importCommands: { [name: string]: Command } = {
  import: remote({
    options: ['dry-run', 'account'],
    help: (options) => `troupe import FILE [--dry-run] [--account WHICH] [--json]

Makes posts of the rows of a CSV file, and prints the id of the import. Rows with a problem are listed, and make none; a row without a time
becomes a draft. The columns are content, accounts, scheduledAt, media, labels, altText and firstComment; Buffer's file for
many posts is read, too.

  --dry-run          checks each row and creates nothing
  --account WHICH    for rows that name no account: an id, a user name, or network:name. May be repeated
${options}
  --json             as GET /v1/imports/{id} responds, when it has ended

Exit code 1 when a row has a problem, or the import was stopped.
`,
    prepare(args) {
      const [path, ...more] = args.rest;
      if (path === undefined) throw new UsageError('say which file: troupe import FILE');
      takesNo(more);
      const accounts = (args.values.account ?? []).join(',');
      return () =>
        atService(args, async (at) => {
          const { import: made } = await at.troupe.createImport({
            ...at.where,
            file: await fileOf(path),
            name: basename(path),
            ...(args.values['dry-run'] === true && { dryRun: true }),
            ...(accounts !== '' && { accounts }),
          });
          const ended = await settled(at, made);
          if (args.values.json) print({ import: ended });
          else report(ended);
          judge(ended);
        });
    },
  }),
  'import undo': remote({
    help: (options) => `troupe import undo IMPORT [--json]

Removes the posts of an import that are drafts or planned. What is out stays.

${options}
  --json             as GET /v1/imports/{id} responds, when they are removed
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined) throw new UsageError('say which: troupe import undo IMPORT');
      takesNo(more);
      return () =>
        atService(args, async (at) => {
          await at.troupe.deleteImport({ id, ...at.where });
          const { import: found } = await at.troupe.getImport({ id, ...at.where });
          const ended = await settled(at, found);
          if (args.values.json) return print({ import: ended });
          process.stdout.write(`${ended.removed} removed, ${ended.kept} kept\n`);
        });
    },
  }),
};

/** @throws FileError */
async function fileOf(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (cause) {
    throw new FileError(`there is no file ${path}`, { cause });
  }
}

/** Reads an import until it has ended, and says on stderr how far it is. */
async function settled({ troupe, where }: Remote, made: Import): Promise<Import> {
  let found = made;
  let printed = '';
  while (!ENDS.has(found.status)) {
    const progress =
      found.status === 'removing' ? `${found.removed} removed` : `${found.done} of ${found.rows} rows`;
    const line = `${found.status}: ${progress}`;
    if (line !== printed) process.stderr.write(`${line}\n`);
    printed = line;
    if (found.status === 'paused')
      throw new CommandError(`${found.id} waits: the plan of the workspace does not include publishing`);
    await pause(LOOK_MS);
    ({ import: found } = await troupe.getImport({ id: found.id, ...where }));
  }
  return found;
}

function report({ id, dryRun, accepted, refused, errors }: Import): void {
  for (const { row, param, error } of errors)
    process.stderr.write(`row ${row}, ${param.slice(1)}: ${error}\n`);
  const what = dryRun ? 'can be imported' : 'imported';
  process.stderr.write(`${accepted} ${what}, ${refused} with a problem\n`);
  process.stdout.write(`${id}\n`);
}

/** @throws CommandError where not all rows are posts */
function judge({ id, status, refused, rows, done }: Import): void {
  const details = { code: 'import_incomplete', importId: id };
  if (status === 'stopped')
    throw new CommandError(`${id} was stopped at ${done} of ${rows} rows`, { details });
  if (refused > 0) throw new CommandError(`${refused} of ${rows} rows have a problem`, { details });
}
