/** The networks that can be simulated. */
import { bluesky } from './networks/bluesky.ts';
import { devto } from './networks/devto.ts';
import { discord } from './networks/discord.ts';
import { facebook } from './networks/facebook.ts';
import { ghost } from './networks/ghost.ts';
import { googleBusiness } from './networks/google_business.ts';
import { hashnode } from './networks/hashnode.ts';
import { instagram } from './networks/instagram.ts';
import { linkedin } from './networks/linkedin/index.ts';
import { mastodon } from './networks/mastodon.ts';
import { pinterest } from './networks/pinterest.ts';
import { reddit } from './networks/reddit.ts';
import { slack } from './networks/slack.ts';
import { telegram } from './networks/telegram.ts';
import { threads } from './networks/threads.ts';
import { tiktok } from './networks/tiktok.ts';
import { tumblr } from './networks/tumblr.ts';
import { wordpress } from './networks/wordpress/index.ts';
import { x } from './networks/x.ts';
import { youtube } from './networks/youtube.ts';
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
