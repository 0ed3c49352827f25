/** Each network's limits of texts, in the network's own unit: by its plan, and by its simulator. */
import { equal, ok } from 'node:assert/strict';
import t from 'tap';
import { lengthIn, type Unit } from '../../adapters/lib/length.ts';
import { networks } from '../../adapters/networks.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import { networks as simulators } from '../../simulators/networks.ts';
import { boardOf } from '../../simulators/pinterest/index.ts';
import { drive, setScene, type Scene } from '../contract/drive.ts';
import { post } from '../contract/media.ts';

/** What the plan does with a text that is longer: where a network's unit is not documented, it only warns. */
type Verdict = 'refused' | 'warned' | 'cut';

interface Limit {
  network: keyof typeof networks;
  what: string;
  unit: Unit;
  most: number;
  /** A second limit, in bytes. */
  bytes?: number;
  verdict: Verdict;
  post: (text: string) => PostContent;
}

const clip = (text: string) => post(text, ['clip.mp4']);
const titled = (text: string) => post(`${text}\n\nText`);
const below = (text: string) => post(`Title\n\n${text}`);
const pin = (text: string) => post(text, ['photo.jpg'], { pinterestBoardId: boardOf('rosa') });
const ownTitle = (title: string) => post('Text', ['clip.mp4'], { youtubeSettings: { title } });

const LIMITS: Limit[] = [
  { network: 'bluesky', what: 'text', unit: 'graphemes', most: 300, bytes: 3000, verdict: 'cut', post },
  { network: 'mastodon', what: 'text', unit: 'graphemes', most: 500, verdict: 'refused', post },
  { network: 'discord', what: 'text', unit: 'code_points', most: 2000, verdict: 'refused', post },
  { network: 'telegram', what: 'text', unit: 'code_points', most: 4096, verdict: 'refused', post },
  { network: 'telegram', what: 'caption', unit: 'code_points', most: 1024, verdict: 'refused', post: clip },
  { network: 'slack', what: 'text', unit: 'utf16', most: 40_000, verdict: 'refused', post },
  { network: 'linkedin', what: 'text', unit: 'utf16', most: 3000, verdict: 'warned', post },
  { network: 'facebook', what: 'text', unit: 'code_points', most: 63_206, verdict: 'warned', post },
  { network: 'google_business', what: 'text', unit: 'code_points', most: 1500, verdict: 'refused', post },
  {
    network: 'instagram',
    what: 'caption',
    unit: 'code_points',
    most: 2200,
    verdict: 'warned',
    post: (text) => post(text, ['photo.jpg']),
  },
  { network: 'reddit', what: 'title', unit: 'code_points', most: 300, verdict: 'refused', post },
  { network: 'reddit', what: 'text', unit: 'code_points', most: 40_000, verdict: 'refused', post: below },
  { network: 'tiktok', what: 'caption', unit: 'utf16', most: 2200, verdict: 'cut', post: clip },
  {
    network: 'tiktok',
    what: 'title',
    unit: 'utf16',
    most: 90,
    verdict: 'cut',
    post: (text) => post(text, ['photo.jpg']),
  },
  { network: 'youtube', what: 'title', unit: 'code_points', most: 100, verdict: 'cut', post: clip },
  {
    network: 'youtube',
    what: 'own title',
    unit: 'code_points',
    most: 100,
    verdict: 'refused',
    post: ownTitle,
  },
  {
    network: 'youtube',
    what: 'description',
    unit: 'bytes',
    most: 5000,
    verdict: 'refused',
    post: (text) => clip(`Title\n${text}`),
  },
  { network: 'pinterest', what: 'title', unit: 'code_points', most: 100, verdict: 'cut', post: pin },
  {
    network: 'pinterest',
    what: 'description',
    unit: 'code_points',
    most: 800,
    verdict: 'cut',
    post: (text) => pin(`Title\n${text}`),
  },
  { network: 'devto', what: 'title', unit: 'code_points', most: 128, verdict: 'cut', post: titled },
  { network: 'ghost', what: 'title', unit: 'code_points', most: 255, verdict: 'cut', post: titled },
  { network: 'hashnode', what: 'title', unit: 'utf16', most: 250, verdict: 'cut', post: titled },
  { network: 'tumblr', what: 'title', unit: 'code_points', most: 4096, verdict: 'refused', post: titled },
];

