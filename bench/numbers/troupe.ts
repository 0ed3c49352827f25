/** The service with a year of posts and their numbers in the store. The network has nothing new to say. */
import type { Manifest } from '../../adapters/port/manifest.ts';
import { connect } from '../../store/connect.ts';
import { benchNetwork } from '../node.ts';
import { samplePost } from '../posts/sample.ts';
import { seedAccount, seedWorkspace } from '../posts/workspace.ts';
import { program } from '../program.ts';
import { insertCopies } from '../rows/multiply.ts';
import { startBenchService } from '../service.ts';
import type { NumbersInput, NumbersReady } from './input.ts';
import { seedPosts, seedSamples } from './seed.ts';

const { comments: _comments, ...quiet } = benchNetwork();
const network: Manifest = {
  ...quiet,
  insights: {
    metrics: [],
    covers: 'all',
    posts: { perPage: 40, requests: 1, read: async () => ({ kind: 'page', items: [], cursor: null }) },
  },
};

await program(async ({ url, ...input }: NumbersInput, parent) => {
  const bench = await startBenchService(url, { network });
  const {
    service,
    key,
    workspaces: [workspace],
  } = bench;
  const sql = connect(url, { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 0 });
  const accounts = [workspace.accountId];
  const sample = await samplePost(sql, { workspace, accountIds: accounts, status: 'published' });
  await insertCopies(sql, sample, { first: 1, count: input.posts, dueAt: '0' });
  while (accounts.length < input.accounts) accounts.push(await seedAccount(sql, workspace.id));
  await seedPosts(sql, { workspaceId: workspace.id, accountIds: accounts, posts: input.posts });
  for (let other = 1; other <= input.others; other += 1) {
    const { id: workspaceId } = await seedWorkspace(sql, `other-${other}`);
    const accountIds = [await seedAccount(sql, workspaceId)];
    await seedPosts(sql, { workspaceId, accountIds, posts: input.posts });
  }
  const samples = await seedSamples(sql, input.samplesPerPost);
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  await sql.end();
  const ready: NumbersReady = { port: service.http.port, key, samples, accounts: accounts.join() };
  parent.hello({ ...ready });
  await parent.finished;
  await service.stop();
  return {};
});
