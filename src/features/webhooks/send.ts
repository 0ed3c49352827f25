/**
 * The effect of a webhook send: one call with a timeout of 10 s, recorded before it is sent (docs/contract.md,
 * Webhooks).
 */
import type { Sql } from '../../../store/connect.ts';
import { beginWebhookTry, endWebhookTry, readWebhookSend } from '../../../store/webhooks.ts';
import type { WebhookSendHandlers } from '../../kinds/webhook-send.ts';
import type { Sealer } from '../../base/seal.ts';
import { signatureHeaders } from './sign.ts';

interface WebhookDeps {
  sql: Sql;
  clock: () => number;
  sealer: Sealer;
  /** A guarded fetch, because an endpoint's address comes from a user. */
  fetch: typeof globalThis.fetch;
  userAgent: string;
}

export const WEBHOOK_TIMEOUT_MS = 10_000;
const MAX_ERROR_CHARS = 300;

/** The handlers of a webhook send (machines/webhook-send.ts). */
export function webhookHandlers(deps: WebhookDeps): WebhookSendHandlers {
  return { postWebhook: (params) => postWebhook(deps, params) };
}

type PostWebhook = WebhookSendHandlers['postWebhook'];

async function postWebhook(
  deps: WebhookDeps,
  { sendId, endpointId, attempt }: Parameters<PostWebhook>[0],
): ReturnType<PostWebhook> {
  const send = await readWebhookSend(deps.sql, sendId);
  if (!send?.active) return refused('the endpoint was deleted or switched off', true);
  if (!(await beginWebhookTry(deps.sql, { sendId, attempt, now: deps.clock() }))) {
    const error = 'the service stopped during this try; it counts as sent';
    await endWebhookTry(deps.sql, { sendId, attempt, now: deps.clock(), statusCode: null, error });
    return refused(error, false);
  }
  const secret = deps.sealer.open(send.secret, endpointId) as string;
  const sent = await post(deps, { url: send.url, secret, eventId: send.eventId, body: send.body });
  await endWebhookTry(deps.sql, { sendId, attempt, now: deps.clock(), ...sent });
  return sent.error === null
    ? { type: 'webhook.delivered', ...sent }
    : refused(sent.error, sent.statusCode === 410);
}

const refused = (reason: string, gone: boolean) => ({ type: 'webhook.refused' as const, reason, gone });

/** The result of one call: a 2xx response, or the reason why it failed. */
type Sent = { statusCode: number; error: null } | { statusCode: number | null; error: string };

/**
 * One signed call. A redirect counts as any other response that is not 2xx, because the owner chose only this address.
 */
export async function post(
  deps: Pick<WebhookDeps, 'fetch' | 'clock' | 'userAgent'>,
  call: { url: string; secret: string; eventId: string; body: string },
): Promise<Sent> {
  try {
    const response = await deps.fetch(call.url, {
      method: 'POST',
      redirect: 'manual',
      body: call.body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': deps.userAgent,
        ...signatureHeaders({ ...call, now: deps.clock() }),
      },
    });
    await response.body?.cancel();
    const { status } = response;
    return status >= 200 && status < 300
      ? { statusCode: status, error: null }
      : { statusCode: status, error: `the endpoint responded with ${status}` };
  } catch (fault) {
    return { statusCode: null, error: describe(fault) };
  }
}

function describe(fault: unknown): string {
  if (!(fault instanceof Error)) return 'no answer';
  if (fault.name === 'TimeoutError') return 'no response within 10 seconds';
  const { cause } = fault;
  const inner = cause instanceof Error ? `${fault.message}: ${cause.message}` : fault.message;
  return inner.slice(0, MAX_ERROR_CHARS);
}
