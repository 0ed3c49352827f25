/** HTTP headers of the pages of connect links. */
import type { Header } from '../../../api/exchange.ts';
import { hostedHeaders } from '../../../api/hosted-pages.ts';

/**
 * The address goes to no other site as a referrer; to our own it may, since browsers tell the origin of a form only then. A form's answer
 * may lead to any network and back to the caller's site, which `form-action` counts too, so it names schemes.
 */
export const pageHeaders = (baseUrl: string): readonly Header[] =>
  hostedHeaders(baseUrl, {
    forms: `https: ${baseUrl.startsWith('https:') ? 'http://localhost:* http://127.0.0.1:* http://[::1]:*' : 'http:'}`,
    referrer: 'same-origin',
  });
