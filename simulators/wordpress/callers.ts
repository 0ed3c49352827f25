/**
 * Who calls: a user name and an application password with every request. WordPress 6.5 takes a caller whose password was
 * revoked for nobody, as if none had been sent, and answers with what nobody may do.
 */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { signedOut } from './answers.ts';
import { remoteIdOf, type State, type User } from './state.ts';

function loginIn(request: Request): { login: string; password: string } | null {
  const encoded = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { login: text.slice(0, colon), password: text.slice(colon + 1).replaceAll(/\s/g, '') };
}

export function callerOf(world: World<State>, { request }: Exchange): string | null {
  const login = loginIn(request)?.login;
  const user = Object.values(world.state.users).find((user) => user.login === login);
  return user === undefined ? null : remoteIdOf(world, user);
}

export function userIn(world: World<State>, { request }: Exchange): User | null {
  const typed = loginIn(request);
  const user = Object.values(world.state.users).find(({ login }) => login === typed?.login);
  if (typed === null || user === undefined) return null;
  return world.state.passwords[typed.password]?.userId === user.id ? user : null;
}

/** @param forbidden what somebody who is not signed in is told */
export function withUser(
  world: World<State>,
  exchange: Exchange,
  answer: (user: User) => Response | Promise<Response>,
  forbidden: Parameters<typeof signedOut>[0] = 'rest_not_logged_in',
): Response | Promise<Response> {
  const user = userIn(world, exchange);
  return user === null ? signedOut(forbidden) : answer(user);
}

export function capabilitiesOf({ role }: User) {
  const isAuthor = role === 'author';
  return { edit_posts: true, publish_posts: isAuthor, upload_files: isAuthor };
}

export function userBody(world: World<State>, user: User) {
  return {
    id: user.id,
    username: user.login,
    name: user.name,
    email: `${user.login}@blog.example`,
    url: '',
    link: `${world.baseUrl}/author/${user.login}`,
    roles: [user.role],
    capabilities: capabilitiesOf(user),
    avatar_urls: {},
  };
}
