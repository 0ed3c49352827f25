/**
 * `POST /oauth/token`: a code or a refresh token becomes an access token and the next refresh token. Each can be
 * used once. A second use means that two parties have it, one of them perhaps a thief, so the whole grant ends (RFC 9700, sections
 * 2.1.1 and 4.14.2).
 *
 * An app that lost the response repeats the request with the same refresh token. For a short time, and only while the tokens of the
 * lost response are unused, it gets new ones in their place. This does not help a thief: whichever of the two later uses a replaced token
 * ends the grant.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../store/connect.ts';
import {
  deleteGrant,
  type HeldRow,
  insertToken,
  lockCode,
  lockSuccessors,
  lockRefresh,
  markCodeUsed,
  markTokenUsed,
  type RefreshRow,
  supersedeSuccessors,
} from '../../../store/grants.ts';
import { findClient } from '../../../store/oauth-clients.ts';
import type { OAuthContext } from './context.ts';
import { OAuthFault } from './fault.ts';
import { type Parameters, required } from './parameters.ts';
import { ownResource } from './resource.ts';
import { scopesIn } from './scopes.ts';
import { digestOf, looksLike, newSecret } from './secrets.ts';

/** How long an access token is good for, ms. */
const ACCESS_MS = 3_600_000;
/** How long a refresh token is good for, ms: an app that nobody uses for so long has to ask again. */
const REFRESH_MS = 30 * 24 * 3_600_000;

/** How long after its use a refresh token may come again, if the answer to it was lost, ms: as long as clients wait and try again. */
const LOST_ANSWER_MS = 30_000;

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** @returns the response of RFC 6749, section 5.1. @throws OAuthFault */
export async function exchangeToken(form: Parameters, context: OAuthContext): Promise<object> {
  const clientId = required(form, 'client_id');
  if ((await findClient(context.directory, clientId)) === undefined)
    throw new OAuthFault('invalid_client', 'this app is unknown here: it has to register again');
  const now = context.clock();
  const work = workOf(required(form, 'grant_type'));
  // what a replay ends has to be committed, so a refusal is not thrown before
  const outcome = await context.directory.begin((tx) =>
    work(tx, form, { clientId, now, baseUrl: context.baseUrl() }),
  );
  if (!('fault' in outcome)) return outcome;
  if (outcome.ended !== undefined)
    context.log.warn(
      { grant: outcome.ended, app: clientId },
      'a code or token of an app came twice: the app is cut off',
    );
  throw outcome.fault;
}

interface Caller {
  clientId: string;
  now: number;
  baseUrl: string;
}
/** `ended`: the id of the grant that has ended. */
type Outcome = { fault: OAuthFault; ended?: string } | { access_token: string };
type Work = (tx: Db, form: Parameters, caller: Caller) => Promise<Outcome>;

