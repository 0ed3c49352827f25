/** Webhook endpoints and their delivery log (spec section 6; the REST form is decisions.md, Webhooks). */
import { Type } from 'typebox';
import {
  beginWebhookTry,
  countWebhookSends,
  deleteEndpoint,
  endWebhookTry,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  insertWebhookSends,
  listEndpoints,
  listWebhookSends,
  readWebhookSend,
  updateEndpoint,
} from '../../store/webhooks.ts';
import { newActorId, newId } from '../ids.ts';
import { kinds, outgoingEvents } from '../kinds/index.ts';
import { webhookSend } from '../kinds/webhook-send.ts';
import { post } from './send.ts';
import { newSigningSecret } from './sign.ts';
import { requireWebhookPlan, workspaceOf } from '../api/access.ts';
import { idempotent } from '../api/idempotent.ts';
import { type Call, operation, type Workspace } from '../api/operation.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { IdParams, WebhookDelivery, WebhookEndpoint, WorkspaceSlug } from '../api/schemas.ts';

/** Names of the events that endpoints may be sent. */
export const webhookEvents = outgoingEvents(kinds).map(({ name }) => name);

const MOST_ENDPOINTS = 50;
const MOST_COUNTED = 10_000;
const closed = { additionalProperties: false };
const workspaceQuery = Type.Object({ workspace: Type.Optional(WorkspaceSlug) }, closed);
const url = Type.String({ format: 'uri', maxLength: 2048, description: 'A public HTTPS address.' });
const events = Type.Array(Type.Enum([...webhookEvents], { type: 'string' }), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});
const retries = Type.Boolean({
  default: false,
  description: 'Try again with backoff, seven tries over about two days. Off: one send.',
});

const example = {
  id: 'hook_01JD0000000000000000000001',
  url: 'https://example.org/hooks/troupe',
  events: ['post.published', 'post.failed'],
  retries: false,
  active: true,
  createdAt: '2026-05-04T08:00:00.000Z',
};

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'get',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  query: workspaceQuery,
  result: Type.Object({ webhooks: Type.Array(WebhookEndpoint) }),
  example: { result: { webhooks: [example] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listEndpoints(call.context.sql, workspace.id);
    return { body: { webhooks: rows.map(publicEndpoint) } };
  },
});

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'post',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Add a webhook endpoint',
  description: 'The answer holds the signing secret, which is shown this once.',
  body: Type.Object(
    { url, events, retries: Type.Optional(retries), workspace: Type.Optional(WorkspaceSlug) },
    closed,
  ),
  result: Type.Object({ webhook: Type.Intersect([WebhookEndpoint, Type.Object({ secret: Type.String() })]) }),
  errors: {
    403: 'The plan has no webhooks',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { url: example.url, events: example.events },
    result: { webhook: { ...example, secret: 'whsec_c2VjcmV0IHNob3duIG9uY2Ugb25seQ==' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    requireWebhookPlan(workspace);
    insistOnUrl(call, call.body.url);
    return idempotent(call, async (tx) => {
      if ((await listEndpoints(tx, workspace.id)).length >= MOST_ENDPOINTS) {
        throw new Problem(
          403,
          'webhook_limit',
          `a workspace holds up to ${MOST_ENDPOINTS} webhook endpoints`,
        );
      }
      const id = newId('hook', call.now);
      const secret = newSigningSecret();
      const { url: address, events: chosen, retries: again = false } = call.body;
      const made = { id, url: address, events: chosen, retries: again, active: true };
      const sealed = call.context.sealer.seal(secret, id);
      await insertEndpoint(tx, { ...made, workspaceId: workspace.id, secret: sealed }, call.now);
      return { result: { webhook: { ...made, createdAt: new Date(call.now).toISOString(), secret } } };
    });
  },
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'patch',
  path: '/v1/webhooks/{id}',
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint',
  params: IdParams,
  body: Type.Object(
    {
      url: Type.Optional(url),
      events: Type.Optional(events),
      retries: Type.Optional(retries),
      active: Type.Optional(Type.Boolean({ description: 'false pauses the endpoint' })),
      workspace: Type.Optional(WorkspaceSlug),
    },
    closed,
  ),
  result: Type.Object({ webhook: WebhookEndpoint }),
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: {
    params: { id: example.id },
    body: { active: false },
    result: { webhook: { ...example, active: false } },
  },
  handle: async (call) => {
    const { workspace: slug, ...changes } = call.body;
    const found = await endpointOf(call, workspaceOf(call, slug), call.params.id);
    if (changes.url !== undefined) insistOnUrl(call, changes.url);
    const changed = { ...found, ...changes };
    await updateEndpoint(call.context.sql, changed);
    return { body: { webhook: publicEndpoint(changed) } };
  },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/v1/webhooks/{id}',
  tag: 'Webhooks',
  summary: 'Remove a webhook endpoint',
  params: IdParams,
  query: workspaceQuery,
  result: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const found = await deleteEndpoint(call.context.sql, { id, workspaceIds: [workspace.id] });
    if (!found) throw notFound('webhook', id);
    return { body: { id, deleted: true as const } };
  },
});

