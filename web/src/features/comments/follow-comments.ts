/** Keeps the comments that were read current: each event of the feed has the whole comment, so nothing is read again. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';
import type { Change } from './cache.ts';
import { place } from './queries.ts';
import type { Comment } from './tree.ts';

export const followComments = (queries: QueryClient): Follower =>
  follower<Change>(queries, {
    roots: ['comments'],
    firstMs: 150,
    happened({ resource, data }, add) {
      if (resource.type === 'comment_act') return true; // its comment changes too, which is an event of its own
      if (resource.type !== 'comment') return false;
      const { deleted, ...comment } = data as unknown as Comment & { deleted: boolean };
      add({ comment, isGone: deleted });
      return true;
    },
    serve: (workspace, changes) => place(queries, workspace, changes),
  });
