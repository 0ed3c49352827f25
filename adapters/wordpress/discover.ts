/**
 * Finds the REST API of a site from the address a person typed (WordPress REST API handbook, "Discovery"): by the
 * Link header, the page's link element, or the two usual places. A site may use any path for the root of its API.
 */
import type { ConnectAnswer, ConnectStep } from '../port/connect.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';

export interface DiscoveredSite {
  /** The API's root without a trailing slash: `https://blog.example/wp-json`. */
  api: string;
  /** The address of WordPress itself, according to the site: `https://blog.example`. */
  site: string;
  name: string;
  home: string | null;
  iconUrl: string | null;
  /** The page on which people approve application passwords; null if the site has disabled them. */
  authorizeUrl: string | null;
}

type Refused = Exclude<ConnectAnswer, { kind: 'accounts' }>;

const API_RELATION = 'https://api.w.org/';

/** @returns the site, or a sentence for the person who typed the address */
export async function findSite(step: ConnectStep, typed: string): Promise<DiscoveredSite | Refused> {
  const own = step.endpoints['site'] ?? '';
  const address = addressIn(typed, own);
  if (address === null) {
    return refused('Type the https address of your site, such as https://blog.example.');
  }
  const page = await ask(step.fetch, new Request(address, { headers: { accept: 'text/html' } }), step.signal);
  const busy = busyAt(page, address);
  if (busy !== null) return busy;
  const named = page.kind === 'response' ? rootIn(page) : null;
  const base = address.replace(/\/+$/, '');
  for (const root of named === null ? [`${base}/wp-json`, `${base}/?rest_route=`] : [named]) {
    if (!isSafe(root, own)) {
      return refused('The site keeps its API at an address without https, where a password may not go.');
    }
    const found = await siteAt(step, root);
    if (found !== null) return found;
  }
  return noSite(address);
}

/** The facts a site states at the root of its API; null if there is none. */
export async function siteAt(step: ConnectStep, api: string): Promise<DiscoveredSite | Refused | null> {
  const answer = await ask(step.fetch, indexRequest(api), step.signal);
  return busyAt(answer, api) ?? (answer.kind === 'response' ? siteIn(answer, api) : null);
}

export function noSite(address: string): Refused {
  const { host } = new URL(address);
  return refused(
    `No WordPress was found at ${host}: check the address, and that no plugin turns its REST API off.`,
  );
}

/** Only https, except the sandbox's address. */
function addressIn(typed: string, own: string): string | null {
  const text = typed.trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (url === null || url.username !== '' || url.password !== '') return null;
  url.search = '';
  url.hash = '';
  // people may copy the address of their admin pages
  url.pathname = url.pathname.replace(/\/(wp-admin|wp-login\.php|wp-json)(\/.*)?$/, '/');
  return isSafe(url.href, own) && (url.hostname.includes('.') || isOwn(url.href, own)) ? url.href : null;
}

function isSafe(address: string, own: string): boolean {
  return URL.parse(address)?.protocol === 'https:' || isOwn(address, own);
}

function isOwn(address: string, own: string): boolean {
  return URL.canParse(own) && URL.parse(address)?.origin === new URL(own).origin;
}

/** Redirects are not followed: another host than the one that named the root would respond. */
function indexRequest(root: string): Request {
  return new Request(`${root}/`, { headers: { accept: 'application/json' }, redirect: 'manual' });
}

function rootIn({ headers, text }: NetworkResponse): string | null {
  const link = /<([^>]+)>\s*;[^,]*rel="?https:\/\/api\.w\.org\/"?/i.exec(headers.get('link') ?? '')?.[1];
  const tag = [...text.matchAll(/<link\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(API_RELATION));
  const href =
    tag === undefined ? undefined : /\bhref=["']([^"']+)["']/i.exec(tag)?.[1]?.replaceAll('&#038;', '&');
  const root = link ?? href;
  return root !== undefined && URL.canParse(root) ? root.replace(/\/+$/, '') : null;
}

function siteIn({ status, json }: NetworkResponse, api: string): DiscoveredSite | null {
  const namespaces = at(json, 'namespaces');
  if (status !== 200 || !Array.isArray(namespaces) || !namespaces.includes('wp/v2')) return null;
  const authorizeUrl = textAt(json, 'authentication', 'application-passwords', 'endpoints', 'authorization');
  const home = httpAddress(textAt(json, 'home'));
  return {
    api,
    site: httpAddress(textAt(json, 'url')) ?? home ?? api,
    name: textAt(json, 'name') ?? '',
    home,
    iconUrl: httpAddress(textAt(json, 'site_icon_url')),
    authorizeUrl: httpAddress(authorizeUrl),
  };
}

function busyAt(answer: NetworkResponse | Lost, address: string): Refused | null {
  const { host } = new URL(address);
  if (answer.kind === 'lost') {
    if (answer.sent)
      return { kind: 'retry', reason: `${host} did not answer (${answer.reason}): try again.` };
    return refused(`There is no site at ${host} (${answer.reason}): check the address.`);
  }
  if (answer.status !== 429 && answer.status < 500) return null;
  return {
    kind: 'retry',
    reason: `${host} is busy or down (${answer.status}): try again in a while.`,
  };
}

function httpAddress(address: string | null): string | null {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason, field: 'site' };
}
