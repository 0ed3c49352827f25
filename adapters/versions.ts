/**
 * The version of its API that each network is spoken to in, and when the network ends it. Networks without numbered
 * versions (mastodon, reddit, slack, telegram …) have nothing to end; what they change, they announce.
 */
import { graphVersion as facebook } from './facebook/version.ts';
import { version as ghost } from './ghost/version.ts';
import { businessVersion as googleBusiness } from './google_business/version.ts';
import { graphVersion as instagram } from './instagram/version.ts';
import { linkedinVersion as linkedin } from './linkedin/version.ts';
import { apiVersion as pinterest } from './pinterest/version.ts';
import { threadsVersion as threads } from './threads/version.ts';
import { apiVersion as tiktok } from './tiktok/version.ts';
import { apiVersion as tumblr } from './tumblr/version.ts';
import { apiVersion as x } from './x/version.ts';
import { apiVersion as youtube } from './youtube/version.ts';

export interface ApiVersion {
  version: string;
  /** Day (ISO) from which on it may not be served any more; null: none is announced. */
  sunset: string | null;
}

export const versions: { [platform: string]: ApiVersion } = {
  discord: { version: 'v10', sunset: null },
  facebook,
  ghost,
  google_business: googleBusiness,
  instagram: { version: instagram.path, sunset: instagram.livesAtLeastUntil },
  linkedin,
  pinterest,
  threads,
  tiktok,
  tumblr,
  x,
  youtube,
};

const DAY_MS = 86_400_000;
/** How long ahead of its end a version is warned of. */
const WARN_AHEAD_MS = 60 * DAY_MS;

/**
 * A sentence for each version that ends within 60 days, or has ended.
 * @param now epoch ms
 */
export function endingVersions(now: number, known = versions): string[] {
  return Object.entries(known).flatMap(([platform, { version, sunset }]) => {
    if (sunset === null || Date.parse(sunset) - now > WARN_AHEAD_MS) return [];
    const ends = Date.parse(sunset) > now ? `ends on ${sunset}` : `may have ended on ${sunset}`;
    return [
      `${platform}'s API version ${version} ${ends}: update this service, or posts to ${platform} will fail`,
    ];
  });
}
