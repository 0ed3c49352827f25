/** The words by which posts are found (docs/matching.md, Search). */
import * as fc from 'fast-check';
import t from 'tap';
import { queryWords, searchWords } from '../../src/base/matching/index.ts';
import { isFound } from './found.ts';

void t.test('any part of Chinese and Japanese is found, and any text by itself', async () => {
  const unspaced = fc.stringMatching(/^[一-龯ぁ-んァ-ヶー]{1,12}$/);
  fc.assert(
    fc.property(unspaced, fc.nat(), fc.nat(), (text, from, length) => {
      const characters = Array.from(text);
      const start = from % characters.length;
      const part = characters.slice(start, start + 1 + (length % characters.length)).join('');
      return queryWords(part, 20).length === 0 || isFound(text, part);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const words = queryWords(text, 1_000);
      return words.every((word) => searchWords(text, 5_000).includes(word));
    }),
  );
});

void t.test(
  'a text has no more words than are asked for, and a word no more than 64 characters',
  async (t) => {
    t.equal(searchWords('a b c d', 2).length, 2);
    t.equal(searchWords('链'.repeat(3) + '接口地址', 4).length, 4);
    t.strictSame(searchWords('x'.repeat(70), 5), ['x'.repeat(64)]);
    t.ok(isFound('x'.repeat(70), 'x'.repeat(70)));
    t.strictSame(searchWords('!!! … \u0000', 5), []);
  },
);
