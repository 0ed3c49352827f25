/**
 * What an app is told of. Two levels, as at Meta: the app has a callback with fields for each object, and each account is
 * subscribed. Nothing is sent where one of them is missing.
 */
import type { AppCredentials } from '../../adapters/port/account.ts';
import { BadInput } from '../bad-input.ts';
import type { AppView, CallbackSettings } from '../people.ts';
import type { Exchange, Route } from '../simulator.ts';
import { type Input, inputOf, textOf, tokenOf } from '../shared/graph.ts';
import type { Callback } from '../webhooks/event.ts';
import type { Dialect } from './dialect.ts';
import type { PeopleWorld } from './state.ts';

/** An app at one of the networks. */
export interface AppOf {
  object: string;
  app: AppCredentials;
  allFields: string[];
}

/** Whether the app hears of this field of an account. */
export function receives(world: PeopleWorld, dialect: Dialect, account: string, field: string): boolean {
  const { apps, subscribed } = world.state.people;
  const own = subscribed[account] ?? [];
  if (apps[dialect.object]?.fields.includes(field) !== true) return false;
  return dialect.perField ? own.includes(field) : own.length > 0;
}

export function callbackOf(world: PeopleWorld, { app: own }: AppOf, object: string | null): Callback | null {
  const app = object === null ? undefined : world.state.people.apps[object];
  return app ? { url: app.url, secret: own.clientSecret } : null;
}

export function appsOf(world: PeopleWorld): AppView[] {
  return Object.entries(world.state.people.apps).map(([object, { url, fields }]) => ({
    object,
    url,
    fields,
  }));
}

export function subscribedAccounts(world: PeopleWorld): { account: string; fields: string[] }[] {
  return Object.entries(world.state.people.subscribed).map(([account, fields]) => ({ account, fields }));
}

/** As the app's dashboard does it: the address is called before it is kept. */
export async function setCallback(
  world: PeopleWorld,
  { object, allFields }: AppOf,
  { url, verifyToken, fields }: CallbackSettings,
): Promise<void> {
  const stray = fields?.find((field) => !allFields.includes(field));
  if (stray !== undefined) {
    throw new BadInput(`fields: ${stray} is not one of ${allFields.join(', ')}`);
  }
  const fault = await verify(world, url, verifyToken);
  if (fault) throw new BadInput(`callbackUrl: ${fault.message}`);
  world.state.people.apps[object] = { url, verifyToken, fields: fields ?? allFields };
}

export function subscriptionRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  const { people } = world.state;
  const asApp = (exchange: Exchange, respond: (input: Input) => Response | Promise<Response>) =>
    ofApp(dialect, exchange, respond);
  const noAccount = () => null;
  const ofAccount = (
    method: 'get' | 'post' | 'delete',
    respond: (account: string, input: Input, exchange: Exchange) => Response,
  ): Route => ({
    call: `subscribed_apps/${method}`,
    method,
    path: '/:version/:account/subscribed_apps',
    account: ({ params }) => params['account'] ?? null,
    answer: (exchange) =>
      dialect.enter(exchange, dialect.scopes.subscribe, ({ id }, input) => respond(id, input, exchange)),
  });
  const ofTheApp = (
    method: 'get' | 'post' | 'delete',
    respond: (input: Input) => Response | Promise<Response>,
  ): Route => ({
    call: `subscriptions/${method}`,
    method,
    path: '/:version/:app/subscriptions',
    account: noAccount,
    answer: (exchange) => asApp(exchange, respond),
  });
  return [
    ofAccount('get', (account) => {
      const fields = people.subscribed[account];
      const app = { id: dialect.app.clientId, name: 'Troupe', link: 'https://troupe.example/' };
      return Response.json({ data: fields ? [{ ...app, subscribed_fields: fields }] : [] });
    }),
    ofAccount('post', (account, input, exchange) => {
      const fields = listed(input, 'subscribed_fields');
      if (fields.length === 0) {
        return dialect.refuse(400, { code: 100 }, '(#100) The parameter subscribed_fields is required');
      }
      const taken = dialect.accountFields(exchange);
      const stray = fields.findIndex((field) => !taken.includes(field));
      if (stray >= 0) {
        const known = taken.join(', ');
        return dialect.refuse(
          400,
          { code: 100 },
          `(#100) Param subscribed_fields[${stray}] must be one of {${known}}`,
        );
      }
      people.subscribed[account] = fields; // a new list takes the old one's place: only a document says so
      return Response.json({ success: true });
    }),
    ofAccount('delete', (account) => {
      delete people.subscribed[account];
      return Response.json({ success: true });
    }),
    ofTheApp('get', () =>
      Response.json({
        data: Object.entries(people.apps).map(([object, { url, fields }]) => ({
          object,
          callback_url: url,
          active: true,
          fields: fields.map((name) => ({ name, version: 'v26.0' })),
        })),
      }),
    ),
    ofTheApp('post', (input) => subscribeApp(world, dialect, input)),
    ofTheApp('delete', (input) => {
      const object = textOf(input, 'object');
      if (object === '') people.apps = {};
      else delete people.apps[object];
      return Response.json({ success: true });
    }),
  ];
}

