/** Connecting blogs of Tumblr: OAuth 2.0 without PKCE. One sign-in opens all blogs of the person, each an account. */
import { ofApp } from '../lib/app.ts';
import type { ConnectableAccount, ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { ask, at, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { readTrouble, USER_AGENT } from './errors.ts';
import { askForTokens, type Tokens } from './token.ts';

const NEEDED = ['basic', 'write', 'offline_access'];

type ExchangeStep = Parameters<OAuthConnect['exchange']>[0];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: NEEDED,
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      response_type: 'code',
      scope: NEEDED.join(' '),
      state,
      redirect_uri: redirectUri,
    });
    return `${endpoints['www']}/oauth2/authorize?${query.toString().replaceAll('+', '%20')}`;
  },
  async exchange(step): Promise<ConnectAnswer> {
    const { app, redirectUri, code, now } = step;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const tokens = await askForTokens(step, app, grant);
    if (!('accessToken' in tokens)) return refusal(tokens, now, { code, secret: app.clientSecret });
    const missing =
      tokens.scopes.length === 0 ? [] : NEEDED.filter((scope) => !tokens.scopes.includes(scope));
    if (missing.length > 0) {
      return {
        kind: 'refused',
        reason: `Tumblr did not grant ${missing.join(', ')}: allow all that is asked for.`,
      };
    }
    const answer = await read(step, tokens, '/v2/user/info');
    const blogs = answer.kind === 'answer' ? at(answer.json, 'response', 'user', 'blogs') : undefined;
    if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(blogs)) {
      return refusal(answer, now, { token: tokens.accessToken });
    }
    if (blogs.length === 0)
      return { kind: 'refused', reason: 'This Tumblr account has no blog: make one first.' };
    const accounts: ConnectableAccount[] = [];
    for (const blog of blogs) {
      const uuid = await uuidOf(step, tokens, blog);
      if (typeof uuid !== 'string') return refusal(uuid, now, { token: tokens.accessToken });
      accounts.push(accountOf(blog, uuid, tokens, step));
    }
    // one rotating token opens all blogs
    return { kind: 'accounts', accounts: accounts.map((account) => ({ ...account, alone: true as const })) };
  },
};

/** The blog's id for good. Told with the blog; where it is not, the blog's own page of facts has it. */
async function uuidOf(step: ExchangeStep, tokens: Tokens, blog: Json): Promise<string | Answer | Lost> {
  const told = textAt(blog, 'uuid');
  if (told !== null) return told;
  const name = textAt(blog, 'name') ?? '';
  const answer = await read(step, tokens, `/v2/blog/${encodeURIComponent(name)}/info`);
  return (answer.kind === 'answer' ? textAt(answer.json, 'response', 'blog', 'uuid') : null) ?? answer;
}

function read(
  { endpoints, fetch, signal }: ExchangeStep,
  tokens: Tokens,
  path: string,
): Promise<Answer | Lost> {
  const headers = { authorization: `Bearer ${tokens.accessToken}`, 'user-agent': USER_AGENT };
  return ask(fetch, new Request(`${endpoints['api']}${path}`, { headers }), signal);
}

function accountOf(
  blog: Json,
  uuid: string,
  tokens: Tokens,
  { app, endpoints }: ExchangeStep,
): ConnectableAccount {
  const name = textAt(blog, 'name') ?? uuid;
  const { accessToken, refreshToken, expiresAt } = tokens;
  return {
    remoteId: uuid,
    username: name,
    displayName: textAt(blog, 'title') || name,
    url: textAt(blog, 'url'),
    avatarUrl: `${endpoints['api']}/v2/blog/${encodeURIComponent(name)}/avatar/128`,
    endpoints,
    credentials: {
      accessToken,
      ...(refreshToken !== null && { refreshToken }),
      ...ofApp(app),
    },
    limits: {},
    expiresAt,
  };
}

function refusal(answer: Answer | Lost, now: number, secrets: { [name: string]: string }): ConnectAnswer {
  const trouble = readTrouble(answer, now);
  const reason = withoutSecrets(trouble.reason, secrets, Object.keys(secrets));
  if (trouble.kind === 'retry') return { kind: 'retry', reason };
  return { kind: 'refused', reason: `Tumblr refused the sign-in: ${reason}. Begin again.` };
}
