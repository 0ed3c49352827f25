/** Authorization codes of simulated networks: asked for on the consent page, good once, held to what they were made for. */
import { createHash } from 'node:crypto';
import type { AppCredentials } from '../../adapters/port/account.ts';
import { askForConsent, backTo } from '../consent.ts';
import type { World } from '../simulator.ts';

interface Grant {
  login: string;
  redirectUri: string;
  scopes: string[];
  /** S256; null where none was given. */
  challenge: string | null;
  madeAt: number;
}
export type Grants = { [code: string]: Grant };

/** The page behind an authorization address, or the way back to the app with a code. */
export function authorizePage(
  world: World<{ grants: Grants }>,
  url: URL,
  asked: {
    network: string;
    app: AppCredentials;
    /** Scopes the network knows. */
    scopes: string[];
    /** What the network says of a request that is wrong before it can send the person back. */
    refuse: (message: string) => Response;
    denied?: { [name: string]: string };
  },
): Response {
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  const state = query.get('state');
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
  if (query.get('client_id') !== asked.app.clientId) return asked.refuse('Invalid app ID');
  if (!URL.canParse(redirectUri)) return asked.refuse('Invalid redirect_uri');
  if (query.get('response_type') !== 'code') return asked.refuse('Invalid response_type');
  const stray = scopes.find((scope) => !asked.scopes.includes(scope));
  if (scopes.length === 0 || stray !== undefined) return asked.refuse(`Invalid scope: ${stray ?? 'none'}`);
  const consent = askForConsent(url, { network: asked.network, app: 'Troupe', scopes });
  if (consent.kind === 'page') return consent.response;
  if (consent.kind === 'denied')
    return backTo(redirectUri, { error: 'access_denied', ...asked.denied, state });
  const code = `c${createHash('sha256').update(`code ${world.nextNumber()}`).digest('hex')}`;
  const challenge = query.get('code_challenge');
  world.state.grants[code] = {
    login: consent.login,
    redirectUri,
    // for tests of scopes that a person switched off
    scopes: scopes.filter((scope) => !query.getAll('without').includes(scope)),
    challenge,
    madeAt: world.now(),
  };
  return backTo(redirectUri, { code, state });
}

/** Takes a code out of the world. @returns what is wrong with it, where something is */
export function redeem(
  world: World<{ grants: Grants }>,
  asked: { code: string; redirectUri: string; verifier: string | null },
  lifeMs: number,
): Grant | 'unknown' | 'redirect_uri' | 'verifier' {
  const grant = world.state.grants[asked.code];
  delete world.state.grants[asked.code];
  if (!grant || world.now() - grant.madeAt > lifeMs) return 'unknown';
  if (grant.redirectUri !== asked.redirectUri) return 'redirect_uri';
  if (grant.challenge === null) return grant;
  const proof = createHash('sha256')
    .update(asked.verifier ?? '')
    .digest('base64url');
  return proof === grant.challenge ? grant : 'verifier';
}
