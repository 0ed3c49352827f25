/** DBOS: a queued workflow of two steps, the call and the status. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { Pool } from 'pg';
import { measure } from '../measure.ts';
import { program } from '../program.ts';
import { countPublished, type PeerInput, publish, seedPosts, until } from './posts.ts';

const QUEUE = 'publish';
const QUEUE_OPTIONS = {
  workerConcurrency: 100,
  minPollingIntervalMs: 10,
  onConflict: 'always_update' as const,
};

await program(async ({ url, postmasterPid, mode, count }: PeerInput) => {
  const pool = new Pool({ connectionString: url, max: 10 });
  const writeStatus = async (postId: string, networkPostId: string) => {
    await pool.query({
      name: 'published',
      text: `update posts set status = 'published', published_at = now(), network_post_id = $2 where id = $1`,
      values: [postId, networkPostId],
    });
  };
  const workflow = DBOS.registerWorkflow(
    async (postId: string) => {
      const { networkPostId } = await DBOS.runStep(() => publish(postId), { name: 'call' });
      await DBOS.runStep(() => writeStatus(postId, networkPostId), { name: 'status' });
    },
    { name: 'publishPost' },
  );
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 20,
    logLevel: 'error',
    applicationVersion: mode, // a process takes only workflows of its own version: the one that seeds leaves them alone
  });
  if (mode === 'seed') {
    await seedPosts(url, count);
    await DBOS.launch();
    await DBOS.registerQueue(QUEUE, QUEUE_OPTIONS);
    for (let n = 1; n <= count; n += 1)
      await DBOS.startWorkflow(workflow, {
        queueName: QUEUE,
        workflowID: `job_${n}`,
        enqueueOptions: { applicationVersion: 'run' },
      })(`post_${n}`);
    return { done: 0, cost: null };
  }

  const end = measure(postmasterPid);
  await DBOS.launch();
  await DBOS.registerQueue(QUEUE, QUEUE_OPTIONS);
  await until(async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from dbos.workflow_status where status = 'SUCCESS'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    return rows[0]!.count >= count;
  });
  const cost = end();
  const published = await countPublished(pool);
  if (published !== count) throw new Error(`${published} of ${count} were published`);
  return { done: count, cost };
});
