/** Due posts through the node that runs in production: machines, journal, projections, feed, outbox. */
import { connect } from '../../store/connect.ts';
import { countPosts } from '../../store/posts.ts';
import { measure } from '../measure.ts';
import { benchNetwork, benchNode, NODE_CONNECTIONS, publishedIn, spreadNetwork } from '../node.ts';
import { seedDuePosts } from '../posts/seed.ts';
import { program } from '../program.ts';
import type { DueInput, DueResult } from './input.ts';

/** Responses that come apart: from this long to that long after the call, ms. */
const SPREAD_MS = { from: 50, to: 2_000 };
/** Calls under way at once while responses come apart. */
const SPREAD_CONCURRENCY = 4_000;

await program(async (input: DueInput): Promise<DueResult> => {
  const { url, postmasterPid, mode, count, waiting, deliveries = 1 } = input;
  const sql = connect(url, {
    applicationName: 'bench troupe',
    maxConnections: NODE_CONNECTIONS,
    statementTimeoutMs: 0,
  });
  if (mode === 'seed') {
    await seedDuePosts(sql, { count, waiting, deliveries, startsInMs: -1000, spreadMs: 0 });
    return { done: 0, cost: null };
  }

  let posts = 0;
  let sent = 0;
  const all = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    ...networkOf(input),
    engineAlone: input.engineAlone ?? false,
    onFeed: (batches) => {
      posts += publishedIn(batches);
      sent += publishedIn(batches, 'delivery.updated');
      if (posts >= count) all.resolve();
    },
  });
  const end = measure(postmasterPid);
  await node.start();
  await all.promise;
  const cost = end();
  await node.stop();
  const stored = (await countPosts(sql)).find(({ status }) => status === 'published')?.count ?? 0;
  if (posts !== count || stored !== count || sent !== count * deliveries)
    throw new Error(
      `of ${count} posts ${posts} were reported published and ${stored} are; ${sent} deliveries`,
    );
  await sql.end();
  return { done: count, cost };
});

function networkOf({ spread = false }: DueInput) {
  return spread
    ? { network: spreadNetwork(SPREAD_MS.from, SPREAD_MS.to), concurrency: SPREAD_CONCURRENCY }
    : { network: benchNetwork() };
}
