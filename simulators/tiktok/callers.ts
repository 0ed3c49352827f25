/** Tokens, and what a call needs of them. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { invalidToken, missingScope } from './errors.ts';
import { ACCESS_LIFE_S, type Account, REFRESH_LIFE_S, type State, hash } from './state.ts';

export function newTokens(world: World<State>, account: string, scopes: string[]) {
  const number = world.nextNumber();
  const access = `act.${hash(`access ${account} ${number}`)}`;
  const refresh = `rft.${hash(`refresh ${account} ${number}`)}`;
  const kept = { account, scopes, madeAt: world.now() };
  world.state.access[access] = kept;
  world.state.refresh[refresh] = kept;
  return {
    open_id: account,
    scope: scopes.join(','),
    access_token: access,
    expires_in: ACCESS_LIFE_S,
    refresh_token: refresh,
    refresh_expires_in: REFRESH_LIFE_S,
    token_type: 'Bearer',
  };
}

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** A call with a token that lives and has the scope. */
export function call(
  world: World<State>,
  route: Pick<Route, 'call' | 'method' | 'path'> & {
    scope: string;
    answer: (account: Account, exchange: Exchange, scopes: string[]) => Response | Promise<Response>;
  },
): Route {
  const { scope, answer, ...rest } = route;
  return {
    ...rest,
    account: ({ request }) => world.state.access[tokenOf(request)]?.account ?? null,
    answer: (exchange) => {
      const token = world.state.access[tokenOf(exchange.request)];
      const account = token && world.state.accounts[token.account];
      if (!token || !account || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) return invalidToken();
      return token.scopes.includes(scope) ? answer(account, exchange, token.scopes) : missingScope();
    },
  };
}
