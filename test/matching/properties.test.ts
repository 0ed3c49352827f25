/** What holds for every text and keyword, whatever is in them. */
import * as fc from 'fast-check';
import t from 'tap';
import { boundariesOf, isHangul } from '../../src/base/matching/boundaries.ts';
import {
  chooseRule,
  compareRules,
  firstMatch,
  fold,
  indexKeywords,
  isKeyword,
  type Match,
  prepareKeywords,
  prepareRules,
  prepareText,
  type Rule,
} from '../../src/base/matching/index.ts';
import { property } from '../support/property.ts';
import { cases } from './cases.ts';

/** Strings of UTF-16 units of any kind, half surrogate pairs too. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));
/** What the rules for words and emoji are about: marks, joiners, tones, flags, apostrophes, several scripts. */
const pieces = fc.constantFrom(
  ...'a e i ß ı İ Σ ς я й и ё ا ل ـ ש 링 크 ᄀ ᅡ 链 接 リ ン ﾊ ﾟ น ้ ํ า ำ क ् ष 1 2 _ . , : - ’ \' " # @ + ^ ` ´ ™ ℹ Ⓜ 🔥 ❤ 👍 👩 💻 🏽 🏿 🏴 🇯 🇵'.split(
    ' ',
  ),
  ...Array.from(
    ' \n\u0301\u0306\u0323\u034F\u20E3\u200B\u200C\u200D\uFE0F\u00AD\u3164\u0344\u{E0067}\u{E007F}\uD83D\uDC4D',
  ),
);
const awkward = fc.array(pieces, { maxLength: 14 }).map((list) => list.join(''));
const known = fc.constantFrom(
  ...Object.values(cases)
    .flat()
    .flatMap(({ keyword, comment }) => [keyword, comment]),
);
const text = fc.oneof(awkward, anyUnits, fc.string({ unit: 'binary', maxLength: 40 }), known);
const match = fc.constantFrom<Match>('contains', 'exact');

const matches = (keyword: string, text: string, match: Match = 'contains') =>
  firstMatch(indexKeywords([prepareKeywords([keyword], match)]), prepareText(text)) !== null;

function mustHold(holds: boolean, ...shown: unknown[]): void {
  if (!holds) throw new Error(JSON.stringify(shown));
}

void t.test('folding a folded text changes nothing', async (t) => {
  property(t, { arbitrary: text, runs: 20_000 }, (text) => {
    const folded = fold(text);
    mustHold(fold(folded) === folded, text, folded, fold(folded));
  });
});

void t.test(
  'texts that are canonically the same to Unicode, or differ in case, have one folded form',
  async (t) => {
    property(t, { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), runs: 2_000 }, (text) => {
      mustHold(fold(text.normalize('NFD')) === fold(text.normalize('NFC')), text);
      mustHold(fold(text.toLowerCase()) === fold(text), text);
    });
  },
);

void t.test('a keyword matches itself alone', async (t) => {
  property(t, { arbitrary: fc.tuple(text, match), runs: 10_000 }, ([keyword, match]) => {
    if (isKeyword(keyword)) mustHold(matches(keyword, keyword, match), keyword, match);
  });
});

void t.test('more text beyond a boundary never hides a match of contains', async (t) => {
  const separator = fc.constantFrom(' ', '\n', '!', '?', ')', '…', '🔥');
  const arbitrary = fc.tuple(text, text, text, text, separator);
  property(t, { arbitrary, runs: 4_000 }, ([keyword, comment, before, after, separator]) => {
    for (const body of [comment, `${comment} ${keyword}`, keyword]) {
      if (!isKeyword(keyword) || !matches(keyword, body)) continue;
      // a joiner would make one emoji of the last one and the separator
      if (/\p{Default_Ignorable_Code_Point}$/u.test(body)) continue;
      // an accent or a skin tone would belong to the separator
      const beyond = `${body}${separator} ${after}`;
      mustHold(matches(keyword, beyond), keyword, body, beyond);
      mustHold(matches(keyword, `${before} ${body}`), keyword, body, before);
    }
  });
});

void t.test(
  'a keyword between punctuation matches, and glued to letters of its script it does not',
  async (t) => {
    const word = fc.stringMatching(/^[a-zа-я]{1,12}$/);
    property(t, { arbitrary: fc.tuple(word, word), runs: 1_000 }, ([keyword, other]) => {
      for (const around of ['(*)', '"*"', '#*!', '¿*?', '«*»', '🔥*🔥', "l'*", '*/x', '*\n'])
        mustHold(matches(keyword, around.replace('*', keyword)), keyword, around);
      for (const glued of [`${keyword}${other}`, `${other}${keyword}`])
        if (fold(glued) !== fold(keyword)) mustHold(!matches(keyword, glued), keyword, glued);
    });
  },
);

void t.test('the index finds what a search for each keyword finds', async (t) => {
  /** `contains` by its definition, without an index. */
  const contains = (keyword: string, text: string) => {
    const needle = fold(keyword);
    const hasTone = /\p{Emoji_Modifier}/u.test(needle);
    const whole = fold(text);
    const folded = hasTone ? whole : fold(whole.replace(/\p{Emoji_Modifier}/gu, ''));
    const marks = boundariesOf(folded);
    for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + 1)) {
      const end = at + needle.length;
      const particle = isHangul(folded.charCodeAt(end - 1)) && isHangul(folded.charCodeAt(end));
      if (marks[at] === 1 && (marks[end] === 1 || particle)) return true;
    }
    return false;
  };
  const arbitrary = fc.tuple(fc.array(text, { minLength: 1, maxLength: 6 }), text, text);
  property(t, { arbitrary, runs: 2_000 }, ([given, before, after]) => {
    const keywords = given.filter(isKeyword);
    if (keywords.length === 0) return;
    const index = indexKeywords(keywords.map((keyword) => prepareKeywords([keyword], 'contains')));
    for (const body of [before, `${before}${keywords[0]}${after}`]) {
      const found = firstMatch(index, prepareText(body))?.list ?? -1;
      const expected = keywords.findIndex((keyword) => contains(keyword, body));
      mustHold(found === expected, keywords, body, found, expected);
    }
  });
});