function workOf(grantType: string): Work {
  if (grantType === 'authorization_code') return useCode;
  if (grantType === 'refresh_token') return useRefreshToken;
  throw new OAuthFault('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

async function useCode(tx: Db, form: Parameters, caller: Caller): Promise<Outcome> {
  const [code, verifier] = [required(form, 'code'), required(form, 'code_verifier')];
  if (!looksLike('code', code)) return refused('code');
  const digest = digestOf(code);
  const held = await lockCode(tx, { hash: digest, now: caller.now });
  const fault = await faultOf(tx, held, { ...caller, what: 'code' });
  if (held === undefined || fault !== null) return fault ?? refused('code');
  if (!fits(verifier, held.challenge))
    return { fault: new OAuthFault('invalid_grant', 'code_verifier does not fit the code_challenge') };
  if ((form.get('redirect_uri') ?? held.redirectUri) !== held.redirectUri)
    return {
      fault: new OAuthFault('invalid_grant', 'redirect_uri is not the one that the code was sent to'),
    };
  insistOnResource(form, held, caller);
  await markCodeUsed(tx, digest, caller.now);
  return giveTokens(tx, held, { scopes: held.scopes, madeFrom: null, now: caller.now });
}

async function useRefreshToken(tx: Db, form: Parameters, caller: Caller): Promise<Outcome> {
  const token = required(form, 'refresh_token');
  if (!looksLike('refresh', token)) return refused('refresh token');
  const digest = digestOf(token);
  const held = await lockRefresh(tx, { hash: digest, now: caller.now });
  const isLost = held !== undefined && (await wasLost(tx, held, { digest, ...caller }));
  const fault = await faultOf(tx, isLost ? { ...held, isUsed: false } : held, {
    ...caller,
    what: 'refresh token',
  });
  if (held === undefined || fault !== null) return fault ?? refused('refresh token');
  insistOnResource(form, held, caller);
  const scopes = narrowed(form.get('scope'), held.scopes);
  if (isLost) await supersedeSuccessors(tx, digest, caller.now);
  else await markTokenUsed(tx, digest, caller.now);
  return giveTokens(tx, held, { scopes, madeFrom: digest, now: caller.now });
}

/** Whether the answer to a refresh token that comes again was lost: it is the app's own, has just been used, and neither token that it gave has. */
async function wasLost(
  tx: Db,
  { usedAt, clientId: owner }: RefreshRow,
  { digest, clientId, now }: Caller & { digest: Buffer },
): Promise<boolean> {
  if (usedAt === null || owner !== clientId || now - usedAt > LOST_ANSWER_MS) return false;
  const made = await lockSuccessors(tx, digest);
  // one that was revoked is gone: the answer had arrived
  return made.length === 2 && made.every(({ isUsed }) => !isUsed);
}

async function faultOf(
  tx: Db,
  held: HeldRow | undefined,
  { what, clientId }: Caller & { what: string },
): Promise<Extract<Outcome, { fault: OAuthFault }> | null> {
  if (held === undefined) return refused(what);
  if (held.isUsed) {
    await deleteGrant(tx, { id: held.grantId, userId: null });
    return { ...refused(what), ended: held.grantId };
  }
  return held.isExpired || held.clientId !== clientId ? refused(what) : null;
}

const refused = (what: string) => ({
  fault: new OAuthFault(
    'invalid_grant',
    `this ${what} is not valid: it was used before, it has ended, or it is another app's`,
  ),
});

/** PKCE: whether the verifier is what the challenge was made from (RFC 7636, section 4.6). */
function fits(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return timingSafeEqual(Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge));
}

/** @throws OAuthFault when the app wants a token for another address than the person agreed to */
function insistOnResource(form: Parameters, held: HeldRow, { baseUrl }: Caller): void {
  const resource = form.get('resource');
  if (resource !== undefined && ownResource(resource, baseUrl) !== held.resource)
    throw new OAuthFault('invalid_target', 'resource is not the one that the person agreed to (RFC 8707)');
}

/** @throws OAuthFault when an app asks for more than it has */
function narrowed(text: string | undefined, has: readonly string[]): string[] {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  if (words.some((word) => !has.includes(word)))
    throw new OAuthFault('invalid_scope', `the person agreed to: ${has.join(' ')}`);
  return scopesIn(text, has);
}

/** The access token has these scopes; the refresh token all that the person agreed to. */
async function giveTokens(
  tx: Db,
  { grantId, scopes: agreed }: HeldRow,
  { scopes, madeFrom, now }: { scopes: string[]; madeFrom: Buffer | null; now: number },
) {
  const [access, refresh] = [newSecret('access'), newSecret('refresh')];
  await insertToken(tx, {
    hash: access.digest,
    grantId,
    kind: 'access',
    scopes,
    madeFrom,
    expiresAt: now + ACCESS_MS,
  });
  await insertToken(tx, {
    hash: refresh.digest,
    grantId,
    kind: 'refresh',
    scopes: agreed,
    madeFrom,
    expiresAt: now + REFRESH_MS,
  });
  return {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: refresh.secret,
    scope: scopes.join(' '),
  };
}
