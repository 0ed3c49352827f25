/** Our service with accounts of Instagram. The network says at once who a person is, and is not called otherwise. */
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { saveReceiving } from '../../store/receiving.ts';
import { seedAccount } from '../posts/workspace.ts';
import { samplePost } from '../posts/sample.ts';
import { program } from '../program.ts';
import { insertCopies } from '../rows/multiply.ts';
import { startBenchService } from '../service.ts';
import { APP } from './events.ts';
import type { InboundServerInput } from './input.ts';

const network: Manifest = {
  ...instagram,
  messages: {
    ...instagram.messages!,
    profile: async ({ personId }) => ({
      kind: 'profile',
      id: personId,
      username: `person.${personId}`,
      name: 'A Person',
      avatarUrl: null,
      follows: null,
    }),
  },
};

await program(async ({ url, accounts: count, posts }: InboundServerInput, parent) => {
  const bench = await startBenchService(url, {
    more: { adapters: { instagram: network }, apps: { instagram: APP }, subscribes: false },
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
  while (accounts.length < count) {
    const id = await seedAccount(sql, workspace.id, 'instagram');
    await saveReceiving(sql, id, { since: 0, via: 'webhook', everySeconds: null, checkedAt: Date.now() });
    accounts.push(id);
  }
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
