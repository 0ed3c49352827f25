/** Reading feeds, and feeds that lie. They are those of a server that the test runs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { MAX_ITEMS } from '../../src/features/feeds/items.ts';
import { feedReader, type Validators } from '../../src/features/feeds/read.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const NOW = Date.parse('2026-11-29T12:00:00Z');
const UNKNOWN: Validators = { etag: null, lastModified: null };

/** A server of a feed, and a reader that may reach it. */
async function feedOf(t: Test, answer: Answer) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const guard = createGuard({ allow: [url] });
  t.teardown(async () => {
    await guard.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const read = feedReader(guard, 'Troupe/test');
  return { url, read: (before = UNKNOWN) => read(`${url}/feed`, { before, now: NOW }) };
}

const sends =
  (body: string | Uint8Array, headers: { [name: string]: string } = {}, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const rss = (items: string, head = '') =>
  `<?xml version="1.0"?>${head}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title>${items}</channel></rss>`;

void t.test('what items say, in each format', async (t) => {
  const expected = {
    kind: 'content',
    title: 'News',
    problem: null,
    items: [
      {
        key: 'one',
        title: 'A & B',
        link: 'HOST/posts/1',
        summary: 'Two words',
        image: 'HOST/a.jpg',
      },
    ],
  };
  const formats = {
    'RSS 2.0': rss(
      '<item><guid isPermaLink="false">one</guid><title>A &amp;amp; B</title><link>/posts/1</link><description>&lt;p&gt;Two&lt;/p&gt;&lt;p&gt;words&lt;img src="/a.jpg"&gt;&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</description></item>',
    ),
    'RSS 1.0':
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title></channel><item rdf:about="one"><title>A &amp;amp; B</title><link>/posts/1</link><description>Two words</description><media:content url="/a.jpg" medium="image"/></item></rdf:RDF>',
    Atom: '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>one</id><title type="html">A &amp;amp; B</title><link rel="edit" href="/edit"/><link href="/posts/1"/><summary>Two words</summary><content type="html">&lt;img src="/no.jpg"&gt;</content><media:thumbnail xmlns:media="http://search.yahoo.com/mrss/" url="/a.jpg"/></entry></feed>',
    'JSON Feed': JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'News',
      items: [{ id: 'one', title: 'A & B', url: '/posts/1', content_text: 'Two words', image: '/a.jpg' }],
    }),
  };
  for (const [format, text] of Object.entries(formats)) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    await t.test(format, async (t) => {
      const { url, read } = await feedOf(t, sends(text));
      t.match(JSON.parse(JSON.stringify(await read()).replaceAll(url, 'HOST')), expected);
    });
  }
});

void t.test('a text in windows-1251, by its XML declaration', async (t) => {
  const head = Buffer.from(
    '<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>',
  );
  const tail = Buffer.from('</title><item><guid>1</guid></item></channel></rss>');
  const { read } = await feedOf(t, sends(Buffer.concat([head, Buffer.from([0xcf, 0xf0, 0xe8]), tail])));
  t.match(await read(), { title: 'При' });
});

void t.test('the server is asked for what is new only', async (t) => {
  const seen: (string | undefined)[][] = [];
  const { read } = await feedOf(t, ({ headers }, response) => {
    seen.push([headers['if-none-match'], headers['if-modified-since'], headers['user-agent']]);
    const isKnown = headers['if-none-match'] === '"v1"';
    response
      .writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'last-modified': 'Sun, 29 Nov 2026 10:00:00 GMT' })
      .end(isKnown ? '' : rss('<item><guid>1</guid></item>'));
  });
  const first = await read();
  t.match(first, {
    validators: { etag: '"v1"', lastModified: 'Sun, 29 Nov 2026 10:00:00 GMT' },
  });
  t.strictSame(await read((first as { validators: Validators }).validators), { kind: 'unchanged' });
  t.strictSame(seen, [
    [undefined, undefined, 'Troupe/test'],
    ['"v1"', 'Sun, 29 Nov 2026 10:00:00 GMT', 'Troupe/test'],
  ]);
});

void t.test('a server that refuses may ask for a pause', async (t) => {
  const pauses: [string, number | null][] = [
    ['120', 120_000],
    ['Sun, 29 Nov 2026 12:05:00 GMT', 300_000],
    ['Sun, 29 Nov 2026 11:00:00 GMT', null],
    ['soon', null],
    ['99999999', 86_400_000],
  ];
  for (const [written, afterMs] of pauses) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    await t.test(written, async (t) => {
      const { read } = await feedOf(t, sends('', { 'retry-after': written }, 429));
      t.strictSame(await read(), {
        kind: 'failed',
        problem: '127.0.0.1 responded with status 429',
        afterMs,
      });
    });
  }
});

