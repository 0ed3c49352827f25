/** Keeps what was read of the inbox current: events of the feed say which conversations changed, and these are read again. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';
import { notifyOf } from './notify.tsx';

/** A change is the id of a conversation with a new or changed message; null means the conversation itself changed. */
export const followInbox = (queries: QueryClient): Follower =>
  follower<string | null>(queries, {
    roots: ['inbox'],
    firstMs: 200,
    // a session may make only so many requests
    betweenMs: 1_000,
    happened(event, add) {
      const { resource, data } = event;
      if (resource.type !== 'conversation' && resource.type !== 'message') return false;
      notifyOf(event);
      add(resource.type === 'message' ? String(data['conversationId']) : null);
      return true;
    },
    serve: (workspace, threads) =>
      void queries.invalidateQueries({
        queryKey: ['inbox', workspace],
        // threads are long: only those with a new or changed message are read again
        predicate: ({ queryKey }) => queryKey[2] !== 'messages' || threads.includes(String(queryKey[3])),
      }),
  });
