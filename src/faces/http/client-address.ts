/**
 * Finds the client's address of a request. Behind a reverse proxy the peer of the socket is the proxy, which names the
 * client in a header. Anybody can send such a header, so it counts only from proxies that the operator has listed.
 */
import ipaddr from 'ipaddr.js';
import type { Exchange } from '../../api/exchange.ts';

export interface ProxyOptions {
  /** Addresses and networks of the proxies (`10.0.0.0/8`); none: the header is ignored. */
  trusted: readonly string[];
  /** Lower case, such as `x-forwarded-for`. */
  header: string;
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isAddressOrNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/**
 * @returns a function that finds a request's client: the last address in the header that is not a trusted proxy's. The
 * addresses before it were written by the client and prove nothing. Without such an address, the peer of the socket.
 */
export function createClientAddress({
  trusted,
  header,
}: ProxyOptions): (exchange: Pick<Exchange, 'address' | 'header'>) => string {
  const ranges: Range[] = trusted.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128] as Range;
  });
  const isTrusted = (address: string) => {
    const parsed = ipaddr.process(address);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
  return (exchange) => {
    const peer = plain(exchange.address) ?? exchange.address;
    if (ranges.length === 0 || !ipaddr.isValid(peer) || !isTrusted(peer)) return peer;
    for (const part of exchange.header(header).split(',').toReversed()) {
      const address = plain(part);
      if (address === null) return peer;
      if (!isTrusted(address)) return address;
    }
    return peer;
  };
}

/** Normalizes an address; null for text that is not one. Some proxies add a port: `203.0.113.7:4711`, `[::1]:80`. */
function plain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}
