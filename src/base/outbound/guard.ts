/**
 * The one guard for outbound URLs that a caller can influence: media URLs, webhooks, servers of self-hosted networks.
 * Nothing behind the service's own firewall can be reached through it (server-side request forgery; OWASP SSRF
 * prevention: allow what is public, not refuse what is known to be bad).
 *
 * Three looks, because each alone can be got round:
 * 1. `check`: scheme, user name, port, host and literal address, as the WHATWG URL parser reads them. It is the parser
 *    that connects, so `0x7f.1`, `2130706433` and `①②⑦.0.0.1` are seen as 127.0.0.1.
 * 2. At connect time: the very answer of DNS that is connected to. A name that changes its answer between the look and
 *    the connection (rebinding) gains nothing, for there is no second question.
 * 3. At each redirect, both again.
 *
 * How much is read and how long it may take is the caller's to bound: a signal, and counting while reading.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';
import type { WorkspaceNetworks } from '../workspace-networks.ts';

/** Why a URL is refused. The sentence names no more than the host: paths and queries may hold secrets. */
interface Refused {
  code: 'URL_REFUSED';
  message: string;
}

/**
 * A URL that must not be fetched. Thrown only while nothing that could change anything has been sent, so that
 * `adapters/lib/http.ts` may count it as never sent.
 */
class UrlRefused extends Error implements Refused {
  override readonly name = 'UrlRefused';
  readonly code = 'URL_REFUSED';
}

/**
 * A redirect that could not be followed although the first server took the request (a POST, say): it may have done
 * what was asked. Apart from `UrlRefused` for that reason alone.
 */
class RedirectFailed extends Error {
  override readonly name = 'RedirectFailed';
  readonly code = 'REDIRECT_FAILED';
}

export interface Guard {
  /**
   * What speaks against a URL, without asking anybody. A name that leads to a private address is found by `fetch`.
   * @param networks of the workspace whose URL it is: the sandbox's are refused where they are `real`. Default `both`
   */
  check(url: string, networks?: WorkspaceNetworks): Refused | null;
  /** Whether a URL is of an origin that is let through by name. */
  allows(url: string): boolean;
  /** Reaches the sandbox only where the first URL is the sandbox's: nothing else is redirected to it. */
  fetch: typeof globalThis.fetch;
  /** Never reaches the sandbox. */
  fetchReal: typeof globalThis.fetch;
  /**
   * An address to connect to for a mail server that a caller named, so that nothing is looked up again. An origin that is let through by
   * name counts with its host and port.
   * @throws UrlRefused where the host or one of its addresses is not public, or the port is none of mail servers
   */
  mailAddressOf(server: { host: string; port: number }): Promise<string>;
  /** Closes the kept connections. */
  close(): Promise<void>;
}

export interface GuardOptions {
  /** Origins that are let through whatever they resolve to: the sandbox, and what an operator names. Default none. */
  allow?: readonly string[];
  /** The origin of the sandbox: it is let through for workspaces of simulated networks alone. Default none. */
  sandbox?: string | null;
  /** Asks for all addresses of a name. Default: the system's resolver. */
  lookup?: (hostname: string) => Promise<{ address: string; family: number }[]>;
}

/** Fetch follows at most 20; five are plenty for a moved site. */
const MAX_REDIRECTS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
const NOT_FOLLOWED = 'The URL redirects, which is not followed here.';

