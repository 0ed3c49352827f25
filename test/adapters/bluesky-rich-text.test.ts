/** Links, mentions and tags in a Bluesky post, and where they are in UTF-8 bytes. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { findFacets, handlesIn, nameMentions, type Facet } from '../../adapters/bluesky/rich-text.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { drive, setScene } from '../contract/drive.ts';
import { post } from '../contract/media.ts';

const utf8 = new TextEncoder();
const DID = 'did:plc:aaaabbbbccccddddeeeeffff';

function slice(text: string, { index }: Facet): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(
    utf8.encode(text).subarray(index.byteStart, index.byteEnd),
  );
}

void t.test('the example of the record documentation gives the documented facets', async () => {
  deepEqual(await findFacets('Hi 👋 see https://example.org #boats', { cut: false }), [
    {
      index: { byteStart: 12, byteEnd: 31 },
      features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org' }],
    },
    {
      index: { byteStart: 32, byteEnd: 38 },
      features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'boats' }],
    },
  ]);
});

void t.test('positions are right after emoji, combining marks and other scripts', async () => {
  const text = '👩🏽‍🚀 e\u0301té 日本 שלום 𝒜 https://example.org/ü?q=1 @rosa.test #été (https://example.org/b)';
  const facets = await findFacets(text, { cut: false });
  deepEqual(
    facets.map((facet) => slice(text, facet)),
    ['https://example.org/ü?q=1', '@rosa.test', '#été', 'https://example.org/b'],
  );
});

void t.test('an address at the end of a cut text stays plain, because it may be incomplete', async () => {
  const text = '#boats by https://example.org/half-of-an-addr';
  const words = async (cut: boolean) => (await findFacets(text, { cut })).map((facet) => slice(text, facet));
  deepEqual(await words(true), ['#boats']);
  deepEqual(await words(false), ['#boats', 'https://example.org/half-of-an-addr']);
});

void t.test('an address is a link wherever it stands, without the signs of its sentence', async () => {
  const address = 'https://example.com/a';
  const wiki = 'https://en.wikipedia.org/wiki/Foo_(bar)';
  const cases: [text: string, links: string[]][] = [
    [`👉${address}`, [address]],
    [`read:${address}`, [address]],
    [`"${address}" “${address}”`, [address, address]],
    [`詳細は${address}です`, [address]],
    ['HTTPS://Example.com/A', ['HTTPS://Example.com/A']],
    [`(${wiki}).`, [wiki]],
    [`${address}。${address}…${address}\u200B`, [address, address, address]],
    ['https://example.com/?q=x!', ['https://example.com/?q=x']],
    ['my-boats.org/a, "boats.example.org"', ['my-boats.org/a', 'boats.example.org']],
    ['mail a@b.com, End.Next', []],
  ];
  for (const [text, links] of cases) {
    const facets = await findFacets(text, { cut: false });
    deepEqual(
      facets.map((facet) => slice(text, facet)),
      links,
      text,
    );
    for (const [index, { features }] of facets.entries()) {
      const written = links[index] ?? '';
      const uri = written.toLowerCase().startsWith('https:') ? written : `https://${written}`;
      deepEqual(features, [{ $type: 'app.bsky.richtext.facet#link', uri }]);
    }
  }
});

void t.test('mentions and tags next to links stay what they are', async () => {
  const text = '#boats,https://example.org/é (@demo.test) @demo.test! #été https://example.org/#x';
  const facets = await findFacets(text, { cut: false });
  deepEqual(
    facets.map((facet) => slice(text, facet)),
    ['#boats', 'https://example.org/é', '@demo.test', '@demo.test', '#été', 'https://example.org/#x'],
  );
});

void t.test('in a cut text, an address stays plain exactly if its end may be missing', async () => {
  const links = async (text: string) =>
    (await findFacets(text, { cut: true })).map((facet) => slice(text, facet));
  deepEqual(await links('a https://example.org/a.'), [], 'it may go on with html');
  deepEqual(await links('a example.co'), []);
  deepEqual(await links('https://example.org/aです。'), ['https://example.org/a']);
});

void t.test('a mention gets the DID of its handle, and an unknown handle stays plain text', async () => {
  const found = await findFacets('By @rosa.test, @nobody.test and @rosa.test', { cut: false });
  deepEqual(handlesIn(found), ['rosa.test', 'nobody.test']);
  const named = await nameMentions(found, new Map([['rosa.test', DID]]));
  deepEqual(
    named.map(({ features }) => features),
    [1, 2].map(() => [{ $type: 'app.bsky.richtext.facet#mention', did: DID }]),
  );
});

void t.test('an address that the record schema would refuse stays plain text', async () => {
  const link = (uri: string, byteStart: number): Facet => ({
    index: { byteStart, byteEnd: byteStart + uri.length },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
  });
  const found = [link('https:///nowhere', 4), link('https://example.org', 25)];
  const [kept, ...others] = await nameMentions(found, new Map());
  deepEqual(kept?.features, [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org' }]);
  deepEqual(others, []);
});

void t.test('any text gets facets that match it', async () => {
  const word = fc.oneof(
    fc.constantFrom(
      'https://example.org/a',
      'https://',
      'http:///',
      'example.org.',
      '@rosa.test',
      '@x',
      '@nobody.test',
    ),
    fc.constantFrom(
      '#',
      '#️⃣',
      '＃tag',
      '#été!',
      '$AAPL',
      '👩🏽‍🚀',
      'e\u0301',
      '\u200d',
      '(https://example.org)',
      '\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 30 }), async (words) => {
      const text = words.join(' ');
      if (text.trim() === '') return;
      const scene = setScene({ adapter: bluesky, network, notSecret: ['identifier', 'did'] });
      const driven = await drive(scene, { post: post(text) });
      equal(driven.status, 'published', driven.error ?? '');
      const [entry] = scene.sandbox.ledger.entries();
      ok(entry !== undefined && text.startsWith(entry.text));
    }),
    { numRuns: 150 },
  );
});
