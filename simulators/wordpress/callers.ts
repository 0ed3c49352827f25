/** Who calls: a user name and an application password with every request. */
import type { Exchange, World } from '../simulator.ts';
import { refusal, wrongPassword } from './answers.ts';
import { remoteIdOf, type State, type User } from './state.ts';

export function loginIn(request: Request): { login: string; password: string } | null {
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

export function withUser(
  world: World<State>,
  { request }: Exchange,
  answer: (user: User) => Response | Promise<Response>,
): Response | Promise<Response> {
  const typed = loginIn(request);
  if (typed === null) return refusal(401, 'rest_not_logged_in', 'You are not currently logged in.');
  const user = Object.values(world.state.users).find((user) => user.login === typed.login);
  if (user === undefined) {
    return refusal(
      401,
      'invalid_username',
      '<strong>Error:</strong> Unknown username. Check again or try your email address.',
    );
  }
  if (world.state.passwords[typed.password]?.userId !== user.id) return wrongPassword();
  return answer(user);
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
