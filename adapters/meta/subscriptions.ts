/**
 * What Meta sends for an account, at two levels that are both needed: the app is subscribed to fields of an object, and
 * each account is connected to the app (Graph API, "subscribed_apps" of a Page or an Instagram user, "subscriptions" of
 * an app). Meta ends an account's subscription after an hour of failed deliveries, so it is read back.
 */
import type { Json } from '../../machines/outcome.ts';
import { notGranted } from '../lib/app.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';
import type { AccountAccess, CallContext } from '../port/account.ts';
import type {
  AppProblem,
  AppSubscriptionStep,
  Subscribed,
  SubscriptionsPort,
  SubscriptionStep,
} from '../port/inbound.ts';
import type { AccessProblem } from '../port/read.ts';
import { type Access, accessProblem, lostProblem, mayLackRole } from './access.ts';
import { graphErrorOf } from './errors.ts';
import { type Caller, get, post, remove } from './request.ts';

/** What is subscribed, and where. */
interface Subscription {
  /** The app's level: `instagram` or `page`. */
  object: string;
  /** Fields of the app that this service cannot do without, and those it asks for where Meta knows them. */
  fields: { needed: string[]; more: string[] };
  /** An account's level. */
  of(account: AccountAccess): {
    caller: Caller;
    /** What is connected to the app: `me`, or a Page. */
    node: string;
    access: Access;
    /** Fields without which events cannot arrive, and others that are asked for where Meta knows them. */
    needed: string[];
    more: string[];
    /** The node belongs to another account as well, so its subscription is not replaced or ended by this one. */
    shared: boolean;
    /** The permissions without which comments or messages do not arrive. */
    permissions: string[];
  };
  /** The name of the network, for sentences. */
  name: string;
  /** The address of the API that apps call as themselves, with the version. */
  appBase(endpoints: { [name: string]: string }): string;
}

export function subscriptions(
  what: Subscription,
): Required<Omit<SubscriptionsPort, 'isConfigured' | 'sharing'>> {
  return {
    read: (step) => read(what, step),
    subscribe: (step) => subscribe(what, step),
    unsubscribe: (step) => unsubscribe(what, step),
    readApp: (step) => readApp(what, step),
    subscribeApp: (step) => subscribeApp(what, step),
    appSteps: ({ app, callbackUrl }) => [
      `Open the app ${app.clientId} in Meta’s dashboard, and there the webhooks of “${what.object}”.`,
      `Enter the callback URL ${callbackUrl} and the verify token (“troupe inbound” prints both).`,
      `Switch these fields on: ${what.fields.needed.join(', ')}.`,
    ],
  };
}

async function read(what: Subscription, step: SubscriptionStep): Promise<Subscribed | AccessProblem> {
  const { caller, node, access, needed, permissions } = what.of(step.account);
  const answer = await ask(step.fetch, get(caller, `${node}/subscribed_apps`, {}), step.signal);
  const rows = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'data') : null;
  if (!Array.isArray(rows)) return problemOf(access, answer, step.now);
  // An app without fields is listed too: it is connected and hears nothing.
  const fields = ownRows(rows, step).flatMap((row) => fieldsIn(at(row, 'subscribed_fields')) ?? []);
  const ungranted = notGranted(step.account.credentials, permissions);
  return { ...subscribed([...new Set(fields)], needed), ...(ungranted.length === 0 ? {} : { ungranted }) };
}

/**
 * The rows of the app that the account was connected by. A Page lists other apps as well. A single row without an id of
 * ours is taken for it on Instagram, where an app has two ids and it is not said which one is listed.
 */
function ownRows(rows: Json[], { account, app }: SubscriptionStep): Json[] {
  const appId = account.credentials['clientId'] ?? app?.clientId;
  if (appId === undefined) return rows;
  const ours = rows.filter((row) => [appId, null].includes(textAt(row, 'id')));
  const isAlone = ours.length === 0 && rows.length === 1 && account.platform === 'instagram';
  return isAlone ? rows : ours;
}

async function subscribe(what: Subscription, step: SubscriptionStep): Promise<Subscribed | AccessProblem> {
  const { caller, node, access, needed, more, shared } = what.of(step.account);
  if (shared) {
    const now = await read(what, step);
    if (now.kind !== 'subscribed' || now.missing.length === 0) return now;
  }
  const request = (names: string[]) =>
    post(caller, `${node}/subscribed_apps`, { subscribed_fields: names.join(',') });
  const answer = await askForFields(step, request, needed, more);
  return isDone(answer) ? read(what, step) : problemOf(access, answer, step.now);
}

