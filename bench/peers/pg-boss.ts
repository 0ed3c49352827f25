/**
 * pg-boss in bulk: batches of a thousand, taken without a pause while they come back full, completed in one statement;
 * the batch's statuses are written in one statement too. Its documentation, "Batching" and "burstWhenBatchFull".
 */
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { measure } from '../measure.ts';
import { program } from '../program.ts';
import { countPublished, type PeerInput, publish, QUARTER_MS, seedPosts, until } from './posts.ts';

const QUEUE = 'publish';
const CHUNK = 5_000;
const { batchSize, localConcurrency } = { batchSize: 1_000, localConcurrency: 2 };

await program(async ({ url, postmasterPid, mode, count, waiting }: PeerInput) => {
  const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
  boss.on('error', (fault) => console.error(fault));
  await boss.start();
  if (mode === 'seed') {
    await seedPosts(url, count);
    await boss.createQueue(QUEUE);
    const add = async (from: number, to: number, startAfter: Date) => {
      for (let first = from; first <= to; first += CHUNK) {
        const size = Math.min(CHUNK, to - first + 1);
        await boss.insert(
          QUEUE,
          Array.from({ length: size }, (_, index) => ({
            data: { postId: `post_${first + index}` },
            startAfter,
          })),
        );
      }
    };
    await add(count + 1, count + waiting, new Date(Date.now() + QUARTER_MS));
    await add(1, count, new Date(Date.now() - 1000));
    await boss.stop();
    return { done: 0, cost: null };
  }

  const pool = new Pool({ connectionString: url, max: 10 });
  let written = 0;
  const end = measure(postmasterPid);
  await boss.work<{ postId: string }>(
    QUEUE,
    { batchSize, localConcurrency, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
    async (jobs) => {
      const answers = await Promise.all(jobs.map((job) => publish(job.data.postId)));
      await pool.query({
        name: 'published',
        text: `update posts p set status = 'published', published_at = now(), network_post_id = d.remote
               from unnest($1::text[], $2::text[]) d(id, remote) where p.id = d.id`,
        values: [jobs.map((job) => job.data.postId), answers.map((answer) => answer.networkPostId)],
      });
      written += jobs.length;
    },
  );
  await until(() => written >= count);
  await until(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = $1 and state = 'completed'`,
      [QUEUE],
    );
    return rows[0]!.count >= count;
  });
  const cost = end();
  const published = await countPublished(pool);
  if (published !== count) throw new Error(`${published} of ${count} were published`);
  return { done: count, cost };
});
