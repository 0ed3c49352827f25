/** A post with its deliveries, locked for a turn that a caller asked for. */
import { approvalSide, projectPost } from '../../kinds/post.ts';
import type { PostContext } from '../../../machines/post.ts';
import type { Tx } from '../../../store/connect.ts';
import type { PostRow } from '../../../store/posts.ts';
import { readMessages } from '../../../store/turns.ts';
import type { Membership } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { lockForTurn } from '../../engine/lock-for-turn.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { delivery, deliveryId } from '../../kinds/delivery.ts';
import { isoOrNull } from '../../base/time.ts';
import { type PublicPost, publicPost } from '../../kinds/views/post.ts';
import { postToChange } from './limited.ts';

export interface Family {
  row: PostRow;
  post: Actor;
  /** Started deliveries by account id. */
  deliveries: Map<string, Actor>;
}

/**
 * Locks a post and its deliveries in the order of their ids, as every turn does. The post takes the messages that wait for
 * it.
 * @throws Problem 404 where the workspace has no such post
 */
export async function lockFamily(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<Family> {
  const before = await postToChange(tx, { id, workspace });
  const accountIds = before.deliveries.map(({ context }) => (context as { accountId: string }).accountId);
  const ids = accountIds.map((accountId) => deliveryId(id, accountId));
  const rows = await lockForTurn(tx, turn, [id, ...ids]);
  const actors = new Map(rows.map((row) => [row.id, turn.load(row)]));
  const waiting = actors.get(id);
  if (waiting) turn.deliverMail(waiting, await readMessages(tx, [id]));
  // what was read before the lock may have changed meanwhile
  const row = await postToChange(tx, { id, workspace });
  const post = actors.get(id);
  if (!post) throw notFound('post', id);
  const deliveries = accountIds.flatMap((accountId): [string, Actor][] => {
    const actor = actors.get(deliveryId(id, accountId));
    return actor ? [[accountId, actor]] : [];
  });
  return { row, post, deliveries: new Map(deliveries) };
}

/** The post as the turn leaves it, before it is written. */
export function publicAfter({ row, post, deliveries }: Family, turn: Turn): PublicPost {
  const view = projectPost(post.snapshot);
  const started = [...turn.actors.values()].filter(
    ({ id, kind, parentId, isNew }) =>
      kind === delivery.name && isNew && parentId === post.id && !deliveries.has(id),
  );
  return publicPost({
    ...row,
    ...view,
    scheduledAt: isoOrNull(view.scheduledAt),
    publishedAt: isoOrNull(view.publishedAt),
    updatedAt: new Date(turn.now).toISOString(),
    comments: post.snapshot.context as PostContext,
    approval: approvalSide(post.snapshot),
    deliveries: [...deliveries.values(), ...started].map(({ snapshot }) => snapshot),
  });
}