export function createGuard({ allow = [], sandbox = null, lookup = askSystem }: GuardOptions = {}): Guard {
  const { allowed, outside } = originsOf(allow, sandbox);
  const publicOnly = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup: refusing(lookup) } });
  const anywhere = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } });

  const insist = (address: string, origins: ReadonlySet<string>): void => {
    const fault = faultOf(address, origins);
    if (fault !== null) throw new UrlRefused(fault);
  };

  const send = async (request: Request, signal: AbortSignal): Promise<Response> => {
    const dispatcher = allowed.has(new URL(request.url).origin) ? anywhere : publicOnly;
    try {
      // Node's own fetch takes the dispatcher of undici 7; only the types of the two copies differ.
      const init = { redirect: 'manual', signal, dispatcher } as unknown as RequestInit;
      return await globalThis.fetch(request, init);
    } catch (cause) {
      throw refusalIn(cause) ?? cause;
    }
  };

  const guarded = async (
    first: ReadonlySet<string>,
    [input, init]: Parameters<typeof globalThis.fetch>,
  ): Promise<Response> => {
    insist(input instanceof Request ? input.url : String(input), first);
    let request = new Request(input, init);
    const next = new URL(request.url).origin === sandbox ? allowed : outside;
    const { signal } = request;
    const changing = changes(request);
    let response = await send(request, signal);
    for (let hop = 1; ; hop += 1) {
      const target = redirectTarget(response, request.url);
      if (target === null || request.redirect === 'manual') return response;
      await response.body?.cancel();
      try {
        if (request.redirect === 'error') throw new UrlRefused(NOT_FOLLOWED);
        if (hop > MAX_REDIRECTS) throw new UrlRefused(`The URL redirects more than ${MAX_REDIRECTS} times.`);
        insist(target, next);
        request = redirected(request, response.status, target);
        response = await send(request, signal);
      } catch (cause) {
        if (!changing || signal.aborted) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new RedirectFailed(`The request was answered by a redirect that failed: ${why}`, { cause });
      }
    }
  };

  return {
    check: (url, networks = 'both') => refusedFor(faultOf(url, networks === 'real' ? outside : allowed)),
    allows: (address) => URL.canParse(address) && allowed.has(new URL(address).origin),
    fetch: (...request) => guarded(allowed, request),
    fetchReal: (...request) => guarded(outside, request),
    mailAddressOf: (server) => mailAddressOf(server, { allowed, lookup }),
    close: async () => {
      await Promise.all([publicOnly.close(), anywhere.close()]);
    },
  };
}

/** The origins that are let through by name: all of them, and those without the sandbox's. */
function originsOf(allow: readonly string[], sandbox: string | null) {
  const named = allow.map((origin) => new URL(origin).origin);
  const outside: ReadonlySet<string> = new Set(named.filter((origin) => origin !== sandbox));
  const allowed: ReadonlySet<string> = new Set(sandbox === null ? named : [...named, sandbox]);
  return { allowed, outside };
}

/** GET and HEAD change nothing (RFC 9110, 9.2.1); whatever else was sent may have been obeyed. */
function changes(request: Request): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD';
}

/** Names that never mean a public host: RFC 6761, 6762, 8375, the private-use TLD, and what routers hand out. */
const PRIVATE_NAMES = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'home.arpa',
  'lan',
  'intranet',
  'corp',
];

/** Ports from 1024 on that the Fetch standard blocks ("bad port"); below it, only those of HTTP are let through. */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

function faultOf(address: string, allowed: ReadonlySet<string>): string | null {
  if (!URL.canParse(address)) return 'The URL is not an absolute URL.';
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'The URL must begin with https:// or http://.';
  }
  if (url.username !== '' || url.password !== '') return 'The URL must not carry a user name or a password.';
  if (allowed.has(url.origin)) return null;

  const host = url.hostname.replace(/\.+$/, '');
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) {
    return isPublic(literal) ? portFault(url) : `The URL's host ${host} is not a public address.`;
  }
  if (!isPublicName(host)) return `The URL's host ${host} is not a public name.`;
  return portFault(url);
}

async function mailAddressOf(
  { host, port }: { host: string; port: number },
  { allowed, lookup }: { allowed: ReadonlySet<string>; lookup: NonNullable<GuardOptions['lookup']> },
): Promise<string> {
  const origin = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)?.origin;
  if (origin !== undefined && allowed.has(origin)) return host;
  const fault = mailFaultOf(host, port);
  if (fault !== null) throw new UrlRefused(fault);
  if (isIP(host) !== 0) return host;
  const addresses = await lookup(host);
  if (!addresses.every(({ address }) => isPublic(address)))
    throw new UrlRefused(`The mail server ${host} does not lead to a public address.`);
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  return addresses[0]!.address;
}

