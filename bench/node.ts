/** The node that the service runs in production, over a network that responds at once or slowly. */
import { setTimeout as pause } from 'node:timers/promises';
import { manifest as mastodon } from '../adapters/mastodon/manifest.ts';
import type { Manifest } from '../adapters/port/manifest.ts';
import type { PublishPort } from '../adapters/port/publish.ts';
import type { Budgets } from '../src/features/accounts/budgets/budgets.ts';
import { Node, type NodeOptions } from '../src/engine/node.ts';
import type { Written } from '../src/engine/write.ts';
import { newId } from '../src/base/ids.ts';
import { kinds } from '../src/kinds/index.ts';
import { createLog } from '../src/base/log.ts';
import { redactOwn } from '../src/base/redact.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../src/features/media/memory.ts';
import { admitNetworkPosts } from '../src/features/posts/publishing/claims.ts';
import { deliveryHandlers } from '../src/features/posts/publishing/deliver.ts';
import { postgresWorkStore } from '../src/features/posts/publishing/work-store.ts';
import { createSealer } from '../src/base/seal.ts';
import { webhookAnnouncer } from '../src/features/webhooks/announce.ts';
import type { Sql } from '../store/connect.ts';

/** Connections that the service gives its node. */
export const NODE_CONNECTIONS = 12;

/** Seals the credentials of the bench's accounts. */
export const SECRET = Buffer.alloc(32, 9);

const log = createLog('error', redactOwn);

/** @param publish responds instead of the network; default: published, at once */
export function benchNetwork(publish?: PublishPort['publish']): Manifest {
  return {
    ...mastodon,
    publish: {
      evidence: 'idempotency_key',
      plan: ({ text, media }) => ({ text, title: null, media, warnings: [], refusals: [] }),
      measure: (post, account) => mastodon.publish.measure(post, account),
      repeatable: () => 'yes',
      publish: publish ?? (async ({ deliveryId }) => published(deliveryId)),
      verify: async () => ({ kind: 'absent' }),
    },
  };
}

/** The response of a network that has published the post of a delivery. */
export const published = (deliveryId: string) =>
  ({ kind: 'published', networkPostId: deliveryId, url: null }) as const;

/** A network that has published every post when the promise is fulfilled. */
export const networkAfter = (think: () => Promise<unknown>): Manifest =>
  benchNetwork(async ({ deliveryId }) => {
    await think();
    return published(deliveryId);
  });

/** A network that responds after a random time, so that the deliveries of a post end apart. */
export const spreadNetwork = (fromMs: number, toMs: number): Manifest =>
  networkAfter(() => pause(fromMs + Math.random() * (toMs - fromMs)));

export interface BenchNodeOptions extends Pick<NodeOptions, 'onFeed'> {
  /** Default: it responds at once. */
  network?: Manifest;
  /** Network calls under way at once. Default: the node's own. */
  concurrency?: number;
  /** Without the claims of network post ids, and without webhooks: what the engine alone costs. Default false. */
  engineAlone?: boolean;
}

/** No limits, and no network that asks to wait. */
const noBudgets: Budgets = {
  take: async () => ({ kind: 'granted' }),
  reserve: async () => 0,
  blocked: async () => null,
  block: async () => undefined,
};

export function benchNode(sql: Sql, options: BenchNodeOptions): Node {
  const { network = benchNetwork(), concurrency, onFeed, engineAlone = false } = options;
  const nodeId = newId('node', Date.now());
  return new Node({
    sql,
    nodeId,
    clock: Date.now,
    log,
    kinds,
    onFeed,
    ...(concurrency !== undefined && { concurrency }),
    ...(!engineAlone && { announce: webhookAnnouncer(kinds), admit: admitNetworkPosts() }),
    handlers: deliveryHandlers({
      store: postgresWorkStore({ sql, sealer: createSealer([SECRET]) }),
      clock: Date.now,
      adapters: { mastodon: network },
      fetch: () => Promise.reject(new Error('no network')),
      open: () => Promise.reject(new Error('no media')),
      host: () => Promise.reject(new Error('no media')),
      memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
      refresher: { refresh: () => Promise.reject(new Error('nothing is refreshed')) },
      budgets: noBudgets,
      log,
    }),
  });
}

/** How many events of these batches say that something became published. @param type such as `post.updated` */
export function publishedIn(batches: Written['feed'], type = 'post.updated'): number {
  let count = 0;
  for (const { events } of batches)
    for (const event of events) if (event.type === type && event.data['status'] === 'published') count += 1;
  return count;
}
