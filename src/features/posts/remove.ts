/** Removing a post from the service: at once, or after some seconds in which it can be taken back. */
import type { PostContext } from '../../../machines/post.ts';
import { accepts } from '../../../machines/durable.ts';
import { post as postMachine } from '../../../machines/post.ts';
import type { Tx } from '../../../store/connect.ts';
import { insistOnAllOf } from '../../api/held.ts';
import type { Call } from '../../api/operation.ts';
import type { Membership } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { stateName } from '../../engine/state-name.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { projectPost } from '../../kinds/post.ts';
import { insistOnDelete } from './allowed.ts';
import { deleteRecords } from './records.ts';

type RemoveCall = Pick<Call, 'principal' | 'agreed'>;
type InTurn = { tx: Tx; turn: Turn };
type Which = { id: string; workspace: Membership };

/** Removes a post for good. @throws Problem 404, or 403 where the caller may not */
export async function removePost(call: RemoveCall, { tx, turn }: InTurn, which: Which) {
  const actor = await postToRemove(call, { tx, turn }, which);
  await call.agreed?.(tx);
  turn.deliver(actor, { type: 'remove' });
  await deleteRecords(tx, { postId: which.id, workspaceId: which.workspace.id });
  return { result: which.id };
}

/**
 * Removes a post unless somebody takes it back within `REMOVAL_MS` (machines/post.ts). It is not found meanwhile.
 * @throws Problem 404, 403 where the caller may not, 409 post_publishing
 */
export async function discardPost(call: RemoveCall, inTurn: InTurn, which: Which): Promise<void> {
  const actor = await postToRemove(call, inTurn, which);
  const event = { type: 'discard' } as const;
  if (!accepts(postMachine, actor.snapshot as never, event, inTurn.turn.now))
    throw new Problem('post_publishing', 'the post is being published: wait until it has ended');
  inTurn.turn.deliver(actor, event);
}

/** Takes the removal of a post back. @throws Problem 404 where it is not being removed any more, 403 where the caller may not */
export async function restorePost(
  { principal }: RemoveCall,
  { tx, turn }: InTurn,
  { id, workspace }: Which,
): Promise<void> {
  const actor = await lockInto(tx, turn, id);
  if (!isPostOf(actor, workspace) || stateName(actor.snapshot.value) !== 'removing')
    throw notFound('post', id);
  insistOnAllOf(workspace, accountsOf(actor), { name: 'post', id });
  insistOnDelete(principal, (actor.snapshot.context as PostContext).removedFrom ?? 'published');
  turn.deliver(actor, { type: 'restore' });
}

async function postToRemove({ principal }: RemoveCall, { tx, turn }: InTurn, { id, workspace }: Which) {
  const actor = await lockInto(tx, turn, id);
  if (!isPostOf(actor, workspace) || projectPost(actor.snapshot).status === 'removed')
    throw notFound('post', id);
  insistOnAllOf(workspace, accountsOf(actor), { name: 'post', id });
  insistOnDelete(principal, stateName(actor.snapshot.value));
  return actor;
}

const isPostOf = (actor: Actor | null, { id }: Membership): actor is Actor =>
  actor !== null && actor.workspaceId === id && actor.kind === 'post';

function accountsOf({ snapshot }: Actor): string[] {
  const { targets, results } = snapshot.context as PostContext;
  return [...new Set([...targets.map(({ accountId }) => accountId), ...Object.keys(results)])];
}
