/** The service over a network that takes every message at once, and knows everybody. */
import { knowingNetwork } from '../inbound/accounts.ts';
import { APP } from '../inbound/events.ts';
import type { BenchServiceOptions } from '../service.ts';

let sent = 0;

const network = knowingNetwork({
  send: async ({ to }) => ({
    kind: 'sent',
    id: `message ${'personId' in to ? to.personId : to.commentId} ${(sent += 1)}`,
    personId: null,
  }),
});

export const flowsOptions: BenchServiceOptions = {
  more: { adapters: { instagram: network }, apps: { instagram: APP }, subscribes: false },
};