void t.test('one id for several items: the first is used, and the problem says so', async (t) => {
  const item = (title: string) => `<item><guid>same</guid><title>${title}</title></item>`;
  const { read } = await feedOf(t, sends(rss(item('First') + item('Second') + item('First'))));
  t.match(await read(), {
    items: [{ key: 'same', title: 'First' }],
    problem:
      'the feed gives one id to several items: only the first of each is used (1 left out in the last read)',
  });
});

void t.test('without ids the address counts, and without both an item is left out', async (t) => {
  const { url, read } = await feedOf(
    t,
    sends(
      rss(
        '<item><title>A</title><link>/a</link></item><item><title>B</title><link>javascript:x()</link></item>',
      ),
    ),
  );
  const reading = await read();
  t.match(reading, {
    items: [{ key: `${url}/a`, title: 'A' }],
    problem: 'items of the feed without an id and an address are left out (1 in the last read)',
  });
  t.equal((reading as { items: unknown[] }).items.length, 1);
});

void t.test('50 MB are not read to the end', async (t) => {
  const TOTAL = 50_000_000;
  let sent = 0;
  const { read } = await feedOf(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    const piece = Buffer.alloc(100_000, ' ');
    const more = () => {
      while (sent < TOTAL && !response.destroyed) {
        sent += piece.length;
        if (response.write(piece)) continue;
        response.once('drain', more);
        return;
      }
      response.end();
    };
    more();
  });
  t.match(await read(), { kind: 'failed', problem: 'the feed is larger than 5 MB' });
  t.ok(sent < TOTAL / 2, `${sent} bytes were sent`);
});

void t.test('a small file that unpacks to 50 MB is not unpacked to the end', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
  const { read } = await feedOf(t, sends(bomb, { 'content-encoding': 'gzip' }));
  t.match(await read(), { kind: 'failed', problem: 'the feed is larger than 5 MB' });
});

void t.test('a redirect without an end', async (t) => {
  let count = 0;
  const { read } = await feedOf(t, (_, response) =>
    response.writeHead(302, { location: `/feed?${(count += 1)}` }).end(),
  );
  t.match(await read(), { kind: 'failed', problem: 'The URL redirects more than 5 times' });
  t.equal(count, 6);
});

void t.test('a redirect to the inside is refused', async (t) => {
  const { read } = await feedOf(t, sends('', { location: 'http://169.254.169.254/' }, 302));
  t.match(await read(), { problem: "The URL's host 169.254.169.254 is not a public address" });
});

void t.test('what is no feed', async (t) => {
  const PAGE =
    'the address has a web page, not a feed; use the address of the feed, which the page may link to';
  const OTHER = 'what the address returns is no feed of RSS, Atom or JSON Feed, or it is not complete';
  const texts: [string, string][] = [
    ['<!DOCTYPE html><html><body>Hello</body></html>', PAGE],
    ['\n<html lang="en"></html>', PAGE],
    ['', OTHER],
    ['{"items": 1', OTHER],
    ['<rss><channel><item>', OTHER],
  ];
  for (const [text, problem] of texts) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    await t.test(JSON.stringify(text), async (t) => {
      const { read } = await feedOf(t, sends(text));
      t.strictSame(await read(), { kind: 'failed', problem, afterMs: null });
    });
  }
});

void t.test('entities of the feed itself are not expanded', async (t) => {
  const level = (name: string, of: string) => `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`;
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${names
    .slice(1)
    .map((name, index) => level(name, names[index]!))
    .join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  const { read } = await feedOf(t, sends(rss('<item><guid>1</guid><title>&j;&file;</title></item>', bomb)));
  const begin = performance.now();
  t.ok(JSON.stringify(await read()).length < 1_000);
  t.ok(performance.now() - begin < 2_000, 'at once');
});

void t.test('no more items than the limit, and no field over its limit', async (t) => {
  const many = Array.from(
    { length: MAX_ITEMS + 50 },
    (_, index) => `<item><guid>${index}</guid><title>${'long '.repeat(1_000)}</title></item>`,
  ).join('');
  const { read } = await feedOf(t, sends(rss(many)));
  const { items } = (await read()) as { items: { key: string; title: string }[] };
  t.equal(items.length, MAX_ITEMS);
  t.ok(items.every(({ title }) => title.length <= 300));
});
