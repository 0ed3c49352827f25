/** Keeps Home and the counts of the navigation current: whatever happens may change them, and a burst has them read again once. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';

/** A change says whether calls of agents changed, which have a list of their own. It takes no event away from the other followers, except those. */
export const followHome = (queries: QueryClient): Follower =>
  follower<boolean>(queries, {
    roots: ['home', 'confirmations'],
    firstMs: 300,
    betweenMs: 2_000,
    happened({ resource }, add) {
      const isCall = resource.type === 'confirmation';
      add(isCall);
      return isCall;
    },
    serve(workspace, changes) {
      void queries.invalidateQueries({ queryKey: ['home', workspace] });
      if (changes.includes(true)) void queries.invalidateQueries({ queryKey: ['confirmations', workspace] });
    },
  });