async function unsubscribe(what: Subscription, step: SubscriptionStep): Promise<Subscribed | AccessProblem> {
  const { caller, node, access, needed, shared } = what.of(step.account);
  if (shared) {
    const now = await read(what, step);
    const isOthers = now.kind === 'subscribed' && now.fields.some((field) => !needed.includes(field));
    if (now.kind !== 'subscribed' || now.fields.length === 0 || isOthers) return now;
  }
  const answer = await ask(step.fetch, remove(caller, `${node}/subscribed_apps`), step.signal);
  return isDone(answer) ? subscribed([], needed) : problemOf(access, answer, step.now);
}

async function readApp(what: Subscription, step: AppSubscriptionStep): Promise<Subscribed | AppProblem> {
  const request = get(appCaller(what, step), `${encodeURIComponent(step.app.clientId)}/subscriptions`, {});
  const answer = await ask(step.fetch, request, step.signal);
  const rows = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'data') : null;
  if (!Array.isArray(rows)) return appProblem(what, answer, step);
  const row = rows.find((one) => textAt(one, 'object') === what.object && at(one, 'active') !== false);
  const callbackUrl = textAt(row, 'callback_url');
  return {
    ...subscribed(fieldsIn(at(row, 'fields')) ?? [], what.fields.needed),
    ...(callbackUrl === null ? {} : { callbackUrl }),
  };
}

async function subscribeApp(
  what: Subscription,
  step: AppSubscriptionStep & { callbackUrl: string; verifyToken: string },
): Promise<Subscribed | AppProblem> {
  const { needed, more } = what.fields;
  const request = (fields: string[]) =>
    post(appCaller(what, step), `${encodeURIComponent(step.app.clientId)}/subscriptions`, {
      object: what.object,
      callback_url: step.callbackUrl,
      verify_token: step.verifyToken,
      fields: fields.join(','),
    });
  const answer = await askForFields(step, request, needed, more);
  return isDone(answer) ? readApp(what, step) : appProblem(what, answer, step);
}

/** One field that this version does not know fails the whole call: then those alone are asked for that are needed. */
async function askForFields(
  { fetch, signal }: CallContext,
  request: (fields: string[]) => Request,
  needed: string[],
  more: string[],
): Promise<NetworkResponse | Lost> {
  const answer = await ask(fetch, request([...needed, ...more]), signal);
  const isRefused = answer.kind === 'response' && graphErrorOf(answer).code === 100 && !mayLackRole(answer);
  return isRefused && more.length > 0 ? ask(fetch, request(needed), signal) : answer;
}

/** Apps call as themselves with their id and secret as the token. */
function appCaller(what: Subscription, { endpoints, app }: AppSubscriptionStep): Caller {
  return { base: what.appBase(endpoints), accessToken: `${app.clientId}|${app.clientSecret}` };
}

function subscribed(fields: string[], needed: string[]): Subscribed {
  return { kind: 'subscribed', fields, missing: needed.filter((field) => !fields.includes(field)) };
}

/** Names, or objects with a name and a version. */
function fieldsIn(json: Json | undefined): string[] | null {
  if (!Array.isArray(json)) return null;
  return json.flatMap((field) => (typeof field === 'string' ? field : (textAt(field, 'name') ?? [])));
}

/** `success` is `true`, or the text "true" in one of the documents. */
function isDone(answer: NetworkResponse | Lost): boolean {
  if (answer.kind === 'lost' || answer.status >= 300) return false;
  const success = at(answer.json, 'success');
  return success === true || success === 'true';
}

function problemOf(access: Access, answer: NetworkResponse | Lost, now: number): AccessProblem {
  if (answer.kind === 'lost') return lostProblem(access, answer);
  const { problem, reason } = accessProblem(access, answer, now);
  // A refusal of the call itself: it may be another tomorrow, and a person sees the network's words.
  return problem ?? { kind: 'retry', reason };
}

function appProblem(
  { name }: Subscription,
  answer: NetworkResponse | Lost,
  { now, app }: AppSubscriptionStep,
): AppProblem {
  const access: Access = { name, scope: '' };
  if (answer.kind === 'lost') return lostProblem(access, answer);
  const { problem, reason } = accessProblem(access, answer, now);
  if (problem?.kind === 'retry') return problem;
  const words = app.clientSecret === '' ? reason : reason.replaceAll(app.clientSecret, '(hidden)');
  return { kind: 'unconfigured', reason: words };
}
