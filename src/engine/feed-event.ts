/** What those who watch a workspace are told: one event for each change that a user can see. */
import { projectPost } from '../../machines/kinds.ts';
import type { Persisted } from '../../machines/durable.ts';
import type { DeliveryContext } from '../../machines/delivery/index.ts';
import { deliveryView, isoOf, isoOrNull } from '../posts/delivery-view.ts';
import type { Actor } from './turn.ts';

export interface FeedEvent {
  workspaceId: string;
  /** `post.created`, `post.updated`, `post.removed`, `delivery.updated`. */
  type: string;
  /** The resource a subscriber may have chosen: the post. */
  postId: string;
  at: string;
  data: { [name: string]: unknown };
}

/**
 * The event of a step; null when nothing changed that a user sees.
 * @param before the snapshot before the step; null when the actor has just begun
 */
export function feedEventOf(actor: Actor, before: Persisted | null, now: number): FeedEvent | null {
  const { id, workspaceId, snapshot } = actor;
  switch (actor.kind) {
    case 'post': {
      const data = postView(id, snapshot);
      if (before && before.value === snapshot.value && same(data, postView(id, before))) return null;
      const type = data.status === 'removed' ? 'post.removed' : before ? 'post.updated' : 'post.created';
      return { workspaceId, type, postId: id, at: isoOf(now), data };
    }
    case 'delivery': {
      const { postId } = snapshot.context as DeliveryContext;
      const data = { postId, ...deliveryView(snapshot) };
      if (before && same(data, { postId, ...deliveryView(before) })) return null;
      return { workspaceId, type: 'delivery.updated', postId, at: isoOf(now), data };
    }
    case 'webhook_send':
    case 'account': // every event of the feed names a post
      return null;
    default:
      return actor.kind satisfies never;
  }
}

function postView(id: string, snapshot: Persisted) {
  const { status, scheduledAt, publishedAt, error } = projectPost(snapshot);
  return { id, status, scheduledAt: isoOrNull(scheduledAt), publishedAt: isoOrNull(publishedAt), error };
}

/** Views are flat: compared field by field, since this runs for every step. */
function same(a: object, b: object): boolean {
  for (const key in a) if (a[key as never] !== b[key as never]) return false;
  return true;
}
