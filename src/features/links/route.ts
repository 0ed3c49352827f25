/**
 * `GET /l/<code>`: counts a click and leads on to the stored address. Previews, bots and prefetching browsers are led on too,
 * and not counted; the browser inside Instagram is a person's.
 */
import { isbot } from 'isbot';
import type { Sql, Tx } from '../../../store/connect.ts';
import { findLink, followLink } from '../../../store/links.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { html, PLAIN_PAGE_HEADERS, plainPage } from '../../base/html.ts';
import { CODE_PATTERN, LINK_PATH } from './tracked.ts';

interface LinkRouteDeps {
  sql: Sql;
  /** Epoch ms. */
  clock: () => number;
  node: Pick<Node, 'command'>;
  /** Hears of the first click on a link, in the transaction that counts it. @param messageId the message that the link stands in */
  onClick: (tx: Tx, turn: Turn, messageId: string) => Promise<void>;
}

/** Headers that say that nobody looks at the page yet. */
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** Nobody keeps the answer, so that each click arrives here; the page that follows does not learn the code. */
const HEADERS: readonly Header[] = [
  ['cache-control', 'no-store'],
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow'],
];
const PAGE_HEADERS: readonly Header[] = [...HEADERS, ...PLAIN_PAGE_HEADERS];

export function linkRoute(deps: LinkRouteDeps): RawRoute {
  return { method: 'GET', path: `${LINK_PATH}{code}`, handle: (exchange) => follow(deps, exchange) };
}

async function follow({ sql, clock, node, onClick }: LinkRouteDeps, exchange: Exchange): Promise<void> {
  const code = exchange.params['code']!;
  const count = (linkCode: string) =>
    node.command(async (tx, turn) => {
      const link = await followLink(tx, linkCode, clock());
      if (link?.isFirst) await onClick(tx, turn, link.messageId);
      return { result: link?.url };
    });
  const read = (linkCode: string) => (isPerson(exchange) ? count(linkCode) : findLink(sql, linkCode));
  const stored = CODE_PATTERN.test(code) ? await read(code) : undefined;
  const target = stored === undefined ? null : targetOf(stored);
  if (target === null) return exchange.answer({ status: 404, headers: PAGE_HEADERS, body: NOT_FOUND });
  exchange.answer({ status: 302, headers: [...HEADERS, ['location', target]], body: null });
}

/**
 * The address as a browser reads it, percent-encoded, so that the header holds ASCII only; without a user and a password,
 * which make another host look like the one that is meant. Null if it is no address.
 */
export function targetOf(stored: string): string | null {
  const url = URL.parse(stored);
  if (url === null) return null;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Whether somebody has opened the link, and wants to see where it leads. */
function isPerson(exchange: Pick<Exchange, 'method' | 'header'>): boolean {
  if (exchange.method !== 'GET') return false;
  if (AHEAD_HEADERS.some((name) => AHEAD.test(exchange.header(name)))) return false;
  const agent = exchange.header('user-agent');
  return agent !== '' && !isbot(agent);
}

const NOT_FOUND = plainPage(
  'No such link',
  html`<p>This link does not exist, or its owner has deleted it. Is the address whole?</p>`,
);
