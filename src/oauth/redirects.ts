/** Addresses at which an app takes its code (OAuth 2.1, sections 2.3.1 and 8.4.2). */

/** `[::1]` as the WHATWG parser writes it. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser does not hand to an app. */
const NO_APP = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'view-source:',
  'filesystem:',
  'ftp:',
  'ws:',
  'wss:',
  'mailto:',
  'tel:',
]);
const MAX_LENGTH = 1_000;

/** What speaks against an address to which a code would be sent, as a sentence; null: nothing. */
export function redirectFault(address: string): string | null {
  const url = address.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  if (url === null) return 'a redirect_uri must be an absolute address of visible ASCII characters';
  if (address.includes('#')) return 'a redirect_uri must have no fragment';
  if (url.username !== '' || url.password !== '') return 'a redirect_uri must have no user name';
  if (NO_APP.has(url.protocol)) return `a redirect_uri cannot begin with ${url.protocol}`;
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'a redirect_uri must begin with https://, except on this machine (http://127.0.0.1, http://localhost)';
  return null;
}

/**
 * Whether a code may be sent to an address: it has to be one that the app registered, to the character. On this machine the
 * port may be another one, because programs take any that is free (RFC 8252, section 7.3).
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const bare = withoutLoopbackPort(asked);
  return bare !== null && registered.some((one) => withoutLoopbackPort(one) === bare);
}

function withoutLoopbackPort(address: string): string | null {
  const url = URL.parse(address);
  if (
    url === null ||
    url.protocol !== 'http:' ||
    !LOOPBACK.has(url.hostname) ||
    redirectFault(address) !== null
  )
    return null;
  // text, not the parsed address: everything but the port must be the same to the character
  return address.replace(/^(http:\/\/(?:[^/?[\]:]+|\[[^\]]*\])):\d+/i, '$1');
}

/** Where a person is sent, in words: a host, or the scheme of a program on the person's machine. */
export function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.host;
  return url.protocol;
}

/** An address with more parameters. Those that it has stay as they are. */
export function withParameters(address: string, more: { [name: string]: string | null }): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(more)) if (value !== null) said.set(name, value);
  return `${address}${address.includes('?') ? '&' : '?'}${said.toString()}`;
}
