/** What the article networks share: title and body, settings, tags, slugs, Markdown and HTML. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import { fingerprintOf } from '../../adapters/article/fingerprint.ts';
import { htmlOf } from '../../adapters/article/html.ts';
import { withPictures } from '../../adapters/article/markdown.ts';
import { articleSettings, canonicalRefusals } from '../../adapters/article/settings.ts';
import { dashed, slugFor } from '../../adapters/article/slug.ts';
import { spellTags } from '../../adapters/article/tags.ts';
import { articleText } from '../../adapters/article/text.ts';
import type { Plan } from '../../adapters/port/publish.ts';
import { item } from '../contract/media.ts';

const LIMITS = { network: 'DEV', maxTitle: 20, unit: 'utf16' } as const;

void t.test('the first line is the title, the rest the body', async () => {
  const rows: [text: string, title: string, body: string][] = [
    ['Boats\n\nTwo came in.', 'Boats', 'Two came in.'],
    ['\n\n  Boats  \r\nTwo\r\n\r\ncame', 'Boats', 'Two\n\ncame'],
    ['## Boats\n\nTwo', 'Boats', 'Two'],
    ['#boats\nTwo', '#boats', 'Two'],
    ['Boats', 'Boats', 'Boats'],
    ['# Boats', 'Boats', 'Boats'],
    ['', '', ''],
  ];
  for (const [text, title, body] of rows) {
    deepEqual(articleText(text, LIMITS), { title, body, warnings: [] }, text);
  }
});

void t.test(
  'a first line that is too long is cut in the title, complete in the body, and causes a warning',
  async () => {
    const line = `${'👩🏽‍🚀'.repeat(4)} on boats`;
    const { title, body, warnings } = articleText(`${line}\n\nText`, LIMITS);
    ok(title.length <= 20);
    equal(title, `${'👩🏽‍🚀'.repeat(2)}…`);
    equal(body, `${line}\n\nText`);
    equal(warnings.length, 1);
    match(warnings[0] ?? '', /DEV/);
  },
);

void t.test('settings that are missing, empty or of another type are ignored', async () => {
  const nothing = {
    tags: [],
    canonicalUrl: null,
    asDraft: false,
    newsletter: null,
    emailSegment: null,
    aiDisclosure: null,
  };
  deepEqual(articleSettings({}), nothing);
  deepEqual(articleSettings({ articleSettings: [] }), nothing);
  const odd = {
    tags: 'a',
    canonicalUrl: ' ',
    asDraft: 'yes',
    newsletter: 7,
    emailSegment: '',
    aiDisclosure: null,
  };
  deepEqual(articleSettings({ articleSettings: odd }), nothing);
});

void t.test('a canonical address must be an absolute web address', async () => {
  const refused = (canonicalUrl: string, most?: number) =>
    canonicalRefusals(articleSettings({ articleSettings: { canonicalUrl } }), most).map(({ code, param }) => [
      code,
      param,
    ]);
  deepEqual(refused('https://blog.example/a?b=c'), []);
  for (const url of ['/boats', 'blog.example/boats', 'ftp://blog.example', 'javascript:alert(1)']) {
    deepEqual(refused(url), [['option_invalid', '/articleSettings/canonicalUrl']], url);
  }
  deepEqual(refused('https://blog.example/boats', 20), [['option_invalid', '/articleSettings/canonicalUrl']]);
});

void t.test('tags are normalized, duplicates are reported, and invalid ones are refused', async () => {
  const rules = { network: 'N', most: 2, maxCharacters: 5, spell: dashed, wants: 'letters' };
  const { tags, warnings, refusals } = spellTags(
    ['#Boats', 'boats', '日本', 'a b', 'far too long', 'c#'],
    rules,
  );
  deepEqual(tags, [
    { name: 'Boats', spelling: 'boats' },
    { name: 'a b', spelling: 'a-b' },
  ]);
  equal(warnings.length, 1);
  match(warnings[0] ?? '', /"boats" is left out/);
  deepEqual(
    refusals.map(({ param }) => param),
    ['/articleSettings/tags/2', '/articleSettings/tags/4', '/articleSettings/tags/5'],
  );
  equal(spellTags(['a', 'b', 'c'], rules).refusals[0]?.param, '/articleSettings/tags');
});

void t.test('a slug consists of short Latin words with hyphens between them', async () => {
  const rows: [text: string, slug: string][] = [
    ['Building a Boat', 'building-a-boat'],
    ['Zoë’s Ärger — 50 %', 'zoes-arger-50'],
    ['Node.js', 'nodejs'],
    ['C++', 'cpp'],
    ['C#', 'csharp'],
    ['日本', ''],
  ];
  for (const [text, slug] of rows) equal(dashed(text), slug, text);
});

void t.test('the same seed gives the same slug, and another seed another one', async () => {
  equal(slugFor('My boat', 'one'), slugFor('My boat', 'one'));
  notEqual(slugFor('My boat', 'one'), slugFor('My boat', 'two'));
  match(slugFor('My boat', 'one'), /^my-boat-[0-9a-f]{8}$/);
  match(slugFor('日本', 'one'), /^article-[0-9a-f]{8}$/);
  ok(slugFor('boat '.repeat(90), 'one').length < 100);
});

void t.test('pictures follow a Markdown text, and their addresses are escaped', async () => {
  equal(withPictures('Text', []), 'Text');
  equal(
    withPictures('Text', ['https://a.b/c d(1).jpg?{{x}}']),
    'Text\n\n![](https://a.b/c%20d%281%29.jpg?%7b%7bx%7d%7d)',
  );
});

void t.test('HTML shows a text as it was written, and its addresses become links', async () => {
  const rows: [text: string, html: string][] = [
    ['One\ntwo\n\n\nthree', '<p>One<br>two</p><p>three</p>'],
    ['<b> & "so"', '<p>&#60;b&#62; &#38; &#34;so&#34;</p>'],
    ['See https://a.b/c.', '<p>See <a href="https://a.b/c">https://a.b/c</a>.</p>'],
    ['(https://a.b/c_(d))', '<p>(<a href="https://a.b/c_(d)">https://a.b/c_(d)</a>)</p>'],
    ['https://a.b/?c=1&d=2', '<p><a href="https://a.b/?c=1&#38;d=2">https://a.b/?c=1&#38;d=2</a></p>'],
    ['“https://a.b/c”。', '<p>“<a href="https://a.b/c">https://a.b/c</a>”。</p>'],
    ['HTTPS://A.b/C', '<p><a href="HTTPS://A.b/C">HTTPS://A.b/C</a></p>'],
    ['https:// is none', '<p>https:// is none</p>'],
    ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
    ['', ''],
  ];
  for (const [text, html] of rows) equal(htmlOf(text), html, text);
});

void t.test('a fingerprint changes with title, text and media, and with nothing else', async () => {
  const plan: Plan = { text: 'a', title: 'b', media: [item('photo.jpg')], warnings: [], refusals: [] };
  const same = fingerprintOf(plan);
  equal(fingerprintOf({ ...plan, warnings: ['w'] }), same);
  for (const other of [{ text: 'c' }, { title: 'c' }, { media: [item('wide.png')] }, { media: [] }]) {
    notEqual(fingerprintOf({ ...plan, ...other }), same);
  }
});
