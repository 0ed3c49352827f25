/**
 * Connecting locations: the person signs in with Google, and every location that may be posted on is offered (Business
 * Profile APIs, "Basic setup"; OAuth 2.0 for web server applications).
 */
import { ofApp } from '../lib/app.ts';
import type { Json } from '../../machines/outcome.ts';
import type { AppCredentials } from '../port/account.ts';
import type { ConnectableAccount, ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Answer, ask, at, brief, type Lost, textAt, withoutSecrets } from '../lib/http.ts';
import { troubleOf } from './errors.ts';
import { type Token, tokenIn, tokenRequest } from './token.ts';
import { endpoints } from './version.ts';

const MANAGE = 'https://www.googleapis.com/auth/business.manage';
const SCOPES = [MANAGE, 'openid', 'email', 'profile'];
/** Of accounts (20 each) and of the locations of one account (100 each). */
const MOST_PAGES = 10;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: SCOPES,
  authorizeUrl({ endpoints: own, app, redirectUri, state, codeChallenge }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      access_type: 'offline',
      prompt: 'consent', // without it only the very first sign-in brings a refresh token
      state,
      ...(codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    });
    return `${own['login'] ?? endpoints.login}/o/oauth2/v2/auth?${query.toString()}`;
  },
  exchange,
};

type Step = ConnectStep & {
  app: AppCredentials;
  redirectUri: string;
  code: string;
  codeVerifier: string | null;
};

async function exchange(step: Step): Promise<ConnectAnswer> {
  const { app, redirectUri, code, codeVerifier } = step;
  const request = tokenRequest(baseOf(step, 'oauth'), {
    grant_type: 'authorization_code',
    code,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: redirectUri,
    ...(codeVerifier === null ? {} : { code_verifier: codeVerifier }),
  });
  const answer = await ask(step.fetch, request, step.signal);
  const token = answer.kind === 'answer' ? tokenIn(answer) : null;
  if (token === null) return troubleWith(answer, step);
  if (token.scopes.length > 0 && !token.scopes.includes(MANAGE)) {
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
  if (!Array.isArray(owners)) return troubleWith(owners, step);
  const found = new Map<string, ConnectableAccount>();
  let closed = 0;
  for (const owner of owners.map((row) => textAt(row, 'name'))) {
    if (owner === null) continue;
    const locations = await readAll(step, token, 'locations', locationsAddress(step, owner));
    if (!Array.isArray(locations)) return troubleWith(locations, step);
    for (const location of locations) {
      const name = textAt(location, 'name');
      // the same location is reached through several accounts
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

function locationsAddress(step: Step, owner: string): string {
  const path = owner.split('/').map(encodeURIComponent).join('/');
  const query = new URLSearchParams({
    readMask: 'name,title,languageCode,storefrontAddress,metadata',
    pageSize: '100',
  });
  return `${baseOf(step, 'information')}/v1/${path}/locations?${query.toString()}`;
}

/** @returns the rows of all pages, or the answer that was none */
async function readAll(
  step: Step,
  token: Token,
  list: string,
  address: string,
): Promise<Json[] | Answer | Lost> {
  const rows: Json[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const url = new URL(address);
    if (pageToken !== null) url.searchParams.set('pageToken', pageToken);
    const headers = { authorization: `Bearer ${token.accessToken}` };
    const answer = await ask(step.fetch, new Request(url, { headers }), step.signal);
    if (answer.kind === 'lost' || answer.status >= 300) return answer;
    const found = at(answer.json, list) ?? []; // left out where there are none
    if (answer.json === null || !Array.isArray(found)) return answer;
    rows.push(...found);
    pageToken = textAt(answer.json, 'nextPageToken');
    if (pageToken === null || pageToken === '') break;
  }
  return rows;
}

function accountOf(
  step: Step,
  { owner, name, location, token }: { owner: string; name: string; location: Json; token: Token },
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
      accessToken: token.accessToken,
      refreshToken: token.refreshToken ?? '',
      ...ofApp(step.app),
      account: owner,
      languageCode: textAt(location, 'languageCode') ?? 'en',
    },
    limits: {},
    expiresAt: null,
  };
}

function baseOf(step: Step, name: keyof typeof endpoints): string {
  return step.endpoints[name] ?? endpoints[name];
}

function troubleWith(answer: Answer | Lost, { app, code, now }: Step): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Google: ${answer.reason}` };
  const { verdict, reason } = troubleOf(answer, now);
  if (verdict === 'fault' || verdict === 'throttled') return { kind: 'retry', reason };
  const said = withoutSecrets(reason, { secret: app.clientSecret, code }, ['secret', 'code']);
  // 429 for good: the operator's project has no quota yet
  const hint =
    answer.status === 429 ? ' The operator must apply for access to the Business Profile APIs.' : '';
  return refused(`Google did not let us in: ${brief(said).slice(0, 250)}${hint}`);
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason };
}
