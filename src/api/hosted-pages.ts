/** What the routes of hosted pages have in common: headers, and reading their forms. */
import { styleHash } from '../base/hosted-style.ts';
import { bodyOf, type Exchange, type Header } from './exchange.ts';
import { Problem } from './problem.ts';

const MAX_FORM_BYTES = 64 * 1024;

interface Policy {
  /** Where forms of the page may lead, besides this service, as sources of a content security policy. Default: nowhere. */
  forms?: string;
  /** Whether the page shows pictures and videos of this service. Default: no. */
  showsFiles?: boolean;
  /** Which sites learn the address of the page. */
  referrer: 'no-referrer' | 'same-origin';
}

/** No script, no frame, no cache: the address of the page is a secret. */
export function hostedHeaders(
  baseUrl: string,
  { forms = '', showsFiles = false, referrer }: Policy,
): readonly Header[] {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(showsFiles ? ["img-src 'self' data:", "media-src 'self'"] : ['img-src data:']), // data: the empty icon
    `form-action 'self'${forms === '' ? '' : ` ${forms}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['content-security-policy', policy.join('; ')],
    ['referrer-policy', referrer],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['x-robots-tag', 'noindex'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(baseUrl.startsWith('https:')
      ? [['strict-transport-security', 'max-age=31536000'] satisfies Header]
      : []),
  ];
}

/** A form's fields. @throws Problem 413, 415 */
export async function formOf(exchange: Exchange): Promise<URLSearchParams> {
  const bytes = await bodyOf(exchange, MAX_FORM_BYTES);
  const type = exchange.header('content-type');
  if (bytes.length > 0 && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new Problem('unsupported_media_type', 'this page takes forms as a browser sends them');
  }
  return new URLSearchParams(Buffer.from(bytes).toString('utf8').replaceAll('\0', ''));
}
