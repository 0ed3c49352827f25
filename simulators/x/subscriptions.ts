/** The app's webhooks, which X checks by a challenge (CRC), and what each account's events go to. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { EVENT_TYPES } from './events.ts';
import {
  APP,
  authorize,
  callerIn,
  invalid,
  problem,
  secretFor,
  snowflake,
  type State,
  type Subscription,
  unauthorized,
  type Webhook,
} from './state.ts';
import { openStream } from './stream.ts';

const APP_TOKEN = secretFor('app-only');
const MAX_SUBSCRIPTIONS = 1500;
const USUAL_PAGE = 100;
const CHECK_TIMEOUT_MS = 5_000;

export function subscriptionRoutes(world: World<State>): Route[] {
  return [...appRoutes(world), ...accountRoutes(world)];
}

function appRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  const at = (
    method: Route['method'],
    path: string,
    respond: (exchange: Exchange) => Response | Promise<Response>,
  ): Route => ({
    call: `${method.toUpperCase()} ${path}`,
    method,
    path,
    account: noAccount,
    answer: (exchange) => (isApp(exchange) ? respond(exchange) : unauthorized()),
  });
  return [
    {
      call: 'POST /oauth2/token',
      method: 'post',
      path: '/oauth2/token',
      account: noAccount,
      answer: async ({ request }) => appToken(request, new URLSearchParams(await request.text())),
    },
    at('get', '/2/webhooks', () =>
      Response.json({
        data: world.state.webhooks.map(webhookBody),
        meta: { result_count: world.state.webhooks.length },
      }),
    ),
    at('post', '/2/webhooks', async ({ request }) => {
      const url = textAt(await jsonOf(request), 'url') ?? '';
      const made = await addWebhook(world, url);
      return typeof made === 'string'
        ? invalid(made, { url: [url] })
        : Response.json({ data: webhookBody(made) });
    }),
    at('put', '/2/webhooks/:id', async ({ params }) => {
      const webhook = world.state.webhooks.find(({ id }) => id === params['id']);
      if (!webhook) return invalid('WebhookIdInvalid', { webhook_id: [params['id'] ?? ''] });
      webhook.valid = await passesCheck(world, webhook.url);
      return webhook.valid
        ? Response.json({ data: { valid: true } })
        : invalid('CrcValidationFailed', { webhook_id: [webhook.id] });
    }),
    at('delete', '/2/webhooks/:id', ({ params }) => {
      const { state } = world;
      state.webhooks = state.webhooks.filter(({ id }) => id !== params['id']);
      state.subscriptions = state.subscriptions.filter(({ webhookId }) => webhookId !== params['id']);
      return Response.json({ data: { deleted: true } });
    }),
    at('get', '/2/activity/stream', ({ url }) =>
      openStream(world, Number(url.searchParams.get('backfill_minutes') ?? 0)),
    ),
    at('get', '/2/activity/subscriptions', ({ url }) => {
      const skip = Number(url.searchParams.get('pagination_token') ?? 0);
      const { subscriptions } = world.state;
      const most = Number(url.searchParams.get('max_results') ?? USUAL_PAGE);
      return Response.json({
        data: subscriptions.slice(skip, skip + most).map(subscriptionBody),
        ...(skip + most < subscriptions.length && { meta: { next_token: String(skip + most) } }),
      });
    }),
    at('delete', '/2/activity/subscriptions/:id', ({ params }) => {
      const { state } = world;
      state.subscriptions = state.subscriptions.filter(({ id }) => id !== params['id']);
      return Response.json({ data: { deleted: true } });
    }),
  ];
}

function accountRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'POST /2/activity/subscriptions',
      method: 'post',
      path: '/2/activity/subscriptions',
      account: callerIn(world),
      answer: async ({ request }) => {
        const input = await jsonOf(request);
        const type = textAt(input, 'event_type') ?? '';
        const grant = authorize(world, request, type.startsWith('post.') ? 'tweet.read' : 'dm.read');
        return grant instanceof Response ? grant : subscribe(world, grant.accountId, { type, input });
      },
    },
  ];
}

function subscribe(
  world: World<State>,
  accountId: string,
  { type, input }: { type: string; input: Json },
): Response {
  const { subscriptions, webhooks } = world.state;
  const webhookId = textAt(input, 'webhook_id');
  if (!EVENT_TYPES.includes(type))
    return invalid(`event_type: ${type} is not supported`, { event_type: [type] });
  if (textAt(input, 'filter', 'user_id') !== accountId) {
    return problem(403, 'Forbidden', 'The user has not authorized your application for this event.');
  }
  if (webhookId !== null && !webhooks.some(({ id }) => id === webhookId))
    return invalid('WebhookIdInvalid', { webhook_id: [webhookId] });
  const isThere = subscriptions.some(
    (one) => one.accountId === accountId && one.type === type && one.webhookId === webhookId,
  );
  if (isThere) return invalid('DuplicateSubscription', { event_type: [type] });
  if (subscriptions.length >= MAX_SUBSCRIPTIONS) {
    return problem(403, 'Forbidden', 'The maximum number of subscriptions is reached.');
  }
  const made: Subscription = {
    id: snowflake(world),
    accountId,
    type,
    webhookId,
    tag: textAt(input, 'tag'),
    createdAt: world.now(),
  };
  subscriptions.push(made);
  return Response.json({ data: { subscription: subscriptionBody(made) } });
}

/**
 * Keeps an address that passes its check. X also refuses addresses that are not https or name a port; the sandbox, which
 * calls services on the same machine, takes them.
 * @returns X's word for what is wrong with it
 */
