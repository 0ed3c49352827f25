/**
 * Connects a professional Instagram account by a sign-in with Instagram ("Business Login for Instagram"): a code is
 * exchanged for a token valid for an hour, that one for a token valid for 60 days, and a call reads whose account it
 * is.
 */
import type { AppCredentials } from '../port/account.ts';
import type { ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import type { Json } from '../../machines/outcome.ts';
import { grantedPermissions, ofApp } from '../lib/app.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt } from '../lib/http.ts';
import { tryAgain } from '../lib/try-again.ts';
import type { Verdict } from '../meta/container-network.ts';
import { codeRequest, longLifeRequest } from '../meta/sign-in.ts';
import { byFacebook } from './connect-by-facebook.ts';
import { readError } from './errors.ts';
import { version } from './version.ts';

const NEEDED = ['instagram_business_basic', 'instagram_business_content_publish'];
const SCOPES = [
  ...NEEDED,
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
];
/** Older responses call a creator `CREATOR`. */
const PROFESSIONAL = new Set(['BUSINESS', 'MEDIA_CREATOR', 'CREATOR']);

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  choice: {
    name: 'Instagram',
    help: 'For most accounts: you sign in as the account itself, and it needs no Facebook Page.',
  },
  others: [byFacebook],
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const url = new URL(`${endpoints['login']}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(','),
      state,
    }).toString();
    return url.href;
  },
  exchange,
};

type Step = ConnectStep & { app: AppCredentials; redirectUri: string; code: string };

async function exchange(step: Step): Promise<ConnectAnswer> {
  const { endpoints: own, app, redirectUri, code, now } = step;
  const request = codeRequest(`${own['api']}/oauth/access_token`, { app, redirectUri, code });
  const grant = read(await ask(step.fetch, request, step.signal), now);
  if ('kind' in grant) return grant;
  // the object itself, or in a list under data: the documentation and practice differ
  const grantJson = at(grant.json, 'data', 0) ?? grant.json;
  const shortLived = textAt(grantJson, 'access_token');
  if (shortLived === null) return refused('Instagram did not accept the sign-in: start again.');
  const granted = permissionsIn(grantJson);
  if (granted.length > 0 && NEEDED.some((scope) => !granted.includes(scope))) {
    return refused('Instagram did not allow posting: start again and leave every permission switched on.');
  }

  const { clientSecret } = app;
  const lasting = longLifeRequest(own['graph'] ?? '', 'ig_exchange_token', {
    clientSecret,
    accessToken: shortLived,
  });
  const exchanged = read(await ask(step.fetch, lasting, step.signal), now);
  if ('kind' in exchanged) return exchanged;
  const accessToken = textAt(exchanged.json, 'access_token');
  const expiresInS = at(exchanged.json, 'expires_in');
  if (accessToken === null) return refused('Instagram gave no lasting access: start again.');

  const expiresAt = typeof expiresInS === 'number' ? now + expiresInS * 1000 : null;
  return accountOf(step, { accessToken, granted, expiresAt });
}

/** What Instagram allowed. */
interface Access {
  accessToken: string;
  /** Its permissions; empty: it did not name them. */
  granted: string[];
  /** Epoch ms; null means it did not say. */
  expiresAt: number | null;
}

/** Reads whose account it is. */
async function accountOf(step: Step, { accessToken, granted, expiresAt }: Access): Promise<ConnectAnswer> {
  const profile = read(await ask(step.fetch, profileRequest(step, accessToken), step.signal), step.now);
  if ('kind' in profile) return profile;
  const me = at(profile.json, 'data', 0) ?? profile.json;
  // user_id (17841…) identifies the account everywhere else; id is valid for this app only
  const remoteId = textAt(me, 'user_id');
  const username = textAt(me, 'username');
  if (remoteId === null || username === null) return refused('Instagram does not say whose account it is.');
  const loginId = textAt(me, 'id');
  const type = textAt(me, 'account_type');
  if (type !== null && !PROFESSIONAL.has(type)) {
    return refused(
      `${username} is a personal account: switch it to a professional one in Instagram’s settings, then start again.`,
    );
  }
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        ...(loginId === null ? {} : { loginId }),
        username,
        displayName: textAt(me, 'name') || username,
        url: `https://www.instagram.com/${username}/`,
        avatarUrl: textAt(me, 'profile_picture_url'),
        endpoints: { graph: step.endpoints['graph'] ?? '' },
        credentials: {
          accessToken,
          ...ofApp(step.app),
          ...(granted.length === 0 ? {} : grantedPermissions(granted)),
        },
        limits: {},
        ...(granted.length > 0 && { scopes: granted }),
        expiresAt,
      },
    ],
  };
}

function profileRequest({ endpoints }: Step, accessToken: string): Request {
  const query = new URLSearchParams({ fields: 'id,user_id,username,name,account_type,profile_picture_url' });
  return new Request(`${endpoints['graph']}/${version.version}/me?${query.toString()}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'manual',
  });
}

/** An array, or a string with commas. */
function permissionsIn(grant: Json | undefined): string[] {
  const permissions = at(grant, 'permissions');
  if (Array.isArray(permissions)) return permissions.filter((one) => typeof one === 'string');
  return typeof permissions === 'string' ? permissions.split(',').map((one) => one.trim()) : [];
}

const PASSING: Verdict[] = ['temporary', 'throttled', 'daily_limit'];

/** The body of a successful response, or a sentence for the person. */
function read(
  answer: NetworkResponse | Lost,
  now: number,
): { json: Json } | Exclude<ConnectAnswer, { kind: 'accounts' }> {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Instagram did not answer: ${answer.reason}.` };
  const { status, json, headers } = answer;
  if (status >= 200 && status < 300) return { json };
  if (PASSING.includes(readError(answer, now).verdict)) {
    const reason = `Instagram is busy or down (status ${status}): ${tryAgain(headers)}.`;
    return { kind: 'retry', reason };
  }
  // the network's words may repeat what was sent, so only known harmless ones are shown
  const words = /code|redirect|permission|scope/i.exec(
    brief(textAt(json, 'error_message') ?? textAt(json, 'error', 'message') ?? ''),
  )?.[0];
  return refused(
    `Instagram refused the sign-in (status ${status}${words === undefined ? '' : `, about its ${words.toLowerCase()}`}): start again.`,
  );
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}
