/** Lengths and addresses of 150 texts: by the libraries of the networks, and by this service beside them. */
import { deepEqual, equal } from 'node:assert/strict';
import { RichText } from '@atproto/api';
import t from 'tap';
import twitter from 'twitter-text';
import { addressesIn, WEB, WEB_AND_HOSTS } from '../../adapters/lib/addresses.ts';
import { lengthIn } from '../../adapters/lib/length.ts';
import { networks } from '../../adapters/networks.ts';
import { post } from '../contract/media.ts';
import { TEXTS } from './samples/texts.ts';

const account = { id: 'acc_1', limits: {} };
const used = (platform: 'mastodon' | 'x', text: string) =>
  networks[platform].publish.measure(post(text), { ...account, platform }).length.used;

const ours = (text: string) => ({
  addresses: addressesIn(text, WEB).map(({ written }) => written),
  blueskyLinks: addressesIn(text, WEB_AND_HOSTS).map(({ written }) => written),
  xWeight: used('x', text),
  blueskyGraphemes: lengthIn('graphemes', text),
  mastodonCharacters: used('mastodon', text),
});

void t.test('there are 150 texts, each once, and each difference has a reason', async () => {
  equal(new Set(TEXTS.map(({ text }) => text)).size, 150);
  equal(TEXTS.length, 150);
  for (const { text, ours: own, why } of TEXTS) equal(own === undefined, why === undefined, text);
});

void t.test('the libraries of X and Bluesky say what the table says', async () => {
  for (const { text, addresses, blueskyLinks, xWeight, blueskyGraphemes } of TEXTS) {
    equal(twitter.parseTweet(text).weightedLength, xWeight, text);
    deepEqual(twitter.extractUrls(text, { extractUrlsWithoutProtocol: false }), addresses, text);
    const rich = new RichText({ text });
    rich.detectFacetsWithoutResolution();
    equal(rich.graphemeLength, blueskyGraphemes, text);
    const links = (rich.facets ?? []).filter(({ features }) =>
      features.some(({ $type }) => $type === 'app.bsky.richtext.facet#link'),
    );
    deepEqual(
      links.map(({ index }) => rich.unicodeText.slice(index.byteStart, index.byteEnd)),
      blueskyLinks,
      text,
    );
  }
});

void t.test('this service counts the same and finds the same addresses', async () => {
  for (const { text, ours: own = {}, why: _, ...theirs } of TEXTS)
    deepEqual({ text, ...ours(text) }, { text, ...theirs, ...own });
});

/** "Links count as 23 characters, and of a mention only the name": Mastodon's documentation of posting. */
function byRule(text: string): number {
  let counted = '';
  let done = 0;
  for (const { indices } of twitter.extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: false })) {
    counted += text.slice(done, indices[0]) + '-'.repeat(23);
    done = indices[1];
  }
  counted += text.slice(done);
  return lengthIn('graphemes', counted.replaceAll(/(@\w+)@[\w.]+\w/g, '$1'));
}

void t.test("Mastodon's rule gives the characters of the table", async () => {
  for (const { text, mastodonCharacters } of TEXTS) equal(byRule(text), mastodonCharacters, text);
});
