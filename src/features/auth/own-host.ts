/**
 * Whether a request was sent to a name of this service. By DNS rebinding a page of another site makes its own name lead
 * here, and is then of the same origin as this service; but the browser still sends that name as the Host.
 */
import { isIP } from 'node:net';

/**
 * An address as a number is always its own: no name was looked up for it, so nobody could have changed where it leads.
 * @param host header `host`
 * @param own baseUrl: the public address; names: more names of this service, in lower case and without a port
 */
export function isOwnHost(
  host: string,
  { baseUrl, names = [] }: { baseUrl: string; names?: readonly string[] },
): boolean {
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  if (name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return name === new URL(baseUrl).hostname || names.includes(name);
}
