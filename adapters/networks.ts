/**
 * The table of networks: one line for each. What Troupe knows about a network is in its manifest; everything else
 * (names, ways to connect, rate limits, versions, post fields, the dashboard's symbols) is read from here.
 */
import type { Manifest } from './port/manifest.ts';
import { manifest as bluesky } from './bluesky/manifest.ts';
import { manifest as devto } from './devto/manifest.ts';
import { manifest as discord } from './discord/manifest.ts';
import { manifest as facebook } from './facebook/manifest.ts';
import { manifest as ghost } from './ghost/manifest.ts';
import { manifest as google_business } from './google_business/manifest.ts';
import { manifest as hashnode } from './hashnode/manifest.ts';
import { manifest as instagram } from './instagram/manifest.ts';
import { manifest as linkedin } from './linkedin/manifest.ts';
import { manifest as mastodon } from './mastodon/manifest.ts';
import { manifest as pinterest } from './pinterest/manifest.ts';
import { manifest as reddit } from './reddit/manifest.ts';
import { manifest as slack } from './slack/manifest.ts';
import { manifest as telegram } from './telegram/manifest.ts';
import { manifest as threads } from './threads/manifest.ts';
import { manifest as tiktok } from './tiktok/manifest.ts';
import { manifest as tumblr } from './tumblr/manifest.ts';
import { manifest as wordpress } from './wordpress/manifest.ts';
import { manifest as x } from './x/manifest.ts';
import { manifest as youtube } from './youtube/manifest.ts';

export const networks = {
  instagram,
  tiktok,
  x,
  reddit,
  linkedin,
  youtube,
  facebook,
  threads,
  bluesky,
  pinterest,
  telegram,
  discord,
  slack,
  mastodon,
  wordpress,
  devto,
  hashnode,
  ghost,
  tumblr,
  google_business,
} satisfies { [platform: string]: Manifest };

export type Platform = keyof typeof networks;
/** In the order in which all lists show them. */
export const platforms = Object.keys(networks) as Platform[];
