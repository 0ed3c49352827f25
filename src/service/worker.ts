/** The node that works: the handlers of its effects, and its links to other nodes. */
import { networks as allNetworks } from '../../adapters/networks.ts';
import { readAccounts } from '../../store/accounts.ts';
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
import { feedHandlers } from '../features/feeds/index.ts';
import { flowHandlers } from '../features/flows/index.ts';
import { importHandlers } from '../features/imports/index.ts';
import { copyHandlers } from '../features/inbox/copies.ts';
import { inboxHandlers, personSaver } from '../features/inbox/handlers.ts';
import { type EffectHandlers, kinds } from '../kinds/index.ts';
import { type NewsOfAccounts, tellNews } from '../features/numbers/news.ts';
import { numbersHandlers } from '../features/numbers/read.ts';
import { admitNetworkPosts } from '../features/posts/publishing/claims.ts';
import { deliveryHandlers } from '../features/posts/publishing/deliver.ts';
import { pagesHandlers } from '../features/posts/publishing/pages.ts';
import { gatherPostsOfText } from '../features/posts/index.ts';
import { recordsHandlers } from '../features/posts/records.ts';
import { postgresWorkStore } from '../features/posts/publishing/work-store.ts';
import { receiverHandlers, streamHandlers } from '../features/receiving/index.ts';
import { broadcastHandlers, privateReplyHandlers, sweepHandlers } from '../features/rules/index.ts';
import { announceAll, notificationAnnouncer, notificationHandlers } from '../features/notifications/index.ts';
import { seriesHandlers } from '../features/series/index.ts';
import { webhookAnnouncer } from '../features/webhooks/announce.ts';
import { createMailer, mailHandlers } from '../features/mail/index.ts';
import { webhookHandlers } from '../features/webhooks/send.ts';
import { type ServiceOptions, userAgentOf } from './options.ts';
import type { Shared } from './shared.ts';

const { random } = Math;

/** What receiving takes of the parts that are made after the node. */
interface ReceivingParts {
  /** Resolves when the server listens. */
  listening: () => Promise<void>;
  /** Called when events were stored. */
  onStored: () => void;
}

type WorkerParts = Shared & ReceivingParts & { publicUrl: () => string; linkBase: () => string };