/** x weighs characters, and threads counts emoji by their bytes: tested in test/adapters/addresses.test.ts and below. */
const OTHERWISE = new Set(['x', 'threads']);
/** Takes a text of any length. */
const UNLIMITED = new Set(['wordpress']);

/** One UTF-16 unit; three bytes; an emoji; an emoji of several code points; a letter with its accent apart. */
const CHARACTERS = ['a', '日', '😀', '👩🏽‍🚀', 'e\u0301'];

/** Credentials that are no secrets. */
const PUBLIC =
  'identifier did chatId chatUsername channelId channelType teamId site clientId account languageCode webhookId guildId keyId publicationId'.split(
    ' ',
  );

function sceneOf({ network }: Limit): Scene {
  const simulated = simulators.find(({ platform }) => platform === network);
  ok(simulated);
  return setScene({ adapter: networks[network], network: simulated, notSecret: PUBLIC });
}

const longest = ({ unit, most, bytes = Infinity }: Limit, character: string) =>
  Math.floor(Math.min(most / lengthIn(unit, character), bytes / Buffer.byteLength(character)));

function verdictOf(limit: Limit, content: PostContent, { account }: Scene): Verdict | 'taken' {
  const { refusals, warnings, warningDetails = [] } = networks[limit.network].publish.plan(content, account);
  if (refusals.length > 0) return 'refused';
  if (warnings.some((warning) => /\bcut\b/.test(warning))) return 'cut';
  return warningDetails.some(({ willRefuse }) => willRefuse) ? 'warned' : 'taken';
}

/** Whether the limit is of the text that `measure` counts. A title that is cut stays complete in the text below it. */
const isMeasured = ({ what, verdict }: Limit) =>
  what !== 'own title' && !(what === 'title' && verdict === 'cut');

/** `measure` and the plan have the same limit. */
function checkMeasure(limit: Limit, content: PostContent, { account }: Scene, verdict: Verdict | 'taken') {
  if (!isMeasured(limit)) return;
  const { length, cutAt } = networks[limit.network].publish.measure(content, account);
  equal(length.used > length.limit!, verdict !== 'taken', `measure: ${JSON.stringify(length)}`);
  equal(cutAt !== null, verdict === 'cut', `measure: cut at ${cutAt}`);
}

void t.test('every network has its limits in the table', async () => {
  const known = new Set<string>(LIMITS.map(({ network }) => network));
  for (const network of Object.keys(networks)) {
    ok(known.has(network) || OTHERWISE.has(network) || UNLIMITED.has(network), network);
  }
});

for (const limit of LIMITS) {
  void t.test(`${limit.network}: ${limit.most} ${limit.unit} of ${limit.what}`, async () => {
    const scene = sceneOf(limit);
    for (const character of CHARACTERS) {
      const most = longest(limit, character);
      for (const [count, verdict] of [
        [most, 'taken'],
        [most + 1, limit.verdict],
      ] as const) {
        const content = limit.post(character.repeat(count));
        equal(verdictOf(limit, content, scene), verdict, `${count} × ${character}`);
        checkMeasure(limit, content, scene, verdict);
      }
    }
  });

  void t.test(`${limit.network}'s simulator takes the longest ${limit.what} in any script`, async () => {
    for (const character of CHARACTERS) {
      const count = longest(limit, character);
      const driven = await drive(sceneOf(limit), { post: limit.post(character.repeat(count)) });
      equal(driven.status, 'published', `${count} × ${character}: ${driven.error ?? ''}`);
    }
  });
}
