/** Dynamic client registration (RFC 7591). Anybody may register, because an app can do nothing until a person allows it. */
import { bodyOf, type Exchange } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';
import { type JsonObject, parseBody, requireJson } from '../http/json-body.ts';
import { newId } from '../../base/ids.ts';
import { saveClient } from '../../../store/oauth-clients.ts';
import { appOf } from './app.ts';
import type { OAuthContext } from './context.ts';
import { OAuthFault } from './fault.ts';

const MAX_BYTES = 16 * 1024;

/** @returns what the app is told. Apps have no secret: what binds a code to its app is PKCE */
export async function register(exchange: Exchange, { directory, clock }: OAuthContext): Promise<object> {
  const app = appOf(await bodyIn(exchange));
  const now = clock();
  const id = newId('app', now);
  await saveClient(directory, { id, ...app, isRead: false }, now);
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: app.name,
    ...(app.uri !== null && { client_uri: app.uri }),
    redirect_uris: app.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

async function bodyIn(exchange: Exchange): Promise<JsonObject> {
  try {
    requireJson(exchange.header('content-type'));
    return parseBody(await bodyOf(exchange, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new OAuthFault('invalid_client_metadata', error.message);
  }
}
