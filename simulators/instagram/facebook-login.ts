/**
 * The other way to an Instagram account: a person signs in with Facebook, and their Page is linked to it. The app calls
 * with the Page's token; conversations and the subscription are the Page's. The app is the same here; at Meta the two ways
 * have ids and secrets of their own.
 */
import { createHmac } from 'node:crypto';
import type { Route, SimulatedAccount, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { graphError, hash, pageOf, pick, tokenOf } from '../shared/graph.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import { missing } from './errors.ts';
import { type Account, accountFor, APP, HOUR, loginIdOf, type State } from './state.ts';

const FACEBOOK_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_messages',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'pages_messaging',
  'business_management',
  'ads_read',
  'ads_management',
];
/** Fields that a Page takes: Instagram's own are not among them. */
export const PAGE_FIELDS = [
  'feed',
  'mention',
  'name',
  'messages',
  'message_reactions',
  'messaging_postbacks',
  'standby',
];

const CODE_LIFE_MS = HOUR / 6;
const USER_TOKEN_LIFE_SECONDS = 60 * 24 * 3600;
const TASKS = ['ANALYZE', 'CREATE_CONTENT', 'MODERATE', 'MESSAGING', 'MANAGE'];

export function facebookLoginRoutes(world: World<State>): Route[] {
  const at = (call: string, path: string, answer: Route['answer']): Route => ({
    call,
    method: 'get',
    path: `/:version/${path}`,
    account: () => null,
    answer,
  });
  return [
    at('dialog/oauth', 'dialog/oauth', ({ url }) =>
      authorizePage(world, url, {
        network: 'Facebook',
        app: APP,
        scopes: FACEBOOK_SCOPES,
        refuse: (message) => graphError(400, { code: 100 }, message),
        denied: { error_reason: 'user_denied', error_description: 'Permissions error' },
      }),
    ),
    at('facebook/access_token', 'oauth/access_token', ({ url }) => giveToken(world, url.searchParams)),
    at('permissions', 'me/permissions', (exchange) =>
      asPerson(world, exchange, (_, scopes) =>
        Response.json({
          data: FACEBOOK_SCOPES.map((permission) => ({
            permission,
            status: scopes.includes(permission) ? 'granted' : 'declined',
          })),
        }),
      ),
    ),
    at('accounts', 'me/accounts', (exchange) =>
      asPerson(world, exchange, (login, scopes) => {
        if (!scopes.includes('pages_show_list')) return permissionError('pages_show_list');
        if (login.startsWith('nobody')) return pageOf(exchange, 'Page', []);
        const other = {
          id: `102${hash(`${login} studio`).replaceAll(/\D/g, '').slice(0, 12)}`,
          name: `${login} studio`,
        };
        return pageOf(exchange, 'Page', [
          linkedPage(world, login, { scopes, tasks: tasksOf(login) ?? TASKS }),
          { ...BLANK, tasks: TASKS, ...other, access_token: null, instagram_business_account: null },
        ]);
      }),
    ),
    at('businesses', 'me/businesses', (exchange) =>
      asPerson(world, exchange, (login, scopes) => {
        if (!scopes.includes('business_management')) return permissionError('business_management');
        return pageOf(exchange, 'Business', login.startsWith('nobody') ? [] : [{ id: businessOf(login) }]);
      }),
    ),
    // a Page of a business is missing in the person's own list, and comes without the person's tasks
    at('owned_pages', ':business/owned_pages', (exchange) =>
      asPerson(world, exchange, (login, scopes) =>
        exchange.params['business'] === businessOf(login)
          ? pageOf(exchange, 'Page', [
              linkedPage(world, `${login} atelier`, { scopes, tasks: tasksOf(login) }),
            ])
          : missing(exchange.params['business'] ?? ''),
      ),
    ),
    at('client_pages', ':business/client_pages', (exchange) =>
      asPerson(world, exchange, () => Response.json({ data: [] })),
    ),
  ];
}

const BLANK = { category: 'Cafe', picture: null, username: null };

/** A Page that an Instagram account of the same name is linked to. */
function linkedPage(
  world: World<State>,
  name: string,
  { scopes, tasks }: { scopes: string[]; tasks: string[] | null },
) {
  const account = accountFor(world, name);
  return {
    ...BLANK,
    id: pageIdOf(account.id),
    name,
    tasks,
    access_token: pageToken(world, account, scopes),
    instagram_business_account: scopes.includes('instagram_basic') ? linkedAccount(account) : null,
  };
}

