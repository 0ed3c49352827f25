/** `troupe workspaces delete`. */
import { findPlace } from '../../store/directory.ts';
import { removeDisconnected } from '../features/workspaces/remove.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { Problem } from '../api/problem.ts';

export const workspaceCommands: { [name: string]: Command } = {
  'workspaces delete': {
    options: [],
    help: `troupe workspaces delete SLUG [--json]

Deletes a workspace for good, with its posts, journal and files' records. Disconnect its accounts first, so that their access
ends at the networks. Stopped in the middle, it goes on when it is run again with the id that it printed.

  --json   {"id", "rows"}
`,
    prepare({ values, rest }) {
      const [name, ...more] = rest;
      if (name === undefined) throw new UsageError('say which workspace: troupe workspaces delete SLUG');
      takesNo(more);
      return async ({ sql: directory, schemas, openCell }) => {
        const found = await findPlace(directory, name);
        const id = found?.id ?? name;
        const sql = openCell(found?.cell ?? schemas.cell);
        try {
          process.stderr.write(`Deleting the workspace ${id}.\n`);
          const workspace = { id, name, now: Date.now() };
          const rows = await removeDisconnected({ sql, directory }, workspace).catch((fault: unknown) => {
            throw fault instanceof Problem ? new CommandError(fault.message) : fault;
          });
          if (found === undefined && rows === 0) throw new CommandError(`there is no workspace ${name}`);
          if (values.json) print({ id, rows });
          else process.stderr.write(`Deleted, with ${rows} rows.\n`);
        } finally {
          await sql.end({ timeout: 5 });
        }
      };
    },
  },
};
