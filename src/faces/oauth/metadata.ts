/** The metadata that apps read first: the authorization server of the tools (RFC 9728), and its capabilities (RFC 8414). */
import type { Header } from '../../api/exchange.ts';
import { toolsAddress } from './resource.ts';
import { SCOPES } from '../../api/principal.ts';

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** @param resource the address that it describes: of the tools, or of the whole service */
export const resourceMetadata = (baseUrl: string, resource: string) => ({
  resource,
  resource_name: 'Troupe',
  authorization_servers: [baseUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${baseUrl}/docs/mcp.md`,
});

export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/docs/mcp.md`,
});

/**
 * What a 401 of `/mcp` says, so that an app finds out how to get a token (RFC 9728, section 5.1).
 * @param wasSent a token came, and is not valid
 */
export function challengeOfTools(baseUrl: string, wasSent: boolean): Header {
  const address = `${baseUrl}${RESOURCE_METADATA}${new URL(toolsAddress(baseUrl)).pathname}`;
  const error = wasSent ? 'error="invalid_token", ' : '';
  return ['www-authenticate', `Bearer ${error}resource_metadata="${address}", scope="${SCOPES.join(' ')}"`];
}
