/** What the simulated X remembers, and the small things its routes share. */
import { createHash } from 'node:crypto';
import type { PeopleState } from '../meta/state.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';

export interface State {
  accounts: { [id: string]: Account };
  codes: { [code: string]: Code };
  /** By access token. */
  access: { [token: string]: Grant & { until: number } };
  /** By refresh token. One that was used stays here: using it again ends its family. */
  refresh: { [token: string]: Grant & { used: boolean } };
  files: { [id: string]: StoredFile };
  /** Oldest first. */
  posts: Post[];
  /** People, their replies and messages, and the account's own. */
  people: PeopleState;
  /** Addresses of the app. */
  webhooks: Webhook[];
  /** The events that the app wants to be sent. */
  subscriptions: Subscription[];
  /** What the app's stream has sent, or would have sent if it was open: the last five minutes are sent again on demand. */
  streamed: { at: number; line: string }[];
  numbers: NumbersState;
  /** It still takes the names of tweets, as X did until August 2026. Absent means those of posts. */
  names?: 'old';
}

export interface Webhook {
  id: string;
  url: string;
  /** It passed its last check. Else nothing is sent to it. */
  valid: boolean;
  createdAt: number;
}

export interface Subscription {
  id: string;
  accountId: string;
  type: string;
  /** Null if it goes to the app's stream. */
  webhookId: string | null;
  tag: string | null;
  createdAt: number;
}

interface Account {
  id: string;
  username: string;
  name: string;
}

interface Grant {
  accountId: string;
  scope: string;
  /** All tokens that came of one consent. */
  family: string;
}

interface Code extends Grant {
  redirectUri: string;
  challenge: string;
  until: number;
}

export interface StoredFile {
  id: string;
  mediaKey: string;
  accountId: string;
  category: string;
  type: string;
  totalBytes: number;
  /** Of the parts that arrived, in order: base64 until the file is whole. */
  parts: string[];
  bytes: number;
  url: string | null;
  /** Null until the file is whole. */
  finalizedAt: number | null;
  looksLeft: number;
  broken: boolean;
  /** The description. Absent means it has none. */
  alt?: string;
}

export interface Post {
  id: string;
  accountId: string;
  at: number;
  text: string;
  fileIds: string[];
  /** The account's post that it answers, and the first of that thread. Absent means it stands for itself. */
  below?: { parent: string; root: string };
  /** Made in X itself. */
  isElsewhere?: true;
}

export const APP = {
  clientId: 'sandbox-x',
  clientSecret: 'sandbox-secret-of-x',
  consumer: { key: 'sandbox-key-of-x', secret: 'sandbox-consumer-secret-of-x' },
};
export const SCOPES =
  'tweet.read tweet.write users.read media.write offline.access dm.read dm.write tweet.moderate.write';
export const ACCESS_SECONDS = 7200;
export const FILE_LIFE_SECONDS = 86_400;

export function accountFor(world: World<State>, name: string): Account {
  const username = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').slice(0, 15);
  const known = Object.values(world.state.accounts).find(
    (account) => account.username.toLowerCase() === username.toLowerCase(),
  );
  if (known) return known;
  const account = { id: snowflake(world), username, name };
  world.state.accounts[account.id] = account;
  return account;
}

/** Ids as X makes them: milliseconds since its own epoch and a sequence, so later ones are larger. */
export function snowflake(world: Pick<World<unknown>, 'now' | 'nextNumber'>, at = world.now()): string {
  const elapsed = BigInt(at) - 1_288_834_974_657n;
  return String((elapsed << 22n) | BigInt(world.nextNumber() & 0x3fffff));
}

export function secretFor(what: string): string {
  return createHash('sha256').update(`sandbox x ${what}`).digest('base64url');
}

/** A new pair of tokens; the refresh token only where `offline.access` was granted. */
export function newTokens(world: World<State>, grant: Grant): { access: string; refresh: string | null } {
  const number = world.nextNumber();
  const access = secretFor(`access ${number}`);
  world.state.access[access] = { ...grant, until: world.now() + ACCESS_SECONDS * 1000 };
  if (!grant.scope.split(' ').includes('offline.access')) return { access, refresh: null };
  const refresh = secretFor(`refresh ${number}`);
  world.state.refresh[refresh] = { ...grant, used: false };
  return { access, refresh };
}

export function endFamily({ state }: World<State>, family: string): void {
  for (const tokens of [state.access, state.refresh] as { [token: string]: Grant }[]) {
    for (const [token, grant] of Object.entries(tokens)) if (grant.family === family) delete tokens[token];
  }
}

/** The account a request speaks for, its token good or not. */
export function callerIn(world: World<State>) {
  return ({ request }: Exchange): string | null => world.state.access[tokenOf(request)]?.accountId ?? null;
}

/** Lets a request pass whose token has all the scopes. */
export function authorize(world: World<State>, request: Request, ...scopes: string[]): Grant | Response {
  const grant = world.state.access[tokenOf(request)];
  if (!grant || grant.until <= world.now()) return unauthorized();
  const held = grant.scope.split(' ');
  if (scopes.every((scope) => held.includes(scope))) return grant;
  return problem(
    403,
    'Unsupported Authentication',
    'Authenticating with OAuth 2.0 User Context is not enough for this endpoint: a scope is missing.',
    'https://api.x.com/2/problems/unsupported-authentication',
  );
}

function tokenOf(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

// Answers

export function problem(status: number, title: string, detail: string, type = 'about:blank'): Response {
  return Response.json({ title, detail, type, status }, { status });
}

export function unauthorized(): Response {
  return problem(401, 'Unauthorized', 'Unauthorized');
}

export function forbidden(detail: string): Response {
  return problem(403, 'Forbidden', detail);
}

export function invalid(message: string, parameters: { [name: string]: string[] }): Response {
  return Response.json(
    {
      errors: [{ message, parameters }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.x.com/2/problems/invalid-request',
      status: 400,
    },
    { status: 400 },
  );
}

const TITLES: { [status: number]: string } = {
  402: 'Payment Required',
  404: 'Not Found Error',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return unauthorized();
  if (status === 403) return forbidden('You are not permitted to perform this action.');
  const title = TITLES[status] ?? 'Error';
  const response = problem(status, title, status === 402 ? 'credits depleted' : title);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}
