/** Reads the metadata that an app sends about itself (RFC 7591, section 2): the same fields when it registers and in a description of its own. */
import type { ClientRow } from '../../../store/oauth-clients.ts';
import type { JsonObject } from '../http/json-body.ts';
import { OAuthFault } from './fault.ts';
import { redirectFault } from './redirects.ts';

const MAX_REDIRECTS = 20;
const MAX_NAME = 100;
const MAX_URI = 500;

/** @throws OAuthFault when it cannot be used */
export function appOf(metadata: JsonObject): Omit<ClientRow, 'id'> {
  const redirectUris = metadata['redirect_uris'];
  if (!isTexts(redirectUris) || redirectUris.length === 0 || redirectUris.length > MAX_REDIRECTS)
    throw new OAuthFault(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_REDIRECTS} addresses`,
    );
  for (const one of redirectUris) {
    const fault = redirectFault(one);
    if (fault !== null) throw new OAuthFault('invalid_redirect_uri', fault);
  }
  return { name: nameIn(metadata['client_name']), uri: addressIn(metadata['client_uri']), redirectUris };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Without signs that are not seen, which could make it look like another name. */
function nameIn(value: unknown): string {
  const name =
    typeof value === 'string'
      ? value
          .replaceAll(/\p{C}+/gu, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
      : '';
  return Array.from(name).slice(0, MAX_NAME).join('') || 'An app without a name';
}

function addressIn(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= MAX_URI ? URL.parse(value) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
    ? url.href
    : null;
}
