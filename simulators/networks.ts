/** The networks that can be simulated. */
import { bluesky } from './bluesky/index.ts';
import { devto } from './devto/index.ts';
import { discord } from './discord/index.ts';
import { facebook } from './facebook/index.ts';
import { ghost } from './ghost/index.ts';
import { googleBusiness } from './google_business/index.ts';
import { hashnode } from './hashnode/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { mastodon } from './mastodon/index.ts';
import { pinterest } from './pinterest/index.ts';
import { reddit } from './reddit/index.ts';
import { slack } from './slack/index.ts';
import { telegram } from './telegram/index.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { tumblr } from './tumblr/index.ts';
import { wordpress } from './wordpress/index.ts';
import { x } from './x/index.ts';
import { youtube } from './youtube/index.ts';
import type { SimulatedNetwork } from './simulator.ts';

export const networks: SimulatedNetwork<unknown>[] = [
  bluesky,
  devto,
  discord,
  facebook,
  ghost,
  googleBusiness,
  hashnode,
  instagram,
  linkedin,
  mastodon,
  pinterest,
  reddit,
  slack,
  telegram,
  threads,
  tiktok,
  tumblr,
  wordpress,
  x,
  youtube,
];
