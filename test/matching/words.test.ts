import t from 'tap';
import {
  allMatches,
  firstMatch,
  indexKeywords,
  isKeyword,
  prepareKeywords,
  prepareText,
} from '../../src/base/matching/index.ts';
import { cases } from './cases.ts';

void t.test('a keyword matches a comment, or does not, in every script', async (t) => {
  t.ok(Object.values(cases).flat().length >= 80);
  for (const [subject, list] of Object.entries(cases))
    await t.test(subject, async (t) => {
      for (const { keyword, comment, match = 'contains', isReply = false, matches } of list) {
        const index = indexKeywords([prepareKeywords([keyword], match)]);
        const found = firstMatch(index, prepareText(comment, { isReply }));
        const title = `${JSON.stringify(keyword)} ${match} ${JSON.stringify(comment)}${isReply ? ', a reply' : ''}`;
        t.equal(found !== null, matches, title);
      }
    });
});

void t.test('a match says the keyword as written, and both in the form that was compared', async (t) => {
  const index = indexKeywords([prepareKeywords(['Über', 'GUÍA'], 'contains')]);
  t.strictSame(firstMatch(index, prepareText('la guía, ¡por favor!')), {
    list: 0,
    position: 1,
    keyword: 'GUÍA',
    compared: { keyword: 'guia', words: 'guia' },
  });
  const exact = indexKeywords([prepareKeywords(['Free guide'], 'exact')]);
  t.strictSame(firstMatch(exact, prepareText('FREE-GUIDE!'))?.compared, {
    keyword: 'free guide',
    words: 'free-guide!',
  });
});

void t.test('the first list wins, and in it the first keyword, wherever they are in the text', async (t) => {
  const index = indexKeywords([
    prepareKeywords(['price'], 'exact'),
    prepareKeywords(['guide', 'link'], 'contains'),
    prepareKeywords(['link'], 'contains'),
    prepareKeywords([], 'contains'),
  ]);
  const first = (text: string, accepts?: (list: number) => boolean) => {
    const match = firstMatch(index, prepareText(text), accepts);
    return match && [match.list, match.keyword];
  };
  t.strictSame(first('link or guide'), [1, 'guide']);
  t.strictSame(first('price!'), [0, 'price']);
  t.strictSame(first('price of the link'), [1, 'link']);
  t.strictSame(
    first('link', (list) => list !== 1),
    [2, 'link'],
  );
  t.strictSame(first('hello'), [3, null], 'a list without keywords takes every text');
  t.strictSame(first(''), [3, null]);
  t.strictSame(
    first('hello', (list) => list < 3),
    null,
  );
  t.strictSame(
    [...allMatches(index, prepareText('link guide')).values()].map(({ list, keyword }) => [list, keyword]),
    [
      [3, null],
      [1, 'guide'],
      [2, 'link'],
    ],
  );
});

void t.test('a list whose keywords are all empty takes no text, and an empty keyword is none', async (t) => {
  const index = indexKeywords([prepareKeywords(['', '\u200B', ' '], 'contains')]);
  t.equal(firstMatch(index, prepareText('hello')), null);
  t.equal(firstMatch(index, prepareText('')), null);
  t.strictSame(
    ['', ' \n', '\u200B\uFE0F', 'a', '🔥', '.', 'ـ'].map((written) => isKeyword(written)),
    [false, false, false, true, true, true, false],
  );
});
