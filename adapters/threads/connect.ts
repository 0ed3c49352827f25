/**
 * Signing in with Threads: the code is exchanged for a token of an hour, that one for a token of 60 days (Threads API,
 * "get access tokens and permissions").
 */
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { ask, at, brief, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import { get } from '../meta/graph-call.ts';
import { readToken } from '../meta/token.ts';
import { troubleOf } from './errors.ts';
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
    const code = step.code.replace(/#_$/, ''); // Meta's redirect ends so

    const short = await ask(fetch, codeRequest(graph, { app, redirectUri, code }), signal);
    const shortToken = short.kind === 'answer' ? readToken(short) : null;
    if (shortToken === null) return troubleWith(short, step);

    const long = await ask(fetch, longLifeRequest(graph, app.clientSecret, shortToken.accessToken), signal);
    const token = long.kind === 'answer' ? readToken(long) : null;
    if (token === null) return troubleWith(long, step);

    const caller = { base: `${graph}/${version.version}`, accessToken: token.accessToken };
    const me = await ask(fetch, get(caller, 'me', { fields: PROFILE }), signal);
    // The id of the token's answer was seen as a number, which JavaScript rounds; this one is text.
    const id = me.kind === 'answer' && me.status < 300 ? at(me.json, 'id') : null;
    if (me.kind === 'lost' || typeof id !== 'string') return troubleWith(me, step);
    const username = textAt(me.json, 'username') ?? id;
    return {
      kind: 'accounts',
      accounts: [
        {
          remoteId: id,
          username,
          displayName: textAt(me.json, 'name') || username,
          url: `https://www.threads.com/@${encodeURIComponent(username)}`,
          avatarUrl: textAt(me.json, 'threads_profile_picture_url'),
          endpoints: { graph },
          credentials: { accessToken: token.accessToken },
          limits: {},
          expiresAt: now + (token.lifeMs ?? TOKEN_LIFE_MS),
        },
      ],
    };
  },
};

const PROFILE = 'id,username,name,threads_profile_picture_url';

function codeRequest(
  graph: string,
  { app, redirectUri, code }: { app: AppCredentials; redirectUri: string; code: string },
): Request {
  const body = new URLSearchParams({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  });
  return new Request(`${graph}/oauth/access_token`, { method: 'POST', redirect: 'manual', body });
}

/** It takes secret and token in the query only. */
function longLifeRequest(graph: string, clientSecret: string, accessToken: string): Request {
  const query = new URLSearchParams({
    grant_type: 'th_exchange_token',
    client_secret: clientSecret,
    access_token: accessToken,
  });
  return new Request(`${graph}/access_token?${query.toString()}`, { redirect: 'manual' });
}

/** The token routes were seen to answer in two shapes: the Graph API's, and `{error_type, error_message}`. */
function troubleWith(
  answer: Answer | Lost,
  { app, code, now }: { app: AppCredentials; code: string; now: number },
): ConnectAnswer {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Threads: ${answer.reason}` };
  const { verdict, reason } = troubleOf(answer, now);
  if (verdict === 'temporary' || verdict === 'throttled') return { kind: 'retry', reason };
  const plain = textAt(answer.json, 'error_message');
  const said = withoutSecrets(plain ?? reason, { secret: app.clientSecret, code }, ['secret', 'code']);
  return { kind: 'refused', reason: brief(`Threads did not let us in: ${said}`).slice(0, 390) };
}
