/** Connecting a TikTok account: Login Kit for the web, without PKCE. The app's id is its `client_key`. */
import { ofApp } from '../lib/app.ts';
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Answer, ask, at, type Lost, textAt } from '../lib/http.ts';
import { withUploadKey } from '../lib/upload-address.ts';
import { isOk, wordsOf } from './errors.ts';
import { addressOf } from './request.ts';
import { refusalIn, tokenRequest, type Tokens, tokensIn } from './token.ts';
import { version, endpoints } from './version.ts';

const PUBLISH = 'video.publish';
const PROFILE = 'user.info.profile';
/**
 * Posting needs the first and the last. The name comes with the profile, numbers with the stats, and the list finds
 * photos again whose answer was lost.
 */
const SCOPES = ['user.info.basic', PROFILE, 'user.info.stats', 'video.list', PUBLISH];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl({ endpoints: bases, app, redirectUri, state }) {
    const url = new URL(`${bases['www'] ?? endpoints.www}/${version.version}/auth/authorize/`);
    url.search = new URLSearchParams({
      client_key: app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
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
  });
  const answer = await ask(step.fetch, request, step.signal);
  const tokens = answer.kind === 'answer' ? tokensIn(answer, step.now) : null;
  if (tokens === null) return troubleOf(answer, 'TikTok did not accept the sign-in: start again.');
  if (!tokens.scopes.includes(PUBLISH)) {
    const reason = `TikTok did not allow posting (${PUBLISH}): start again and leave it ticked.`;
    return { kind: 'refused', reason };
  }
  if (tokens.refreshToken === null) {
    return { kind: 'refused', reason: 'TikTok gave no lasting access: start again.' };
  }
  return readUser(step, tokens, tokens.refreshToken);
}

async function readUser(
  step: ConnectStep & { app: AppCredentials },
  { accessToken, expiresAt, scopes }: Tokens,
  refreshToken: string,
): Promise<ConnectAnswer> {
  // a field whose scope was not allowed would fail the whole call
  const hasProfile = scopes.includes(PROFILE);
  const fields = ['open_id', 'avatar_url', 'display_name', ...(hasProfile ? ['username'] : [])].join(',');
  const request = new Request(addressOf(step.endpoints, `/user/info/?fields=${fields}`), {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const answer = await ask(step.fetch, request, step.signal);
  const user = answer.kind === 'answer' && isOk(answer) ? at(answer.json, 'data', 'user') : undefined;
  const remoteId = textAt(user, 'open_id');
  if (remoteId === null) return troubleOf(answer, 'TikTok does not say whose account it is: start again.');
  const username = textAt(user, 'username') || null;
  const displayName = textAt(user, 'display_name') || username || remoteId;
  const avatar = textAt(user, 'avatar_url');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username: username ?? displayName,
        displayName,
        url: username === null ? null : `https://www.tiktok.com/@${encodeURIComponent(username)}`,
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
function troubleOf(answer: Answer | Lost, otherwise: string): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `TikTok: ${answer.reason}.` };
  const { status } = answer;
  if (status === 429 || status >= 500) return { kind: 'retry', reason: `TikTok is busy (status ${status}).` };
  const words = refusalIn(answer) ?? (status < 300 ? '' : wordsOf(answer));
  return { kind: 'refused', reason: words === '' ? otherwise : `${otherwise} (${words.slice(0, 200)})` };
}
