/** `troupe workspaces`: change and delete a workspace. */
import type { Sql } from '../../store/connect.ts';
import { findForChange, findPlace } from '../../store/directory.ts';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { Node } from '../engine/node.ts';
import { COMMAND_LINE, storeCommandEntries } from '../features/audit/index.ts';
import { lockPlannedPosts } from '../features/posts/index.ts';
import { changeWorkspace, insistOnZone, type Work } from '../features/workspaces/index.ts';
import { kinds } from '../kinds/index.ts';
import { removeDisconnected } from '../features/workspaces/remove.ts';
import { type Arguments, CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { Problem } from '../api/problem.ts';

/** Runs turns without a service, for one command. Due work and effects are left to the nodes. */
const nodeOf = (sql: Sql): Node =>
  new Node({
    sql,
    nodeId: newId('node', Date.now()),
    clock: Date.now,
    kinds,
    handlers: {},
    works: false,
    log: createLog('silent', (line) => line),
    onFeed: () => undefined,
  });

/** A refusal of the service's rules is a plain sentence. */
async function orRefused<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (fault) {
    throw fault instanceof Problem ? new CommandError(fault.message) : fault;
  }
}

export const workspaceCommands: { [name: string]: Command } = {
  'workspaces change': {
    options: ['name', 'slug', 'timezone', 'move-scheduled'],
    help: `troupe workspaces change SLUG [--name NAME] [--slug NEW] [--timezone ZONE [--move-scheduled]] [--json]

Changes the name, the slug or the time zone of a workspace. What is left out stays. The former slug still names the
workspace. Every node uses it within a second.

  --name NAME       up to 100 characters
  --slug NEW        lower-case letters, digits and hyphens, up to 63
  --timezone ZONE   an IANA name, such as Europe/Berlin. Planned posts keep their instant …
  --move-scheduled  … or with this, their time on the clock: up to 1,000 posts. Those whose time has passed there keep
                    their instant. Of an approved post the new time is approved
  --json            {"workspace", "name", "timezone", "moved", "kept"}
`,
    prepare({ values, rest }) {
      const [slugArgument, ...more] = rest;
      if (slugArgument === undefined)
        throw new UsageError('say which workspace: troupe workspaces change SLUG --name NAME');
      takesNo(more);
      const change = changeIn(values);
      return async ({ sql: directory, openCell }) => {
        const workspace = await findForChange(directory, slugArgument);
        if (workspace === undefined) throw new CommandError(`there is no workspace ${slugArgument}`);
        const sql = openCell(workspace.cell);
        try {
          const node = nodeOf(sql);
          const { id } = workspace;
          const object = { objectKind: 'workspace', objectId: id };
          const entry = {
            workspaceId: id,
            operation: 'updateWorkspace',
            ...object,
            fields: Object.keys(change),
          };
          const inTurn = (work: Work) =>
            node.command(async (tx, turn) => {
              const done = await work(tx, turn);
              return { ...done, alongside: storeCommandEntries(tx, [{ ...entry, at: turn.now }]) };
            });
          const changing = { workspace, change, by: COMMAND_LINE.userId };
          const places = { directory, inTurn, lockPlannedPosts };
          const { after, moved, kept } = await orRefused(changeWorkspace(places, changing, Date.now()));
          const { slug, name, timezone } = after;
          if (values.json) return print({ workspace: slug, name, timezone, moved, kept });
          process.stdout.write(`${slug}  ${name}  ${timezone}\n`);
          if (change.moveScheduled)
            process.stderr.write(`${moved} planned posts moved, ${kept} keep their instant.\n`);
        } finally {
          await sql.end({ timeout: 5 });
        }
      };
    },
  },
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
          const rows = await orRefused(removeDisconnected({ sql, directory }, workspace));
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

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** @throws UsageError for what a request could not set either, and where nothing is to be changed */
function changeIn({ name, slug, timezone, 'move-scheduled': moveScheduled }: Arguments['values']) {
  const change = {
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(timezone !== undefined && { timezone }),
    ...(moveScheduled && { moveScheduled }),
  };
  if (Object.keys(change).length === 0)
    throw new UsageError('say what to change: --name, --slug or --timezone');
  if (name !== undefined && (name.length === 0 || name.length > 100))
    throw new UsageError('--name has 1 to 100 characters');
  if (slug !== undefined && !SLUG.test(slug))
    throw new UsageError(
      `--slug "${slug}" is not a slug: use lower-case letters, digits and hyphens, up to 63`,
    );
  if (moveScheduled && timezone === undefined)
    throw new UsageError('--move-scheduled says what a new time zone means: give --timezone too');
  try {
    insistOnZone(change);
  } catch (fault) {
    throw fault instanceof Problem ? new UsageError(fault.message) : fault;
  }
  return change;
}
