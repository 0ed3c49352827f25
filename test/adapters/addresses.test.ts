/** Which part of a text is a web address: by cases, and by the libraries of X and of Bluesky. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { RichText } from '@atproto/api';
import * as fc from 'fast-check';
import t from 'tap';
import twitter from 'twitter-text';
import { addressesIn, WEB, WEB_AND_HOSTS } from '../../adapters/lib/addresses.ts';
import { weightOf } from '../../adapters/x/weight.ts';
import { fill, MAX_TEXT_BYTES } from '../../machines/flow/fill.ts';
import { isTooLong } from '../../simulators/x/text.ts';

const found = (text: string) => addressesIn(text).map(({ written }) => written);
const withHosts = (text: string) => addressesIn(text, WEB_AND_HOSTS).map(({ written }) => written);

const A = 'https://example.com/a';
const FOO = 'https://en.wikipedia.org/wiki/Foo_(bar)';

/** Cases in which X's own library finds the same. */
const CASES: [text: string, addresses: string[]][] = [
  ['no address', []],
  ['https://', []],
  [`👉${A}`, [A]],
  [`read:${A}`, [A]],
  [`"${A}"`, [A]],
  ['“https://example.com/”', ['https://example.com/']],
  [`‘${A}’ and «${A}»`, [A, A]],
  [`詳細は${A}です`, [A]],
  ['詳細はhttps://example.comです', ['https://example.com']],
  [`자세히는 ${A}에서`, [A]],
  ['HTTPS://Example.com/A', ['HTTPS://Example.com/A']],
  [`(${FOO}).`, [FOO]],
  [`(see ${A})`, [A]],
  [`${A}。`, [A]],
  [`${A}…`, [A]],
  [`${A}\u200B`, [A]],
  [`${A}, ${A}; ${A}: ${A}! ${A}? ${A}.`, [A, A, A, A, A, A]],
  [`<${A}> [${A}] {${A}} \`${A}\` *${A}*`, [A, A, A, A, A]],
  [`[words](${A})`, [A]],
  [`${A}\n${A}`, [A, A]],
  ['https://example.com/?q=x!', ['https://example.com/?q=x']],
  ['https://example.com/a(b', ['https://example.com/a']],
  ['https://example.com:8080/a-b_c/?d=e&f=%20#g', ['https://example.com:8080/a-b_c/?d=e&f=%20#g']],
  ['https://example.com/été/Привет', ['https://example.com/été/Привет']],
  ['https://münchen.de/a', ['https://münchen.de/a']],
  ['mail a@b.com', []],
  [`mailto:a@b.com ftp://example.com x${A} @${A}`, []],
];

/** Cases in which browsers take more than X makes a link of. */
const MORE: [text: string, addresses: string[]][] = [
  ['http://localhost:3000/x, https://[::1]/y', ['http://localhost:3000/x', 'https://[::1]/y']],
  ['https://media.test/a and https://a.example', ['https://media.test/a', 'https://a.example']],
  [
    'https://example.com#a, https://example.com/?q=(b)',
    ['https://example.com#a', 'https://example.com/?q=(b)'],
  ],
  ['https://example.com/?a[]=1&b={2}', ['https://example.com/?a[]=1&b={2}']],
  ['https://finance.example/^GSPC', ['https://finance.example/^GSPC']],
  ['https://el.wikipedia.org/wiki/Αθήνα.', ['https://el.wikipedia.org/wiki/Αθήνα']],
  ['https://example.com/?q=é', ['https://example.com/?q=é']],
  ['https://user:word@example.com/x', ['https://user:word@example.com/x']],
  ['https://i❤.ws/a', ['https://i❤.ws/a']],
  ['https:///nowhere https://a:99999/', []],
];

void t.test('an address ends where its sentence goes on', async () => {
  for (const [text, addresses] of [...CASES, ...MORE]) deepEqual(found(text), addresses, text);
});

void t.test("X's own library finds the same addresses in the common cases", async () => {
  for (const [text, addresses] of CASES) {
    deepEqual(twitter.extractUrls(text, { extractUrlsWithoutProtocol: false }), addresses, text);
  }
});

void t.test("Bluesky's own library finds the same ones where they stand between spaces", async () => {
  for (const word of [
    A,
    FOO,
    'https://example.com/?q=x',
    'example.com',
    'example.com/a',
    'x.y',
    'End.Next',
    'a@b.com',
  ]) {
    const text = `see ${word} there`;
    const rich = new RichText({ text });
    rich.detectFacetsWithoutResolution();
    const theirs = (rich.facets ?? []).map(({ index }) =>
      rich.unicodeText.slice(index.byteStart, index.byteEnd),
    );
    deepEqual(withHosts(text), theirs, word);
  }
});

void t.test('a host name without a scheme is an address only where that is asked for', async () => {
  deepEqual(found('see example.com/a'), []);
  deepEqual(withHosts('"example.com/a", my-shop.co.uk and a@b.com, x.y, 1.2, .example.com, #example.com'), [
    'example.com/a',
    'my-shop.co.uk',
  ]);
});

/**
 * Texts whose length X counts: words with hosts, paths and the signs of a sentence. Three oddities of the library are
 * left out: it takes quotes and emoji into a host after a scheme, no name before an `@`, and no bracket after `&`.
 */
