/** Keeps Home and the counts of the navigation current: whatever happens may change them, and a burst has them read again once. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';

/** The lists that no other follower keeps current, by the type of what they list. */
const LISTS: { [type: string]: string } = { confirmation: 'confirmations', notification: 'notifications' };

/** A change is the type of what changed. All events but those of its own lists are left to the other followers too. */
export const followHome = (queries: QueryClient): Follower =>
  follower<string>(queries, {
    roots: ['home', ...Object.values(LISTS)],
    firstMs: 300,
    betweenMs: 2_000,
    happened({ resource }, add) {
      add(resource.type);
      return resource.type in LISTS;
    },
    serve(workspace, changes) {
      void queries.invalidateQueries({ queryKey: ['home', workspace] });
      for (const [type, list] of Object.entries(LISTS))
        if (changes.includes(type)) void queries.invalidateQueries({ queryKey: [list, workspace] });
    },
  });
