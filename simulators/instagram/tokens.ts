/** Tokens: renewed, checked, and whose they are. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import {
  isAlive,
  newToken,
  type Account,
  NEWEST_VERSION,
  OLDEST_VERSION,
  type State,
  TOKEN_LIFE_SECONDS,
  TOKEN_MIN_AGE_MS,
} from './state.ts';
import { missing, refusal } from './errors.ts';

export function tokenRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'refresh_access_token',
      method: 'get',
      path: '/refresh_access_token',
      account: (exchange) => callerOf(world, exchange),
      answer(exchange) {
        const account = authorize(world, exchange);
        if (account instanceof Response) return account;
        const { searchParams } = exchange.url;
        if (searchParams.get('grant_type') !== 'ig_refresh_token') {
          return refusal(400, { code: 100 }, 'Unsupported grant_type');
        }
        const old = world.state.tokens[tokenOf(exchange) ?? ''];
        const madeAt = old?.madeAt ?? 0;
        if (world.now() - madeAt < TOKEN_MIN_AGE_MS) {
          // The real code for this is not known.
          return refusal(
            400,
            { code: 100 },
            'The access token must be at least 24 hours old to be refreshed',
          );
        }
        account.token = newToken(world, account.id, old?.scopes);
        return Response.json({
          access_token: account.token,
          token_type: 'bearer',
          expires_in: TOKEN_LIFE_SECONDS,
        });
      },
    },
  ];
}

/** From the header, or the query, as both are taken. */
export function tokenOf({ request, url }: Exchange): string | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? url.searchParams.get('access_token');
}

export function callerOf(world: World<State>, exchange: Exchange): string | null {
  return world.state.tokens[tokenOf(exchange) ?? '']?.account ?? null;
}

function authorize(world: World<State>, exchange: Exchange): Account | Response {
  const token = tokenOf(exchange);
  if (token === null) {
    return refusal(400, { code: 2500 }, 'An active access token must be used to query information.');
  }
  const account = world.state.accounts[world.state.tokens[token]?.account ?? ''];
  if (!account) return refusal(401, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (isAlive(world, token)) return account;
  return refusal(401, { code: 190, subcode: 463 }, 'Error validating access token: Session has expired.');
}

/** Permissions have other names where a person signed in with Facebook. */
const FACEBOOK_SCOPE_OF: { [scope: string]: string } = {
  instagram_business_manage_messages: 'instagram_manage_messages',
  instagram_business_manage_comments: 'instagram_manage_comments',
  instagram_business_manage_insights: 'instagram_manage_insights',
  instagram_business_basic: 'pages_manage_metadata',
};

/**
 * What every versioned call has in common: the version, the token, its scope, the account in the path.
 * @param needs.node whose call it is: of two the Page's, where a Page's token calls
 */
export async function called(
  world: World<State>,
  exchange: Exchange,
  answer: (account: Account) => Response | Promise<Response>,
  needs: { scope?: string; node?: 'account' | 'conversations' } = {},
): Promise<Response> {
  const version = Number(/^v(\d+)\.0$/.exec(exchange.params['version'] ?? '')?.[1] ?? 0);
  if (version < 1 || version > NEWEST_VERSION) {
    return refusal(400, { code: 2500 }, `Unknown path components: ${exchange.url.pathname}`);
  }
  const account = authorize(world, exchange);
  if (account instanceof Response) return account;
  const { page, scopes } = world.state.tokens[tokenOf(exchange) ?? ''] ?? {};
  const { scope: named, node = 'account' } = needs;
  const scope = page === undefined ? named : FACEBOOK_SCOPE_OF[named ?? ''];
  if (scope !== undefined && scopes && !scopes.includes(scope)) {
    return refusal(403, { code: 10 }, `(#10) Application does not have permission for this action: ${scope}`);
  }
  const of = exchange.params['account'];
  const nodes = page === undefined ? ['me', account.id] : node === 'account' ? [account.id] : ['me', page];
  if (of !== undefined && !nodes.includes(of)) {
    // seen for messages that are sent by the account instead of its Page
    if (of === account.id) return refusal(403, { code: 3 }, NOT_CAPABLE);
    return missing(of);
  }
  const response = await answer(account);
  response.headers.set('facebook-api-version', `v${Math.max(version, OLDEST_VERSION)}.0`);
  return response;
}

const NOT_CAPABLE = '(#3) Application does not have the capability to make this API call.';

/** The Page whose token a call has; undefined: the account signed in with Instagram. */
export function pageCalling(world: World<State>, exchange: Exchange): string | undefined {
  return world.state.tokens[tokenOf(exchange) ?? '']?.page;
}
