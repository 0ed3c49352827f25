/** Our service with accounts of Instagram, each with a rule that every comment matches. The network answers at once. */
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { saveReceiving } from '../../store/receiving.ts';
import { APP } from '../inbound/events.ts';
import { seedAccount } from '../posts/workspace.ts';
import { program } from '../program.ts';
import { startBenchService } from '../service.ts';
import { KEYWORD } from './comments.ts';
import type { RulesReady, RulesResult, RulesServerInput } from './input.ts';

const NEVER = Date.UTC(9999, 0);
const SAMPLE_MS = 50;

const network: Manifest = {
  ...instagram,
  messages: {
    ...instagram.messages!,
    send: async ({ to }) => ({
      kind: 'sent',
      id: `message ${'commentId' in to ? to.commentId : to.personId}`,
      personId: null,
    }),
  },
};

await program(async ({ url, accounts: count }: RulesServerInput, parent) => {
  const { service, key, workspaces } = await startBenchService(url, {
    more: { adapters: { instagram: network }, apps: { instagram: APP }, subscribes: false },
  });
  const [workspace] = workspaces;
  const { sql } = service;
  const accounts: string[] = [];
  while (accounts.length < count) {
    const accountId = await seedAccount(sql, workspace.id, 'instagram');
    const receiving = { since: 0, via: 'webhook', everySeconds: null, checkedAt: NEVER, polledAt: NEVER };
    await saveReceiving(sql, accountId, { ...receiving, problem: null } as Parameters<
      typeof saveReceiving
    >[2]);
    const response = await fetch(`http://127.0.0.1:${service.http.port}/v1/comment-dm-rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, keywords: [KEYWORD], dmText: 'Here it is, {username}' }),
    });
    if (!response.ok) throw new Error(`no rule: ${await response.text()}`);
    accounts.push(accountId);
  }
  await sql`vacuum analyze`;
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const ready: RulesReady = { port: service.http.port, key, accounts: accounts.join() };
  parent.hello({ ...ready });
  await parent.finished;
  clearInterval(sampler);
  const [found] = await sql<{ sent: number; queued: number }[]>`
    select (count(*) filter (where shown = 'sent'))::int as sent,
      (count(*) filter (where shown = 'queued'))::int as queued
    from actors where kind = 'private_reply'`;
  await service.stop();
  return { ...found!, peakRssMb: Math.round(peak / 1e6) } satisfies RulesResult;
});