const oneOf = (list: string) => fc.constantFrom('', ...list.split(' '));
const word = fc
  .tuple(
    oneOf('( " “ 👉 は : # $ - _ . [ read: user@ a'),
    oneOf('https:// http:// HTTPS://'),
    fc.constantFrom(
      ...'example.com Example.ORG a.co www.b.co.uk x.y my-shop.com End.Next a.com.x 1.2'.split(' '),
    ),
    fc.array(oneOf("/ /a /b_(c) /(e /é /Д . & = ; - _ ~ * + %20 #f '"), { maxLength: 4 }),
    oneOf('?q=1 ?q=(1) ? ?a=b&c=d;'),
    oneOf('. , ) ! … 。 ” です 한글 \u200B 👩🏽‍🚀 -'),
  )
  .map((parts) => parts.flat().join(''));
const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(' '));

const BRACKETS = '(a) () (a(b)c) (a(b)(c)) (a(b)c(d)) ((b)) (()) (a)(b) (a(b(c))) (a a) (a(b)'.split(' ');
const bracketed = BRACKETS.flatMap((tail) => [
  `example.com/${tail}`,
  `https://example.com/x${tail}/y`,
  `see example.com/${tail}.`,
]);

void t.test("X's own library takes the same brackets into an address", async () => {
  for (const text of bracketed) equal(weightOf(text), twitter.parseTweet(text).weightedLength, text);
});

void t.test("X's own library counts texts with addresses the same", async () => {
  fc.assert(
    fc.property(words, (text) => {
      equal(weightOf(text), twitter.parseTweet(text).weightedLength);
    }),
    { numRuns: 5000 },
  );
});

void t.test('the sandbox of X takes the longest text that its library takes, and no longer one', async () => {
  const isExact = (text: string) => {
    const room = 280 - 1 - twitter.parseTweet(text).weightedLength;
    equal(isTooLong(`${'a'.repeat(room)} ${text}`), false, `280: ${text}`);
    equal(isTooLong(`${'a'.repeat(room + 1)} ${text}`), true, `281: ${text}`);
  };
  const others = ['google.com/contact', '(example.com/x)', 'example.com/Д', 'user@example.com', 'x.y', A];
  for (const text of [...bracketed, ...others]) isExact(text);
});

void t.test('whatever is around it, an address is found exactly', async () => {
  const before = fc.constantFrom(
    '',
    ' ',
    '👉',
    'は',
    '(',
    '"',
    '“',
    '\n',
    ': ',
    'read:',
    '[x](',
    '<',
    '、',
    '—',
    'é ',
  );
  const after = fc.constantFrom(
    '',
    ' ',
    '。',
    'です',
    ')',
    '"',
    '”',
    '\n',
    ', a',
    '. A',
    '…',
    '\u200B',
    '>',
    '!',
    '👉',
    '」',
    '에',
  );
  const address = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'HTTP://'),
      fc.constantFrom(
        'example.com',
        'a.b.example',
        'localhost:8080',
        'münchen.example',
        '日本.jp',
        '127.0.0.1',
      ),
      fc.constantFrom('', '/', '/a', '/a/b_(c)', '/é', '/a?b=c&d=é', '/%20#x', '/a.b/c:d'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(before, address, after), { maxLength: 4 }), (parts) => {
      const text = parts.map((part) => part.join('')).join(' ');
      const addresses = addressesIn(text);
      deepEqual(
        addresses.map(({ written }) => written),
        parts.map(([, written]) => written),
      );
      for (const { start, end, written } of addresses) equal(text.slice(start, end), written);
    }),
  );
});

void t.test(
  'a message that is cut keeps each of its addresses whole, and the words between them give way',
  async () => {
    const names = { username: null, firstName: null };
    const filler = fc.constantFrom('word ', 'word. ', 'です。', '한글 ', '👩🏽‍🚀 ');
    const link = fc.constantFrom(
      A,
      FOO,
      'HTTPS://Example.com/A',
      'https://日本.jp/é',
      '“https://example.com/?q=(b)”',
    );
    const part = fc.tuple(filler, fc.integer({ min: 1, max: 120 }), link);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), filler, (parts, last) => {
        const text =
          parts.map(([words, count, address]) => words.repeat(count) + address).join('') + last.repeat(100);
        const cut = fill(text, names, { hasButton: false });
        const kept = found(cut);
        deepEqual(kept, found(text), cut);
        ok(Buffer.byteLength(cut) <= MAX_TEXT_BYTES, `${Buffer.byteLength(cut)} bytes`);
      }),
    );
  },
);

void t.test('any text has addresses that a URL parser takes, in order and without overlap', async () => {
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ unit: 'binary' })), (text) => {
      let done = 0;
      for (const { start, end, written } of addressesIn(text, WEB_AND_HOSTS)) {
        ok(start >= done && end > start);
        ok(URL.canParse(/^https?:/i.test(written) ? written : `https://${written}`), written);
        equal(text.slice(start, end), written);
        done = end;
      }
    }),
  );
});

void t.test('the time is linear, also for texts made to be slow', async () => {
  const rules = [WEB, WEB_AND_HOSTS];
  const slow = [
    '(',
    'https://',
    'https://a/(',
    'https://a/[(',
    'https://a.b/()(',
    'a.',
    'a-',
    'https://a@',
    'https://a/!!!',
    'a.co/(',
  ];
  const cpuMs = (text: string) => {
    const before = process.cpuUsage();
    for (const rule of rules) addressesIn(text, rule);
    weightOf(text);
    return process.cpuUsage(before).user / 1000;
  };
  for (const piece of slow) {
    // quadratic time would take minutes
    const text = piece.repeat(Math.ceil(500_000 / piece.length));
    ok(cpuMs(text) < 5000, piece);
    ok(cpuMs(`https://a.example/${text}`) < 5000, `an address of ${piece}`);
  }
});