/** The node, the handlers of its effects, and its links to other nodes. */
export function createWorker(
  options: ServiceOptions,
  shared: WorkerParts,
): { node: Node; refresher: Refresher; budgets: Budgets; news: NewsOfAccounts } {
  const { log, role = 'both' } = options;
  const { nodeId, hub, clock, metrics, watch, stops } = shared;
  const effects = effectsOf(options, shared, () => node);
  const news = tellNews({
    node: () => node,
    log,
    ...(options.gatherPublishedMs !== undefined && { gatherMs: options.gatherPublishedMs }),
  });
  stops.add(news.stop);
  const node: Node = new Node({
    sql: shared.work,
    settling: shared.settling,
    nodeId,
    clock,
    log,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    kinds,
    handlers: effects.handlers,
    announce: announceAll([webhookAnnouncer(kinds), notificationAnnouncer]),
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
  const notices = noticesOf(options, shared, node);
  stops.add(() => notices.close());
  return { node, refresher: effects.refresher, budgets: effects.budgets, news };
}

/** Links to the other nodes: by Redis where there is one. */
function noticesOf({ redisUrl, log }: ServiceOptions, { nodeId, hub }: Shared, node: Node) {
  if (!redisUrl) return noNotices;
  const handlers = {
    onFeed: (batches: Written['feed']) => {
      node.noticed(batches);
      hub.publish(batches);
    },
    onFeedHead: (workspaceId: string, lastSeq: string) => hub.notice(workspaceId, lastSeq),
    onWork: () => void node.takeUp(),
  };
  return redisNotices({ url: redisUrl, nodeId, log, handlers });
}

/**
 * The handlers of all effects.
 * @param node called when an effect runs: the node is made after its handlers
 */
function effectsOf(
  options: ServiceOptions,
  shared: WorkerParts,
  node: () => Node,
): { handlers: EffectHandlers; refresher: Refresher; budgets: Budgets } {
  const { log, adapters = allNetworks } = options;
  const { work: sql, nodeId, sealer, guard, clock, directory, publicUrl, linkBase } = shared;
  const { fetch } = guard;
  const appFor = createAppFor(shared.networks.appAt);
  const store = postgresRefreshStore({ sql, nodeId, sealer });
  const refresher = createRefresher({ store, adapters, appFor, fetch, clock, log });
  const delivering = deliveryDeps(options, shared);
  const savePerson = personSaver(sql);
  const { budgets } = delivering;
  const reading = { sql, sealer, adapters, guard, refresher, budgets, clock, log };
  const access = { sql, sealer, adapters, appFor, fetch, clock, log, publicUrl };
  const receiving = receivingDeps(options, shared, node);
  const creating = { ...creatingDeps(options, shared), node };
  // does not compile while an effect of any kind has no handler
  const handlers: EffectHandlers = {
    ...deliveryHandlers({ ...delivering, refresher }),
    ...recordsHandlers({ sql }),
    ...seriesHandlers({ sql, directory, node, clock, adapters, guard, media: shared.media.media }),
    ...importHandlers(creating),
    ...feedHandlers(creating),
    ...pagesHandlers({ sql, adapters, linkPreviews: shared.linkPreviews, clock }),
    ...privateReplyHandlers({ sql, directory, node, sealer, clock, budgets, random }),
    ...sweepHandlers({
      ...reading,
      get node() {
        return node();
      },
      linkBase,
    }),
    ...broadcastHandlers({ ...reading, node }),
    ...accountHandlers({ sql, refresher, revoke: (request) => revokeAccess(access, request) }),
    ...commentActHandlers({ sql, directory, node, sealer, adapters, guard, refresher, clock, log }),
    ...flowHandlers({ sql, node, sealer, adapters, fetch, clock, linkBase, savePerson }),
    ...numbersHandlers({ ...reading, sandbox: { origin: shared.networks.sandboxOrigin } }),
    ...receiverHandlers({ ...shared, ...receiving, refresher, budgets }),
    ...streamHandlers({ ...receiving, log, count: shared.metrics.countInbound }),
    ...inboxHandlers({ ...access, refresher, savePerson, node, media: shared.media.media }),
    ...mailHandlers({
      sql,
      sealer,
      findMailServer: shared.findMailServer,
      addressOf: (server) => guard.mailAddressOf(server),
    }),
    ...notificationHandlers({
      ...access,
      fetch: guard.fetchReal,
      directory,
      node,
      mailer: createMailer(shared),
    }),
    ...copyHandlers({ sql, media: shared.media.media, clock, random }),
    ...webhookHandlers({ sql, clock, sealer, fetch, userAgent: userAgentOf(options) }),
  };
  return { handlers, refresher, budgets };
}

/** What receiving takes. */
function receivingDeps(
  { adapters = allNetworks, subscribes = true }: ServiceOptions,
  { work, networks, guard, clock, onStored }: WorkerParts,
  node: () => Node,
) {
  return { sql: work, node, adapters, networks, fetch: guard.fetch, clock, onStored, subscribes };
}

/** What creating posts takes that no request asks for. */
function creatingDeps(options: ServiceOptions, { work, directory, guard, media, clock }: WorkerParts) {
  const { log, adapters = allNetworks } = options;
  const posts = {
    readAccounts: (ids: string[]) => readAccounts(work, ids),
    findPostsOfText: gatherPostsOfText(work),
  };
  const userAgent = userAgentOf(options);
  return { sql: work, directory, adapters, guard, media: media.media, log, posts, clock, userAgent };
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
