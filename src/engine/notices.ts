/**
 * Notices between nodes: the live events of a commit, and that effects wait for a node. A notice may come late, twice or
 * never. All that it says is in Postgres too, where nodes check by themselves every few seconds.
 */
import { createClient } from 'redis';
import type { Log } from '../base/log.ts';
import type { FeedBatchNotice } from './write.ts';

interface Notices {
  /** Sends the other nodes the live events of a commit. Never waits, never throws. */
  tellFeed(batches: FeedBatchNotice[]): void;
  /** Notifies the other nodes that effects wait which no node owns. */
  tellWork(): void;
  /** Whether notices are sent at present. Without them events are late, but never lost. */
  readonly connected: boolean;
  close(): Promise<void>;
}

interface NoticeHandlers {
  onFeed(batches: FeedBatchNotice[]): void;
  /** Another node has committed more events than a notice can carry: read up to `lastSeq`. */
  onFeedHead(workspaceId: string, lastSeq: string): void;
  onWork(): void;
}

const CHANNEL = 'troupe:notices';
/** A larger notice only carries the number of the last event of each workspace. */
const MAX_MESSAGE_CHARS = 64 * 1024;
const RECONNECT_MS = [50, 200, 500, 1000, 2000] as const;
/** How many messages may wait for a connection. Further messages are dropped, because nodes also check by themselves. */
const MAX_QUEUED = 1000;

type Message = { from: string } & (
  | { kind: 'feed'; batches: FeedBatchNotice[] }
  | { kind: 'heads'; heads: { workspaceId: string; lastSeq: string }[] }
  | { kind: 'work' }
);

/** For a single node, which has no other nodes to notify. */
export const noNotices: Notices = {
  tellFeed: () => undefined,
  tellWork: () => undefined,
  connected: true,
  close: async () => undefined,
};

interface RedisOptions {
  url: string;
  nodeId: string;
  log: Log;
  handlers: NoticeHandlers;
}

/** Passes on what another node says. */
function hear(text: string, { nodeId, log, handlers }: RedisOptions): void {
  try {
    const message = JSON.parse(text) as Message;
    if (message.from === nodeId) return;
    if (message.kind === 'work') handlers.onWork();
    else if (message.kind === 'feed') handlers.onFeed(message.batches);
    else for (const { workspaceId, lastSeq } of message.heads) handlers.onFeedHead(workspaceId, lastSeq);
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'a notice of another node could not be read');
  }
}

/**
 * Notices over Redis publish/subscribe. Redis may be down at any time, also at the start: the client reconnects without
 * end.
 * @param nodeId sent with each message, so that a node ignores its own
 */
export function redisNotices(options: RedisOptions): Notices {
  const { url, nodeId, log } = options;
  const socket = {
    connectTimeout: 5_000,
    reconnectStrategy: (tries: number) => RECONNECT_MS[Math.min(tries, RECONNECT_MS.length - 1)]!,
  };
  const publisher = createClient({
    url,
    socket,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED,
  });
  const subscriber = createClient({ url, socket });
  let wasReady = true;
  const lost = (fault: unknown) => {
    if (!wasReady) return; // log each loss once, not each try
    wasReady = false;
    log.warn({ fault: String(fault) }, 'Redis is away: other nodes find out by looking, a few seconds later');
  };
  for (const client of [publisher, subscriber]) client.on('error', lost);
  publisher.on('ready', () => {
    if (!wasReady) log.info('Redis is back');
    wasReady = true;
  });
  const connecting = [
    publisher.connect(),
    subscriber.connect().then(() => subscriber.subscribe(CHANNEL, (text) => hear(text, options))),
  ];
  for (const attempt of connecting) attempt.catch(lost);

  const send = (message: Message): void => {
    if (!publisher.isReady) return;
    publisher.publish(CHANNEL, JSON.stringify(message)).catch(lost);
  };
  return {
    tellFeed(batches) {
      const message: Message = { from: nodeId, kind: 'feed', batches };
      if (JSON.stringify(message).length <= MAX_MESSAGE_CHARS) return send(message);
      send({
        from: nodeId,
        kind: 'heads',
        heads: batches.map(({ workspaceId, lastSeq }) => ({ workspaceId, lastSeq })),
      });
    },
    tellWork: () => send({ from: nodeId, kind: 'work' }),
    get connected() {
      return publisher.isReady && subscriber.isReady;
    },
    async close() {
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