export async function addWebhook(world: World<State>, url: string): Promise<Webhook | string> {
  const { webhooks } = world.state;
  if (!URL.canParse(url)) return 'UrlValidationFailed';
  if (webhooks.some((one) => one.url === url)) return 'DuplicateUrlFailed';
  if (!(await passesCheck(world, url))) return 'CrcValidationFailed';
  const made: Webhook = { id: snowflake(world), url, valid: true, createdAt: world.now() };
  webhooks.push(made);
  return made;
}

/** Calls the address with a token, which the app has to sign with its consumer secret. */
export async function passesCheck(world: World<State>, url: string): Promise<boolean> {
  const token = secretFor(`crc ${world.nextNumber()}`);
  const asked = new URL(url);
  asked.searchParams.set('crc_token', token);
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const response = await world.fetch(asked, { redirect: 'manual', signal });
    const given = textAt((await response.json()) as Json, 'response_token') ?? '';
    const signature = createHmac('sha256', APP.consumer.secret).update(token).digest('base64');
    const wanted = Buffer.from(`sha256=${signature}`);
    const said = Buffer.from(given);
    return response.status === 200 && said.length === wanted.length && timingSafeEqual(said, wanted);
  } catch {
    return false; // no response, or none that is JSON
  }
}

function appToken(request: Request, form: URLSearchParams): Response {
  const basic = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const { key, secret } = APP.consumer;
  const isKnown = Buffer.from(basic, 'base64').toString() === `${key}:${secret}`;
  if (!isKnown || form.get('grant_type') !== 'client_credentials') {
    const errors = [
      { code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' },
    ];
    return Response.json({ errors }, { status: 403 });
  }
  return Response.json({ token_type: 'bearer', access_token: APP_TOKEN });
}

function isApp({ request }: Exchange): boolean {
  return request.headers.get('authorization') === `Bearer ${APP_TOKEN}`;
}

function webhookBody({ id, url, valid, createdAt }: Webhook): Json {
  return { id, url, valid, created_at: new Date(createdAt).toISOString() };
}

function subscriptionBody({ id, accountId, type, webhookId, tag, createdAt }: Subscription): Json {
  const at = new Date(createdAt).toISOString();
  return {
    subscription_id: id,
    event_type: type,
    filter: { user_id: accountId },
    created_at: at,
    updated_at: at,
    ...(tag !== null && { tag }),
    ...(webhookId !== null && { webhook_id: webhookId }),
  };
}

async function jsonOf(request: Request): Promise<Json> {
  try {
    return (await request.json()) as Json;
  } catch {
    return null; // broken JSON: every field is missing then
  }
}
