/**
 * Connects a YouTube channel: Google's OAuth 2.0 with PKCE. A token is for one channel; the person picks it at
 * Google.
 */
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { at, textAt } from '../lib/http.ts';
import {
  addressOrNull,
  askAs,
  authorizeUrl,
  connectError,
  credentialsOf,
  exchangeCode,
  type ExchangeStep,
  type Tokens,
} from '../lib/oauth.ts';
import { withUploadKey } from '../lib/upload-address.ts';
import { oauth } from './oauth.ts';
import { baseOf } from './request.ts';
import { NEEDED, SCOPES, shortNames } from './scopes.ts';
import { version, endpoints } from './version.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: SCOPES,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['accounts'] ?? endpoints.accounts}/o/oauth2/v2/auth`, request, {
      scope: SCOPES.join(' '),
      // without both, a person's second connection returns no refresh token
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
    }),
  exchange,
};

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const tokens = await exchangeCode(oauth, step);
  if ('kind' in tokens) return tokens;
  const missing = NEEDED.filter((scope) => !tokens.scopes?.includes(scope));
  if (missing.length > 0) {
    return {
      kind: 'refused',
      reason: `Not all that is needed was ticked at Google (${shortNames(missing)}): start again.`,
    };
  }
  if (tokens.refreshToken === null) {
    const reason =
      'Google gave no lasting access: take this app out at myaccount.google.com/permissions, then start again.';
    return { kind: 'refused', reason };
  }
  return readChannel(step, tokens);
}

async function readChannel(step: ExchangeStep, tokens: Tokens): Promise<ConnectAnswer> {
  const credentials = credentialsOf(tokens, step.app);
  const query = new URLSearchParams({ part: 'snippet,contentDetails,statistics', mine: 'true' }).toString();
  const url = `${baseOf(step.endpoints)}/youtube/${version.version}/channels?${query}`;
  const answer = await askAs(step, tokens.accessToken, url);
  if (answer.kind === 'lost' || answer.status !== 200) {
    const context = { account: { credentials }, now: step.now };
    return connectError(oauth, answer, { what: 'did not show the YouTube channel', context });
  }
  const channel = at(answer.json, 'items', 0);
  const remoteId = textAt(channel, 'id');
  if (remoteId === null) {
    const reason = 'This Google account has no YouTube channel: make one on YouTube, then start again.';
    return { kind: 'refused', reason };
  }
  const handle = textAt(channel, 'snippet', 'customUrl');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username: handle ?? remoteId,
        displayName: textAt(channel, 'snippet', 'title') || (handle ?? remoteId),
        url: `https://www.youtube.com/channel/${encodeURIComponent(remoteId)}`,
        avatarUrl: addressOrNull(textAt(channel, 'snippet', 'thumbnails', 'default', 'url')),
        endpoints: step.endpoints,
        credentials: withUploadKey({ remoteId, credentials }),
        limits: {},
        scopes: tokens.scopes ?? [],
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
