import t, { type Test } from 'tap';
import {
  chooseRule,
  type Comment,
  compareRules,
  explainComparison,
  explainVerdict,
  type Match,
  prepareKeywords,
  prepareRules,
  type Rule,
} from '../../src/base/matching/index.ts';

const rule = (
  id: string,
  keywords: string[],
  { match = 'contains', ...rest }: Partial<Omit<Rule, 'keywords'>> & { match?: Match } = {},
): Rule => ({ id, createdAt: 0, watches: 'every', ...rest, keywords: prepareKeywords(keywords, match) });
const comment = (text: string, ...mediaIds: string[]): Comment => ({ text, isReply: false, mediaIds });
const onPost = { watches: { mediaId: 'reel' } };

/** The rule that answers, whatever the order in which the rules are given. */
function chosen(t: Test, rules: Rule[], asked: Comment): string | null {
  const answers = [rules, rules.toReversed()].map((list) => {
    const verdict = chooseRule(prepareRules(list), asked);
    return verdict.kind === 'matched' ? verdict.ruleId : null;
  });
  t.equal(answers[0], answers[1]);
  return answers[0]!;
}

void t.test('a rule for the post wins over one for every post, also if it is newer', async (t) => {
  const rules = [
    rule('every', ['link'], { createdAt: 1 }),
    rule('post', ['link'], { createdAt: 9, ...onPost }),
    rule('other', ['link'], { createdAt: 0, watches: { mediaId: 'other' } }),
  ];
  t.equal(chosen(t, rules, comment('link', 'reel')), 'post');
  t.equal(chosen(t, rules, comment('link', 'third')), 'every');
  t.equal(chosen(t, rules, comment('link')), 'every');
});

void t.test('of two rules for the same posts the oldest wins, then the lower id', async (t) => {
  const rules = [
    rule('new', ['link'], { createdAt: 3 }),
    rule('old', ['link'], { createdAt: 2 }),
    rule('twin', ['link'], { createdAt: 2 }),
  ];
  t.equal(chosen(t, rules, comment('link')), 'old');
  const onReel = rules.map((one) => ({ ...one, ...onPost }));
  t.equal(chosen(t, onReel, comment('link', 'reel')), 'old');
});

void t.test('a rule whose words do not match lets the next one answer', async (t) => {
  const rules = [
    rule('post', ['price'], onPost),
    rule('old', ['guide'], { createdAt: 1 }),
    rule('new', ['link'], { createdAt: 2 }),
  ];
  t.equal(chosen(t, rules, comment('link', 'reel')), 'new');
  t.equal(chosen(t, rules, comment('link price', 'reel')), 'post');
  t.equal(chosen(t, rules, comment('hello', 'reel')), null);
});

void t.test('a rule without keywords answers every comment, in its turn', async (t) => {
  const rules = [rule('all', [], { createdAt: 1 }), rule('link', ['link'], { createdAt: 2 })];
  t.equal(chosen(t, rules, comment('link')), 'all');
  t.equal(chosen(t, rules, comment('')), 'all');
  t.equal(chosen(t, [...rules, rule('post', ['link'], onPost)], comment('link', 'reel')), 'post');
  t.equal(chosen(t, [...rules, rule('post', ['link'], onPost)], comment('nice', 'reel')), 'all');
});

void t.test('a post is known by each of its ids: as an ad, and as a photo of an album', async (t) => {
  const rules = [rule('post', ['link'], onPost)];
  t.equal(chosen(t, rules, comment('link', 'ad', 'reel')), 'post');
  t.equal(chosen(t, rules, comment('link', 'ad')), null);
});

void t.test('a rule that waits for its post matches nothing', async (t) => {
  t.equal(chosen(t, [rule('waits', [], { watches: 'none' })], comment('link', 'reel')), null);
});

void t.test('a verdict says the rule, the keyword and what was compared', async (t) => {
  const prepared = prepareRules([rule('r', ['Guía'])]);
  const verdict = chooseRule(prepared, comment('LA GUÍA 🙏'));
  t.strictSame(verdict, {
    kind: 'matched',
    text: 'la guia 🙏',
    ruleId: 'r',
    keyword: 'Guía',
    compared: { keyword: 'guia', words: 'guia' },
  });
  t.equal(explainVerdict(verdict), 'The comment has the keyword “Guía”.');
});

void t.test('a verdict without a rule says why', async (t) => {
  const explained = (rules: Rule[], asked: Comment) => {
    const verdict = chooseRule(prepareRules(rules), asked);
    return [verdict.kind === 'unmatched' ? verdict.reason : null, explainVerdict(verdict)];
  };
  t.strictSame(explained([], comment('link', 'reel')), ['no_rule', 'No active rule watches this post.']);
  t.strictSame(explained([rule('r', ['link'], onPost)], comment('link', 'other')), [
    'no_rule',
    'No active rule watches this post.',
  ]);
  t.strictSame(explained([rule('r', ['link'], onPost)], comment('hello', 'reel')), [
    'no_keyword',
    'The comment has no keyword of a rule for this post.',
  ]);
  t.strictSame(explained([rule('r', ['Link'])], comment('LINKS?')), [
    'no_keyword',
    'The comment has no keyword of a rule for this post, but “links” is close to “Link”.',
  ]);
  t.equal(
    explainVerdict(chooseRule(prepareRules([rule('r', [])]), comment('x'))),
    'The rule answers every comment.',
  );
});

void t.test('each rule says how it compares, the winner first', async (t) => {
  const prepared = prepareRules([
    rule('second', ['link'], { createdAt: 2 }),
    rule('first', ['link'], { createdAt: 1 }),
    rule('exact', ['link'], { createdAt: 3, match: 'exact' }),
    rule('near', ['lynk'], { createdAt: 4 }),
    rule('far', ['recipe'], { createdAt: 5 }),
    rule('elsewhere', ['link'], { createdAt: 0, watches: { mediaId: 'other' } }),
    rule('all', [], { createdAt: 6 }),
  ]);
  const asked = comment('the link please', 'reel');
  const comparisons = compareRules(prepared, asked);
  const verdict = chooseRule(prepared, asked);
  const winner = verdict.kind === 'matched' ? verdict.ruleId : null;
  t.strictSame(
    comparisons.map((one) => [one.ruleId, one.watches, one.matched, one.keyword, one.reason]),
    [
      ['elsewhere', false, true, 'link', null],
      ['first', true, true, 'link', null],
      ['second', true, true, 'link', null],
      ['exact', true, false, 'link', 'not_alone'],
      ['near', true, false, 'lynk', 'near_miss'],
      ['far', true, false, null, 'no_keyword'],
      ['all', true, true, null, null],
    ],
  );
  t.strictSame(comparisons[4]!.nearMiss, { keyword: 'lynk', wrote: 'link', kind: 'one_edit' });
  t.strictSame(
    comparisons.map((one) => explainComparison(one, winner)),
    [
      'The rule does not watch this post.',
      'The comment has the keyword “link”.',
      'The words match, but another rule comes first: one for this post, or an older one.',
      'The comment has the keyword “link” among other words, and the rule wants it alone.',
      '“link” is close to the keyword “lynk”, but not the same.',
      'The comment has no keyword of this rule.',
      'The words match, but another rule comes first: one for this post, or an older one.',
    ],
  );
});
