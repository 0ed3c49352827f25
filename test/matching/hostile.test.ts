/** Texts made to be expensive. They have 100,000 characters: what grows with their square would take many seconds. */
import t from 'tap';
import {
  chooseRule,
  prepareKeywords,
  prepareRules,
  prepareText,
  type Rule,
} from '../../src/base/matching/index.ts';

const LENGTH = 100_000;
/** The dearest takes a tenth of it on a machine that does nothing else. */
const MAX_CPU_MS = 2_000;

const repeat = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

const texts: { [what: string]: string } = {
  'one long word': repeat('a'),
  'words of one letter': repeat('a '),
  'words of a keyword': repeat('aaaa '),
  'punctuation, then a letter that is not ASCII': `${repeat('!')}é`,
  'a word, then a letter that is not ASCII': `${repeat('a')}é`,
  'punctuation around each letter': repeat('.a'),
  apostrophes: repeat("a'"),
  spaces: `a${repeat(' \t\n')}a`,
  'capital sigmas': repeat('Σ.'),
  'marks to be sorted': `a${repeat('\u0301\u0323')}`,
  'marks to be sorted, on a letter that keeps them': `あ${repeat('\u0301\u0323')}`,
  'half-width marks to be sorted': `あ${repeat('\uFF9E\u0323')}`,
  'marks to be sorted once invisible characters are gone': `あ${repeat('\u0301\u0323\u200B')}`,
  'marks to be sorted once tatweels are gone': `あ${repeat('\u0301\u0323\u0640')}`,
  'ligatures, each of 18 letters': repeat('ﷺ').slice(0, LENGTH / 10),
  'invisible characters': repeat('\u200B\u200D\uFE0F'),
  'joined emoji': repeat('👩‍'),
  'emoji with tones': repeat('👍🏽'),
  flags: repeat('🇯'),
  tags: `🏴${repeat('\u{E0067}')}`,
  keycaps: repeat('1\uFE0F\u20E3'),
  'half surrogate pairs': repeat('\uD83D'),
  'Thai without spaces': repeat('ขอลิงก์หน่อย'),
  'one Thai letter': repeat('ก'),
  'Chinese without spaces': repeat('请发链接'),
  'Japanese without spaces': repeat('レシピ教えて'),
  'Korean without spaces': repeat('링크주세요'),
  'names before a reply': repeat('@a '),
  'a name without an end': `@${repeat('a')}`,
};

const rule = (id: string, keywords: string[], at: number): Rule => ({
  id,
  createdAt: at,
  watches: 'every',
  keywords: prepareKeywords(keywords, at % 2 === 0 ? 'contains' : 'exact'),
});
/** Keywords of each length that begin alike, and phrases of them: as many lookups for a place in a text as there can be. */
const rules = Array.from({ length: 100 }, (_, at) =>
  rule(
    `rule_${at}`,
    Array.from({ length: 20 }, (_, n) => `${'a '.repeat(n)}${'a'.repeat(at)}b`),
    at,
  ),
);

void t.test(
  'a hostile text of 100,000 characters is compared with 2,000 hostile keywords in time',
  async (t) => {
    const prepared = prepareRules(rules);
    for (const [what, text] of Object.entries(texts)) {
      const start = process.cpuUsage();
      const verdict = chooseRule(prepared, { text, isReply: true, mediaIds: [] });
      const { user, system } = process.cpuUsage(start);
      const cpuMs = (user + system) / 1000;
      t.equal(verdict.kind, 'unmatched');
      t.ok(cpuMs < MAX_CPU_MS, `${what}: ${cpuMs.toFixed(0)} ms`);
    }
  },
);

void t.test('a comment of 10,000 characters is compared whole', async (t) => {
  const prepared = prepareRules([rule('r', ['link'], 0)]);
  for (const filler of ['nothing here ', 'ขอลิงก์หน่อย', '请发链接', '🔥', 'é'.repeat(50)]) {
    const text = `${filler.repeat(10_000).slice(0, 10_000)} link`;
    t.equal(chooseRule(prepared, { text, isReply: false, mediaIds: [] }).kind, 'matched');
  }
});

void t.test('a prepared text holds no more than a few times its length', async (t) => {
  const { folded, boundaries, bare } = prepareText(repeat('ab c'));
  t.ok(folded.length <= LENGTH && bare.length <= LENGTH && boundaries.length <= LENGTH + 1);
});
