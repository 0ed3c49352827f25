/**
 * Connects Pages: the person signs in, and is offered each Page on which they may publish (Facebook Login,
 * "long-lived tokens"). A Page token obtained with a long-lived token of the person does not expire.
 */
import type { Json } from '../../machines/outcome.ts';

import type { AppCredentials } from '../port/account.ts';
import type { ConnectableAccount, ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { ofApp } from '../lib/app.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt, withoutSecrets } from '../lib/http.ts';
import { type Caller, get, readList } from '../meta/request.ts';
import { readToken } from '../meta/token.ts';
import { addressOf, baseOf, proofOf } from './request.ts';
import { readError } from './errors.ts';
import { endpoints, version } from './version.ts';

const NEEDED = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
const SCOPES = [
  ...NEEDED,
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'pages_messaging',
  'read_insights',
  'business_management',
];
/** Access to data ends 90 days after the last sign-in, although the Page token stays valid. */
const DATA_ACCESS_MS = 90 * 24 * 3_600_000;
const MAX_PAGES_OF_LISTS = 10;
const MAX_BUSINESSES = 10;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl({ endpoints: own, app, redirectUri, state }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
      scope: SCOPES.join(','),
    });
    return `${own['login'] ?? endpoints.login}/${version.version}/dialog/oauth?${query.toString()}`;
  },
  exchange,
};

type Step = ConnectStep & { app: AppCredentials; redirectUri: string; code: string };

async function exchange(step: Step): Promise<ConnectAnswer> {
  const { redirectUri, fetch, signal } = step;
  const code = step.code.replace(/#_=?_?$/, ''); // Facebook appends this to the address
  const short = await ask(fetch, tokenRequest(step, { redirect_uri: redirectUri, code }), signal);
  const shortToken = short.kind === 'response' ? readToken(short) : null;
  if (shortToken === null) return signInFailure(short, step);

  const exchanged = { grant_type: 'fb_exchange_token', fb_exchange_token: shortToken.accessToken };
  const long = await ask(fetch, tokenRequest(step, exchanged), signal);
  const userToken = long.kind === 'response' ? readToken(long)?.accessToken : undefined;
  if (userToken === undefined) return signInFailure(long, step);

  const person = callerFor(step, userToken);
  const permissions = await ask(fetch, get(person, 'me/permissions', {}), signal);
  if (permissions.kind === 'lost' || permissions.status >= 300) return signInFailure(permissions, step);
  const granted = grantedIn(permissions);
  const missing = NEEDED.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    return refused(
      `Facebook was not allowed ${missing.join(', ')}: start again and leave everything switched on.`,
    );
  }

  const me = await ask(fetch, get(person, 'me', { fields: 'id' }), signal);
  const loginId = me.kind === 'response' && me.status < 300 ? at(me.json, 'id') : null;
  if (typeof loginId !== 'string') return signInFailure(me, step);

  const rows = await readPages(step, person, 'me/accounts');
  if (!Array.isArray(rows)) return signInFailure(rows, step);
  const ofBusinesses = granted.includes('business_management') ? await businessPages(step, person) : [];
  const accounts = accountsIn([...rows, ...ofBusinesses], step, { loginId, userToken });
  if (accounts.length > 0) return { kind: 'accounts', accounts };
  return refused(
    rows.length === 0
      ? 'No Facebook Page was shared: start again and choose at least one. Personal profiles cannot be posted to.'
      : 'None of the Pages lets you publish: ask its owner for the task “Content”, then start again.',
  );
}

/** The call accepts the secret only in the query. */
function tokenRequest(step: Step, asked: { [name: string]: string }): Request {
  const { clientId, clientSecret } = step.app;
  const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...asked });
  return new Request(`${baseOf(step.endpoints)}/oauth/access_token?${query.toString()}`, {
    redirect: 'manual',
  });
}

function callerFor({ endpoints: own, app }: Step, accessToken: string): Caller {
  const always = { appsecret_proof: proofOf(accessToken, app.clientSecret) };
  return { base: baseOf(own), accessToken, ...(app.clientSecret === '' ? {} : { always }) };
}

function grantedIn(answer: NetworkResponse): string[] {
  const rows = at(answer.json, 'data');
  if (!Array.isArray(rows)) return [];
  return rows
    .filter((row) => textAt(row, 'status') === 'granted')
    .flatMap((row) => textAt(row, 'permission') ?? []);
}

function readPages(step: Step, person: Caller, path: string): Promise<Json[] | NetworkResponse | Lost> {
  return readList({ fetch: step.fetch, signal: step.signal, maxPages: MAX_PAGES_OF_LISTS }, (cursor) =>
    get(person, path, {
      fields: 'id,name,username,access_token,tasks,picture.type(large)',
      limit: '100',
      ...cursor,
    }),
  );
}

/** Pages owned by a business are sometimes missing in the person's list. A list that cannot be read is skipped. */
async function businessPages(step: Step, person: Caller): Promise<Json[]> {
  const how = { fetch: step.fetch, signal: step.signal, maxPages: 1 };
  const businesses = await readList(how, (cursor) =>
    get(person, 'me/businesses', { fields: 'id', limit: String(MAX_BUSINESSES), ...cursor }),
  );
  const rows: Json[] = [];
  for (const business of Array.isArray(businesses) ? businesses.slice(0, MAX_BUSINESSES) : []) {
    const id = textAt(business, 'id');
    if (id === null) continue;
    for (const edge of ['owned_pages', 'client_pages']) {
      const pages = await readPages(step, person, `${encodeURIComponent(id)}/${edge}`);
      if (Array.isArray(pages)) rows.push(...pages);
    }
  }
  return rows;
}

/** Each Page once, if it has a token and the person may publish on it. */
function accountsIn(
  rows: Json[],
  step: Step,
  { loginId, userToken }: { loginId: string; userToken: string },
): ConnectableAccount[] {
  const { app } = step;
  const seen = new Set<string>();
  const pages: ConnectableAccount[] = [];
  for (const row of rows) {
    const [id, accessToken] = [at(row, 'id'), textAt(row, 'access_token')];
    const tasks = at(row, 'tasks');
    // a business's list may omit the tasks; if they are given, they count
    const mayPublish = !Array.isArray(tasks) || tasks.includes('CREATE_CONTENT');
    if (typeof id !== 'string' || seen.has(id)) continue;
    seen.add(id);
    if (accessToken === null || !mayPublish) continue;
    const name = textAt(row, 'name') || id;
    const proof = app.clientSecret === '' ? {} : { appSecretProof: proofOf(accessToken, app.clientSecret) };
    pages.push({
      remoteId: id,
      loginId,
      username: textAt(row, 'username') ?? name,
      displayName: name,
      url: addressOf(id),
      avatarUrl: textAt(row, 'picture', 'data', 'url'),
      endpoints: { graph: step.endpoints['graph'] ?? endpoints.graph },
      credentials: { accessToken, userToken, ...proof, ...ofApp(app) },
      limits: {},
      expiresAt: step.now + DATA_ACCESS_MS,
    });
  }
  return pages;
}

function signInFailure(answer: NetworkResponse | Lost, { app, code, now }: Step): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Facebook: ${answer.reason}` };
  const { verdict, reason } = readError(answer, now);
  if (verdict === 'temporary' || verdict === 'throttled') return { kind: 'retry', reason };
  const said = withoutSecrets(reason, { secret: app.clientSecret, code }, ['secret', 'code']);
  return refused(`Facebook refused the sign-in: ${said}`);
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason: brief(reason).slice(0, 390) };
}
