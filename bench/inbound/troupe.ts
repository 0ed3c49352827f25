/** Our service with accounts of Instagram. The network says at once who a person is, and is not called otherwise. */
import { samplePost } from '../posts/sample.ts';
import { program } from '../program.ts';
import { insertCopies } from '../rows/multiply.ts';
import { startBenchService } from '../service.ts';
import { knowingNetwork, seedReceiver } from './accounts.ts';
import { APP } from './events.ts';
import type { InboundServerInput } from './input.ts';

await program(async ({ url, accounts: count, posts }: InboundServerInput, parent) => {
  const bench = await startBenchService(url, {
    more: { adapters: { instagram: knowingNetwork() }, apps: { instagram: APP }, subscribes: false },
  });
  const {
    service,
    key,
    workspaces: [workspace],
  } = bench;
  const { sql } = service;
  if (posts > 0) {
    const sample = await samplePost(sql, {
      workspace,
      accountIds: [workspace.accountId],
      status: 'published',
    });
    await insertCopies(sql, sample, { first: 1, count: posts, dueAt: '0' });
  }
  const accounts: string[] = [];
  while (accounts.length < count) accounts.push(await seedReceiver(sql, workspace.id));
  await sql`vacuum analyze`;
  parent.hello({
    port: service.http.port,
    key,
    accounts: accounts.join(),
    path: `/v1/live?workspace=${workspace.slug}`,
  });
  await parent.finished;
  const [found] = await sql<{ taken: number }[]>`
    select count(*)::int as taken from inbound where done_at is not null`;
  await service.stop();
  return found!;
});
