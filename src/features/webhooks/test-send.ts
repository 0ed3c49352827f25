/** Sends a test event to an endpoint, once for each Idempotency-Key (docs/contract.md, Webhooks). */
import { Type } from 'typebox';
import type { Sql } from '../../../store/connect.ts';
import {
  beginWebhookTry,
  endWebhookTry,
  insertWebhookSends,
  readWebhookSend,
  readWebhookTry,
} from '../../../store/webhooks.ts';
import { idempotent, inProgress } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { requirePlan } from '../../api/plan.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, idParams, workspaceField } from '../../api/schemas.ts';
import { newActorId, newId } from '../../base/ids.ts';
import { webhookSend } from '../../kinds/webhook-send.ts';
import { operation, type WebhooksContext } from './context.ts';
import { deliveryExample, endpointOf } from './endpoint.ts';
import { WebhookDelivery } from './schemas.ts';
import { post, WEBHOOK_TIMEOUT_MS } from './send.ts';

/** A try without a result this long after its start was interrupted by a crash: no call takes longer. */
const CUT_OFF_MS = WEBHOOK_TIMEOUT_MS + 20_000;
const CUT_OFF = 'the service stopped during this try; it counts as sent';

/** The event of a test. */
export const TEST_EVENT = 'webhook.test';

export const testWebhook = operation({
  id: 'testWebhook',
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/webhooks/{id}/test' },
  scope: 'manage',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description: 'Sends a signed `webhook.test` event now and returns the endpoint’s response.',
  params: idParams('webhook'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ delivery: WebhookDelivery }),
  errors: { 403: 'The plan has no webhooks', 404: 'There is no such endpoint in the workspace' },
  example: {
    params: { id: 'hook_01JD0000000000000000000001' },
    body: {},
    result: { delivery: deliveryExample },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { sql } = call.context;
    const endpoint = await endpointOf(call, workspace, call.params.id);
    const createdAt = new Date(call.now).toISOString();
    const event = TEST_EVENT;
    // The key stores the send, not its outcome, because no transaction is open during the call. So a repeated request
    // never sends again, and finds the outcome in the log.
    const { body: stored, replayed = false } = await idempotent(call, async (tx) => {
      requirePlan(workspace, 'webhooks', call.now);
      const send = { id: newActorId(webhookSend, call.now), eventId: newId('evt', call.now), event };
      const body = JSON.stringify({ event, timestamp: createdAt, workspace: workspace.slug });
      const row = { ...send, workspaceId: workspace.id, endpointId: endpoint.id, body };
      await insertWebhookSends(tx, [row], call.now);
      await beginWebhookTry(tx, { sendId: send.id, attempt: 1, now: call.now });
      return { result: { ...send, createdAt } };
    });
    if (!replayed) await sendOnce(call, stored.id, endpoint.id);
    const tried = await outcomeOf(sql, stored.id, call.context.clock());
    const status = tried.error === null ? 'delivered' : 'failed';
    return { body: { delivery: { ...stored, status, tries: [tried] } }, replayed };
  },
});

async function sendOnce(
  { context }: Call<WebhooksContext>,
  sendId: string,
  endpointId: string,
): Promise<void> {
  const { sql, sealer, guard, clock, userAgent } = context;
  const send = await readWebhookSend(sql, sendId);
  if (!send) throw notFound('webhook', endpointId);
  const secret = sealer.open(send.secret, endpointId) as string;
  const { url, eventId, body } = send;
  const sent = await post({ fetch: guard.fetch, clock, userAgent }, { url, secret, eventId, body });
  await endWebhookTry(sql, { sendId, attempt: 1, now: clock(), ...sent });
}

/**
 * The one try of a test send, when it has ended.
 * @throws Problem while the first request with the key still waits for the endpoint
 */
async function outcomeOf(sql: Sql, sendId: string, now: number) {
  const tried = await readWebhookTry(sql, { sendId, attempt: 1 });
  if (!tried) throw notFound('webhook delivery', sendId);
  const { attempt, startedAt, finishedAt, statusCode, error } = tried;
  if (finishedAt !== null)
    return {
      attempt,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      statusCode,
      error,
    };
  if (now - startedAt.getTime() < CUT_OFF_MS) throw inProgress();
  await endWebhookTry(sql, { sendId, attempt, now, statusCode: null, error: CUT_OFF });
  return outcomeOf(sql, sendId, now);
}
