/** Our service with accounts of Instagram, each with an automation that two messages later waits for a click. */
import { seedReceiver } from '../inbound/accounts.ts';
import { watchMemory } from '../measure.ts';
import { program } from '../program.ts';
import { startBenchService } from '../service.ts';
import type { FlowsReady, FlowsResult, FlowsServerInput } from './input.ts';
import { flowsOptions } from './service.ts';

const STEPS = [
  { type: 'message', text: 'Hi {first_name}, good to hear from you. Here is what you asked for.' },
  {
    type: 'message',
    text: 'The whole guide is behind this button, {first_name}.',
    button: { title: 'Read it', url: 'https://example.com/guide' },
  },
  {
    type: 'condition',
    check: 'clicked',
    yes: [{ type: 'message', text: 'How do you like it?' }],
    no: [{ type: 'message', text: 'It is still there for you: https://example.com/guide' }],
  },
];

await program(async ({ url, accounts: count }: FlowsServerInput, parent) => {
  const { service, workspaces, post } = await startBenchService(url, flowsOptions);
  const { sql, http } = service;
  const accounts: string[] = [];
  while (accounts.length < count) {
    const accountId = await seedReceiver(sql, workspaces[0].id);
    await post('/v1/dm-automations', { accountId, trigger: { type: 'any_message' }, steps: STEPS });
    accounts.push(accountId);
  }
  await sql`vacuum analyze`;
  const peakRssMb = watchMemory();
  const ready: FlowsReady = { port: http.port, accounts: accounts.join() };
  parent.hello({ ...ready });
  await parent.finished;
  const peak = peakRssMb();
  await service.stop();
  return { peakRssMb: peak } satisfies FlowsResult;
});