async function subscribeApp(world: PeopleWorld, dialect: Dialect, input: Input): Promise<Response> {
  const object = textOf(input, 'object');
  if (object !== dialect.object) {
    return dialect.refuse(400, { code: 100 }, `(#100) Param object must be one of {${dialect.object}}`);
  }
  const url = textOf(input, 'callback_url');
  if (!URL.canParse(url)) {
    return dialect.refuse(400, { code: 100 }, '(#100) Param callback_url must be a valid URI.');
  }
  const fields = listed(input, 'fields');
  const stray = fields.find((field) => !dialect.allFields.includes(field));
  if (stray !== undefined) {
    return dialect.refuse(
      400,
      { code: 100 },
      `(#100) Param fields must be valid fields of ${object}: ${stray} is not`,
    );
  }
  const verifyToken = textOf(input, 'verify_token');
  const fault = await verify(world, url, verifyToken);
  if (fault) return dialect.refuse(400, { code: fault.code }, fault.message);
  const { apps } = world.state.people;
  // without fields those of before stay, and a new subscription has none: only a document says so
  apps[object] = { url, verifyToken, fields: fields.length > 0 ? fields : (apps[object]?.fields ?? []) };
  return Response.json({ success: true });
}

/** Calls the address as Meta does before it keeps it. @returns what is wrong with it */
async function verify(
  world: PeopleWorld,
  url: string,
  verifyToken: string,
): Promise<{ code: number; message: string } | null> {
  const challenge = String(1_000_000_000 + world.nextNumber());
  const asked = new URL(url);
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken };
  for (const [name, value] of Object.entries(query)) asked.searchParams.append(name, value);
  let response: Response;
  let text: string;
  try {
    response = await world.fetch(asked, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    text = await response.text();
  } catch {
    return {
      code: 2200,
      message: '(#2200) Callback verification failed with the following errors: no response',
    };
  }
  if (response.status !== 200) {
    const message = `(#2200) Callback verification failed with the following errors: HTTP Status Code = ${response.status}`;
    return { code: 2200, message };
  }
  if (text === challenge) return null;
  const received = text.slice(0, 100);
  return {
    code: 2201,
    message: `(#2201) response does not match challenge, expected value="${challenge}", received="${received}"`,
  };
}

/** The app's own token is `<id>|<secret>`. */
async function ofApp(
  dialect: Dialect,
  exchange: Exchange,
  respond: (input: Input) => Response | Promise<Response>,
): Promise<Response> {
  const input = await inputOf(exchange);
  const { clientId, clientSecret } = dialect.app;
  const token = tokenOf(exchange) ?? textOf(input, 'access_token');
  if (token !== `${clientId}|${clientSecret}`) {
    return dialect.refuse(400, { code: 190 }, 'Invalid OAuth access token signature.');
  }
  const { app } = exchange.params;
  if (app !== undefined && app !== clientId && app !== 'app') return dialect.missing(app);
  return respond(input);
}

/** A list, as JSON or with commas. */
function listed(input: Input, name: string): string[] {
  const given: unknown = input[name];
  const parts = Array.isArray(given) ? (given as unknown[]) : textOf(input, name).split(',');
  return parts.map((part) => (typeof part === 'string' ? part.trim() : '')).filter(Boolean);
}
