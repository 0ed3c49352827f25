/** Keeps what was read of the inbox current: events of the feed say which conversations changed, and these are read again. */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../live/live.ts';

/** Events that come within this time after the first are served by one reading, ms: messages may come in floods. */
const TOGETHER_MS = 200;

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
  const readAgain = () => {
    timer = undefined;
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
  return {
    happened({ workspace, resource, data }) {
      if (resource.type !== 'conversation' && resource.type !== 'message') return false;
      workspaces.add(workspace);
      if (resource.type === 'message') threads.add(String(data['conversationId']));
      timer ??= setTimeout(readAgain, TOGETHER_MS);
      return true;
    },
    gap: () => void queries.invalidateQueries({ queryKey: ['inbox'] }),
    stop: () => clearTimeout(timer),
  };
}
