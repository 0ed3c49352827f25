/**
 * What every page of a connect link has in common: finding the link of the address, the pages for a link that cannot be
 * used, the limit on forms, and where the person goes next.
 */
import { readAccounts } from '../../../../store/accounts.ts';
import { findLinkBySecret, type LinkRow, listLinkAccountIds } from '../../../../store/connect-links.ts';
import type { AccountsContext as Context } from '../context.ts';
import type { Exchange, Header } from '../../../api/exchange.ts';
import { messagePage } from '../../../base/hosted-page.ts';
import { createRateLimiter } from '../../../base/rate.ts';
import { isOwnForm } from './browser.ts';
import { frameOf, isOpen, returnUrl } from './link.ts';
import { pageHeaders } from './page-headers.ts';
import { hashOf } from '../../../base/secrets.ts';
import type { NextStep, Visit } from './sign-in/visit.ts';

/** Forms sent through one link on one node: each may cost a call to a network. */
const FORM_RATE = { requests: 60, windowSeconds: 60 };

/** A page that says one thing and offers one way on. */
interface Message {
  title: string;
  text: string;
  /** null means nowhere to go. */
  way: { href: string; label: string } | null;
}

export class LinkPages {
  readonly #context: Pick<Context, 'sql' | 'clock' | 'baseUrl'>;
  readonly #takeForm = createRateLimiter(FORM_RATE);

  constructor(context: Pick<Context, 'sql' | 'clock' | 'baseUrl'>) {
    this.#context = context;
  }

  get baseUrl(): string {
    return this.#context.baseUrl;
  }

  respond(exchange: Exchange, status: number, body: string, headers: readonly Header[] = []): void {
    exchange.answer({ status, headers: [...pageHeaders(this.baseUrl), ...headers], body });
  }

  redirect(exchange: Exchange, location: string, headers: readonly Header[] = []): void {
    this.respond(exchange, 303, '', [...headers, ['location', location]]);
  }

  /** Responds with a message. @param link null means the page names no workspace */
  message(
    exchange: Exchange,
    link: LinkRow | null,
    { status, headers = [], ...content }: Message & { status: number; headers?: Header[] },
  ): void {
    const frame = link && frameOf(link, false);
    this.respond(exchange, status, messagePage(frame, content), headers);
  }

  /** The link of the address, where accounts can be connected through it. @returns null when it has responded */
  async open(exchange: Exchange): Promise<LinkRow | null> {
    const secret = exchange.params['secret'] ?? '';
    const link = /^[\w-]{43}$/.test(secret) ? await this.find(secret) : undefined;
    if (!link) {
      const text = 'Its address may be incomplete: copy the whole link, or ask for a new one.';
      this.message(exchange, null, { status: 404, title: 'This link is not known', text, way: null });
      return null;
    }
    if (isOpen(link, this.#context.clock())) return link;
    const sentence = link.connectedAt === null ? '' : ' What you connected stays connected.';
    const text = `Ask the person who sent it to you for a new one.${sentence}`;
    const title = link.revokedAt === null ? 'This link has expired' : 'This link was withdrawn';
    const way = link.redirectUrl === null ? null : { href: await this.finishOf(link), label: 'Go back' };
    this.message(exchange, link, { status: 410, title, text, way });
    return null;
  }

  find(secret: string): Promise<LinkRow | undefined> {
    return findLinkBySecret(this.#context.sql, hashOf(secret));
  }

  /** The accounts that were connected through a link, in the order they came. */
  async accountsOf(link: LinkRow) {
    const { sql } = this.#context;
    const ids = await listLinkAccountIds(sql, link.id);
    const rows = new Map((await readAccounts(sql, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  /** Where the person goes when they are done. */
  async finishOf(link: LinkRow): Promise<string> {
    const platforms = (await this.accountsOf(link)).map(({ platform }) => platform);
    return returnUrl(link.redirectUrl ?? this.baseUrl, platforms);
  }

  visitOf(exchange: Exchange, link: LinkRow, browser: string): Visit {
    return { link, linkSecret: exchange.params['secret'] ?? '', browser, now: this.#context.clock() };
  }

  /** Whether a form may be sent: from a page of ours, and not too often. @returns false when it has responded */
  mayPost(exchange: Exchange, link: LinkRow): boolean {
    const refuse = (message: { status: number; title: string; text: string; headers?: Header[] }) => {
      const way = { href: pathOf(exchange), label: 'Start again' };
      this.message(exchange, link, { ...message, way });
      return false;
    };
    if (!isOwnForm(exchange, this.baseUrl)) {
      const text = 'The form was sent from another website. Nothing was done.';
      return refuse({ status: 403, title: 'Not from here', text });
    }
    const { allowed, retryAfterSeconds } = this.#takeForm(link.id, this.#context.clock());
    if (allowed) return true;
    const wait = String(retryAfterSeconds);
    const text = `Wait ${wait} seconds, then try again.`;
    return refuse({ status: 429, title: 'Too many tries', text, headers: [['retry-after', wait]] });
  }

  /** The address of the next step. A link for one network has nothing left to offer once that is connected. */
  async addressOf(
    link: LinkRow,
    path: string,
    next: Exclude<NextStep, { kind: 'refused' | 'retry' }>,
  ): Promise<string> {
    switch (next.kind) {
      case 'go':
        return next.url;
      case 'pick':
        return `${path}/pick/${next.signInId}`;
      case 'connected':
        return link.platforms.length === 1 && link.redirectUrl !== null ? this.finishOf(link) : path;
      default:
        return next satisfies never;
    }
  }
}

/** The path of a link's first page. */
export const pathOf = ({ params }: Exchange): string => `/connect/${params['secret'] ?? ''}`;
