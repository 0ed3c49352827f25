/** Our service with accounts of Instagram, each with a rule that every comment matches. The network answers at once. */
import { knowingNetwork, seedReceiver } from '../inbound/accounts.ts';
import { APP } from '../inbound/events.ts';
import { watchMemory } from '../measure.ts';
import { program } from '../program.ts';
import { startBenchService } from '../service.ts';
import { KEYWORD } from './comments.ts';
import type { RulesReady, RulesResult, RulesServerInput } from './input.ts';

const network = knowingNetwork({
  send: async ({ to }) => ({
    kind: 'sent',
    id: `message ${'commentId' in to ? to.commentId : to.personId}`,
    personId: null,
  }),
});

await program(async ({ url, accounts: count }: RulesServerInput, parent) => {
  const { service, key, workspaces, post } = await startBenchService(url, {
    more: { adapters: { instagram: network }, apps: { instagram: APP }, subscribes: false },
  });
  const [workspace] = workspaces;
  const { sql } = service;
  const accounts: string[] = [];
  while (accounts.length < count) {
    const accountId = await seedReceiver(sql, workspace.id);
    await post('/v1/comment-dm-rules', { accountId, keywords: [KEYWORD], dmText: 'Here it is, {username}' });
    accounts.push(accountId);
  }
  await sql`vacuum analyze`;
  const peakRssMb = watchMemory();
  const ready: RulesReady = { port: service.http.port, key, accounts: accounts.join() };
  parent.hello({ ...ready });
  await parent.finished;
  const peak = peakRssMb();
  const [found] = await sql<{ sent: number; queued: number }[]>`
    select (count(*) filter (where shown = 'sent'))::int as sent,
      (count(*) filter (where shown = 'queued'))::int as queued
    from actors where kind = 'private_reply'`;
  await service.stop();
  return { ...found!, peakRssMb: peak } satisfies RulesResult;
});
