/**
 * Which browser a sign-in belongs to: a cookie of 256 random bits. A state, or a page with accounts to pick from, is good
 * in this browser alone, so nobody can be made to finish what somebody else began (RFC 6749, section 10.12).
 */
import type { Exchange, Header } from '../../../api/exchange.ts';
import { newSecret } from '../../../base/secrets.ts';

interface Browser {
  /** The cookie's value: secret. */
  secret: string;
  /** Sets the cookie where there was none. */
  headers: Header[];
}

const DAY_SECONDS = 24 * 3600;

/** The browser's secret, a new one where it brings none. */
export function browserOf(exchange: Exchange, baseUrl: string): Browser {
  const existing = browserSecret(exchange, baseUrl);
  if (existing !== null) return { secret: existing, headers: [] };
  const secret = newSecret();
  // Lax: the way back from the network is a link from another site
  const cookie = `${cookieName(baseUrl)}=${secret}; Path=/; Max-Age=${7 * DAY_SECONDS}; HttpOnly; SameSite=Lax`;
  return { secret, headers: [['set-cookie', isSecure(baseUrl) ? `${cookie}; Secure` : cookie]] };
}

/** Null where the browser brings no cookie of ours. */
export function browserSecret(exchange: Exchange, baseUrl: string): string | null {
  const name = cookieName(baseUrl);
  for (const pair of exchange.header('cookie').split(/; */)) {
    const [key, value] = pair.split('=', 2);
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * Whether a form was sent from a page of ours. Browsers tell by Sec-Fetch-Site; older ones by Origin. A request with
 * neither comes from no browser that has our cookie.
 */
export function isOwnForm(exchange: Exchange, baseUrl: string): boolean {
  const site = exchange.header('sec-fetch-site');
  if (site !== '') return site === 'same-origin';
  return exchange.header('origin') === new URL(baseUrl).origin;
}

/** Under https the name's prefix keeps neighbouring hosts from setting it (RFC 6265bis, section 4.1.3). */
function cookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-troupe-connect' : 'troupe-connect';
}

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');
