/** Connecting a YouTube channel: Google's OAuth 2.0 with PKCE. One token is one channel; the person picks it at Google. */
import { ofApp } from '../lib/app.ts';
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Answer, ask, at, type Lost, textAt } from '../lib/http.ts';
import { withUploadKey } from '../lib/upload-address.ts';
import { wordsOf } from './errors.ts';
import { baseOf } from './request.ts';
import { tokenRequest, type Tokens, tokensIn } from './token.ts';
import { version, endpoints } from './version.ts';

const PREFIX = 'https://www.googleapis.com/auth/';
/** Uploading, and finding out which channel it is and what it has. */
const NEEDED = ['youtube.upload', 'youtube.readonly'].map((name) => `${PREFIX}${name}`);
/** Numbers: posting works without them. */
const SCOPES = [...NEEDED, `${PREFIX}yt-analytics.readonly`];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: SCOPES,
  authorizeUrl({ endpoints: bases, app, redirectUri, state, codeChallenge }) {
    const url = new URL(`${bases['accounts'] ?? endpoints.accounts}/o/oauth2/v2/auth`);
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      // without both, the second connection of a person brings no refresh token
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      state,
      ...(codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    }).toString();
    return url.href;
  },
  exchange,
};

async function exchange(
  step: ConnectStep & { app: AppCredentials; redirectUri: string; code: string; codeVerifier: string | null },
): Promise<ConnectAnswer> {
  const request = tokenRequest(step.endpoints, step.app, {
    grant_type: 'authorization_code',
    code: step.code,
    redirect_uri: step.redirectUri,
    ...(step.codeVerifier === null ? {} : { code_verifier: step.codeVerifier }),
  });
  const answer = await ask(step.fetch, request, step.signal);
  const tokens = answer.kind === 'answer' ? tokensIn(answer, step.now) : null;
  if (tokens === null) return troubleOf(answer, step.app, 'Google did not accept the sign-in: start again.');
  const missing = NEEDED.filter((scope) => !tokens.scopes.includes(scope));
  if (missing.length > 0) {
    const names = missing.map((scope) => scope.slice(PREFIX.length)).join(', ');
    return {
      kind: 'refused',
      reason: `Not all that is needed was ticked at Google (${names}): start again.`,
    };
  }
  if (tokens.refreshToken === null) {
    const reason =
      'Google gave no lasting access: take this app out at myaccount.google.com/permissions, then start again.';
    return { kind: 'refused', reason };
  }
  return readChannel(step, tokens, tokens.refreshToken);
}

async function readChannel(
  step: ConnectStep & { app: AppCredentials },
  { accessToken, expiresAt }: Tokens,
  refreshToken: string,
): Promise<ConnectAnswer> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails,statistics', mine: 'true' }).toString();
  const request = new Request(`${baseOf(step.endpoints)}/youtube/${version.version}/channels?${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost' || answer.status !== 200) {
    return troubleOf(answer, step.app, 'YouTube does not show the channel: start again.');
  }
  const channel = at(answer.json, 'items', 0);
  const remoteId = textAt(channel, 'id');
  if (remoteId === null) {
    const reason = 'This Google account has no YouTube channel: make one on YouTube, then start again.';
    return { kind: 'refused', reason };
  }
  const handle = textAt(channel, 'snippet', 'customUrl');
  const avatar = textAt(channel, 'snippet', 'thumbnails', 'default', 'url');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username: handle ?? remoteId,
        displayName: textAt(channel, 'snippet', 'title') || (handle ?? remoteId),
        url: `https://www.youtube.com/channel/${encodeURIComponent(remoteId)}`,
        avatarUrl: avatar !== null && URL.canParse(avatar) ? avatar : null,
        endpoints: step.endpoints,
        credentials: withUploadKey({
          remoteId,
          credentials: { accessToken, refreshToken, ...ofApp(step.app) },
        }),
        limits: {},
        expiresAt,
      },
    ],
  };
}

/** @param otherwise what a certain refusal means for the person */
function troubleOf(answer: Answer | Lost, app: AppCredentials, otherwise: string): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Google: ${answer.reason}.` };
  const { status } = answer;
  if (status === 429 || status >= 500) return { kind: 'retry', reason: `Google is busy (status ${status}).` };
  const words = status < 300 ? '' : ` (${wordsOf(answer, { clientSecret: app.clientSecret }).slice(0, 200)})`;
  return { kind: 'refused', reason: `${otherwise}${words}` };
}
