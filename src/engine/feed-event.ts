/** What those who watch a workspace are told: one event for each change that a user can see. */
import type { Persisted } from '../../machines/durable.ts';
import { isoOf } from '../time.ts';
import type { Kind, Resource } from './kind.ts';
import type { Actor } from './turn.ts';

export interface FeedEvent {
  workspaceId: string;
  /** Such as `post.created` or `delivery.updated`: a kind's own names. */
  type: string;
  /** What the event is about. */
  resource: Resource;
  /** The post it belongs to, which a subscriber may have chosen; absent: none. */
  postId?: string;
  at: string;
  data: { [name: string]: unknown };
}

/**
 * The event of a step; null when nothing changed that a user sees.
 * @param before the snapshot before the step; null when the actor was just started
 * @param now epoch ms
 */
export function feedEventOf(
  kind: Kind,
  actor: Actor,
  before: Persisted | null,
  now: number,
): FeedEvent | null {
  const change = kind.feedEvent?.change(actor, before);
  if (!change) return null;
  const { type, resource, postId, data } = change;
  return {
    workspaceId: actor.workspaceId,
    type,
    resource,
    ...(postId !== undefined && { postId }),
    at: isoOf(now),
    data,
  };
}
