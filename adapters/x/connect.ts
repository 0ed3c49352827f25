/** Connecting an account of X: OAuth 2.0 with PKCE, which X wants of every app. The code lives about 30 seconds. */
import { ofApp } from '../lib/app.ts';
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { ask, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import { readTrouble } from './errors.ts';
import { askForTokens, type Tokens } from './token.ts';

const NEEDED = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
/** For messages, and for hiding replies: posting works without them. */
const WANTED = ['dm.read', 'dm.write', 'tweet.moderate.write'];
/** What one open client sends for paying members; the help pages say 25,000. */
const MEMBER_CHARACTERS = 4000;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: [...NEEDED, ...WANTED],
  authorizeUrl({ endpoints, app, redirectUri, state, codeChallenge }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: connect.scopes.join(' '),
      state,
      code_challenge: codeChallenge ?? '',
      code_challenge_method: 'S256',
    });
    // Spaces as %20: the page of X reads a plus sign as one
    return `${endpoints['site']}/i/oauth2/authorize?${query.toString().replaceAll('+', '%20')}`;
  },
  async exchange(step): Promise<ConnectAnswer> {
    const { app, redirectUri, code, codeVerifier } = step;
    const tokens = await askForTokens(step, app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier ?? '',
    });
    if (!('accessToken' in tokens)) return refusal(tokens, step.now, [code, app.clientSecret]);
    const missing =
      tokens.scopes.length === 0 ? [] : NEEDED.filter((scope) => !tokens.scopes.includes(scope));
    if (missing.length > 0) {
      return {
        kind: 'refused',
        reason: `X did not grant ${missing.join(', ')}: allow all that is asked for.`,
      };
    }
    const answer = await ask(step.fetch, meRequest(step.endpoints, tokens.accessToken), step.signal);
    if (answer.kind === 'lost' || answer.status !== 200 || textAt(answer.json, 'data', 'id') === null) {
      return refusal(answer, step.now, [tokens.accessToken]);
    }
    return accountOf(answer, tokens, step);
  },
};

function meRequest(endpoints: { [name: string]: string }, accessToken: string): Request {
  return new Request(`${endpoints['api']}/2/users/me?user.fields=profile_image_url,subscription_type`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
}

function accountOf(
  { json }: Answer,
  tokens: Tokens,
  { app, endpoints }: Parameters<OAuthConnect['exchange']>[0],
): ConnectAnswer {
  const username = textAt(json, 'data', 'username') ?? '';
  const membership = textAt(json, 'data', 'subscription_type') ?? 'None';
  const { accessToken, refreshToken, expiresAt } = tokens;
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: textAt(json, 'data', 'id') ?? '',
        username,
        displayName: textAt(json, 'data', 'name') || username,
        url: `${endpoints['site']}/${encodeURIComponent(username)}`,
        avatarUrl: textAt(json, 'data', 'profile_image_url'),
        endpoints,
        credentials: {
          accessToken,
          ...(refreshToken !== null && { refreshToken }),
          ...ofApp(app),
        },
        limits: membership === 'None' ? {} : { maxCharacters: MEMBER_CHARACTERS },
        expiresAt,
      },
    ],
  };
}

function refusal(answer: Answer | Lost, now: number, secrets: string[]): ConnectAnswer {
  const trouble = readTrouble(answer, now);
  const reason = withoutSecrets(trouble.reason, Object.fromEntries(secrets.entries()), Object.keys(secrets));
  if (trouble.kind === 'retry') return { kind: 'retry', reason };
  return { kind: 'refused', reason: `X refused the sign-in: ${reason} Begin again.` };
}
