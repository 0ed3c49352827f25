/**
 * Sign-in with Threads: the code is exchanged for a token valid for an hour, that one for a token valid for 60 days
 * (Threads API, "get access tokens and permissions").
 */
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { ofApp } from '../lib/app.ts';
import { ask, at, brief, textAt, withoutSecrets, type NetworkResponse, type Lost } from '../lib/http.ts';
import { get } from '../meta/request.ts';
import { codeRequest, longLifeRequest } from '../meta/sign-in.ts';
import { readToken } from '../meta/token.ts';
import { readError } from './errors.ts';
import { endpoints, version } from './version.ts';

const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
];
const TOKEN_LIFE_MS = 60 * 24 * 3_600_000;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,

  authorizeUrl({ endpoints: own, app, redirectUri, state }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(','),
      response_type: 'code',
      state,
    });
    return `${own['login'] ?? endpoints.login}/oauth/authorize?${query.toString()}`;
  },

  async exchange(step) {
    const { app, redirectUri, fetch, signal, now } = step;
    const graph = step.endpoints['graph'] ?? endpoints.graph;
    const grant = { app, redirectUri, code: step.code };
    const short = await ask(fetch, codeRequest(`${graph}/oauth/access_token`, grant), signal);
    const shortToken = short.kind === 'response' ? readToken(short) : null;
    if (shortToken === null) return signInFailure(short, step);

    const { clientSecret } = app;
    const { accessToken } = shortToken;
    const lasting = longLifeRequest(graph, 'th_exchange_token', { clientSecret, accessToken });
    const long = await ask(fetch, lasting, signal);
    const token = long.kind === 'response' ? readToken(long) : null;
    if (token === null) return signInFailure(long, step);

    const caller = { base: `${graph}/${version.version}`, accessToken: token.accessToken };
    const me = await ask(fetch, get(caller, 'me', { fields: PROFILE }), signal);
    // The token response has the id as a number, which JavaScript rounds; this one is text.
    const id = me.kind === 'response' && me.status < 300 ? at(me.json, 'id') : null;
    if (me.kind === 'lost' || typeof id !== 'string') return signInFailure(me, step);
    const username = textAt(me.json, 'username') ?? id;
    return {
      kind: 'accounts',
      accounts: [
        {
          remoteId: id,
          loginId: id,
          username,
          displayName: textAt(me.json, 'name') || username,
          url: `https://www.threads.com/@${encodeURIComponent(username)}`,
          avatarUrl: textAt(me.json, 'threads_profile_picture_url'),
          endpoints: { graph },
          credentials: { accessToken: token.accessToken, ...ofApp(app) },
          limits: {},
          expiresAt: now + (token.lifeMs ?? TOKEN_LIFE_MS),
        },
      ],
    };
  },
};

const PROFILE = 'id,username,name,threads_profile_picture_url';

/** The token calls return errors in two shapes: the Graph API's, and `{error_type, error_message}`. */
function signInFailure(
  answer: NetworkResponse | Lost,
  { app, code, now }: { app: AppCredentials; code: string; now: number },
): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Threads: ${answer.reason}` };
  const { verdict, reason } = readError(answer, now);
  if (verdict === 'temporary' || verdict === 'throttled') return { kind: 'retry', reason };
  const plain = textAt(answer.json, 'error_message');
  const text = withoutSecrets(plain ?? reason, { secret: app.clientSecret, code }, ['secret', 'code']);
  return { kind: 'refused', reason: brief(`Threads refused the sign-in: ${text}`).slice(0, 390) };
}
