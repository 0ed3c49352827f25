/**
 * `GET /oauth/authorize`: an app sends a person here. The request is stored, and the person is redirected to the consent page
 * of the dashboard. If it is not certain that the request comes from the app that it names, nobody is redirected to that app. If the person
 * has not used the app before, a page comes first.
 */
import type { Exchange } from '../../api/exchange.ts';
import { hasGrantOf } from '../../../store/grants.ts';
import { type ClientRow, findClient, insertRequest } from '../../../store/oauth-clients.ts';
import type { OAuthContext } from './context.ts';
import { describedApp, isAddress } from './description.ts';
import { OAuthFault } from './fault.ts';
import { type Parameters, parametersIn, required } from './parameters.ts';
import { isRegistered, placeOf, redirectFault, withParameters } from './redirects.ts';
import { ownResource } from './resource.ts';
import { scopesIn } from './scopes.ts';
import { newSecret } from './secrets.ts';

/** How long a person may take, ms. */
export const REQUEST_MS = 15 * 60_000;
/** base64url of a SHA-256 (RFC 7636, section 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const MAX_STATE = 2_000;

/** What comes of a request: the person goes on at once, or stays at a page that says what is wrong and where it leads. */
type Sent = { to: string } | { fault: OAuthFault; app: string; back: string; place: string };

/**
 * Sends to the page of consent, or back to the app with an error. The latter at once only where the person has let the app act
 * before: anybody may register any address, so this service would send people anywhere without a word (RFC 9700, section 4.11.2).
 * @throws OAuthFault when the app or its address is wrong: the person stays here
 */
export async function authorize(
  exchange: Pick<Exchange, 'query' | 'header'>,
  context: OAuthContext,
): Promise<Sent> {
  const parameters = parametersIn(exchange.query);
  const app = await appNamed(required(parameters, 'client_id'), context);
  const redirectUri = required(parameters, 'redirect_uri');
  if (!isRegistered(app.redirectUris, redirectUri))
    throw new OAuthFault('invalid_redirect_uri', 'redirect_uri is none of those that the app has registered');
  // it was registered under older rules
  const outdated = redirectFault(redirectUri);
  if (outdated !== null) throw new OAuthFault('invalid_redirect_uri', outdated);
  const state = parameters.get('state') ?? null;
  if (state !== null && (state.length > MAX_STATE || !/^[\x20-\x7e]+$/.test(state)))
    throw new OAuthFault('invalid_request', `state must be up to ${MAX_STATE} visible ASCII characters`);
  const baseUrl = context.baseUrl();
  try {
    const authorization = authorizationRequestOf(parameters, baseUrl);
    const now = context.clock();
    const { secret, digest } = newSecret('request');
    await insertRequest(
      context.directory,
      { ...authorization, hash: digest, clientId: app.id, redirectUri, state, expiresAt: now + REQUEST_MS },
      now,
    );
    return { to: `${baseUrl}/app/consent?request=${secret}` };
  } catch (fault) {
    if (!(fault instanceof OAuthFault)) throw fault;
    const back = refusal({ redirectUri, state }, fault, baseUrl);
    const userId = await context.userOf(exchange);
    const isTrusted = userId !== null && (await hasGrantOf(context.directory, { userId, clientId: app.id }));
    return isTrusted ? { to: back } : { fault, app: app.name, back, place: placeOf(redirectUri) };
  }
}

/** The address to which the app's error is sent. */
export const refusal = (
  { redirectUri, state }: { redirectUri: string; state: string | null },
  { code, message }: OAuthFault,
  baseUrl: string,
): string => withParameters(redirectUri, { error: code, error_description: message, state, iss: baseUrl });

async function appNamed(id: string, { directory, guard, clock }: OAuthContext): Promise<ClientRow> {
  if (isAddress(id)) return describedApp(directory, id, { guard, now: clock() });
  const app = /^app_\w{1,40}$/.test(id) ? await findClient(directory, id) : undefined;
  if (app !== undefined) return app;
  throw new OAuthFault('invalid_client', 'this app is unknown here: it has to register again');
}

/** @throws OAuthFault that the app is told */
function authorizationRequestOf(parameters: Parameters, baseUrl: string) {
  if (required(parameters, 'response_type') !== 'code')
    throw new OAuthFault('unsupported_response_type', 'response_type must be code');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthFault('invalid_request', 'response_mode must be query');
  const challenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw new OAuthFault('invalid_request', 'PKCE is required, with code_challenge_method S256 (RFC 7636)');
  const resource = ownResource(parameters.get('resource'), baseUrl);
  if (resource === null)
    throw new OAuthFault('invalid_target', 'resource is the address of another server (RFC 8707)');
  return { challenge, resource, scopes: scopesIn(parameters.get('scope')) };
}
