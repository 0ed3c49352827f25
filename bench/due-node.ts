/** The node that runs in production, over a network that responds at once. */
import { newId } from '../src/ids.ts';
import { createLog } from '../src/log.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../src/media/memory.ts';
import { deliveryHandlers } from '../src/posts/publishing/deliver.ts';
import { noBudgets } from '../src/accounts/budgets/budgets.ts';
import { postgresWorkStore } from '../src/posts/publishing/work-store.ts';
import { Node } from '../src/engine/node.ts';
import type { Written } from '../src/engine/write.ts';
import { createSealer } from '../src/seal.ts';
import { manifest as mastodon } from '../adapters/mastodon/manifest.ts';
import type { Manifest } from '../adapters/port/manifest.ts';
import type { Sql } from '../store/connect.ts';
import { kinds } from '../src/kinds/index.ts';

/** Connections that the service gives its node. */
export const NODE_CONNECTIONS = 12;

/** @param think awaited before it responds; default: responds at once */
export function instantNetwork(think?: () => Promise<void>): Manifest {
  return {
    ...mastodon,
    publish: {
      evidence: 'idempotency_key',
      plan: ({ text, media }) => ({ text, title: null, media, warnings: [], refusals: [] }),
      repeatable: () => 'yes',
      publish: async ({ deliveryId }) => {
        if (think) await think();
        return { kind: 'published', networkPostId: deliveryId, url: null };
      },
      verify: async () => ({ kind: 'absent' }),
    },
  };
}

/** @param options.think awaited before the network responds; default: it responds at once */
export function benchNode(
  sql: Sql,
  options: { onFeed: (batches: Written['feed']) => void; think?: () => Promise<void> },
): Node {
  const nodeId = newId('node', Date.now());
  const log = createLog('error');
  return new Node({
    sql,
    nodeId,
    clock: Date.now,
    log,
    kinds,
    onFeed: options.onFeed,
    handlers: deliveryHandlers({
      store: postgresWorkStore({ sql, sealer: createSealer([Buffer.alloc(32, 9)]) }),
      clock: Date.now,
      adapters: { mastodon: instantNetwork(options.think) },
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

/** How many posts were published in these batches. */
export function publishedIn(batches: Written['feed']): number {
  let published = 0;
  for (const { events } of batches)
    for (const { type, data } of events)
      if (type === 'post.updated' && data['status'] === 'published') published += 1;
  return published;
}
