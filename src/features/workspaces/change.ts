/**
 * Name, slug and time zone of a workspace (docs/people.md, Settings of a workspace): what an owner's request and a command at the host
 * have in common. The directory has the settings, and the cell a copy, in which the planned posts are moved.
 */
import type { Sql, Tx } from '../../../store/connect.ts';
import {
  isSlugTaken,
  lockSlugs,
  readWorkspaceSettings,
  saveWorkspaceSettings,
  type WorkspaceSettings,
} from '../../../store/directory.ts';
import { lockTimezone, saveSettingsInCell } from '../../../store/workspaces.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { isTimeZone } from '../../base/time.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Turn } from '../../engine/turn.ts';
import type { WorkspacesContext } from './context.ts';

/** Each is a name that no other workspace can get. */
const MAX_FORMER_SLUGS = 20;

/** What is to be changed. What is absent stays. */
type Change = Partial<WorkspaceSettings> & { moveScheduled?: boolean };

interface Changing {
  workspace: { id: string; slug: string; approval?: boolean; formerSlugs?: readonly string[] | null };
  change: Change;
  /** Who changes it: the new time of an approved post is their yes. */
  by: string;
}

export type Work = (tx: Tx, turn: Turn) => Promise<{ result: Changed; feed: FeedEvent[] }>;

export interface Changed {
  id: string;
  /** How many planned posts go out at another instant. */
  moved: number;
  /** How many planned posts keep their instant. */
  kept: number;
}

interface Places {
  directory: Sql;
  /** Runs the work in the cell as a turn, with the audit entry of the change in its transaction. */
  inTurn: (work: Work) => Promise<Changed>;
  lockPlannedPosts: WorkspacesContext['lockPlannedPosts'];
  /** Checks who changes it, under the locks of the directory. Absent means nobody is checked. */
  insist?: (tx: Tx) => Promise<void>;
}

/** @throws Problem 400 for a time zone that is none, and for `moveScheduled` without one */
export function insistOnZone({ timezone, moveScheduled = false }: Change): void {
  if (timezone !== undefined && !isTimeZone(timezone)) throw notAZone(timezone);
  if (moveScheduled && timezone === undefined)
    throw invalid('/moveScheduled', 'moveScheduled says what a new time zone means: give timezone too');
}

export const notAZone = (timezone: string): Problem =>
  invalid('/timezone', `timezone "${timezone}" is not a time zone; give an IANA name like Europe/Berlin`, {
    values: { reason: 'timezone', timezone },
  });

export const slugConflict = (slug: string): Problem =>
  new Problem('slug_taken', `slug "${slug}" is taken; choose another`, { param: '/slug', values: { slug } });

/**
 * Changes the workspace. After an interruption the same change does the rest, and moves no post twice: the cell commits first.
 * @param now epoch ms
 * @throws Problem 409 when the slug is taken, the workspace has 20 former slugs, or too many posts would have to be moved
 */
export async function changeWorkspace(
  { directory, inTurn, lockPlannedPosts, insist }: Places,
  changing: Changing,
  now: number,
): Promise<Changed & { after: WorkspaceSettings }> {
  return directory.begin(async (tx) => {
    await insist?.(tx);
    const after = await settingsAfter(tx, changing);
    await saveWorkspaceSettings(tx, { ...after, id: changing.workspace.id }, now);
    const changed = await inTurn((cell, turn) =>
      saveInCell({ cell, turn, lockPlannedPosts }, changing, after),
    );
    return { ...changed, after };
  });
}

/** Under the lock of the slugs: which are taken. */
async function settingsAfter(tx: Tx, { workspace, change }: Changing): Promise<WorkspaceSettings> {
  const { id } = workspace;
  const before = await readWorkspaceSettings(tx, id);
  if (before === undefined) throw isBeingDeleted(workspace);
  const { name = before.name, slug = before.slug, timezone = before.timezone } = change;
  if (slug !== before.slug) {
    await lockSlugs(tx);
    if (await isSlugTaken(tx, { slug, by: id })) throw slugConflict(slug);
    if (before.formerSlugs >= MAX_FORMER_SLUGS && !workspace.formerSlugs?.includes(slug))
      throw new Problem(
        'conflict',
        `the workspace has ${MAX_FORMER_SLUGS} former slugs, which go on meaning it: take one of those`,
        { values: { reason: 'former_slugs', limit: MAX_FORMER_SLUGS } },
      );
  }
  return { name, slug, timezone };
}

const isBeingDeleted = ({ slug }: Changing['workspace']): Problem =>
  new Problem('not_a_member', `the workspace "${slug}" is being deleted`, { values: { workspace: slug } });

interface InCell extends Pick<Places, 'lockPlannedPosts'> {
  cell: Tx;
  turn: Turn;
}

/** Moves posts only if the zone of the cell changes, so a repeated change moves none twice. */
async function saveInCell(
  { cell, turn, lockPlannedPosts }: InCell,
  { workspace, change, by }: Changing,
  after: WorkspaceSettings,
): ReturnType<Work> {
  const { id } = workspace;
  // posts before the workspace, as in other turns
  const posts = change.moveScheduled
    ? await lockPlannedPosts(cell, turn, { workspace, decision: { by, at: turn.now } })
    : null;
  const from = await lockTimezone(cell, id);
  if (from === null) throw isBeingDeleted(workspace);
  const isMoved = posts !== null && from !== after.timezone;
  const counts = isMoved ? await posts.move({ from, to: after.timezone }) : { moved: 0, kept: 0 };
  await saveSettingsInCell(cell, { ...after, id });
  const event = {
    workspaceId: id,
    type: 'workspace.updated',
    resource: { type: 'workspace', id },
    at: new Date(turn.now).toISOString(),
    data: { id, ...after },
  };
  return { result: { id, ...counts }, feed: [event] };
}
