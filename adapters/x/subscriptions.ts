/**
 * What X sends for an account (X API, "Webhooks" and "X Activity API"). The app has webhooks by their address, which X
 * checks every hour; each account has a subscription for every kind of event, which names the webhook. One that names none
 * goes to the app's stream. Webhooks are kept by the app as itself, with its consumer key; events of an account are private,
 * so they are subscribed with its own access.
 */
import { ask, at, type Lost, type NetworkResponse, openBody, textAt } from '../lib/http.ts';
import { readProblem } from '../lib/read-problem.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import { basicOf } from '../lib/revoke.ts';
import type { AppCredentials, CallContext, ConsumerKey } from '../port/account.ts';
import type {
  AppProblem,
  StreamPort,
  Subscribed,
  SubscriptionsPort,
  SubscriptionStep,
} from '../port/inbound.ts';
import type { AccessProblem } from '../port/read.ts';
import { readError } from './errors.ts';
import { listOf } from './words.ts';

/** Each delivered event costs the operator money: replies and mentions as a post, messages as a message. */
const NEEDED = ['post.reply.create', 'dm.received', 'dm.sent'];
/** Mentions below own posts; and that there was a message in an encrypted chat. */
const MORE = ['post.mention.create', 'chat.received'];
/** Pages of subscriptions: a self-serve app has 1,500 at most. */
const MAX_PAGES = 20;
/** The most that X gives; its description names no cursor in the response, so one page should hold all. */
const PER_PAGE = 1000;

type Api = CallContext & { api: string };

export const subscriptions: Required<Omit<SubscriptionsPort, 'appSteps' | 'sharing'>> = {
  isConfigured: ({ consumer }) => consumer !== undefined,

  async read(step) {
    const app = (await asApp(step)) ?? noWebhook(step);
    if ('kind' in app) return app;
    const found = await findSubscriptions(step, app);
    return 'kind' in found ? found : subscribed(typesOf(found, app));
  },

  async subscribe(step) {
    const app = (await asApp(step)) ?? noWebhook(step);
    if ('kind' in app) return app;
    const found = await findSubscriptions(step, app);
    if ('kind' in found) return found;
    const have = typesOf(found, app);
    let refusal: AccessProblem | null = null;
    for (const type of [...NEEDED, ...MORE].filter((one) => !have.includes(one))) {
      const answer = await create(step, app, type);
      if (answer.kind === 'response' && answer.status < 300) have.push(type);
      else if (NEEDED.includes(type)) refusal ??= problemOf(answer, step);
    }
    if (refusal !== null) return refusal;
    // X charges for an event once for each subscription to it
    const others = found.filter(({ webhookId }) => webhookId !== app.webhookId);
    return (await end(others, step, app)) ?? subscribed(have);
  },

  async unsubscribe(step) {
    const app = await asApp(step);
    if (app === null) return subscribed([]);
    if ('kind' in app) return app;
    const found = await findSubscriptions(step, app);
    if ('kind' in found) return found;
    return (await end(found, step, app)) ?? subscribed([]);
  },

  async readApp(step) {
    const app = await appCaller({ ...step, api: step.endpoints['api']! }, step.app);
    if ('kind' in app) return app;
    const url = step.callbackUrl ?? '';
    const hook = await findWebhook(step, app, url);
    if (hook !== null && 'kind' in hook) return hook;
    return stateOf(hook, url);
  },

  /** X calls the address before it responds, and refuses one that does not prove that it knows the consumer secret. */
  async subscribeApp(step) {
    const { callbackUrl, fetch, signal } = step;
    const app = await appCaller({ ...step, api: step.endpoints['api']! }, step.app);
    if ('kind' in app) return app;
    const webhook = await findWebhook(step, app, callbackUrl);
    if (webhook !== null && 'kind' in webhook) return webhook;
    if (webhook?.isValid) return stateOf(webhook, callbackUrl);
    const { headers } = app;
    const request = webhook
      ? new Request(`${app.api}/2/webhooks/${encodeURIComponent(webhook.id)}`, { method: 'PUT', headers })
      : jsonPost(`${app.api}/2/webhooks`, { url: callbackUrl }, { headers });
    const answer = await ask(fetch, request, signal);
    if (answer.kind === 'lost' || answer.status >= 300) return appProblem(answer, step);
    const made = await findWebhook(step, app, callbackUrl);
    return made !== null && 'kind' in made ? made : stateOf(made, callbackUrl);
  },
};

