/** Tokens of a session: made, checked, and whose they are. */
import { createHmac } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { refusal } from './errors.ts';
import { seconds } from './input.ts';
import { ACCESS_SECONDS, type Account, REFRESH_SECONDS, type State } from './state.ts';

/** A JWT's claims. Tokens of a session have a scope and a subject, those of a service an issuer and a method. */
interface Token {
  scope?: string;
  sub?: string;
  iss?: string;
  aud?: string;
  lxm?: string;
  exp: number;
  jti?: string;
}

export function newTokens(world: World<State>, { did }: Account): { accessJwt: string; refreshJwt: string } {
  const iat = seconds(world);
  const jti = `t${world.nextNumber()}`;
  world.state.refreshable[jti] = true;
  const access = { scope: 'com.atproto.access', sub: did, iat, exp: iat + ACCESS_SECONDS, jti: `a${jti}` };
  const refresh = { scope: 'com.atproto.refresh', sub: did, iat, exp: iat + REFRESH_SECONDS, jti };
  return { accessJwt: sign(access), refreshJwt: sign(refresh) };
}

export function authorize(
  world: World<State>,
  request: Request,
  scope: string,
): { account: Account; token: Token } | Response {
  const jwt = bearerOf(request);
  if (jwt === null) return refusal(401, 'AuthMissing', 'Authentication Required');
  const token = verify(jwt);
  if (token === null) return refusal(400, 'InvalidToken', 'Token could not be verified');
  if (token.scope !== scope) return refusal(400, 'InvalidToken', 'Bad token scope');
  if (token.exp <= seconds(world)) return refusal(400, 'ExpiredToken', 'Token has expired');
  if (scope === 'com.atproto.refresh' && world.state.refreshable[token.jti ?? ''] === undefined) {
    return refusal(400, 'ExpiredToken', 'Token has been revoked');
  }
  const account = world.state.accounts[token.sub ?? ''];
  return account === undefined ? refusal(403, 'AccountNotFound', 'Account not found') : { account, token };
}

export function bearerOf(request: Request): string | null {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The account a token speaks for, good or not. */
export function callerOf({ request }: Exchange): string | null {
  const token = claimsOf(bearerOf(request) ?? '');
  return token?.sub ?? token?.iss ?? null;
}

export function sign(claims: { [name: string]: Json }): string {
  const head = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url');
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${head}.${body}.${signatureOf(`${head}.${body}`)}`;
}

export function verify(jwt: string): Token | null {
  const [head, body, signature] = jwt.split('.');
  return signature === signatureOf(`${head}.${body}`) ? claimsOf(jwt) : null;
}

function claimsOf(jwt: string): Token | null {
  try {
    return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Token;
  } catch {
    return null; // not a JWT
  }
}

function signatureOf(text: string): string {
  return createHmac('sha256', 'the sandbox signs its tokens with this').update(text).digest('base64url');
}
