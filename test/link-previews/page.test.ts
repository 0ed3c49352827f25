/** Reading what a page says of itself. The pages are those of a server that the test runs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createGuard } from '../../src/base/outbound/guard.ts';
import { pageReader } from '../../src/features/link-previews/page.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of pages, and a reader that may reach it. */
async function pagesOf(t: Test, answer: Answer) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const guard = createGuard({ allow: [url] });
  t.teardown(async () => {
    await guard.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, read: pageReader(guard, 'Troupe/test') };
}

const html =
  (body: string | Uint8Array, type = 'text/html'): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`;

void t.test('what pages say', async (t) => {
  const cases: { [what: string]: { page: Answer; preview: object | string } } = {
    'Open Graph': {
      page: html(
        `<head><title>Other</title>${meta('og:title', 'A &amp; B')}${meta('og:description', 'Two\n lines')}${meta('og:image', '/a.jpg')}</head>`,
      ),
      preview: { title: 'A & B', description: 'Two lines', image: 'HOST/a.jpg' },
    },
    'the tags of X': {
      page: html(
        '<head><meta name="twitter:title" content="T"><meta name="twitter:description" content="D"><meta name="twitter:image" content="b.png"></head>',
      ),
      preview: { title: 'T', description: 'D', image: 'HOST/b.png' },
    },
    'title and description': {
      page: html(
        '<head><title> A title </title><meta name="description" content="Words"></head><body>…</body>',
      ),
      preview: { title: 'A title', description: 'Words', image: null },
    },
    'no title at all': {
      page: html('<p>Hello</p>'),
      preview: { title: '127.0.0.1', description: '', image: null },
    },
    'windows-1251 by its header': {
      page: html(
        Buffer.from([
          0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0xcf, 0xf0, 0xe8, 0x3c, 0x2f, 0x74, 0x69, 0x74, 0x6c,
          0x65, 0x3e,
        ]),
        'text/html; charset=windows-1251',
      ),
      preview: { title: 'При', description: '', image: null },
    },
    'Shift_JIS by its own word': {
      page: html(
        Buffer.concat([
          Buffer.from('<head><meta charset="shift_jis"><title>'),
          Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
          Buffer.from('</title></head>'),
        ]),
      ),
      preview: { title: '日本', description: '', image: null },
    },
    'a picture that may not be fetched': {
      page: html(
        `<head>${meta('og:title', 'T')}${meta('og:image', 'http://169.254.169.254/latest/meta-data')}</head>`,
      ),
      preview: { title: 'T', description: '', image: null },
    },
    'control characters and half characters': {
      page: html(`<head>${meta('og:title', 'A&#1;B\t\tC')}</head>`),
      preview: { title: 'A B C', description: '', image: null },
    },
    'a title that is too long': {
      page: html(`<head>${meta('og:title', 'x'.repeat(1000))}</head>`),
      preview: { title: 'x'.repeat(300), description: '', image: null },
    },
    'tags below the head': {
      page: html(`<head><title>Head</title></head><body>${meta('og:title', 'Body')}</body>`),
      preview: { title: 'Head', description: '', image: null },
    },
    'a file': { page: html('%PDF', 'application/pdf'), preview: '127.0.0.1 has no web page there' },
    'an error': {
      page: (_, response) => response.writeHead(404).end(),
      preview: '127.0.0.1 responded with status 404',
    },
    'a redirect to a private address': {
      page: (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      preview: "The URL's host 10.0.0.1 is not a public address",
    },
    'a connection that is cut': {
      page: (request) => request.socket.destroy(),
      preview: '127.0.0.1 could not be reached',
    },
  };
  for (const [what, { page, preview }] of Object.entries(cases)) {
    const { url, read } = await pagesOf(t, page);
    const reading = await read(`${url}/news`);
    const expected = JSON.parse(JSON.stringify(preview).replace('HOST', url)) as object | string;
    t.same(
      reading,
      typeof expected === 'string' ? { preview: null, reason: expected } : { preview: expected },
      what,
    );
  }
});

void t.test('a redirect is followed, and addresses are relative to where it ends', async (t) => {
  const { url, read } = await pagesOf(t, (request, response) => {
    if (request.url === '/short') response.writeHead(301, { location: '/long/page' }).end();
    else html(`<head>${meta('og:title', 'T')}${meta('og:image', 'p.jpg')}</head>`)(request, response);
  });
  t.match(await read(`${url}/short`), { preview: { image: `${url}/long/p.jpg` } });
});

void t.test('no more than 2 MiB are read, and what is there is used', async (t) => {
  let sent = 0;
  const { url, read } = await pagesOf(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<head><title>First</title>');
    const more = () => {
      if (response.destroyed) return;
      sent += 65_536;
      if (response.write(' '.repeat(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  t.same(await read(url), { preview: { title: 'First', description: '', image: null } });
  t.ok(sent < 32 * 1024 * 1024, 'the rest is not read');
});

void t.test('a page that does not end is left after 5 seconds', async (t) => {
  const { url, read } = await pagesOf(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<head>');
  });
  t.same(await read(url), { preview: null, reason: '127.0.0.1 did not respond within 5 seconds' });
});

void t.test('pages that are made to be slow to read', async (t) => {
  const SIZE = 2 * 1024 * 1024;
  const repeated = (part: string) => part.repeat(Math.floor(SIZE / part.length));
  const pages: { [what: string]: string } = {
    'open elements': repeated('<div>'),
    'open elements of a head': repeated('<noscript>'),
    'open heads': repeated('<html><head>'),
    'open titles': repeated('<title>'),
    'closed elements': repeated('</p>'),
    'meta tags': repeated(meta('og:image', 'a')),
    'names of meta tags': Array.from({ length: 60_000 }, (_, index) => meta(`og:${index}`, 'a')).join(''),
    'an open attribute': `<meta content="${'<'.repeat(SIZE)}`,
    attributes: `<meta ${repeated('a=b ')}`,
    entities: `<title>${repeated('&amp')}`,
    comments: repeated('<!--'),
  };
  const { url, read } = await pagesOf(t, (request, response) =>
    html(pages[decodeURIComponent(request.url!.slice(1))]!)(request, response),
  );
  const costOf = async (what: string) => {
    const before = process.cpuUsage();
    t.ok('preview' in (await read(`${url}/${encodeURIComponent(what)}`)), what);
    return process.cpuUsage(before).user / 1000;
  };
  await costOf('meta tags'); // the parser is loaded
  const plain = await costOf('meta tags');
  for (const what of Object.keys(pages)) {
    const ms = await costOf(what);
    // a parser that keeps a tree needs a thousand times as long
    t.ok(ms < 20 * plain + 500, `${what}: ${Math.round(ms)} ms, ${Math.round(plain)} ms for plain tags`);
  }
});
