/**
 * Connecting a personal profile (products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn"). The
 * app's secret is kept with the account: renewing a token takes it.
 */
import { ofApp } from '../lib/app.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { type Answer, ask, at, brief, type Lost, textAt } from '../lib/http.ts';

const SCOPES = ['openid', 'profile', 'w_member_social'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const url = new URL(`${endpoints['www']}/oauth/v2/authorization`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: SCOPES.join(' '),
    }).toString();
    return url.href;
  },
  exchange,
};

async function exchange(step: Parameters<OAuthConnect['exchange']>[0]): Promise<ConnectAnswer> {
  const { app, endpoints } = step;
  const request = new Request(`${endpoints['www']}/oauth/v2/accessToken`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: step.code,
      redirect_uri: step.redirectUri,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    }),
  });
  const token = await ask(step.fetch, request, step.signal);
  const accessToken =
    token.kind === 'answer' && token.status < 300 ? textAt(token.json, 'access_token') : null;
  if (token.kind === 'lost' || accessToken === null) return whyNot(token, 'did not accept the sign-in');
  // asked for with spaces, told with commas
  const granted = (textAt(token.json, 'scope') ?? SCOPES.join(' ')).split(/[\s,]+/);
  if (!granted.includes('w_member_social')) {
    return refused(
      'LinkedIn does not let this app post: add the product "Share on LinkedIn" to it, and sign in again.',
    );
  }

  const me = await userinfo(step, accessToken);
  const sub = me.kind === 'answer' && me.status < 300 ? textAt(me.json, 'sub') : null;
  if (me.kind === 'lost' || sub === null) return whyNot(me, 'does not say whose account it is');
  const name = textAt(me.json, 'name') ?? 'LinkedIn member';
  const seconds = at(token.json, 'expires_in');
  const refreshToken = textAt(token.json, 'refresh_token');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: sub,
        username: name, // the public profile's name is not told to ordinary apps
        displayName: name,
        url: null,
        avatarUrl: textAt(me.json, 'picture'),
        endpoints: { www: endpoints['www'] ?? '', api: endpoints['api'] ?? '' },
        credentials: {
          accessToken,
          ...(refreshToken === null ? {} : { refreshToken }),
          ...ofApp(app),
        },
        limits: {},
        expiresAt: typeof seconds === 'number' ? step.now + seconds * 1000 : null,
      },
    ],
  };
}

function userinfo({ endpoints, fetch, signal }: ConnectStep, accessToken: string): Promise<Answer | Lost> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return ask(fetch, new Request(`${endpoints['api']}/v2/userinfo`, { headers }), signal);
}

function whyNot(answer: Answer | Lost, what: string): ConnectAnswer {
  if (answer.kind === 'lost')
    return { kind: 'retry', reason: `LinkedIn did not answer (${answer.reason}): try again.` };
  const { status, json } = answer;
  if (status === 429 || status >= 500)
    return { kind: 'retry', reason: `LinkedIn is busy for now (${status}): try again.` };
  const words = textAt(json, 'error_description') ?? textAt(json, 'message') ?? `status ${status}`;
  return refused(`LinkedIn ${what} (${brief(words).slice(0, 200)}): start again.`);
}

function refused(reason: string): ConnectAnswer {
  return { kind: 'refused', reason };
}
