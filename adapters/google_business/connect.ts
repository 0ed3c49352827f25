/**
 * Connects locations: the person signs in with Google and is offered every location that can have posts (Business
 * Profile APIs, "Basic setup"; OAuth 2.0 for web server applications).
 */
import type { Json } from '../../machines/outcome.ts';
import type { ConnectableAccount, ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { type NetworkResponse, at, type Lost, textAt } from '../lib/http.ts';
import {
  askAs,
  authorizeUrl,
  connectError,
  credentialsOf,
  exchangeCode,
  type ExchangeStep,
  type Tokens,
} from '../lib/oauth.ts';
import { oauth } from './oauth.ts';
import { endpoints } from './version.ts';

const MANAGE = 'https://www.googleapis.com/auth/business.manage';
const SCOPES = [MANAGE, 'openid', 'email', 'profile'];
/** The page limit for accounts (20 per page) and for the locations of one account (100 per page). */
const MAX_PAGES = 10;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: SCOPES,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['login'] ?? endpoints.login}/o/oauth2/v2/auth`, request, {
      scope: SCOPES.join(' '),
      access_type: 'offline',
      prompt: 'consent', // without it only the very first sign-in returns a refresh token
    }),
  exchange,
};

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const token = await exchangeCode(oauth, step);
  if ('kind' in token) return token;
  if (token.scopes !== null && token.scopes.length > 0 && !token.scopes.includes(MANAGE)) {
    return refused('Google was not allowed to manage the business profile: start again and tick that box.');
  }
  if (token.refreshToken === null) {
    return refused(
      'Google gave no lasting access: remove this app in your Google account, then start again.',
    );
  }

  const owners = await readAll(
    step,
    token,
    'accounts',
    `${baseOf(step, 'accounts')}/v1/accounts?pageSize=20`,
  );
  if (!Array.isArray(owners)) return failed(owners, token, step);
  const found = new Map<string, ConnectableAccount>();
  let closed = 0;
  for (const owner of owners.map((row) => textAt(row, 'name'))) {
    if (owner === null) continue;
    const locations = await readAll(step, token, 'locations', locationsAddress(step, owner));
    if (!Array.isArray(locations)) return failed(locations, token, step);
    for (const location of locations) {
      const name = textAt(location, 'name');
      // several accounts may lead to the same location
      if (name === null || found.has(name)) continue;
      if (at(location, 'metadata', 'canOperateLocalPost') === false) closed += 1;
      else found.set(name, accountOf(step, { owner, name, location, token }));
    }
  }
  if (found.size > 0) return { kind: 'accounts', accounts: [...found.values()] };
  return refused(
    closed > 0
      ? 'Google takes no posts for these locations: they must be verified, and big chains may not post.'
      : 'This Google account manages no business location: sign in with the one that does.',
  );
}

function locationsAddress(step: ExchangeStep, owner: string): string {
  const path = owner.split('/').map(encodeURIComponent).join('/');
  const query = new URLSearchParams({
    readMask: 'name,title,languageCode,storefrontAddress,metadata',
    pageSize: '100',
  });
  return `${baseOf(step, 'information')}/v1/${path}/locations?${query.toString()}`;
}

/** @returns the rows of all pages, or the response that contained none */
async function readAll(
  step: ExchangeStep,
  token: Tokens,
  list: string,
  address: string,
): Promise<Json[] | NetworkResponse | Lost> {
  const rows: Json[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = new URL(address);
    if (pageToken !== null) url.searchParams.set('pageToken', pageToken);
    const answer = await askAs(step, token.accessToken, url);
    if (answer.kind === 'lost' || answer.status >= 300) return answer;
    const found = at(answer.json, list) ?? []; // Google omits the field if there are none
    if (answer.json === null || !Array.isArray(found)) return answer;
    rows.push(...found);
    pageToken = textAt(answer.json, 'nextPageToken');
    if (pageToken === null || pageToken === '') break;
  }
  return rows;
}

function accountOf(
  step: ExchangeStep,
  { owner, name, location, token }: { owner: string; name: string; location: Json; token: Tokens },
): ConnectableAccount {
  const title = textAt(location, 'title') || name;
  const town = textAt(location, 'storefrontAddress', 'locality');
  return {
    remoteId: name,
    username: title,
    displayName: town === null ? title : `${title} (${town})`,
    url: textAt(location, 'metadata', 'mapsUri'),
    avatarUrl: null,
    endpoints: {
      posts: baseOf(step, 'posts'),
      performance: baseOf(step, 'performance'),
      oauth: baseOf(step, 'oauth'),
    },
    credentials: {
      ...credentialsOf(token, step.app),
      account: owner,
      languageCode: textAt(location, 'languageCode') ?? 'en',
    },
    limits: {},
    expiresAt: null,
  };
}

function baseOf(step: ExchangeStep, name: keyof typeof endpoints): string {
  return step.endpoints[name] ?? endpoints[name];
}

function failed(response: NetworkResponse | Lost, token: Tokens, { app, now }: ExchangeStep): ConnectAnswer {
  const context = { account: { credentials: credentialsOf(token, app) }, now };
  const error = connectError(oauth, response, { what: 'did not show the locations', context });
  // A permanent 429: the operator's project has no quota yet
  const isUnapproved = error.kind === 'refused' && response.kind === 'response' && response.status === 429;
  if (!isUnapproved) return error;
  return refused(`${error.reason} The operator must apply for access to the Business Profile APIs.`);
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason };
}
