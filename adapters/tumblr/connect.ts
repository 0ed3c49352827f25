/** Connects Tumblr blogs: OAuth 2.0 without PKCE. One sign-in covers all blogs of the person; each is an account. */
import type { ConnectableAccount, ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { at, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import {
  askAs,
  authorizeUrl,
  connectError,
  credentialsOf,
  exchangeCode,
  type ExchangeStep,
  scopesRefused,
  type Tokens,
} from '../lib/oauth.ts';
import type { Json } from '../../machines/outcome.ts';
import { oauth } from './oauth.ts';
import { USER_AGENT } from './request.ts';

const NEEDED = ['basic', 'write', 'offline_access'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: NEEDED,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['www']}/oauth2/authorize`, request, { scope: NEEDED.join(' ') }),
  async exchange(step): Promise<ConnectAnswer> {
    const tokens = await exchangeCode(oauth, step);
    if ('kind' in tokens) return tokens;
    const refused = scopesRefused(oauth, NEEDED, tokens);
    if (refused !== null) return refused;
    const answer = await read(step, tokens, '/v2/user/info');
    const blogs = answer.kind === 'response' ? at(answer.json, 'response', 'user', 'blogs') : undefined;
    if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(blogs)) {
      return failed(answer, tokens, step);
    }
    if (blogs.length === 0)
      return { kind: 'refused', reason: 'This Tumblr account has no blog: make one first.' };
    const accounts: ConnectableAccount[] = [];
    for (const blog of blogs) {
      const uuid = await uuidOf(step, tokens, blog);
      if (typeof uuid !== 'string') return failed(uuid, tokens, step);
      accounts.push(accountOf(blog, uuid, tokens, step));
    }
    // one rotating token serves all blogs
    return { kind: 'accounts', accounts: accounts.map((account) => ({ ...account, alone: true as const })) };
  },
};

/** The blog's permanent id, from the list of blogs or else from the blog's own info. */
async function uuidOf(
  step: ExchangeStep,
  tokens: Tokens,
  blog: Json,
): Promise<string | NetworkResponse | Lost> {
  const uuid = textAt(blog, 'uuid');
  if (uuid !== null) return uuid;
  const name = textAt(blog, 'name') ?? '';
  const answer = await read(step, tokens, `/v2/blog/${encodeURIComponent(name)}/info`);
  return (answer.kind === 'response' ? textAt(answer.json, 'response', 'blog', 'uuid') : null) ?? answer;
}

function read(step: ExchangeStep, { accessToken }: Tokens, path: string): Promise<NetworkResponse | Lost> {
  return askAs(step, accessToken, `${step.endpoints['api']}${path}`, { 'user-agent': USER_AGENT });
}

function failed(response: NetworkResponse | Lost, tokens: Tokens, { app, now }: ExchangeStep): ConnectAnswer {
  const context = { account: { credentials: credentialsOf(tokens, app) }, now };
  return connectError(oauth, response, { what: 'did not show the blogs', context });
}

function accountOf(
  blog: Json,
  uuid: string,
  tokens: Tokens,
  { app, endpoints }: ExchangeStep,
): ConnectableAccount {
  const name = textAt(blog, 'name') ?? uuid;
  return {
    remoteId: uuid,
    username: name,
    displayName: textAt(blog, 'title') || name,
    url: textAt(blog, 'url'),
    avatarUrl: `${endpoints['api']}/v2/blog/${encodeURIComponent(name)}/avatar/128`,
    endpoints,
    credentials: credentialsOf(tokens, app),
    limits: {},
    expiresAt: tokens.expiresAt,
  };
}
