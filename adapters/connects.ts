/** How accounts of each network are connected, by its platform identifier. */
import type { Connect } from './port/connect.ts';
import { connect as bluesky } from './bluesky/connect.ts';
import { connect as devto } from './devto/connect.ts';
import { connect as discord } from './discord/connect.ts';
import { connect as facebook } from './facebook/connect.ts';
import { connect as ghost } from './ghost/connect.ts';
import { connect as googleBusiness } from './google_business/connect.ts';
import { connect as hashnode } from './hashnode/connect.ts';
import { connect as instagram } from './instagram/connect.ts';
import { connect as linkedin } from './linkedin/connect.ts';
import { connect as mastodon } from './mastodon/connect.ts';
import { connect as pinterest } from './pinterest/connect.ts';
import { connect as reddit } from './reddit/connect.ts';
import { connect as slack } from './slack/connect.ts';
import { connect as telegram } from './telegram/connect.ts';
import { connect as threads } from './threads/connect.ts';
import { connect as tiktok } from './tiktok/connect.ts';
import { connect as tumblr } from './tumblr/connect.ts';
import { connect as wordpress } from './wordpress/connect.ts';
import { connect as x } from './x/connect.ts';
import { connect as youtube } from './youtube/connect.ts';

export const connects: { [platform: string]: Connect } = {
  bluesky,
  devto,
  discord,
  facebook,
  ghost,
  google_business: googleBusiness,
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
};
