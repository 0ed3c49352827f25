/** HTTP headers of the hosted pages. */
import type { Header } from '../../../api/exchange.ts';
import { styleHash } from './style.ts';

/**
 * No script, no frame, no cache. The address is a secret, so it goes to no other site as a referrer; to our own it may,
 * since browsers tell the origin of a form only then. A form's answer may lead to any network and back to the caller's
 * site, which `form-action` counts too, so it names schemes.
 */
export function pageHeaders(baseUrl: string): readonly Header[] {
  const isSecure = baseUrl.startsWith('https:');
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self' https: ${isSecure ? 'http://localhost:* http://127.0.0.1:* http://[::1]:*' : 'http:'}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['content-security-policy', policy.join('; ')],
    ['referrer-policy', 'same-origin'],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['x-robots-tag', 'noindex'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(isSecure ? [['strict-transport-security', 'max-age=31536000'] satisfies Header] : []),
  ];
}
