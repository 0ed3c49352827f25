/** Connecting a Pinterest account: OAuth 2.0 without PKCE, scopes with commas between them. */
import { ofApp } from '../lib/app.ts';
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Answer, ask, type Lost, textAt } from '../lib/http.ts';
import { wordsOf } from './errors.ts';
import { addressOf } from './request.ts';
import { tokenRequest, type Tokens, tokensIn } from './token.ts';
import { endpoints } from './version.ts';

/** Making a pin asks for all four of boards and pins. */
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl({ endpoints: bases, app, redirectUri, state }) {
    const url = new URL(`${bases['www'] ?? endpoints.www}/oauth/`);
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(','),
      state,
    }).toString();
    return url.href;
  },
  exchange,
};

async function exchange(
  step: ConnectStep & { app: AppCredentials; redirectUri: string; code: string },
): Promise<ConnectAnswer> {
  const request = tokenRequest(step.endpoints, step.app, {
    grant_type: 'authorization_code',
    code: step.code,
    redirect_uri: step.redirectUri,
    continuous_refresh: 'true', // apps made before September 2025 refresh differently without it
  });
  const answer = await ask(step.fetch, request, step.signal);
  const tokens = answer.kind === 'answer' ? tokensIn(answer, step.now) : null;
  if (tokens === null)
    return troubleOf(answer, step.app, 'Pinterest did not accept the sign-in: start again.');
  const missing = SCOPES.filter((scope) => tokens.scopes !== null && !tokens.scopes.includes(scope));
  if (missing.length > 0) {
    return { kind: 'refused', reason: `Pinterest did not allow what is needed: ${missing.join(', ')}.` };
  }
  if (tokens.refreshToken === null) {
    return { kind: 'refused', reason: 'Pinterest gave no refresh token: the access would end in 30 days.' };
  }
  return readAccount(step, tokens, tokens.refreshToken);
}

async function readAccount(
  step: ConnectStep & { app: AppCredentials },
  { accessToken, expiresAt }: Tokens,
  refreshToken: string,
): Promise<ConnectAnswer> {
  const request = new Request(addressOf(step.endpoints, '/user_account'), {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const answer = await ask(step.fetch, request, step.signal);
  const json = answer.kind === 'answer' && answer.status < 300 ? answer.json : null;
  const remoteId = textAt(json, 'id');
  const username = textAt(json, 'username');
  if (remoteId === null || username === null) {
    return troubleOf(answer, step.app, 'Pinterest does not say whose account it is: start again.');
  }
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username,
        displayName: textAt(json, 'business_name') || username,
        url: `https://www.pinterest.com/${encodeURIComponent(username)}/`,
        avatarUrl: pictureIn(textAt(json, 'profile_image')),
        endpoints: step.endpoints,
        credentials: { accessToken, refreshToken, ...ofApp(step.app) },
        limits: {},
        expiresAt,
      },
    ],
  };
}

function pictureIn(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? address : null;
}

/** @param otherwise what a certain refusal means for the person */
function troubleOf(answer: Answer | Lost, app: AppCredentials, otherwise: string): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Pinterest: ${answer.reason}.` };
  const { status } = answer;
  if (status === 429 || status >= 500)
    return { kind: 'retry', reason: `Pinterest is busy (status ${status}).` };
  const words = status < 300 ? '' : ` (${wordsOf(answer, { clientSecret: app.clientSecret }).slice(0, 200)})`;
  return { kind: 'refused', reason: `${otherwise}${words}` };
}
