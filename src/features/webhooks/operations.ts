/** Webhook endpoints and their delivery log (docs/contract.md, Webhooks). */
import { Type } from 'typebox';
import {
  countWebhookSends,
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  listEndpoints,
  listWebhookSends,
  readEndpointSecret,
  updateEndpoint,
} from '../../../store/webhooks.ts';
import { idempotent } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { countedFields, nextOf, pages, totalOf } from '../../api/paging.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { closed, Deleted, idParams, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';
import { recordedIn } from '../../api/recorded.ts';
import { newId } from '../../base/ids.ts';
import { kinds, outgoingEvents } from '../../kinds/index.ts';
import { operation, type WebhooksContext } from './context.ts';
import { deliveryExample, endpointOf } from './endpoint.ts';
import { WebhookDelivery, WebhookEndpoint } from './schemas.ts';
import { newSigningSecret } from './sign.ts';

/** Names of the events that endpoints may receive. */
const webhookEvents = outgoingEvents(kinds).map(({ name }) => name);

/** The most endpoints of a workspace. */
export const MAX_ENDPOINTS = 50;
const page = pages(25);
const url = Type.String({ format: 'uri', maxLength: 2048, description: 'A public HTTPS address.' });
// not an enum: a handler names the event that does not exist, and an endpoint keeps events that were removed since
const events = Type.Array(Type.String({ maxLength: 100, examples: webhookEvents }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: `The events it receives: ${webhookEvents.map((name) => `\`${name}\``).join(', ')}.`,
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
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/webhooks' },
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description:
    'Returns the endpoints of the workspace and the events they subscribe to. Secrets are not in it.',
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
  audit: { kind: 'webhook', id: '/result/webhook/id' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/webhooks' },
  scope: 'manage',
  tag: 'Webhooks',
  summary: 'Add a webhook endpoint',
  description: 'The response holds the signing secret, which is shown only once.',
  body: Type.Object({ url, events, retries: Type.Optional(retries), ...workspaceField }, closed),
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
    insistOnScope(call.principal, 'read'); // an endpoint is sent what happens in the workspace
    insistOnUrl(call, call.body.url, workspace);
    insistOnEvents(call.body.events);
    const { sealer } = call.context;
    // the stored response for a repeated request is without the secret, which stays sealed
    const reply = await idempotent(call, async (tx) => {
      requirePlan(workspace, 'webhooks', call.now);
      if ((await listEndpoints(tx, workspace.id)).length >= MAX_ENDPOINTS) {
        throw new Problem('webhook_limit', `a workspace holds up to ${MAX_ENDPOINTS} webhook endpoints`, {
          values: { limit: MAX_ENDPOINTS },
        });
      }
      const id = newId('hook', call.now);
      const secret = newSigningSecret();
      const { url: address, events: chosen, retries: again = false } = call.body;
      const made = { id, url: address, events: chosen, retries: again, active: true };
      const sealed = sealer.seal(secret, id);
      await insertEndpoint(tx, { ...made, workspaceId: workspace.id, secret: sealed }, call.now);
      return { result: { webhook: { ...made, createdAt: new Date(call.now).toISOString(), secret: '' } } };
    });
    const { webhook } = reply.body;
    const sealed = await readEndpointSecret(call.context.sql, webhook.id);
    if (!sealed) throw notFound('webhook', webhook.id);
    return { ...reply, body: { webhook: { ...webhook, secret: sealer.open(sealed, webhook.id) as string } } };
  },
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/webhooks/{id}' },
  scope: 'manage',
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint',
  description: 'Changes the fields that the request has. The others stay as they are.',
  params: idParams('webhook'),
  body: Type.Object(
    {
      url: Type.Optional(url),
      events: Type.Optional(events),
      retries: Type.Optional(retries),
      active: Type.Optional(Type.Boolean({ description: 'false pauses the endpoint' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ webhook: WebhookEndpoint }),
  errors: {
    403: 'The plan has no webhooks, so the endpoint cannot be switched on',
    404: 'There is no such endpoint in the workspace',
  },
  example: {
    params: { id: example.id },
    body: { active: false },
    result: { webhook: { ...example, active: false } },
  },
  handle: async (call) => {
    const { workspace: slug, ...changes } = call.body;
    const workspace = workspaceOf(call, slug);
    const found = await endpointOf(call, workspace, call.params.id);
    insistOnScope(call.principal, 'read');
    if (changes.active === true && !found.active) requirePlan(workspace, 'webhooks', call.now);
    if (changes.url !== undefined) insistOnUrl(call, changes.url, workspace);
    if (changes.events !== undefined) insistOnEvents(changes.events, found.events);
    const changed = { ...found, ...changes };
    await recordedIn(call.context.sql, call, (tx) => updateEndpoint(tx, changed));
    return { body: { webhook: publicEndpoint(changed) } };
  },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/webhooks/{id}' },
  scope: 'manage',
  tag: 'Webhooks',
  summary: 'Remove a webhook endpoint',
  description: 'Ends the subscription: the endpoint gets no later event.',
  params: idParams('webhook'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recordedIn(call.context.sql, call, async (tx) => {
      if (!(await deleteEndpoint(tx, { id, workspaceIds: [workspace.id] }))) throw notFound('webhook', id);
    });
    return { body: { id, deleted: true as const } };
  },
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/webhooks/{id}/deliveries' },
  tag: 'Webhooks',
  summary: 'The delivery log of an endpoint',
  description: 'Newest first: every event that was sent, with each try and the endpoint’s response.',
  params: idParams('webhook'),
  query: Type.Object(
    {
      ...workspaceField,
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({
    deliveries: Type.Array(WebhookDelivery),
    ...countedFields,
  }),
  errors: { 404: 'There is no such endpoint in the workspace' },
  example: { params: { id: example.id }, result: { deliveries: [deliveryExample], next: null, total: 1 } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id: endpointId } = await endpointOf(call, workspace, call.params.id);
    const range = page.read(call.query);
    const { sql } = call.context;
    const [rows, total] = await Promise.all([
      listWebhookSends(sql, { endpointId, ...range }),
      totalOf(range, (most) => countWebhookSends(sql, { endpointId, most })),
    ]);
    const deliveries = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
    return { body: { deliveries, next: nextOf(rows, range), total } };
  },
});

/**
 * @param stored events that the endpoint already has: those that no longer exist may stay
 * @throws Problem for an event that does not exist
 */
function insistOnEvents(chosen: readonly string[], stored: readonly string[] = []): void {
  for (const [index, name] of chosen.entries()) {
    if (webhookEvents.includes(name) || stored.includes(name)) continue;
    throw invalid(
      `/events/${index}`,
      `there is no event "${name}"; choose from: ${webhookEvents.join(', ')}`,
      { code: 'unknown_event' },
    );
  }
}

function insistOnUrl(call: Call<WebhooksContext>, address: string, { networks }: Membership): void {
  const refused = call.context.guard.check(address, networks);
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
