/**
 * One event that is sent to one webhook endpoint. It is sent once, with a timeout of 10 s and no retry. For an endpoint
 * with `retries: true` it is sent again with backoff, under the same id (docs/contract.md, Webhooks). A send during which
 * the service stopped counts as sent, so that it is never sent twice.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits of an endpoint with `retries: true`: seven tries in about two days. */
export const WEBHOOK_RETRY_AFTER_MS = [10_000, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR] as const;

export type WebhookSendInput = {
  sendId: string;
  endpointId: string;
  /** Id of the event: the same for every endpoint and every try. */
  eventId: string;
  retries: boolean;
};
export type WebhookSendContext = WebhookSendInput & {
  attempt: number;
  waitMs: number;
  nextAttemptAt: number | null;
  error: string | null;
};
export type WebhookSendEvent =
  | { type: 'webhook.delivered'; statusCode: number }
  /** There was no 2xx response. `gone`: the endpoint returned 410 or is deleted, so nothing more is sent. */
  | { type: 'webhook.refused'; reason: string; gone: boolean };

export const webhookSend = setup({
  types: {
    context: {} as WebhookSendContext,
    events: {} as WebhookSendEvent,
    input: {} as WebhookSendInput,
  },
  actions: {
    postWebhook: effect<{ sendId: string; endpointId: string; eventId: string; attempt: number }>(),
    keepError: assign((_, params: { reason: string }) => ({ error: params.reason })),
    forgetError: assign({ error: null, nextAttemptAt: null }),
    wait: assign(({ context }) => {
      const waitMs = WEBHOOK_RETRY_AFTER_MS[context.attempt - 1] ?? 0;
      return { waitMs, nextAttemptAt: now() + waitMs };
    }),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1, nextAttemptAt: null })),
  },
  guards: {
    mayRetry: ({ context }, params: { gone: boolean }) =>
      context.retries && !params.gone && context.attempt <= WEBHOOK_RETRY_AFTER_MS.length,
  },
  delays: {
    backoff: ({ context }) => context.waitMs,
  },
}).createMachine({
  id: 'webhook_send',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, attempt: 1, waitMs: 0, nextAttemptAt: null, error: null }),
  initial: 'sending',
  states: {
    sending: {
      entry: {
        type: 'postWebhook',
        params: ({ context: { sendId, endpointId, eventId, attempt } }) => ({
          sendId,
          endpointId,
          eventId,
          attempt,
        }),
      },
      on: {
        'webhook.delivered': { target: 'delivered', actions: 'forgetError' },
        'webhook.refused': [
          { guard: by('mayRetry'), target: 'retrying', actions: [by('keepError'), 'wait'] },
          { target: 'failed', actions: by('keepError') },
        ],
      },
    },
    retrying: {
      after: { backoff: { target: 'sending', actions: 'countAttempt' } },
    },
    delivered: { type: 'final' },
    failed: { type: 'final' },
  },
});