const deliveryExample = {
  id: 'send_01JD0000000000000000000001',
  event: 'webhook.test',
  eventId: 'evt_01JD0000000000000000000001',
  status: 'delivered',
  createdAt: '2026-05-04T08:00:00.000Z',
  tries: [
    {
      attempt: 1,
      startedAt: '2026-05-04T08:00:00.000Z',
      finishedAt: '2026-05-04T08:00:00.120Z',
      statusCode: 200,
      error: null,
    },
  ],
};

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description: 'Sends a signed `webhook.test` event now and answers what the endpoint said.',
  params: IdParams,
  body: Type.Object({ workspace: Type.Optional(WorkspaceSlug) }, closed),
  result: Type.Object({ delivery: WebhookDelivery }),
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: { params: { id: example.id }, body: {}, result: { delivery: deliveryExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { sql, sealer, guard, clock, userAgent } = call.context;
    const endpoint = await endpointOf(call, workspace, call.params.id);
    const createdAt = new Date(call.now).toISOString();
    const body = JSON.stringify({ event: 'webhook.test', timestamp: createdAt, workspace: workspace.slug });
    const send = {
      id: newActorId(webhookSend, call.now),
      workspaceId: workspace.id,
      endpointId: endpoint.id,
      eventId: newId('evt', call.now),
      event: 'webhook.test',
      body,
    };
    await insertWebhookSends(sql, [send], call.now);
    await beginWebhookTry(sql, { sendId: send.id, attempt: 1, now: call.now });
    const row = await readWebhookSend(sql, send.id);
    if (!row) throw notFound('webhook', endpoint.id);
    const secret = sealer.open(row.secret, endpoint.id) as string;
    const said = await post(
      { fetch: guard.fetch, clock, userAgent },
      { url: row.url, secret, eventId: send.eventId, body },
    );
    const finished = clock();
    await endWebhookTry(sql, { sendId: send.id, attempt: 1, now: finished, ...said });
    return {
      body: {
        delivery: {
          id: send.id,
          event: send.event,
          eventId: send.eventId,
          status: said.error === null ? 'delivered' : 'failed',
          createdAt,
          tries: [
            { attempt: 1, startedAt: createdAt, finishedAt: new Date(finished).toISOString(), ...said },
          ],
        },
      },
    };
  },
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/v1/webhooks/{id}/deliveries',
  tag: 'Webhooks',
  summary: 'The delivery log of an endpoint',
  description: 'Newest first: every event that was sent, with each try and its answer.',
  params: IdParams,
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      before: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    },
    closed,
  ),
  result: Type.Object({
    deliveries: Type.Array(WebhookDelivery),
    next: Type.Union([
      Type.String({ description: 'What `before` takes for the next page.' }),
      Type.Null({ description: 'There is none.' }),
    ]),
    total: Type.Union([
      Type.Integer({ description: 'How many the log holds.' }),
      Type.Null({ description: 'Not counted: on later pages, above 10,000.' }),
    ]),
  }),
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: { params: { id: example.id }, result: { deliveries: [deliveryExample], next: null, total: 1 } },
  handle: async (call) => {
    const { id: endpointId } = await endpointOf(
      call,
      workspaceOf(call, call.query.workspace),
      call.params.id,
    );
    const { before = null, limit = 25 } = call.query;
    const { sql } = call.context;
    const [rows, counted] = await Promise.all([
      listWebhookSends(sql, { endpointId, before, limit }),
      before === null ? countWebhookSends(sql, { endpointId, most: MOST_COUNTED + 1 }) : null,
    ]);
    return {
      body: {
        deliveries: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
        next: rows.length === limit ? rows.at(-1)!.id : null,
        total: counted === null || counted > MOST_COUNTED ? null : counted,
      },
    };
  },
});

async function endpointOf(call: Call, workspace: Workspace, id: string): Promise<EndpointRow> {
  const found = await findEndpoint(call.context.sql, { id, workspaceIds: [workspace.id] });
  if (!found) throw notFound('webhook', id);
  return found;
}

function insistOnUrl(call: Call, address: string): void {
  const refused = call.context.guard.check(address);
  if (refused) throw invalid('/url', `url cannot be used: ${refused.message}`, { code: 'url_refused' });
  if (new URL(address).protocol !== 'https:' && !call.context.guard.allows(address)) {
    throw invalid('/url', 'url must be an HTTPS address', { code: 'url_not_https' });
  }
}

function publicEndpoint({
  id,
  url: address,
  events: chosen,
  retries: again,
  active,
  createdAt,
}: EndpointRow) {
  return { id, url: address, events: chosen, retries: again, active, createdAt: createdAt.toISOString() };
}
