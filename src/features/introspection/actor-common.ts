/** What the operations of the debugger share: how an actor is found, and the examples of their documentation. */
import type { Membership } from '../../api/principal.ts';
import { type ActorOverview, readActors } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import { kindNamed, type KindTable } from '../../engine/kind.ts';
import { reachOf, spansAccounts } from './reached.ts';
import { sharedAmong } from './shared-actors.ts';
import { notFound } from '../../api/problem.ts';

export const noActor = { 404: 'There is no such actor in the workspace' };

/** The most actors of a family that are read. */
export const MAX_FAMILY = 200;
/** The most messages and effects of an actor that are read. */
export const MAX_PENDING = 200;
/** The most steps of an actor or family that are replayed. 20,000 take about a second. */
export const MAX_STEPS = 20_000;

export const actorExample = {
  id: 'dlv_01JD000000000000000000000101JD0000000000000000000001',
  kind: 'delivery',
  definitionId: null,
  version: 2,
  status: 'active',
  state: 'retrying',
  title: 'bluesky · Café Luna',
  parentId: 'post_01JD0000000000000000000001',
  postId: 'post_01JD0000000000000000000001',
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'bluesky',
  error: '502 Bad Gateway',
  seq: 3,
  updatedAt: '2026-05-04T08:00:00.000Z',
  nextAt: '2026-05-04T08:05:00.000Z',
  mail: 1,
  effects: 0,
  trouble: null,
};
export const choiceExample = {
  action: 'retry',
  event: 'xstate.after.backoff.delivery.retrying',
  title: 'Try again now',
  detail: 'The wait is skipped; the attempt counts as the next one.',
  fields: [],
};

/**
 * @returns the actor, also if it is of accounts too that the caller does not reach (`limitOfRow`)
 * @throws Problem 404 when the workspace has no actor with this id, or it is of an account that the caller does not reach; 403 for
 * somebody who is held to some accounts and an actor of none
 */
export async function requireActor(
  db: Db,
  kinds: KindTable,
  { workspace, id }: { workspace: Membership; id: string },
): Promise<ActorOverview> {
  const shared = await sharedAmong(db, kinds, { workspaceId: workspace.id, ids: [id] });
  const read = { workspaceId: workspace.id, ids: [id], shared };
  const [reached] = await readActors(db, { ...reachOf(kinds, workspace), ...read });
  if (reached) return reached;
  const [row] =
    workspace.heldTo === null ? [] : await readActors(db, { ...reachOf(kinds, { heldTo: null }), ...read });
  if (!row) throw notFound('actor', id);
  const isOfAccounts = row.accountId !== null || kindNamed(kinds, row.kind)?.view.spanning !== undefined;
  throw isOfAccounts ? notFound('actor', id) : spansAccounts(workspace.slug);
}
