/**
 * The sign-in with Facebook, by which Pages are connected, and Instagram accounts that are linked to a Page: a code is
 * exchanged for a token of the person that is valid for 60 days, and the person's Pages are listed with it (Facebook Login,
 * "long-lived tokens"). A Page token obtained with such a token does not expire.
 */
import { createHmac } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt, withoutSecrets } from '../lib/http.ts';
import type { AppCredentials, Endpoints } from '../port/account.ts';
import type { ConnectableAccount, ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Caller, get, readList } from './request.ts';
import { readToken } from './token.ts';

/** Access to data ends 90 days after the last sign-in, although the Page token stays valid. */
export const DATA_ACCESS_MS = 90 * 24 * 3_600_000;
const MAX_PAGES_OF_LISTS = 10;
const MAX_BUSINESSES = 10;

/** What the networks that are signed in to with Facebook differ in. */
interface FacebookLogin {
  /** Permissions without which nothing can be connected, and those that are asked for besides. */
  permissions: { needed: string[]; more: string[] };
  /** Version of the Graph API. */
  version: string;
  /** Facebook's own addresses (`graph`, `login`), where a sign-in names none. */
  endpoints: Endpoints;
  /** The fields of a Page that are read. */
  pageFields: string;
  readError(answer: NetworkResponse, now: number): { verdict: string; reason: string };
  /** The accounts among the Pages, or why there is none. */
  accountsIn(lookup: LoginPages): ConnectableAccount[] | { refused: string };
}

/** What a sign-in found. */
export interface LoginPages {
  /** Rows of Pages; one may come twice. */
  rows: Json[];
  /** The person's id at the app. */
  loginId: string;
  userToken: string;
  /** The permissions that the person gave. */
  granted: string[];
  step: SignInStep;
  /** The address of the Graph API, without a version. */
  graph: string;
}

type SignInStep = ConnectStep & { app: AppCredentials; redirectUri: string; code: string };

export function facebookLogin(login: FacebookLogin): OAuthConnect {
  const { needed, more } = login.permissions;
  const scopes = [...needed, ...more];
  return {
    kind: 'oauth',
    pkce: false,
    scopes,
    authorizeUrl({ endpoints: own, app, redirectUri, state }) {
      const query = new URLSearchParams({
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: scopes.join(','),
      });
      return `${own['login'] ?? login.endpoints['login']}/${login.version}/dialog/oauth?${query.toString()}`;
    },
    exchange: (step) => exchange(login, step),
  };
}

async function exchange(login: FacebookLogin, step: SignInStep): Promise<ConnectAnswer> {
  const { redirectUri, fetch, signal } = step;
  const code = step.code.replace(/#_=?_?$/, ''); // Facebook appends this to the address
  const short = await ask(fetch, tokenRequest(login, step, { redirect_uri: redirectUri, code }), signal);
  const shortToken = short.kind === 'response' ? readToken(short) : null;
  if (shortToken === null) return signInFailure(login, short, step);

  const exchanged = { grant_type: 'fb_exchange_token', fb_exchange_token: shortToken.accessToken };
  const long = await ask(fetch, tokenRequest(login, step, exchanged), signal);
  const userToken = long.kind === 'response' ? readToken(long)?.accessToken : undefined;
  if (userToken === undefined) return signInFailure(login, long, step);

  const person = callerFor(login, step, userToken);
  const permissions = await ask(fetch, get(person, 'me/permissions', {}), signal);
  if (permissions.kind === 'lost' || permissions.status >= 300) {
    return signInFailure(login, permissions, step);
  }
  const granted = grantedIn(permissions);
  const missing = login.permissions.needed.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    return refused(
      `Facebook was not allowed ${missing.join(', ')}: start again and leave everything switched on.`,
    );
  }

  const me = await ask(fetch, get(person, 'me', { fields: 'id' }), signal);
  const loginId = me.kind === 'response' && me.status < 300 ? at(me.json, 'id') : null;
  if (typeof loginId !== 'string') return signInFailure(login, me, step);

  const own = await readPages(login, step, person, 'me/accounts');
  if (!Array.isArray(own)) return signInFailure(login, own, step);
  const ofBusinesses = granted.includes('business_management')
    ? await businessPages(login, step, person)
    : [];
  const rows = [...own, ...ofBusinesses];
  const graph = graphOf(login, step);
  const accounts = login.accountsIn({ rows, loginId, userToken, granted, step, graph });
  return Array.isArray(accounts) ? { kind: 'accounts', accounts } : refused(accounts.refused);
}

