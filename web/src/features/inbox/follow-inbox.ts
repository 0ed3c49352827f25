/** Keeps what was read of the inbox current: events of the feed say which conversations changed, and these are read again. */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../../base/live/live.ts';
import { notifyOf } from './notify.tsx';

/** Events that come within this time after the first are served by one reading, ms. */
const TOGETHER_MS = 200;
/** In a flood of messages the inbox is read no more often than this, ms: a session may make only so many requests. */
const BETWEEN_MS = 1_000;

export interface InboxFollower {
  /** @returns whether the event was about the inbox */
  happened(event: FeedEvent): boolean;
  /** Events may have been missed. */
  gap(): void;
  stop(): void;
}

export function followInbox(queries: QueryClient): InboxFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let workspaces = new Set<string>();
  let threads = new Set<string>();
  let readAt = 0;
  const readAgain = () => {
    timer = undefined;
    readAt = Date.now();
    const [inWorkspaces, ofThreads] = [workspaces, threads];
    workspaces = new Set();
    threads = new Set();
    for (const workspace of inWorkspaces)
      void queries.invalidateQueries({
        queryKey: ['inbox', workspace],
        // threads are long: only those with a new or changed message are read again
        predicate: ({ queryKey }) => queryKey[2] !== 'messages' || ofThreads.has(String(queryKey[3])),
      });
  };
  const waitMs = () => Math.max(TOGETHER_MS, readAt + BETWEEN_MS - Date.now());
  return {
    happened(event) {
      const { workspace, resource, data } = event;
      if (resource.type !== 'conversation' && resource.type !== 'message') return false;
      notifyOf(event);
      workspaces.add(workspace);
      if (resource.type === 'message') threads.add(String(data['conversationId']));
      timer ??= setTimeout(readAgain, waitMs());
      return true;
    },
    gap: () => void queries.invalidateQueries({ queryKey: ['inbox'] }),
    stop: () => clearTimeout(timer),
  };
}
