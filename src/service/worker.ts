/** The node that works: the handlers of its effects, and its links to other nodes. */
import { networks as allNetworks } from '../../adapters/networks.ts';
import { createAppFor } from '../features/accounts/apps.ts';
import { type Budgets, createBudgets } from '../features/accounts/budgets/budgets.ts';
import { limitsOf } from '../features/accounts/budgets/limits.ts';
import { LocalMeter } from '../features/accounts/budgets/meter.ts';
import { redisMeter } from '../features/accounts/budgets/redis-meter.ts';
import { accountHandlers } from '../features/accounts/handlers.ts';
import { createRefresher, type Refresher } from '../features/accounts/refresh.ts';
import { postgresRefreshStore } from '../features/accounts/refresh-store.ts';
import { revokeAccess } from '../features/accounts/revoke.ts';
import { commentActHandlers } from '../features/comments/acting.ts';
import { Node } from '../engine/node.ts';
import { noNotices, redisNotices } from '../engine/notices.ts';
import type { Written } from '../engine/write.ts';
import { flowHandlers } from '../features/flows/index.ts';
import { copyHandlers } from '../features/inbox/copies.ts';
import { inboxHandlers, personSaver } from '../features/inbox/handlers.ts';
import { type EffectHandlers, kinds } from '../kinds/index.ts';
import { type NewsOfAccounts, tellNews } from '../features/numbers/news.ts';
import { numbersHandlers } from '../features/numbers/read.ts';
import { admitNetworkPosts } from '../features/posts/publishing/claims.ts';
import { deliveryHandlers } from '../features/posts/publishing/deliver.ts';
import { postgresWorkStore } from '../features/posts/publishing/work-store.ts';
import { receiverHandlers, streamHandlers } from '../features/receiving/index.ts';
import { broadcastHandlers, privateReplyHandlers, sweepHandlers } from '../features/rules/index.ts';
import { webhookAnnouncer } from '../features/webhooks/announce.ts';
import { webhookHandlers } from '../features/webhooks/send.ts';
import { type ServiceOptions, userAgentOf } from './options.ts';
import type { Shared } from './shared.ts';

/** What receiving takes of the parts that are made after the node. */
interface ReceivingParts {
  verifyToken: string;
  /** Resolves when the server listens. */
  listening: () => Promise<void>;
  /** Called when events were stored. */
  onStored: () => void;
}

/** The node, the handlers of its effects, and its links to other nodes. */
export function createWorker(
  options: ServiceOptions,
  shared: Shared & ReceivingParts & { publicUrl: () => string; linkBase: () => string },
): { node: Node; refresher: Refresher; budgets: Budgets; news: NewsOfAccounts } {
  const { log, role = 'both', adapters = allNetworks } = options;
  const { work, settling, nodeId, sealer, guard, hub, clock, metrics, watch, stops, publicUrl, linkBase } =
    shared;
  const { fetch } = guard;
  const appFor = createAppFor(shared.networks.appAt);
  const store = postgresRefreshStore({ sql: work, nodeId, sealer });
  const refresher = createRefresher({ store, adapters, appFor, fetch, clock, log });
  // does not compile while an effect of any kind has no handler
  const delivering = deliveryDeps(options, shared);
  const savePerson = personSaver(work);
  const { budgets } = delivering;
  const reading = { sql: work, sealer, adapters, guard, refresher, budgets, clock, log };
  const { verifyToken, listening, onStored } = shared;
  const receiving = {
    sql: work,
    node: () => node,
    adapters,
    networks: shared.networks,
    fetch,
    clock,
    onStored,
    subscribes: options.subscribes ?? true,
  };
  const handlers: EffectHandlers = {
    ...deliveryHandlers({ ...delivering, refresher }),
    ...privateReplyHandlers({
      sql: work,
      directory: shared.directory,
      node: () => node,
      sealer,
      clock,
      budgets,
      random: Math.random,
    }),
    ...sweepHandlers({
      ...reading,
      get node() {
        return node;
      },
      linkBase,
    }),
    ...broadcastHandlers({ ...reading, node: () => node }),
    ...accountHandlers({
      sql: work,
      refresher,
      revoke: (request) =>
        revokeAccess({ sql: work, sealer, adapters, appFor, fetch, clock, log, publicUrl }, request),
    }),
    ...commentActHandlers({
      sql: work,
      directory: shared.directory,
      node: () => node,
      sealer,
      adapters,
      guard,
      refresher,
      clock,
      log,
    }),
    ...flowHandlers({
      sql: work,
      node: () => node,
      sealer,
      adapters,
      fetch,
      clock,
      linkBase,
      savePerson,
    }),
    ...numbersHandlers(reading),
    ...receiverHandlers({ ...receiving, sealer, refresher, publicUrl, budgets, verifyToken, listening }),
    ...streamHandlers({ ...receiving, log, count: metrics.countInbound }),
    ...inboxHandlers({ sql: work, sealer, clock, adapters, fetch, refresher, log, savePerson }),
    ...copyHandlers({ sql: work, media: shared.media.media, clock, random: Math.random }),
    ...webhookHandlers({ sql: work, clock, sealer, fetch, userAgent: userAgentOf(options) }),
  };
  const news = tellNews({
    node: () => node,
    log,
    ...(options.gatherPublishedMs !== undefined && { gatherMs: options.gatherPublishedMs }),
  });
  stops.add(news.stop);
  const node: Node = new Node({
    sql: work,
    settling,
    nodeId,
    clock,
    log,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    kinds,
    handlers,
    announce: webhookAnnouncer(kinds),
    admit: admitNetworkPosts(news.published),
    works: role !== 'api',
    onWork: () => notices.tellWork(),
    onFeed: (batches) => {
      hub.publish(batches);
      notices.tellFeed(batches);
    },
    observe: metrics.observeEffect,
    onFault: watch.note,
    onBeat: watch.probe,
  });
  const noticed = {
    onFeed: (batches: Written['feed']) => {
      node.noticed(batches);
      hub.publish(batches);
    },
    onFeedHead: (workspaceId: string, lastSeq: string) => hub.notice(workspaceId, lastSeq),
    onWork: () => void node.takeUp(),
  };
  const notices = options.redisUrl
    ? redisNotices({ url: options.redisUrl, nodeId, log, handlers: noticed })
    : noNotices;
  stops.add(() => notices.close());
  return { node, refresher, budgets, news };
}

/** What publishing takes. The rate limits of the networks are counted in Redis where there is one. */
function deliveryDeps(options: ServiceOptions, { work, sealer, media, guard, clock, stops }: Shared) {
  const { log, adapters = allNetworks, limits } = options;
  const sharedMeter = options.redisUrl ? redisMeter({ url: options.redisUrl, log }) : null;
  if (sharedMeter) stops.add(() => sharedMeter.close());
  const meter = sharedMeter ?? new LocalMeter();
  return {
    store: postgresWorkStore({ sql: work, sealer }),
    clock,
    adapters,
    fetch: guard.fetch,
    open: media.media.open.bind(media.media),
    host: media.media.host.bind(media.media),
    memory: media.memory,
    budgets: createBudgets({ meter, limits: limits ?? limitsOf(adapters) }),
    log,
  };
}
