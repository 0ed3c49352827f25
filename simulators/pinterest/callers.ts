/** Tokens, and what a call needs of them. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { refusal } from './errors.ts';
import { ACCESS_LIFE_S, type Account, REFRESH_LIFE_S, type State, hash } from './state.ts';

export function newTokens(world: World<State>, account: string, scopes: string[]) {
  const number = world.nextNumber();
  const access = `pina_${hash(`access ${account} ${number}`)}`;
  const refresh = `pinr_${hash(`refresh ${account} ${number}`)}`;
  const kept = { account, scopes, madeAt: world.now() };
  world.state.access[access] = kept;
  world.state.refresh[refresh] = kept;
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_S,
    refresh_token_expires_in: REFRESH_LIFE_S,
    refresh_token_expires_at: Math.floor(world.now() / 1000) + REFRESH_LIFE_S,
    scope: scopes.join(' '),
  };
}

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** A call with a token that lives and has the scopes. */
export function call(
  world: World<State>,
  route: Pick<Route, 'call' | 'method' | 'path'> & {
    scopes: string[];
    answer: (account: Account, exchange: Exchange) => Response | Promise<Response>;
  },
): Route {
  const { scopes, answer, ...rest } = route;
  return {
    ...rest,
    account: ({ request }) => world.state.access[tokenOf(request)]?.account ?? null,
    answer: (exchange) => {
      const token = world.state.access[tokenOf(exchange.request)];
      const account = token && world.state.accounts[token.account];
      if (!token || !account || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) {
        return refusal(401, 2, 'Authentication failed.');
      }
      const missing = scopes.filter((scope) => !token.scopes.includes(scope));
      if (missing.length > 0) {
        return refusal(403, 3, `Your application lacks the permission ${missing.join(', ')}.`);
      }
      return answer(account, exchange);
    },
  };
}
