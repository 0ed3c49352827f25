/** The node that runs in production, while posts become due one after the other. */
import { connect } from '../store/connect.ts';
import { benchNode, NODE_CONNECTIONS, publishedIn } from './due-node.ts';
import { seedPosts, seedWorkspace } from './due-posts.ts';
import type { LatenessResult, LatenessInput } from './lateness.ts';
import { measure, program } from './program.ts';
import { percentile } from './report.ts';

/** From the seed's end until the first post is due. */
const LEAD_MS = 4_000;

await program(async ({ url, postmasterPid, count, seconds }: LatenessInput): Promise<LatenessResult> => {
  const sql = connect(url, { applicationName: 'bench troupe', maxConnections: NODE_CONNECTIONS });
  const workspace = await seedWorkspace(sql);
  const tag = 'n';
  const from = Date.now() + LEAD_MS;
  const spreadMs = seconds * 1000;
  await seedPosts(sql, { ...workspace, count, dueAt: from, spreadMs, tag });
  await sql`vacuum analyze`;
  if (Date.now() > from) throw new Error('seeding took too long');

  const lateness = new Map<string, number>();
  let published = 0;
  const all = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    onFeed: (batches) => {
      const now = Date.now();
      for (const { events } of batches)
        for (const { type, postId, data } of events) {
          if (
            postId === undefined ||
            type !== 'post.updated' ||
            data['status'] === 'scheduled' ||
            lateness.has(postId)
          )
            continue;
          const dueAt = from + (Number(postId.slice(`post_${tag}`.length)) / count) * spreadMs;
          lateness.set(postId, now - dueAt);
        }
      published += publishedIn(batches);
      if (published >= count) all.resolve();
    },
  });
  const end = measure(postmasterPid);
  await node.start();
  await all.promise;
  const cost = end();
  await node.stop();
  await sql.end();
  const values = [...lateness.values()];
  return {
    p50Ms: percentile(values, 0.5),
    p99Ms: percentile(values, 0.99),
    maxMs: percentile(values, 1),
    cpu: cost.cpuMs / 1000 / cost.seconds,
  };
});
