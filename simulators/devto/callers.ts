/** Whose key a request carries. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { error, refusal } from './errors.ts';
import type { Article, State, User } from './state.ts';

export function route(
  world: World<State>,
  call: string,
  method: Route['method'],
  path: string,
  answer: (user: User, exchange: Exchange) => Response | Promise<Response>,
): Route {
  return {
    call,
    method,
    path,
    account: ({ request }) => accountIn(world, request),
    answer: (exchange) => {
      const { headers } = exchange.request;
      // The edge lets no program pass that does not say what it is.
      if (!headers.get('user-agent')) return new Response('<html>Forbidden</html>', { status: 403 });
      if (headers.get('accept') !== 'application/vnd.forem.api-v1+json') {
        return refusal(400, 'this sandbox speaks version 1 only: send its Accept header');
      }
      const user = userIn(world, exchange.request);
      return user ? answer(user, exchange) : error(401, undefined);
    },
  };
}

function userIn({ state }: World<State>, request: Request): User | undefined {
  const id = state.keys[request.headers.get('api-key') ?? ''];
  return state.users.find((user) => user.id === id);
}

export function accountIn(world: World<State>, request: Request): string | null {
  const user = userIn(world, request);
  return user ? String(user.id) : null;
}

/** The caller's own article. */
export function articleOf({ state }: World<State>, user: User, id: string | undefined): Article | undefined {
  return state.articles.find((article) => String(article.id) === id && article.userId === user.id);
}
