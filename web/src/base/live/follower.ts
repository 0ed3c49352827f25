/**
 * Keeps what a feature has read current. Each event of the feed becomes changes, and the changes of one moment are served
 * together: a burst of events causes one reading.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from './feed-event.ts';

export interface Follower {
  /** @returns whether the event is about this feature and no other */
  happened(event: FeedEvent): boolean;
  /** Events may have been missed: everything is read again. */
  gap(): void;
  stop(): void;
}

export interface Following<Change> {
  /** Everything that the feature has read is cached below these names. */
  roots: readonly string[];
  /** The first change of a batch waits this long for others, ms. */
  firstMs: number;
  /** The time from one batch to the next, at least, ms. Default: 0. */
  betweenMs?: number;
  /**
   * Takes what an event changes. What can be changed in the cache at once is changed here.
   * @param add puts a change into the next batch of the event's workspace
   * @returns whether the event is about this feature and no other
   */
  happened: (event: FeedEvent, add: (change: Change) => void) => boolean;
  /**
   * Serves the changes of a workspace.
   * @param again puts changes into a later batch, so many ms from now, when they could not be served
   */
  serve: (
    workspace: string,
    changes: readonly Change[],
    again: (changes: readonly Change[], inMs: number) => void,
  ) => void | Promise<void>;
}

export interface Clock {
  /** ms */
  now: () => number;
  /** @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void;
}

const CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** @param clock default: the browser's */
export function follower<Change>(
  queries: QueryClient,
  following: Following<Change>,
  clock: Clock = CLOCK,
): Follower {
  const { roots, firstMs, betweenMs = 0, happened, serve } = following;
  let waiting = new Map<string, Change[]>();
  let cancel = () => {};
  let dueAt = Number.POSITIVE_INFINITY;
  let servedAt = 0;
  let hasStopped = false;
  const serveAll = () => {
    const now = waiting;
    waiting = new Map();
    dueAt = Number.POSITIVE_INFINITY;
    servedAt = clock.now();
    for (const [workspace, changes] of now)
      void serve(workspace, changes, (later, inMs) => add(workspace, later, inMs));
  };
  const add = (workspace: string, changes: readonly Change[], inMs: number) => {
    if (hasStopped) return;
    waiting.set(workspace, [...(waiting.get(workspace) ?? []), ...changes]);
    const at = Math.max(clock.now() + inMs, servedAt + betweenMs);
    if (at >= dueAt) return;
    cancel();
    dueAt = at;
    cancel = clock.after(at - clock.now(), serveAll);
  };
  return {
    happened: (event) => happened(event, (change) => add(event.workspace, [change], firstMs)),
    gap: () => {
      for (const root of roots) void queries.invalidateQueries({ queryKey: [root] });
    },
    stop: () => {
      hasStopped = true;
      cancel();
    },
  };
}