const refusedFor = (message: string | null): Refused | null =>
  message === null ? null : { code: 'URL_REFUSED', message };

/** Ports at which mail servers take mail (RFC 5321, 6409, 8314), and the one that providers offer besides. */
const MAIL_PORTS = [25, 465, 587, 2525];

function mailFaultOf(host: string, port: number): string | null {
  if (isIP(host) !== 0 && !isPublic(host)) return `The mail server ${host} is not a public address.`;
  if (isIP(host) === 0 && !isPublicName(host)) return `The mail server ${host} is not a public name.`;
  if (MAIL_PORTS.includes(port)) return null;
  return `The port ${port} is none of mail servers: ${MAIL_PORTS.join(', ')}.`;
}

const isPublicName = (host: string): boolean =>
  host.includes('.') && !PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`));

function portFault(url: URL): string | null {
  if (url.port === '') return null;
  const port = Number(url.port);
  const web = port === 80 || port === 443 || (port >= 1024 && !BAD_PORTS.has(port));
  return web ? null : `The URL's port ${port} is not one that web servers use.`;
}

/** Azure's metadata and agent endpoint: the one of its kind on an address that looks public. */
const AZURE_WIRE_SERVER = '168.63.129.16';
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet. Anything with a special meaning is not: private, loopback, link-local
 * (with it 169.254.169.254), carrier-grade NAT, multicast, benchmarking, documentation, and IPv6 that wraps IPv4
 * (mapped, NAT64, 6to4, Teredo). IPv6 has to be of 2000::/3, the only part of it ever handed out.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || address === AZURE_WIRE_SERVER) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

async function askSystem(hostname: string): Promise<{ address: string; family: number }[]> {
  return systemLookup(hostname, { all: true });
}

/** A resolver for connections: one private address among the answers and the name is refused. */
function refusing(lookup: NonNullable<GuardOptions['lookup']>): LookupFunction {
  const publicAddresses = callbackify(async (hostname: string) => {
    const addresses = await lookup(hostname);
    if (addresses.length === 0) {
      throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
    }
    if (addresses.every(({ address }) => isPublic(address))) return addresses;
    throw new UrlRefused(`The URL's host ${hostname} does not lead to a public address.`);
  });
  return (hostname, options, callback) =>
    publicAddresses(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error, []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/** Fetch wraps what the connection said. */
function refusalIn(cause: unknown): UrlRefused | null {
  if (cause instanceof UrlRefused) return cause;
  return cause instanceof Error && cause.cause !== undefined ? refusalIn(cause.cause) : null;
}

function redirectTarget(response: Response, base: string): string | null {
  if (![301, 302, 303, 307, 308].includes(response.status)) return null;
  const location = response.headers.get('location');
  if (location === null) return null;
  return URL.canParse(location, base) ? new URL(location, base).href : location;
}

/** What another origin may see of a request: nothing that could be a credential, whatever its header is called. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'range', 'user-agent']);

/**
 * The request that follows a redirect (Fetch standard, HTTP-redirect fetch), but for one thing: a body is never sent a
 * second time. It may hold a secret, and 307 from a server a caller chose would hand it to anybody.
 */
function redirected(request: Request, status: number, target: string): Request {
  const repeats = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD';
  if (repeats && changes(request)) {
    throw new UrlRefused(
      `The server wants the request at ${new URL(target).origin}; use that address instead.`,
    );
  }
  const sameOrigin = new URL(target).origin === new URL(request.url).origin;
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    if (HARMLESS.has(name) || (sameOrigin && !name.startsWith('content-'))) headers.set(name, value);
  }
  return new Request(target, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers,
    redirect: request.redirect,
  });
}
