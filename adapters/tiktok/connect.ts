/** Connects a TikTok account: Login Kit for the web, without PKCE. The app's id is its `client_key`. */
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
import { isOk } from './errors.ts';
import { oauth } from './oauth.ts';
import { addressOf } from './request.ts';
import { version, endpoints } from './version.ts';

const PUBLISH = 'video.publish';
const PROFILE = 'user.info.profile';
/**
 * Posting needs the first and the last scope. The profile scope gives the name, the stats scope the metrics, and the
 * list scope finds photos whose response was lost.
 */
const SCOPES = ['user.info.basic', PROFILE, 'user.info.stats', 'video.list', PUBLISH];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl: (request) =>
    authorizeUrl(
      `${request.endpoints['www'] ?? endpoints.www}/${version.version}/auth/authorize/`,
      request,
      { scope: SCOPES.join(',') },
      'client_key',
    ),
  exchange,
};

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const tokens = await exchangeCode(oauth, step);
  if ('kind' in tokens) return tokens;
  if (!tokens.scopes?.includes(PUBLISH)) {
    const reason = `TikTok did not allow posting (${PUBLISH}): start again and leave it ticked.`;
    return { kind: 'refused', reason };
  }
  if (tokens.refreshToken === null) {
    return { kind: 'refused', reason: 'TikTok gave no lasting access: start again.' };
  }
  return readUser(step, tokens);
}

async function readUser(step: ExchangeStep, tokens: Tokens): Promise<ConnectAnswer> {
  const credentials = credentialsOf(tokens, step.app);
  // requesting a field whose scope was not granted makes the whole call fail
  const hasProfile = tokens.scopes?.includes(PROFILE);
  const fields = ['open_id', 'avatar_url', 'display_name', ...(hasProfile ? ['username'] : [])].join(',');
  const answer = await askAs(
    step,
    tokens.accessToken,
    addressOf(step.endpoints, `/user/info/?fields=${fields}`),
  );
  const user = answer.kind === 'response' && isOk(answer) ? at(answer.json, 'data', 'user') : undefined;
  const remoteId = textAt(user, 'open_id');
  if (remoteId === null) {
    const context = { account: { credentials }, now: step.now };
    return connectError(oauth, answer, { what: 'did not say whose account it is', context });
  }
  const username = textAt(user, 'username') || null;
  const displayName = textAt(user, 'display_name') || username || remoteId;
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username: username ?? displayName,
        displayName,
        url: username === null ? null : `https://www.tiktok.com/@${encodeURIComponent(username)}`,
        avatarUrl: addressOrNull(textAt(user, 'avatar_url')),
        endpoints: step.endpoints,
        credentials: withUploadKey({ remoteId, credentials }),
        limits: {},
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
