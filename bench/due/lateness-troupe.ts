/** The node that runs in production, while posts become due one after the other. */
import type { Written } from '../../src/engine/write.ts';
import { connect } from '../../store/connect.ts';
import { measure } from '../measure.ts';
import { benchNode, NODE_CONNECTIONS, publishedIn } from '../node.ts';
import { seedDuePosts } from '../posts/seed.ts';
import { program } from '../program.ts';
import { percentile } from '../report.ts';
import { keyOf } from '../rows/keys.ts';
import type { LatenessInput, LatenessResult } from './lateness.ts';

/** From the start of seeding until the first post is due. */
const LEAD_MS = 4_000;

await program(async ({ url, postmasterPid, count, seconds }: LatenessInput): Promise<LatenessResult> => {
  const sql = connect(url, { applicationName: 'bench troupe', maxConnections: NODE_CONNECTIONS });
  const spreadMs = seconds * 1000;
  const dueAt = await seedDuePosts(sql, { count, waiting: 0, deliveries: 1, startsInMs: LEAD_MS, spreadMs });
  await sql`vacuum analyze`;
  if (Date.now() > dueAt) throw new Error('seeding took too long');
  const dueTimes = new Map(
    Array.from({ length: count }, (_, index) => [
      `post_${keyOf(index + 1)}`,
      dueAt + Math.floor(((index + 1) / count) * spreadMs),
    ]),
  );

  const lateness: number[] = [];
  let published = 0;
  const all = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    onFeed: (batches) => {
      for (const postId of leftScheduled(batches)) {
        const due = dueTimes.get(postId);
        if (due !== undefined && dueTimes.delete(postId)) lateness.push(Date.now() - due);
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
  return {
    p50Ms: percentile(lateness, 0.5),
    p99Ms: percentile(lateness, 0.99),
    maxMs: percentile(lateness, 1),
    cpu: cost.cpuMs / 1000 / cost.seconds,
  };
});

/** Ids of posts that these commits say are no longer scheduled. */
function leftScheduled(batches: Written['feed']): string[] {
  return batches.flatMap(({ events }) =>
    events
      .filter(({ type, data }) => type === 'post.updated' && data['status'] !== 'scheduled')
      .map(({ resource }) => resource.id),
  );
}
