/**
 * The live feed (docs/live.md): one socket for the workspace that is shown. It reconnects by itself with the number of
 * the last event it received, so nothing is missed. If that is not possible, everything is read again.
 */
import type { LiveEvent, LiveStart } from '../../../../clients/typescript/src/live-messages.ts';
import type { FeedEvent } from './feed-event.ts';
import { createStore } from '@xstate/store';
import { signedOut } from '../api.ts';
import { WebSocket as ReconnectingWebSocket } from 'partysocket';

/** How long an attempt to connect may take, ms. The library's 4 s are too short for a slow network or a busy server. */
const CONNECT_MS = 15_000;

export type Connection = 'connecting' | 'live' | 'lost';

interface LiveContext {
  connection: Connection;
  workspace: string | null;
  /** Number of the last event of this workspace; null means none yet. */
  seq: number | null;
}

const nothing: LiveContext = { connection: 'connecting', workspace: null, seq: null };

/** Whether the feed is connected. Its events go to those who `listen`. */
export const live = createStore({
  context: nothing,
  on: {
    watch: (_, event: { workspace: string; seq: number | null }) => ({ ...nothing, ...event }),
    subscribed: (context, event: { seq: number }) => ({
      ...context,
      connection: 'live' as const,
      seq: context.seq ?? event.seq,
    }),
    received: (context, event: { seq: number }) => ({ ...context, seq: event.seq }),
    gap: (context) => ({ ...context, seq: null }),
    lost: (context) => ({ ...context, connection: 'lost' as const }),
  },
});

interface Listener {
  happened: (event: FeedEvent) => void;
  /** Events may have been missed: the pages read their data again. */
  gap: () => void;
  /** No event was missed: the feed continues after the last one. */
  resumed?: () => void;
}
const listeners = new Set<Listener>();

/** Calls a listener for every event of the watched workspace. @returns a function that stops it */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const reportGap = () => {
  for (const listener of listeners) listener.gap();
};

type Message =
  | { type: 'ready' }
  | LiveStart
  | LiveEvent
  | { type: 'error'; code: string }
  | { type: 'unsubscribed' | 'pong' };

/** The session has ended, or the person is not in the workspace any more. */
const SESSION_CHANGED = [4401, 4403];

/** What is cached of another workspace may be from an earlier visit, so only the first one can go on from a number. */
let hasWatched = false;

/**
 * Watches a workspace.
 * @param from number of an event that is older than all that the pages have read of the workspace; null means that it is not known
 * @returns a function that stops it
 */
export function watch(workspace: string, from: number | null): () => void {
  live.trigger.watch({ workspace, seq: hasWatched ? null : from });
  hasWatched = true;
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/live`;
  const socket = new ReconnectingWebSocket(address, [], {
    minReconnectionDelay: 500 + Math.random() * 1_500, // not all pages at once after a restart
    maxReconnectionDelay: 15_000,
    connectionTimeout: CONNECT_MS,
  });
  let stopped = false;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (stopped) return;
    switch (message.type) {
      case 'ready': {
        const { seq } = live.getSnapshot().context;
        const after = seq === null ? {} : { after: seq };
        socket.send(JSON.stringify({ type: 'subscribe', workspace, ...after }));
        return;
      }
      case 'subscribed':
        live.trigger.subscribed({ seq: message.seq });
        // the page was read before this moment, and events in between were not sent to it
        if (message.resumedFrom === null) reportGap();
        else for (const listener of listeners) listener.resumed?.();
        return;
      case 'event':
        live.trigger.received({ seq: message.seq });
        // its slug may change while the page is open, and what is cached is below the one of the page
        for (const listener of listeners) listener.happened({ ...message, workspace });
        return;
      case 'error':
        if (message.code !== 'feed_gap') return;
        live.trigger.gap();
        reportGap();
        return;
      case 'pong':
      case 'unsubscribed':
        return;
      default:
        message satisfies never; // a type that this page does not know yet is ignored
    }
  });
  socket.addEventListener('close', ({ code }) => {
    if (stopped) return;
    live.trigger.lost();
    if (SESSION_CHANGED.includes(code)) signedOut.dispatchEvent(new Event('signed-out'));
  });
  return () => {
    stopped = true;
    socket.close();
  };
}