/** A Page on which the person may publish, and how it is called. */
export interface Page {
  id: string;
  accessToken: string;
  row: Json;
  /** The proof that the token is used by its app; absent for an app without a secret. */
  proof: { appSecretProof?: string };
}

/** Each Page once, if it has a token and the person may publish on it. */
export function publishablePages({ rows, step: { app } }: LoginPages): Page[] {
  const visited = new Set<string>();
  const pages: Page[] = [];
  for (const row of rows) {
    const [id, accessToken] = [at(row, 'id'), textAt(row, 'access_token')];
    const tasks = at(row, 'tasks');
    // a business's list may omit the tasks; if they are given, they count
    const mayPublish = !Array.isArray(tasks) || tasks.includes('CREATE_CONTENT');
    if (typeof id !== 'string' || visited.has(id)) continue;
    visited.add(id);
    if (accessToken === null || !mayPublish) continue;
    const proof = app.clientSecret === '' ? {} : { appSecretProof: proofOf(accessToken, app.clientSecret) };
    pages.push({ id, accessToken, row, proof });
  }
  return pages;
}

/** Proves that a token is used by its app; apps can demand it on each call (Graph API, "Secure requests"). */
function proofOf(accessToken: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(accessToken).digest('hex');
}

function graphOf(login: FacebookLogin, { endpoints: own }: SignInStep): string {
  return own['graph'] ?? login.endpoints['graph'] ?? '';
}

/** The call accepts the secret only in the query. */
function tokenRequest(
  login: FacebookLogin,
  step: SignInStep,
  parameters: { [name: string]: string },
): Request {
  const { clientId, clientSecret } = step.app;
  const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...parameters });
  const address = `${graphOf(login, step)}/${login.version}/oauth/access_token?${query.toString()}`;
  return new Request(address, { redirect: 'manual' });
}

function callerFor(login: FacebookLogin, step: SignInStep, accessToken: string): Caller {
  const { clientSecret } = step.app;
  const always = { appsecret_proof: proofOf(accessToken, clientSecret) };
  const base = `${graphOf(login, step)}/${login.version}`;
  return { base, accessToken, ...(clientSecret === '' ? {} : { always }) };
}

function grantedIn(answer: NetworkResponse): string[] {
  const rows = at(answer.json, 'data');
  if (!Array.isArray(rows)) return [];
  return rows
    .filter((row) => textAt(row, 'status') === 'granted')
    .flatMap((row) => textAt(row, 'permission') ?? []);
}

function readPages(
  { pageFields }: FacebookLogin,
  { fetch, signal }: SignInStep,
  person: Caller,
  path: string,
): Promise<Json[] | NetworkResponse | Lost> {
  return readList({ fetch, signal, maxPages: MAX_PAGES_OF_LISTS }, (cursor) =>
    get(person, path, { fields: pageFields, limit: '100', ...cursor }),
  );
}

/** Pages owned by a business are sometimes missing in the person's list. A list that cannot be read is skipped. */
async function businessPages(login: FacebookLogin, step: SignInStep, person: Caller): Promise<Json[]> {
  const how = { fetch: step.fetch, signal: step.signal, maxPages: 1 };
  const businesses = await readList(how, (cursor) =>
    get(person, 'me/businesses', { fields: 'id', limit: String(MAX_BUSINESSES), ...cursor }),
  );
  const rows: Json[] = [];
  for (const business of Array.isArray(businesses) ? businesses.slice(0, MAX_BUSINESSES) : []) {
    const id = textAt(business, 'id');
    if (id === null) continue;
    for (const edge of ['owned_pages', 'client_pages']) {
      const pages = await readPages(login, step, person, `${encodeURIComponent(id)}/${edge}`);
      if (Array.isArray(pages)) rows.push(...pages);
    }
  }
  return rows;
}

function signInFailure(
  login: FacebookLogin,
  answer: NetworkResponse | Lost,
  { app, code, now }: SignInStep,
): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Facebook: ${answer.reason}` };
  const { verdict, reason } = login.readError(answer, now);
  if (verdict === 'temporary' || verdict === 'throttled') return { kind: 'retry', reason };
  const text = withoutSecrets(reason, { secret: app.clientSecret, code }, ['secret', 'code']);
  return refused(`Facebook refused the sign-in: ${text}`);
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason: brief(reason).slice(0, 390) };
}