void t.test('the shortcut for simple words finds the boundaries that ICU finds', async (t) => {
  const icu = new Intl.Segmenter('en', { granularity: 'word' });
  const punctuation = fc.string({
    unit: fc.constantFrom(...'!"#$%&()*+,-./:;<=>?@[]^{|}~\\'.split('')),
    maxLength: 3,
  });
  const word = fc.oneof(fc.stringMatching(/^[a-z0-9_а-яђѓї]{1,8}$/), fc.stringMatching(/^[가-힣]{1,8}$/));
  property(t, { arbitrary: fc.tuple(punctuation, word, punctuation), runs: 3_000 }, (parts) => {
    const joined = parts.join('');
    const expected = [...icu.segment(joined)].map(({ index }) => index);
    const marks = boundariesOf(joined);
    const actual = joined
      .split('')
      .map((_unit, at) => at)
      .filter((at) => marks[at] === 1);
    mustHold(String(actual) === String(expected), joined, actual, expected);
  });
});

void t.test(
  'the chosen rule is the first that watches the post and matches, and no text makes it throw',
  async (t) => {
    const media = fc.constantFrom('reel', 'other');
    const watches = fc.oneof(
      fc.constantFrom<Rule['watches']>('every', 'none'),
      media.map((mediaId): Rule['watches'] => ({ mediaId })),
    );
    const rules = fc.array(
      fc.tuple(fc.array(text, { maxLength: 3 }), match, watches, fc.integer({ min: 0, max: 3 })),
      { maxLength: 6 },
    );
    const arbitrary = fc.tuple(rules, text, fc.boolean(), fc.array(media, { maxLength: 2 }));
    property(t, { arbitrary, runs: 2_000 }, ([drawn, text, isReply, mediaIds]) => {
      const rules = drawn.map(([keywords, match, watches, createdAt], at): Rule => {
        return { id: `r${at}`, createdAt, watches, keywords: prepareKeywords(keywords, match) };
      });
      const prepared = prepareRules(rules);
      const comment = { text, isReply, mediaIds };
      const verdict = chooseRule(prepared, comment);
      const comparisons = compareRules(prepared, comment);
      const winner = comparisons.find(({ watches, matched }) => watches && matched);
      mustHold(
        (verdict.kind === 'matched' ? verdict.ruleId : null) === (winner?.ruleId ?? null),
        rules,
        comment,
      );
      if (verdict.kind === 'matched') mustHold(verdict.keyword === winner!.keyword, rules, comment);
      else
        for (const { ruleId, keyword } of verdict.nearMisses) {
          const one = comparisons.find((comparison) => comparison.ruleId === ruleId)!;
          mustHold(one.watches && (one.reason === 'not_alone' || one.keyword === keyword), one, verdict);
        }
    });
  },
);

void t.test('a near miss is one word for word, and as a keyword it matches its comment', async (t) => {
  const letters = fc.constantFrom(...'a b i k l n ß ł é й я ب ا ل 링 크 链 リ ン น น้ 🔥'.split(' '));
  const word = fc.array(letters, { minLength: 3, maxLength: 6 });
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 });
  /** Somebody types a phrase with a mistake. */
  const mistaken = fc
    .tuple(phrase, letters, fc.nat(20), fc.nat(5), fc.constantFrom(' ', '-', ', '))
    .map(([words, letter, at, what, between]) => {
      const written = words.map((one) => one.join('')).join(between);
      const units = Array.from(written);
      const place = at % units.length;
      if (what === 1) units.splice(place, 1);
      if (what === 2) units.splice(place, 0, letter);
      if (what === 3) units[place] = letter;
      if (what === 4) units.push(letter);
      if (what === 5) units.splice(place, 0, units[place]!);
      return { keyword: words.map((one) => one.join('')).join(' '), written: units.join('') };
    });
  const arbitrary = fc.tuple(mistaken, awkward, awkward, match, fc.boolean());
  let misses = 0;
  const cases = property(
    t,
    { arbitrary, runs: 4_000 },
    ([{ keyword, written }, before, after, match, isReply]) => {
      const alone = match === 'exact';
      const comment = { text: alone ? written : `${before} ${written} ${after}`, isReply, mediaIds: [] };
      const ruleWith = (keywords: string[]): Rule => ({
        id: 'r',
        createdAt: 0,
        watches: 'every',
        keywords: prepareKeywords(keywords, match),
      });
      const prepared = prepareRules([ruleWith([keyword])]);
      const verdict = chooseRule(prepared, comment);
      if (verdict.kind === 'matched') return;
      for (const { wrote } of verdict.nearMisses) {
        misses += 1;
        const added = chooseRule(prepareRules([ruleWith([keyword, wrote])]), comment);
        mustHold(added.kind === 'matched', keyword, comment, wrote);
        const itself = chooseRule(prepared, { ...comment, text: wrote, isReply: false });
        mustHold(
          itself.kind === 'unmatched' && itself.nearMisses.length === 1,
          keyword,
          comment,
          wrote,
          itself,
        );
      }
    },
  );
  t.ok(misses > cases / 8, `${misses} near misses`);
});
