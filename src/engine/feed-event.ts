/** Live events for subscribers of a workspace: one event for each change that a user can see. */
import type { Persisted } from '../../machines/durable.ts';
import { isoOf } from '../base/time.ts';
import type { Kind, Resource } from './kind.ts';
import type { Actor } from './actor.ts';

export interface FeedEvent {
  workspaceId: string;
  /** The kind's name for the event, such as `post.created` or `delivery.updated`. */
  type: string;
  /** The resource that changed. */
  resource: Resource;
  /** The post it belongs to, by which subscribers may filter; absent means none. */
  postId?: string;
  /**
   * The accounts that it is about, for people who are held to some. Default: `accountId` of the data. Such people are not sent an event
   * that names no account in either place.
   */
  accountIds?: readonly string[];
  at: string;
  data: { [name: string]: unknown };
}

/**
 * The live event of a step; null when the step changed nothing that a user sees.
 * @param before the snapshot before the step; null when the step started the actor
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
  const { type, resource, postId, accountIds, data } = change;
  return {
    workspaceId: actor.workspaceId,
    type,
    resource,
    ...(postId !== undefined && { postId }),
    ...(accountIds !== undefined && { accountIds }),
    at: isoOf(now),
    data,
  };
}
