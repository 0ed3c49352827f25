/** Every network that can be published to, by its platform identifier. */
import type { Adapter } from './adapter.ts';
import { bluesky } from './bluesky/index.ts';
import { discord } from './discord/index.ts';
import { instagram } from './instagram/index.ts';
import { mastodon } from './mastodon/index.ts';
import { telegram } from './telegram/index.ts';

export const adapters: { [platform: string]: Adapter } = { bluesky, discord, instagram, mastodon, telegram };
