/** The calls by which an app is subscribed to an object's fields, and an account to the app. */
import type { Route } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { type Input, inputOf, textOf, tokenOf } from '../shared/graph.ts';
import type { Dialect } from './dialect.ts';
import type { PeopleWorld } from './state.ts';
import { verify } from './subscriptions.ts';

export function subscriptionRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  return [...accountRoutes(world, dialect), ...appRoutes(world, dialect)];
}

type Method = 'get' | 'post' | 'delete';

function accountRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  const { subscribed } = world.state.people;
  const at = (
    method: Method,
    respond: (account: string, input: Input, exchange: Exchange) => Response,
  ): Route => ({
    call: `subscribed_apps/${method}`,
    method,
    path: '/:version/:account/subscribed_apps',
    account: (exchange) => dialect.callerOf(exchange),
    answer: (exchange) =>
      dialect.enter(exchange, dialect.scopes.subscribe, ({ id }, input) => respond(id, input, exchange)),
  });
  return [
    at('get', (account) => {
      const fields = subscribed[account];
      const app = { id: dialect.app.clientId, name: 'Troupe', link: 'https://troupe.example/' };
      return Response.json({ data: fields ? [{ ...app, subscribed_fields: fields }] : [] });
    }),
    at('post', (account, input, exchange) => {
      const fields = listed(input, 'subscribed_fields');
      const taken = dialect.accountFields(exchange);
      const stray = fields.findIndex((field) => !taken.includes(field));
      if (fields.length === 0) {
        return dialect.refuse(400, { code: 100 }, '(#100) The parameter subscribed_fields is required');
      }
      if (stray >= 0) {
        const message = `(#100) Param subscribed_fields[${stray}] must be one of {${taken.join(', ')}}`;
        return dialect.refuse(400, { code: 100 }, message);
      }
      subscribed[account] = fields; // a new list takes the old one's place: only a document says so
      return Response.json({ success: true });
    }),
    at('delete', (account) => {
      delete subscribed[account];
      return Response.json({ success: true });
    }),
  ];
}

function appRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  const { people } = world.state;
  const at = (method: Method, respond: (input: Input) => Response | Promise<Response>): Route => ({
    call: `subscriptions/${method}`,
    method,
    path: '/:version/:app/subscriptions',
    account: () => null,
    answer: (exchange) => ofApp(dialect, exchange, respond),
  });
  return [
    at('get', () =>
      Response.json({
        data: Object.entries(people.apps).map(([object, { url, fields }]) => ({
          object,
          callback_url: url,
          active: true,
          fields: fields.map((name) => ({ name, version: 'v26.0' })),
        })),
      }),
    ),
    at('post', (input) => subscribeApp(world, dialect, input)),
    at('delete', (input) => {
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
