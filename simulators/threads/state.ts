/** What the simulated Threads remembers, and whose calls it takes. */
import type { PeopleState } from '../meta/state.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { digitsOf, graphError, hash, missing, sessionExpired, tokenOf } from '../shared/graph.ts';
import type { Grants } from '../shared/grants.ts';

export const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
];
export const HOUR = 3_600_000;
export const TOKEN_LIFE_SECONDS = 60 * 24 * 3600;
/** How often a container is still IN_PROGRESS when it is asked for. */
export const POLLS = { TEXT: 0, IMAGE: 1, VIDEO: 3 };

export interface State {
  grants: Grants;
  /** By id (261…). */
  accounts: { [id: string]: Account };
  tokens: { [token: string]: { account: string; scopes: string[]; madeAt: number; lifeMs: number } };
  containers: { [id: string]: Container };
  /** By media id, oldest first. */
  media: { [id: string]: Media };
  people: PeopleState;
  numbers: NumbersState;
}

interface Account {
  id: string;
  username: string;
  name: string;
  token: string;
}

export interface Container {
  id: string;
  account: string;
  type: keyof typeof POLLS;
  text: string;
  files: { url: string; type: string; bytes: number; alt?: string }[];
  madeAt: number;
  pollsLeft: number;
  /** What will have spoilt it when it is done. */
  failure: string | null;
  mediaId: string | null;
  /** The post or reply that it answers. */
  replyTo?: string;
}

export interface Media {
  id: string;
  account: string;
  type: keyof typeof POLLS;
  text: string;
  at: number;
  /** Absent means it was published through the API. */
  origin?: 'elsewhere';
  replyTo?: string;
}

export function accountFor(world: World<State>, name: string): Account {
  const id = `261${digitsOf(name)}`;
  const known = world.state.accounts[id];
  if (known && isAlive(world, known.token)) return known;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '_');
  const token = newToken(world, { account: id, scopes: SCOPES }, TOKEN_LIFE_SECONDS * 1000);
  const account: Account = { id, username, name, token };
  world.state.accounts[id] = account;
  return account;
}

export function newToken(
  world: World<State>,
  of: { account: string; scopes: string[] },
  lifeMs: number,
): string {
  const token = `THAA${hash(`${of.account} ${world.nextNumber()}`)}`;
  world.state.tokens[token] = { ...of, madeAt: world.now(), lifeMs };
  return token;
}

function isAlive(world: World<State>, token: string): boolean {
  const known = world.state.tokens[token];
  return known !== undefined && world.now() - known.madeAt < known.lifeMs;
}

export function callerOf(world: World<State>, exchange: Exchange): string | null {
  return world.state.tokens[tokenOf(exchange) ?? '']?.account ?? null;
}

export function authorize(world: World<State>, exchange: Exchange): Account | Response {
  const token = tokenOf(exchange);
  const account = world.state.accounts[world.state.tokens[token ?? '']?.account ?? ''];
  if (token === null || !account) {
    return graphError(401, { code: 190, subcode: 467 }, 'Error validating access token.');
  }
  return isAlive(world, token) ? account : sessionExpired();
}

/** What every versioned call has in common: the token, its scopes, the account in the path. */
export async function called(
  world: World<State>,
  exchange: Exchange,
  scope: string,
  answer: (account: Account) => Response | Promise<Response>,
): Promise<Response> {
  const account = authorize(world, exchange);
  if (account instanceof Response) return account;
  if (!world.state.tokens[tokenOf(exchange) ?? '']?.scopes.includes(scope)) {
    return graphError(
      403,
      { code: 10 },
      `(#10) Application does not have permission for this action: ${scope}`,
    );
  }
  const of = exchange.params['account'];
  if (of !== undefined && of !== 'me' && of !== account.id) return missing(of);
  return answer(account);
}
