/** The length of a text by each network's own count, where it would be cut, and what a post costs. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { LengthUnit } from '../../adapters/port/measure.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import { post } from '../contract/media.ts';

const LINK = 'https://example.com/a-long-path-to-a-page';
const PHOTO = ['photo.jpg'];
const CLIP = ['clip.mp4'];

interface Row {
  network: keyof typeof networks;
  post: PostContent;
  used: number;
  limit: number | null;
  unit: LengthUnit;
  /** Default: null. */
  cutAt?: number;
  limits?: { [name: string]: number };
}

const ROWS: Row[] = [
  { network: 'bluesky', post: post('👩🏽‍🚀 é'), used: 3, limit: 300, unit: 'graphemes' },
  { network: 'bluesky', post: post('a'.repeat(310)), used: 310, limit: 300, unit: 'graphemes', cutAt: 300 },
  // 140 graphemes of 25 bytes: the bytes are nearer to their limit
  {
    network: 'bluesky',
    post: post('👨‍👩‍👧‍👦'.repeat(140)),
    used: 3_500,
    limit: 3_000,
    unit: 'bytes',
    cutAt: 1_320,
  },
  { network: 'mastodon', post: post(`See ${LINK}`), used: 27, limit: 500, unit: 'weight' },
  {
    network: 'mastodon',
    post: post('@rosa@other.example hi'),
    used: 8,
    limit: 5_000,
    unit: 'weight',
    limits: { maxCharacters: 5_000 },
  },
  { network: 'x', post: post(`See ${LINK}`), used: 27, limit: 280, unit: 'weight' },
  { network: 'x', post: post('日本'), used: 4, limit: 280, unit: 'weight' },
  { network: 'x', post: post('a'), used: 1, limit: 4_000, unit: 'weight', limits: { maxCharacters: 4_000 } },
  { network: 'threads', post: post('Boats 😀'), used: 10, limit: 500, unit: 'weight' },
  { network: 'discord', post: post('👩🏽‍🚀'), used: 4, limit: 2_000, unit: 'characters' },
  { network: 'telegram', post: post('😀'), used: 1, limit: 4_096, unit: 'characters' },
  { network: 'telegram', post: post('😀', PHOTO), used: 1, limit: 1_024, unit: 'characters' },
  { network: 'slack', post: post('a < b & c'), used: 16, limit: 40_000, unit: 'utf16_units' },
  { network: 'linkedin', post: post('😀'), used: 2, limit: 3_000, unit: 'utf16_units' },
  { network: 'facebook', post: post('😀'), used: 1, limit: 63_206, unit: 'characters' },
  { network: 'google_business', post: post('é'), used: 1, limit: 1_500, unit: 'characters' },
  { network: 'instagram', post: post('Boats', PHOTO), used: 5, limit: 2_200, unit: 'characters' },
  {
    network: 'instagram',
    post: post('Boats', PHOTO, { instagramStory: true }),
    used: 0,
    limit: 0,
    unit: 'characters',
    cutAt: 0,
  },
  { network: 'reddit', post: post('Title\n\nBody'), used: 5, limit: 300, unit: 'characters' },
  {
    network: 'reddit',
    post: post(`T\n\n${'a'.repeat(20_000)}`),
    used: 20_000,
    limit: 40_000,
    unit: 'characters',
  },
  {
    network: 'reddit',
    post: post(' Title\n\nBody \n', PHOTO),
    used: 5,
    limit: 300,
    unit: 'characters',
    cutAt: 8,
  },
  { network: 'tiktok', post: post('😀', CLIP), used: 2, limit: 2_200, unit: 'utf16_units' },
  {
    network: 'tiktok',
    post: post('a'.repeat(2_201), CLIP),
    used: 2_201,
    limit: 2_200,
    unit: 'utf16_units',
    cutAt: 2_200,
  },
  { network: 'tiktok', post: post('Title\nText', PHOTO), used: 4, limit: 4_000, unit: 'utf16_units' },
  { network: 'youtube', post: post('Title\né', CLIP), used: 2, limit: 5_000, unit: 'bytes' },
  {
    network: 'youtube',
    post: post('Words', CLIP, { youtubeSettings: { title: 'Own' } }),
    used: 5,
    limit: 5_000,
    unit: 'bytes',
  },
  { network: 'pinterest', post: post('Title\nText', PHOTO), used: 4, limit: 800, unit: 'characters' },
  {
    network: 'pinterest',
    post: post(`\nTitle\n\n${'a'.repeat(801)} `, PHOTO),
    used: 801,
    limit: 800,
    unit: 'characters',
    cutAt: 808,
  },
  { network: 'wordpress', post: post('Title\nText'), used: 4, limit: null, unit: 'characters' },
  { network: 'devto', post: post('# Title\nText'), used: 4, limit: null, unit: 'characters' },
  { network: 'ghost', post: post('Title\nText'), used: 4, limit: null, unit: 'characters' },
  { network: 'hashnode', post: post('A long title\nText'), used: 340, limit: 100_000, unit: 'bytes' },
  { network: 'tumblr', post: post('Title'), used: 5, limit: 4_096, unit: 'characters' },
  { network: 'tumblr', post: post(`T\n\n${'a'.repeat(4_000)}`), used: 4_075, limit: 900_000, unit: 'bytes' },
];

const measured = ({ network, post: content, limits = {} }: Row) =>
  networks[network].publish.measure(content, { id: 'acc_1', platform: network, limits });

void t.test('every network is in the table', async () => {
  for (const network of Object.keys(networks))
    ok(
      ROWS.some((row) => row.network === network),
      network,
    );
});

for (const row of ROWS) {
  const { network, used, limit, unit, cutAt = null } = row;
  const words = row.post.text.slice(0, 20).trim();
  void t.test(`${network} counts ${used} of ${limit ?? 'any'} ${unit} in "${words}"`, async () => {
    deepEqual(measured(row), { length: { used, limit, unit }, cutAt });
  });
}

void t.test('a text is cut exactly where its measure says', async () => {
  for (const row of ROWS) {
    const { text } = row.post;
    const { cutAt } = measured(row);
    const plan = networks[row.network].publish.plan(row.post, {
      id: 'acc_1',
      platform: row.network,
      limits: {},
    });
    if (cutAt === null) ok(!plan.warnings.some((warning) => /is cut|was cut/.test(warning)), row.network);
    else ok(text.slice(0, cutAt).endsWith(plan.text) && text.slice(cutAt).trim() !== '', row.network);
  }
});

void t.test(
  'X names the price of a post with a link and of one without, and no other network has one',
  async () => {
    for (const [platform, { publish }] of Object.entries<Manifest>(networks))
      equal(publish.cost !== undefined, platform === 'x', platform);
    const cost = (text: string) => networks.x.publish.cost?.(post(text));
    deepEqual(cost('Boats'), {
      amount: 0.015,
      currency: 'USD',
      why: 'X charges the operator for a post without a link',
    });
    deepEqual(cost('See example.com'), {
      amount: 0.2,
      currency: 'USD',
      why: 'X charges the operator for a post with a link',
    });
  },
);
