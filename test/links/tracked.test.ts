/** Which addresses of a text become tracked links. */
import t from 'tap';
import { trackedLength, trackLinks } from '../../src/features/links/index.ts';

const owner = { workspaceId: 'ws_1', ownerId: 'rule_1', messageId: 'pr_1', base: 'https://go.example' };
const CASES: [text: string, urls: string[], shown: string][] = [
  ['no address', [], 'no address'],
  ['https://example.com', ['https://example.com'], '#'],
  ['Here: https://example.com/a?b=c&d=é.', ['https://example.com/a?b=c&d=é'], 'Here: #.'],
  ['(https://example.com/a)', ['https://example.com/a'], '(#)'],
  ['https://en.wikipedia.org/wiki/Bread_(food)', ['https://en.wikipedia.org/wiki/Bread_(food)'], '#'],
  ['(https://a.example/x_(y))!', ['https://a.example/x_(y)'], '(#)!'],
  ['https://a.example, then HTTP://B.example?', ['https://a.example', 'HTTP://B.example'], '#, then #?'],
  ['example.com and ftp://example.com', [], 'example.com and ftp://example.com'],
  ['https://', [], 'https://'],
  ['<https://a.example>', ['https://a.example'], '<#>'],
  ['詳細はhttps://a.example/bです。', ['https://a.example/b'], '詳細は#です。'],
  ['https://a.example/b。“https://b.example”', ['https://a.example/b', 'https://b.example'], '#。“#”'],
  ['https://a.example\nhttps://a.example', ['https://a.example', 'https://a.example'], '#\n#'],
];

void t.test('every http and https address gets a short one of its own', async (t) => {
  for (const [text, urls, shown] of CASES) {
    const tracked = trackLinks(text, owner);
    t.strictSame(
      tracked.links.map(({ url }) => url),
      urls,
      text,
    );
    t.equal(tracked.text.replaceAll(/https:\/\/go\.example\/l\/\w{10}/g, '#'), shown);
    t.equal(tracked.text.length, trackedLength(text, owner.base), 'its length is known before');
  }
});

void t.test('codes differ, and say nothing about anybody', async (t) => {
  const { links } = trackLinks('https://a.example '.repeat(200), owner);
  t.equal(new Set(links.map(({ code }) => code)).size, 200);
  for (const { code } of links) t.match(code, /^[2-9a-zA-Z]{10}$/);
  t.match(links[0], { workspaceId: 'ws_1', ownerId: 'rule_1', messageId: 'pr_1' });
});
