/**
 * Refuses calls that a page of another site makes a browser send (MCP, Streamable HTTP, security warning): by their
 * Origin, and on this machine's own addresses by their Host, which DNS rebinding cannot change.
 */
import type { Exchange } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws Problem 403 */
export function refuseForeign(exchange: Pick<Exchange, 'header'>, baseUrl: string): void {
  const own = new URL(baseUrl).hostname;
  const origin = exchange.header('origin');
  if (origin !== '' && !isSame(origin, own))
    throw new Problem(
      'foreign_origin',
      'a page of another site cannot call tools here: leave out the Origin',
    );
  // elsewhere a reverse proxy may use another host name for this service
  if (LOOPBACK.has(own) && !isSame(`http://${exchange.header('host')}`, own))
    throw new Problem('foreign_origin', `the Host of the request must be that of ${baseUrl}`);
}

function isSame(address: string, own: string): boolean {
  const name = URL.parse(address)?.hostname;
  return name === own || (name !== undefined && LOOPBACK.has(own) && LOOPBACK.has(name));
}
