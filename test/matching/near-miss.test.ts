import t from 'tap';
import {
  chooseRule,
  type Match,
  prepareKeywords,
  prepareRules,
  type Rule,
} from '../../src/base/matching/index.ts';

const rule = (id: string, keywords: string[], match: Match = 'contains', createdAt = 0): Rule => ({
  id,
  createdAt,
  watches: 'every',
  keywords: prepareKeywords(keywords, match),
});

/** The near misses of a comment, or `matched`. */
function missesOf(rules: Rule[], text: string) {
  const verdict = chooseRule(prepareRules(rules), { text, isReply: false, mediaIds: [] });
  return verdict.kind === 'matched' ? 'matched' : verdict.nearMisses;
}

void t.test('a word close to a keyword is a near miss of its kind', async (t) => {
  const rows: [keyword: string, comment: string, wrote: string | null, kind: string | null][] = [
    ['link', 'LINKS please', 'links', 'ending'],
    ['link', 'linki', 'linki', 'ending'],
    ['link', 'linkies', null, null],
    ['link', 'link2 please', 'link2', 'one_edit'],
    ['app', 'apps', 'apps', 'ending'],
    ['hi', 'his', null, null],
    ['رابط', 'أريد الرابط', 'الرابط', 'ending'],
    ['ספר', 'הספר', 'הספר', 'ending'],
    ['link', 'unlink', null, null],
    ['リンク', 'リンクス', 'リンクス', 'ending'],
    ['link', 'liiink!!', 'liiink', 'repeated'],
    ['hi', 'hiiiii', 'hiiiii', 'repeated'],
    ['book', 'bok', 'bok', 'repeated'],
    ['100%', '1000%', null, null],
    ['link', 'lnik', 'lnik', 'one_edit'],
    ['link', 'ilnk', 'ilnk', 'one_edit'],
    ['link', 'likn', 'likn', 'one_edit'],
    ['link', 'lik', 'lik', 'one_edit'],
    ['link', 'ink', 'ink', 'one_edit'],
    ['link', 'pink', 'pink', 'one_edit'],
    ['link', 'slink', 'slink', 'one_edit'],
    ['link', 'liank', 'liank', 'one_edit'],
    ['link', 'lunc', null, null],
    ['link', 'nilk', null, null],
    ['app', 'ape', null, null],
    ['ссылка', 'ссылку', 'ссылку', 'one_edit'],
    ['2024', '2025', null, null],
    ['free guide', 'a FREE-GUIDE', 'free-guide', 'separated'],
    ['free guide', 'free 🔥 guide', 'free 🔥 guide', 'separated'],
    ['free guide', 'freeguide', 'freeguide', 'one_edit'],
    ['free guide', 'free giude', 'free giude', 'one_edit'],
    ['free guide', 'free guides', 'free guides', 'ending'],
    ['freeguide', 'free guide', 'free guide', 'one_edit'],
    ['one two three four five', 'one two three four fiv', null, null],
    ['🔥', '🔥x', 'matched', null],
    ['🔥', '❤️', null, null],
  ];
  for (const [keyword, comment, wrote, kind] of rows) {
    const expected =
      wrote === 'matched' ? wrote : wrote === null ? [] : [{ ruleId: 'r', keyword, wrote, kind }];
    t.strictSame(missesOf([rule('r', [keyword])], comment), expected, `${keyword}: ${comment}`);
  }
});

void t.test('a comment that matches has no near misses', async (t) => {
  t.equal(missesOf([rule('r', ['link', 'lynk'])], 'links link'), 'matched');
});

void t.test('each rule has one near miss at most, in the order of the rules', async (t) => {
  const rules = [
    rule('b', ['link'], 'contains', 2),
    rule('a', ['linz', 'link'], 'contains', 1),
    rule('c', ['recipe']),
  ];
  const misses = missesOf(rules, 'links, links, linzz, ink');
  t.strictSame(misses === 'matched' ? misses : misses.map(({ ruleId }) => ruleId), ['a', 'b']);
});

void t.test('for an exact rule, only the whole comment is a near miss', async (t) => {
  t.strictSame(missesOf([rule('r', ['link'], 'exact')], 'links please'), []);
  t.strictSame(missesOf([rule('r', ['link'], 'exact')], 'LINKS!!'), [
    { ruleId: 'r', keyword: 'link', wrote: 'links', kind: 'ending' },
  ]);
  t.strictSame(missesOf([rule('r', ['free guide'], 'exact')], 'free gide 🙏'), [
    { ruleId: 'r', keyword: 'free guide', wrote: 'free gide', kind: 'one_edit' },
  ]);
});

void t.test('only rules that watch the post have near misses', async (t) => {
  const other: Rule = { ...rule('r', ['link']), watches: { mediaId: 'other' } };
  t.strictSame(missesOf([other, rule('s', ['recipe'])], 'links'), []);
});
