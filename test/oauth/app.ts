/** An app that a person connects, step by step, as a program without a library would do it. */
import { hash, randomBytes } from 'node:crypto';
import type { Answer, Call, RunningService } from '../support/service.ts';
import { setUp } from '../web/set-up.ts';

export const REDIRECT = 'https://app.example.org/callback';

/** The person behind the running service's key, at the dashboard. */
export interface Person {
  headers: { [name: string]: string };
  ask: Call;
}

export async function personOf(running: RunningService): Promise<Person> {
  const cookie = await setUp(running);
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    authorization: '',
    'sec-fetch-site': 'same-origin',
  };
  return { headers, ask: (method, path, body) => running.call(method, path, body, headers) };
}

/** A call with a token in place of the key. */
export const withToken = (
  { call }: Pick<RunningService, 'call'>,
  token: string,
  path = '/v1/workspaces',
): Promise<Answer> => call('GET', path, undefined, { authorization: `Bearer ${token}` });

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

export interface App {
  id: string;
  verifier: string;
  /** Sends the person to authorize. @returns where the answer leads */
  ask(
    changes?: { [parameter: string]: string | null },
    person?: Person,
  ): Promise<{ status: number; to: URL | null; text: string }>;
  /** Asks, and the person answers. @returns where the person is sent */
  consent(person: Person, answer?: object, changes?: { [parameter: string]: string | null }): Promise<URL>;
  /** Sends a form to the token endpoint. */
  exchange(form: { [field: string]: string }): Promise<Answer>;
  /** Exchanges a code. */
  code(code: string, changes?: { [field: string]: string }): Promise<Answer>;
  refresh(token: string, changes?: { [field: string]: string }): Promise<Answer>;
  revoke(token: string): Promise<Answer>;
  /** All of it. */
  connect(person: Person, answer?: object): Promise<Tokens>;
}

/** Sends a form. */
export async function post(
  baseUrl: string,
  path: string,
  form: { [field: string]: string },
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Registers an app. */
export async function register(
  { baseUrl }: Pick<RunningService, 'baseUrl'>,
  metadata: object = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A test', redirect_uris: [REDIRECT], ...metadata }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** An app that is registered. */
export async function newApp(running: RunningService, metadata: object = {}): Promise<App> {
  return appWith(running, (await register(running, metadata)).body.client_id);
}

/** An app with an id of its own. */
export function appWith(running: RunningService, id: string): App {
  const { baseUrl } = running;
  const verifier = randomBytes(32).toString('base64url');
  const app: App = {
    id,
    verifier,
    async ask(changes = {}, person) {
      const query = {
        response_type: 'code',
        client_id: id,
        redirect_uri: REDIRECT,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
        state: 'a state & more',
        resource: `${baseUrl}/mcp`,
        ...changes,
      };
      const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== null);
      const response = await fetch(`${baseUrl}/oauth/authorize?${new URLSearchParams(given).toString()}`, {
        redirect: 'manual',
        ...(person && { headers: person.headers }),
      });
      const to = response.headers.get('location');
      return { status: response.status, to: to === null ? null : new URL(to), text: await response.text() };
    },
    async consent(person, answer = {}, changes = {}) {
      const { to, text } = await app.ask(changes);
      const request = to?.searchParams.get('request');
      if (!request) throw new Error(`no request: ${to?.href ?? text}`);
      const answered = await person.ask('PUT', `/app/api/consents/${request}`, { allow: true, ...answer });
      if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
      return new URL(answered.body.redirectTo);
    },
    exchange: (form) => post(baseUrl, '/oauth/token', form),
    code: (code, changes = {}) =>
      app.exchange({
        grant_type: 'authorization_code',
        client_id: id,
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT,
        ...changes,
      }),
    refresh: (token, changes = {}) =>
      app.exchange({ grant_type: 'refresh_token', client_id: id, refresh_token: token, ...changes }),
    revoke: (token) => post(baseUrl, '/oauth/revoke', { token, client_id: id }),
    async connect(person, answer) {
      const to = await app.consent(person, answer);
      return (await app.code(to.searchParams.get('code')!)).body;
    },
  };
  return app;
}
