/** Every network that shows the first frame of an animated picture says so before the post is made. */
import { equal, match } from 'node:assert/strict';
import t from 'tap';
import { networks, platforms, type Platform } from '../../adapters/networks.ts';
import { post } from '../contract/media.ts';

/** These convert a WebP to a JPEG, or show its first frame. The others get the file as it is, and show it as a browser does. */
const STILL = new Set<Platform>([
  ...(['bluesky', 'facebook', 'google_business', 'instagram', 'linkedin', 'pinterest'] as const),
  ...(['telegram', 'threads', 'tiktok', 'x'] as const),
]);
/** A WebP is a link to the file, or is refused. */
const MOVES = new Set<Platform>([
  ...([
    'devto',
    'discord',
    'ghost',
    'hashnode',
    'mastodon',
    'reddit',
    'slack',
    'tumblr',
    'wordpress',
  ] as const),
  'youtube',
]);

void t.test('an animated WebP that will not move gets a warning', async () => {
  for (const platform of platforms) {
    equal(Number(STILL.has(platform)) + Number(MOVES.has(platform)), 1, `${platform} is in one of the lists`);
    const facts = { id: 'acc_1', platform, limits: {} };
    const { warnings } = networks[platform].publish.plan(post('Boats', ['anim.webp']), facts);
    const still = warnings.filter((warning) => warning.includes('will not move'));
    equal(still.length, STILL.has(platform) ? 1 : 0, `${platform}: ${warnings.join(' ')}`);
    for (const warning of still) match(warning, /^media\/0\b.*animated/);
  }
});

void t.test('a GIF that may not move gets a warning, and a JPEG none', async () => {
  const facts = (platform: Platform) => ({ id: 'acc_1', platform, limits: {} });
  const warningsOf = (platform: Platform, files: string[]) =>
    networks[platform].publish.plan(post('Boats', files), facts(platform)).warnings.join(' ');
  match(warningsOf('facebook', ['dance.gif']), /may not move/);
  match(warningsOf('bluesky', ['dance.gif', 'photo.jpg']), /still picture/);
  for (const platform of STILL) equal(/move/.test(warningsOf(platform, ['photo.jpg'])), false, platform);
});
