/** Due posts through the node that runs in production: machines, journal, projections, feed, outbox. */
import { connect } from '../store/connect.ts';
import { benchNode, NODE_CONNECTIONS, publishedIn } from './due-node.ts';
import { seedPosts, seedWorkspace } from './due-posts.ts';
import type { DueResult, DueInput } from './due.ts';
import { measure, program } from './program.ts';

const QUARTER_MS = 90 * 86_400_000;

await program(async ({ url, postmasterPid, mode, count, waiting }: DueInput): Promise<DueResult> => {
  const sql = connect(url, {
    applicationName: 'bench troupe',
    maxConnections: NODE_CONNECTIONS,
    statementTimeoutMs: 0,
  });
  if (mode === 'seed') {
    const workspace = await seedWorkspace(sql);
    const now = Date.now();
    if (waiting > 0)
      await seedPosts(sql, { ...workspace, count: waiting, dueAt: now + QUARTER_MS, tag: 'waiting_' });
    await seedPosts(sql, { ...workspace, count, dueAt: now - 1000, tag: 'due_' });
    return { done: 0, cost: null };
  }

  let published = 0;
  const all = Promise.withResolvers<void>();
  const node = benchNode(sql, {
    onFeed: (batches) => {
      published += publishedIn(batches);
      if (published >= count) all.resolve();
    },
  });
  const end = measure(postmasterPid);
  await node.start();
  await all.promise;
  const cost = end();
  const [left] = await sql<{ published: number; effects: number }[]>`
    select (select count(*)::int from post_states where status = 'published') as published,
           (select count(*)::int from effects) as effects`;
  if (left!.published !== count || left!.effects !== 0)
    throw new Error(`${left!.published} of ${count} published, ${left!.effects} effects left`);
  await node.stop();
  await sql.end();
  return { done: count, cost };
});
