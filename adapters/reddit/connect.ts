/** Connecting an account of Reddit: OAuth 2.0 without PKCE, for good (`duration=permanent`). */
import { ofApp } from '../lib/app.ts';
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { ask, at, textAt, type Answer, type Lost } from '../lib/http.ts';
import { readTrouble, userAgent } from './errors.ts';
import { askForTokens, grantError, type Tokens } from './token.ts';

/** `history` is for looking after a lost answer, `flair` for the flair's id. */
const NEEDED = ['identity', 'read', 'submit', 'flair', 'history'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: NEEDED,
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      response_type: 'code',
      state,
      redirect_uri: redirectUri,
      duration: 'permanent',
      scope: NEEDED.join(' '),
    });
    return `${endpoints['www']}/api/v1/authorize?${query.toString().replaceAll('+', '%20')}`;
  },
  async exchange(step): Promise<ConnectAnswer> {
    const { app, redirectUri, endpoints, fetch, signal, now } = step;
    const code = step.code.replace(/#_$/, ''); // may hang at the end of the address
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const tokens = await askForTokens(step, app, grant);
    if (!('accessToken' in tokens)) return refusal(tokens, now);
    const granted = tokens.scopes;
    const missing =
      granted.includes('*') || granted.length === 0 ? [] : NEEDED.filter((scope) => !granted.includes(scope));
    if (missing.length > 0) {
      return {
        kind: 'refused',
        reason: `Reddit did not grant ${missing.join(', ')}: allow all that is asked for.`,
      };
    }
    const request = new Request(`${endpoints['oauth']}/api/v1/me?raw_json=1`, {
      headers: {
        authorization: `Bearer ${tokens.accessToken}`,
        'user-agent': userAgent(app.clientId, null),
      },
    });
    const me = await ask(fetch, request, signal);
    if (me.kind === 'lost' || me.status !== 200 || textAt(me.json, 'id') === null) return refusal(me, now);
    if (at(me.json, 'is_suspended') === true) {
      return { kind: 'refused', reason: 'Reddit has suspended this account: nothing can be posted with it.' };
    }
    return accountOf(me, tokens, step);
  },
};

function accountOf(
  { json }: Answer,
  tokens: Tokens,
  { app, endpoints }: Parameters<OAuthConnect['exchange']>[0],
): ConnectAnswer {
  const name = textAt(json, 'name') ?? '';
  const { accessToken, refreshToken, expiresAt } = tokens;
  const icon = textAt(json, 'icon_img');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: `t2_${textAt(json, 'id') ?? ''}`,
        username: name,
        displayName: `u/${name}`,
        url: `${endpoints['www']}/user/${encodeURIComponent(name)}`,
        avatarUrl: icon === '' ? null : icon,
        endpoints,
        credentials: {
          accessToken,
          ...(refreshToken !== null && { refreshToken }),
          ...ofApp(app),
        },
        limits: {},
        expiresAt,
      },
    ],
  };
}

function refusal(answer: Answer | Lost, now: number): ConnectAnswer {
  const refused = grantError(answer);
  if (refused !== null) {
    return { kind: 'refused', reason: `Reddit did not take the sign-in: ${refused}. Begin again.` };
  }
  const trouble = readTrouble(answer, now);
  if (trouble.kind === 'retry') return trouble;
  return { kind: 'refused', reason: `Reddit refused the sign-in: ${trouble.reason}. Begin again.` };
}
