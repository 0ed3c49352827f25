/** Addresses at which an app takes its code (OAuth 2.1, sections 2.3.1 and 8.4.2). */

/** `[::1]` as the WHATWG parser writes it. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * Schemes of programs without a dot in them, of clients of the Model Context Protocol that take codes so. Others without one are
 * not taken: among them are those that start programs of the operating system (`ms-msdt:`, `search-ms:`, `shell:`).
 */
const PROGRAMS = new Set(
  ['cursor', 'vscode', 'vscode-insiders', 'vscodium', 'windsurf', 'kiro', 'zed', 'warp', 'raycast'].map(
    (name) => `${name}:`,
  ),
);
/**
 * A scheme of somebody who has the domain: `com.example.app:` (RFC 8252, section 7.1). It begins with a top-level domain, which the dotted
 * schemes of operating systems do not (`x-apple.systempreferences:`).
 */
const REVERSED_DOMAIN = /^[a-z]{2,}(\.[a-z0-9-]+)+:$/;
const MAX_LENGTH = 1_000;

/** What speaks against an address to which a code would be sent, as a sentence; null if nothing. */
export function redirectFault(address: string): string | null {
  const url = address.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  if (url === null) return 'a redirect_uri must be an absolute address of visible ASCII characters';
  if (address.includes('#')) return 'a redirect_uri must have no fragment';
  if (url.username !== '' || url.password !== '') return 'a redirect_uri must have no user name';
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'a redirect_uri must begin with https://, except on this machine (http://127.0.0.1, http://localhost)';
  if (!isTaken(url.protocol))
    return `a redirect_uri cannot begin with ${url.protocol}: use https://, http://127.0.0.1, or a scheme with a dot such as com.example.app:`;
  // what is compared to the character has to be what a browser makes of it; an absent path is the one liberty
  if (url.href !== address && url.href !== `${address}/`)
    return `a redirect_uri must be written as browsers read it: ${url.href}`;
  return null;
}

const isTaken = (scheme: string): boolean =>
  scheme === 'https:' || scheme === 'http:' || PROGRAMS.has(scheme) || REVERSED_DOMAIN.test(scheme);

/**
 * Whether a code may be sent to an address: it has to be one that the app registered, to the character. On this machine the
 * port may be another one, because programs take any that is free (RFC 8252, section 7.3).
 */
export function isRegistered(registered: readonly string[], address: string): boolean {
  if (registered.includes(address)) return true;
  const bare = withoutLoopbackPort(address);
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
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(more)) if (value !== null) parameters.set(name, value);
  return `${address}${address.includes('?') ? '&' : '?'}${parameters.toString()}`;
}
