/**
 * Links that open a page for people without a login: everybody who has the address sees the page. So the address is unguessable, kept
 * out of referrers, caches and search engines, and written to no log; a link that was revoked, has expired or lost its ground shows the
 * same page as an address that never was.
 */
import { messagePage } from '../base/hosted-page.ts';
import { createRateLimiter } from '../base/rate.ts';
import { newSecret } from '../base/secrets.ts';
import type { Exchange, Header } from './exchange.ts';
import { hostedHeaders } from './hosted-pages.ts';

/** A new secret for an address. @param prefix one of SECRET_PREFIXES (src/base/redact.ts), so that it is recognized in texts */
export const newLinkSecret = (prefix: string): string => `${prefix}${newSecret()}`;

/** Whether a text could be the secret of a link; others are not worth a query. */
export const isLinkSecret = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));

/** Whether a link can be opened. @param now epoch ms */
export const isOpen = (
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date },
  now: number,
): boolean => revokedAt === null && expiresAt.getTime() > now;

/** Requests of one place to one node. A place is a client's address, which a whole office may share. */
const RATE = { requests: 60, windowSeconds: 60 };

export interface LinkPageDeps {
  context: { clock: () => number; baseUrl: string };
  /** Throws unless the header `host` has a name of this service. */
  insistOnOwnHost: (host: string) => void;
  /** IP address of the caller. */
  addressOf: (exchange: Exchange) => string;
}

/** The frame of the pages of one kind of link: who may ask, and the responses they have in common. */
export class LinkPages {
  readonly #deps: LinkPageDeps;
  readonly #showsFiles: boolean;
  readonly #take = createRateLimiter(RATE);

  /** @param options.showsFiles whether the pages show files of this service */
  constructor(deps: LinkPageDeps, { showsFiles }: { showsFiles: boolean }) {
    this.#deps = deps;
    this.#showsFiles = showsFiles;
  }

  /** To be called before anything is read. @returns false when it has responded: too many requests, or a form of another website */
  admits(exchange: Exchange): boolean {
    const { context, insistOnOwnHost, addressOf } = this.#deps;
    insistOnOwnHost(exchange.header('host'));
    const { allowed, retryAfterSeconds } = this.#take(addressOf(exchange), context.clock());
    if (!allowed) {
      const wait = String(retryAfterSeconds);
      const text = `Wait ${wait} seconds, then open the link again.`;
      const body = messagePage(null, { title: 'Too many requests', text, way: null });
      this.respond(exchange, 429, body, [['retry-after', wait]]);
      return false;
    }
    const site = exchange.header('sec-fetch-site');
    if (exchange.method === 'POST' && site !== '' && site !== 'same-origin') {
      const text = 'The form was sent from another website. Nothing was done.';
      this.respond(exchange, 403, messagePage(null, { title: 'Not from here', text, way: null }));
      return false;
    }
    return true;
  }

  /** The same for every link that cannot be opened, so that nobody learns which ones there were. */
  unknown(exchange: Exchange): void {
    const text =
      'The address may be incomplete, or the link has ended. Ask the people who sent it to you for a new one.';
    const body = messagePage(null, { title: 'This link cannot be opened', text, way: null });
    this.respond(exchange, 404, body);
  }

  respond(exchange: Exchange, status: number, body: string, more: readonly Header[] = []): void {
    const { baseUrl } = this.#deps.context;
    const headers = hostedHeaders(baseUrl, { showsFiles: this.#showsFiles, referrer: 'no-referrer' });
    exchange.answer({ status, headers: [...headers, ...more], body });
  }
}
