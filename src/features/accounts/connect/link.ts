/** A connect link: its address, where it stands, and what callers see of it. */
import { platforms as allPlatforms } from '../../../../adapters/networks.ts';
import type { LinkRow } from '../../../../store/connect-links.ts';
import type { Frame } from '../../../base/hosted-page.ts';
import type { Sealer } from '../../../base/seal.ts';

type LinkStatus = 'pending' | 'connected' | 'expired' | 'revoked';

/**
 * Where a link stands, read from what happened to it and the time; it is stored nowhere. A link that brought an account
 * stays `connected` after its end. @param now epoch ms
 */
function linkStatus(link: Pick<LinkRow, 'connectedAt' | 'revokedAt' | 'expiresAt'>, now: number): LinkStatus {
  if (link.revokedAt !== null) return 'revoked';
  if (link.connectedAt !== null) return 'connected';
  return link.expiresAt.getTime() <= now ? 'expired' : 'pending';
}

/** Whether accounts can still be connected through it. @param now epoch ms */
export function isOpen(link: Pick<LinkRow, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return link.revokedAt === null && link.expiresAt.getTime() > now;
}

/** What every page of a link says of it. @param sandbox whether it is about simulated networks */
export const frameOf = (
  { workspaceName, name }: Pick<LinkRow, 'workspaceName' | 'name'>,
  sandbox: boolean,
): Frame => ({ workspace: workspaceName, sandbox, ...(name !== null && { recipient: name }) });

/** @param mayConnect whether the caller may see the address, by which accounts can be connected; now: epoch ms */
export function publicLink(
  link: LinkRow,
  { baseUrl, sealer, now, mayConnect }: { baseUrl: string; sealer: Sealer; now: number; mayConnect: boolean },
) {
  return {
    id: link.id,
    url: mayConnect ? linkUrl(baseUrl, sealer.open(link.secret, link.id) as string) : '',
    redirectUrl: link.redirectUrl,
    name: link.name,
    platforms: link.platforms.length > 0 ? link.platforms : [...allPlatforms],
    status: linkStatus(link, now),
    expiresAt: link.expiresAt.toISOString(),
  };
}

export const linkUrl = (baseUrl: string, secret: string): string => `${baseUrl}/connect/${secret}`;

/** Where the person goes when they are done, with what they connected: `?connected=bluesky,telegram`. */
export function returnUrl(redirectUrl: string, connected: string[]): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('connected', [...new Set(connected)].join(','));
  return url.href.replaceAll('%2C', ',');
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why an address cannot be returned to, as a sentence; null where it can. */
export function redirectFault(address: string): string | null {
  const url = URL.parse(address);
  const isLocal = url?.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isLocal)) {
    return 'redirectUrl must begin with https:// (http:// only for localhost)';
  }
  if (url.username !== '' || url.password !== '')
    return 'redirectUrl must not carry a user name or a password';
  return null;
}