/** What a person who may not publish may do; null means the list does not say. */
function tasksOf(login: string): string[] | null {
  return login.startsWith('reader') ? ['ANALYZE'] : null;
}

function businessOf(login: string): string {
  return `55${hash(`business of ${login}`).replaceAll(/\D/g, '').slice(0, 12)}`;
}

function permissionError(scope: string): Response {
  return graphError(403, { code: 200 }, `(#200) Requires ${scope} permission to manage the object`);
}

/** `GET /me` of a person who signed in with Facebook; null means the token is of another kind. */
export function facebookMe(world: World<State>, exchange: Exchange): Response | null {
  const user = world.state.userTokens[tokenOf(exchange) ?? ''];
  if (!user) return null;
  const id = loginIdOf(accountFor(world, user.login).id);
  return pick(exchange, 'User', { id, name: user.login });
}

/** An account as it is kept after a sign-in with Facebook. */
export function connectByFacebook(world: World<State>, name: string): Pick<SimulatedAccount, 'credentials'> {
  const account = accountFor(world, name);
  const accessToken = pageToken(world, account, FACEBOOK_SCOPES);
  return {
    credentials: {
      login: 'facebook',
      accessToken,
      pageId: pageIdOf(account.id),
      userToken: userToken(world, name, FACEBOOK_SCOPES),
      appSecretProof: proofOf(accessToken),
    },
  };
}

function pageIdOf(account: string): string {
  return `102${account.slice(-12)}`;
}

export function proofOf(token: string): string {
  return createHmac('sha256', APP.clientSecret).update(token).digest('hex');
}

function linkedAccount({ id, username, name }: Account) {
  return { id, username, name, profile_picture_url: null, followers_count: 812 };
}

/** The same for each reading of the list; it ends with the person's role. */
function pageToken(world: World<State>, account: Account, scopes: string[]): string {
  const token = `EAAPage${hash(`${account.id} ${scopes.join()}`)}`;
  world.state.tokens[token] = {
    account: account.id,
    madeAt: world.now(),
    scopes,
    page: pageIdOf(account.id),
  };
  return token;
}

function userToken(world: World<State>, login: string, scopes: string[]): string {
  const token = `EAA${hash(`${login} ${world.nextNumber()}`)}`;
  world.state.userTokens[token] = { login, scopes, madeAt: world.now() };
  return token;
}

/** A code for a token of hours, or such a token for one of 60 days. */
function giveToken(world: World<State>, query: URLSearchParams): Response {
  if (query.get('client_id') !== APP.clientId || query.get('client_secret') !== APP.clientSecret) {
    return graphError(400, { code: 1 }, 'Error validating client secret.');
  }
  const lasting = { token_type: 'bearer', expires_in: USER_TOKEN_LIFE_SECONDS };
  const exchanged = query.get('fb_exchange_token');
  if (exchanged !== null) {
    const old = world.state.userTokens[exchanged];
    if (!old) return graphError(400, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
    return Response.json({ access_token: userToken(world, old.login, old.scopes), ...lasting });
  }
  const [code, redirectUri] = [query.get('code') ?? '', query.get('redirect_uri') ?? ''];
  const grant = redeem(world, { code, redirectUri, verifier: null }, CODE_LIFE_MS);
  if (typeof grant === 'string') {
    return graphError(
      400,
      { code: 100, subcode: 36_009 },
      'This authorization code has been used or is invalid.',
    );
  }
  const token = userToken(world, grant.login, grant.scopes);
  return Response.json({ access_token: token, token_type: 'bearer', expires_in: 5100 });
}

function asPerson(
  world: World<State>,
  exchange: Exchange,
  answer: (login: string, scopes: string[]) => Response,
): Response {
  const user = world.state.userTokens[tokenOf(exchange) ?? ''];
  if (!user) return graphError(401, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (world.now() - user.madeAt >= USER_TOKEN_LIFE_SECONDS * 1000) {
    return graphError(
      401,
      { code: 190, subcode: 463 },
      'Error validating access token: Session has expired.',
    );
  }
  return answer(user.login, user.scopes);
}
