/** Accounts, and the list of their statuses. */
import type { Route, World } from '../simulator.ts';
import { ownAccountBody, statusBody } from './bodies.ts';
import { authorize, callerIn } from './callers.ts';
import { type State, globalIdOf } from './state.ts';

export function accountRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'GET /api/v1/accounts/verify_credentials',
      method: 'get',
      path: '/api/v1/accounts/verify_credentials',
      account: callerIn(world),
      answer({ request }) {
        const grant = authorize(world, request, 'read:accounts', 'profile');
        if (grant instanceof Response) return grant;
        return Response.json(ownAccountBody(world, grant.accountId));
      },
    },
    {
      call: 'GET /api/v1/accounts/:id/statuses',
      method: 'get',
      path: '/api/v1/accounts/:id/statuses',
      account: ({ params }) => globalIdOf(world, params['id'] ?? ''),
      answer({ request, params, url }) {
        const grant = authorize(world, request, 'read:statuses');
        if (grant instanceof Response) return grant;
        const query = url.searchParams;
        const limit = Math.min(Math.max(Number(query.get('limit') ?? 20), 1), 40);
        const below = BigInt(query.get('max_id') ?? '9'.repeat(18));
        const above = BigInt(query.get('min_id') ?? query.get('since_id') ?? '0');
        const found = world.state.statuses
          .filter(
            ({ id, accountId }) => accountId === params['id'] && BigInt(id) < below && BigInt(id) > above,
          )
          .toReversed();
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const headers: { [name: string]: string } = {};
        if (found.length > page.length && last !== undefined) {
          const next = new URL(url);
          next.searchParams.set('max_id', last.id);
          headers['link'] = `<${next.href}>; rel="next"`;
        }
        return Response.json(
          page.map((status) => statusBody(world, status, grant)),
          { headers },
        );
      },
    },
  ];
}
