/** Keeps the comments that were read current: each event of the feed has the whole comment, so nothing is read again. */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../../base/live/live.ts';
import type { Change } from './cache.ts';
import { place } from './queries.ts';
import type { Comment } from './tree.ts';

/** Events that come within this time after the first are put into the lists together, ms. */
const TOGETHER_MS = 150;

export interface CommentsFollower {
  /** @returns whether the event was about comments */
  happened(event: FeedEvent): boolean;
  /** Events may have been missed. */
  gap(): void;
  stop(): void;
}

export function followComments(queries: QueryClient): CommentsFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = new Map<string, Change[]>();
  const placeAll = () => {
    timer = undefined;
    const now = waiting;
    waiting = new Map();
    for (const [workspace, changes] of now) place(queries, workspace, changes);
  };
  return {
    happened({ workspace, resource, data }) {
      if (resource.type === 'comment_act') return true; // its comment changes too, which is an event of its own
      if (resource.type !== 'comment') return false;
      const { deleted, ...comment } = data as unknown as Comment & { deleted: boolean };
      waiting.set(workspace, [...(waiting.get(workspace) ?? []), { comment, isGone: deleted }]);
      timer ??= setTimeout(placeAll, TOGETHER_MS);
      return true;
    },
    gap: () => void queries.invalidateQueries({ queryKey: ['comments'] }),
    stop: () => clearTimeout(timer),
  };
}
