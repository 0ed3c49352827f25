/** The networks that can be simulated. */
import { bluesky } from './networks/bluesky.ts';
import { discord } from './networks/discord.ts';
import { instagram } from './networks/instagram.ts';
import { mastodon } from './networks/mastodon.ts';
import { telegram } from './networks/telegram.ts';
import type { SimulatedNetwork } from './simulator.ts';

export const networks: SimulatedNetwork<unknown>[] = [instagram, bluesky, telegram, discord, mastodon];
