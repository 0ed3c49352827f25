/** Whose token a request carries, and whether its scopes suffice. */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { error } from './errors.ts';
import { type Grant, type State, globalIdOf } from './state.ts';

function grantOf(world: World<State>, request: Request): Grant | null {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return world.state.tokens[token ?? ''] ?? null;
}

/** Lets a request pass that has one of the scopes. */
export function authorize(world: World<State>, request: Request, ...scopes: string[]): Grant | Response {
  const grant = grantOf(world, request);
  if (grant === null) return error(401, undefined);
  const held = grant.scope.split(' ');
  return scopes.some((scope) => held.includes(scope) || held.includes(scope.split(':')[0] ?? ''))
    ? grant
    : error(403, undefined);
}

export function callerIn(world: World<State>) {
  return ({ request }: Exchange): string | null => {
    const grant = grantOf(world, request);
    return grant === null ? null : globalIdOf(world, grant.accountId);
  };
}