/**
 * The app's stream (X API, "Activity stream"): the same events as JSON, one in a line. That X keeps a quiet one open by an empty
 * line every 20 seconds, and repeats five minutes at most, is what its documents say of its other streams.
 */
export const stream: StreamPort = {
  isUsed: false,
  silenceMs: 60_000,
  backfillMs: 5 * 60_000,
  async open(step) {
    const app = await appCaller({ ...step, api: step.endpoints['api']! }, step.app);
    if ('kind' in app) return app;
    const minutes = Math.ceil(step.missedMs / 60_000);
    const query = minutes > 0 ? `?backfill_minutes=${minutes}` : '';
    const request = new Request(`${app.api}/2/activity/stream${query}`, { headers: app.headers });
    const answer = await openBody(step.fetch, request, step.signal);
    return answer.kind === 'open' ? answer : appProblem(answer, step);
  },
};

/** The app, as it calls by itself. */
interface AppCaller {
  api: string;
  headers: { authorization: string };
  consumer: ConsumerKey;
}

/** Gets the app's own token ("OAuth 2.0 App-Only"). */
async function appCaller(step: Api, { consumer }: AppCredentials): Promise<AppCaller | AppProblem> {
  if (!consumer)
    return { kind: 'unconfigured', reason: 'X: the consumer key and secret of the app are not set' };
  const { api, fetch, signal } = step;
  const request = new Request(`${api}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basicOf({ clientId: consumer.key, clientSecret: consumer.secret }) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    redirect: 'manual', // a redirect would send the secret to another host
  });
  const answer = await ask(fetch, request, signal);
  const token =
    answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'access_token') : null;
  if (token === null) return appProblem(answer, { ...step, app: { consumer } });
  return { api, headers: { authorization: `Bearer ${token}` }, consumer };
}

/** The app, and where its events for this service go: a webhook, or null for the stream. */
type Route = AppCaller & { webhookId: string | null; otherId: string | null };

/** Null means the app has no webhook for this service, so nothing is subscribed. */
async function asApp(step: SubscriptionStep): Promise<Route | AccessProblem | null> {
  const api = step.account.endpoints['api']!;
  const app = await appCaller({ ...step, api }, step.app ?? { clientId: '', clientSecret: '' });
  if ('kind' in app) return { ...app, kind: 'retry' };
  const hook = await findWebhook({ ...step, app }, app, step.callbackUrl ?? '');
  if (hook !== null && 'kind' in hook) return { ...hook, kind: 'retry' };
  if (step.byStream === true) return { ...app, webhookId: null, otherId: hook?.id ?? null };
  return hook === null ? null : { ...app, webhookId: hook.id, otherId: null };
}

const noWebhook = ({ callbackUrl }: SubscriptionStep): AccessProblem => ({
  kind: 'retry',
  reason: `X: the app has no webhook for ${callbackUrl ?? ''}`,
});

interface Webhook {
  id: string;
  isValid: boolean;
}

type AppStep = CallContext & { app: { consumer?: ConsumerKey } };

async function findWebhook(step: AppStep, app: AppCaller, url: string): Promise<Webhook | AppProblem | null> {
  const request = new Request(`${app.api}/2/webhooks`, { headers: app.headers });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost' || answer.status !== 200) return appProblem(answer, step);
  const row = listOf(at(answer.json, 'data')).find((one) => textAt(one, 'url') === url);
  const id = textAt(row, 'id');
  return id === null ? null : { id, isValid: at(row, 'valid') !== false };
}

function stateOf(hook: Webhook | null, callbackUrl: string): Subscribed {
  if (hook === null) return { kind: 'subscribed', fields: [], missing: ['a webhook for this address'] };
  return {
    kind: 'subscribed',
    fields: [],
    missing: hook.isValid ? [] : ['a webhook that passes its check'],
    callbackUrl,
  };
}

interface AppSubscription {
  id: string;
  type: string;
  webhookId: string | null;
}

/** Kinds of events that come by this way already. */
const typesOf = (subscriptions: AppSubscription[], { webhookId }: Route): string[] =>
  subscriptions.filter((one) => one.webhookId === webhookId).map(({ type }) => type);

/** The account's subscriptions that come to this service, by its webhook or by the app's stream. */
async function findSubscriptions(
  step: SubscriptionStep,
  app: Route,
): Promise<AppSubscription[] | AccessProblem> {
  const found: AppSubscription[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      max_results: String(PER_PAGE),
      ...(cursor === null ? {} : { pagination_token: cursor }),
    });
    const address = `${app.api}/2/activity/subscriptions?${query.toString()}`;
    const answer: NetworkResponse | Lost = await ask(
      step.fetch,
      new Request(address, { headers: app.headers }),
      step.signal,
    );
    if (answer.kind === 'lost' || answer.status !== 200) return problemOf(answer, step);
    for (const row of listOf(at(answer.json, 'data'))) {
      const [id, type] = [textAt(row, 'subscription_id'), textAt(row, 'event_type')];
      const webhookId = textAt(row, 'webhook_id');
      const isOurs =
        textAt(row, 'filter', 'user_id') === step.account.remoteId &&
        [app.webhookId, app.otherId, null].includes(webhookId);
      if (id !== null && type !== null && isOurs) found.push({ id, type, webhookId });
    }
    cursor = textAt(answer.json, 'meta', 'next_token');
    if (cursor === null) break;
  }
  return found;
}

/** Ends subscriptions. @returns what was in the way; null if nothing */
async function end(
  subscriptions: AppSubscription[],
  step: SubscriptionStep,
  app: Route,
): Promise<AccessProblem | null> {
  for (const { id } of subscriptions) {
    const address = `${app.api}/2/activity/subscriptions/${encodeURIComponent(id)}`;
    const request = new Request(address, { method: 'DELETE', headers: app.headers });
    const answer = await ask(step.fetch, request, step.signal);
    const isGone = answer.kind === 'response' && (answer.status < 300 || answer.status === 404);
    if (!isGone) return problemOf(answer, step);
  }
  return null;
}

function create(
  { account, fetch, signal }: SubscriptionStep,
  { api, webhookId }: Route,
  type: string,
): Promise<NetworkResponse | Lost> {
  const body = {
    event_type: type,
    filter: { user_id: account.remoteId },
    ...(webhookId !== null && { webhook_id: webhookId }),
    tag: 'troupe',
  };
  const request = jsonPost(`${api}/2/activity/subscriptions`, body, { headers: authorization(account) });
  return ask(fetch, request, signal);
}

function subscribed(fields: string[]): Subscribed {
  return { kind: 'subscribed', fields, missing: NEEDED.filter((field) => !fields.includes(field)) };
}

/** A refusal of the call itself may be another tomorrow, and a person sees the network's words. */
function problemOf(answer: NetworkResponse | Lost, step: SubscriptionStep): AccessProblem {
  const problem = readProblem({ readError, scope: 'dm.read' }, answer, step);
  return problem.kind === 'missing' ? { ...problem, kind: 'retry' } : problem;
}

function appProblem(answer: NetworkResponse | Lost, { now, app }: AppStep): AppProblem {
  const credentials: { [name: string]: string } = app.consumer ? { clientSecret: app.consumer.secret } : {};
  const failure = readError(answer, { account: { credentials }, now });
  return failure.kind === 'retry' ? failure : { kind: 'unconfigured', reason: failure.reason };
}
