/** graphile-worker with its local queue and batched completion, as its page "Performance" has it for high throughput. */
import { Logger, makeWorkerUtils, run, type Task } from 'graphile-worker';
import { Pool } from 'pg';
import { measure } from '../measure.ts';
import { program } from '../program.ts';
import { countPublished, type PeerInput, publish, QUARTER_MS, seedPosts, until } from './posts.ts';

/** Jobs that one statement adds. */
const STEP = 50_000;

const PRESET = {
  worker: {
    concurrentJobs: 24,
    maxPoolSize: 12,
    pollInterval: 250,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};

await program(async (input: PeerInput) => {
  if (input.mode === 'seed') await seed(input);
  return input.mode === 'seed' ? { done: 0, cost: null } : publishAll(input);
});

async function seed({ url, count, waiting }: PeerInput): Promise<void> {
  await seedPosts(url, count);
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  await utils.release();
  const pool = new Pool({ connectionString: url, max: 1 });
  const add = (from: number, to: number, runAt: Date) =>
    pool.query(
      `select count(*) from graphile_worker.add_jobs(array(
         select ('publish', json_build_object('postId', 'post_' || n), null, $3::timestamptz, null, null, null, null)::graphile_worker.job_spec
         from generate_series($1::int, $2::int) n))`,
      [from, to, runAt],
    );
  for (let from = count + 1; from <= count + waiting; from += STEP)
    await add(from, Math.min(from + STEP - 1, count + waiting), new Date(Date.now() + QUARTER_MS));
  await add(1, count, new Date(Date.now() - 1000));
  await pool.end();
}

async function publishAll({ url, postmasterPid, count }: PeerInput) {
  const pool = new Pool({ connectionString: url, max: 12 });
  const fail = (fault: Error) => console.error(fault); // it warns where nobody listens
  pool.on('error', fail).on('connect', (client) => client.on('error', fail));
  let written = 0;
  const publishOne: Task = async (payload, { withPgClient }) => {
    const { postId } = payload as { postId: string };
    const { networkPostId } = await publish(postId);
    await withPgClient((client) =>
      client.query({
        name: 'published',
        text: `update posts set status = 'published', published_at = now(), network_post_id = $2 where id = $1`,
        values: [postId, networkPostId],
      }),
    );
    written += 1;
  };
  const end = measure(postmasterPid);
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined), // it prints a line for every job otherwise
    preset: PRESET,
    taskList: { publish: publishOne },
  });
  await until(() => written >= count);
  await until(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker._private_jobs where run_at <= now()`,
    );
    return rows[0]!.count === 0;
  });
  const cost = end();
  const published = await countPublished(pool);
  if (published !== count) throw new Error(`${published} of ${count} were published`);
  await runner.stop();
  return { done: count, cost };
}
