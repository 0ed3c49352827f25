/** Tokens, and whose they are. */
import type { World } from '../simulator.ts';
import { refusal, unauthenticated } from './errors.ts';
import { ACCESS_LIFE_S, type Channel, PREFIX, type State, hash } from './state.ts';

export function newToken(
  world: World<State>,
  kind: 'access' | 'refresh',
  channel: string,
  scopes: string[],
): string {
  const start = kind === 'access' ? 'ya29.' : '1//0';
  const token = `${start}${hash(`${kind} ${channel} ${world.nextNumber()}`)}`;
  world.state[kind][token] = { channel, scopes, madeAt: world.now() };
  return token;
}

export function tokenOf(request: Request): string | null {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Whose a token is, as long as it lives and has the scope. */
export function authorized(world: World<State>, request: Request, scope: string): Channel | Response {
  const token = world.state.access[tokenOf(request) ?? ''];
  const channel = token && world.state.channels[token.channel];
  if (!token || !channel || world.now() - token.madeAt >= ACCESS_LIFE_S * 1000) return unauthenticated();
  if (token.scopes.includes(`${PREFIX}${scope}`)) return channel;
  return refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
}
