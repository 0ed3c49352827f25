/**
 * What it costs to choose the rule for a comment, in a process of its own: rules with keywords in many scripts, and comments of
 * an everyday length.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  chooseRule,
  prepareKeywords,
  prepareRules,
  prepareText,
  type Rule,
  type Verdict,
} from '../../src/base/matching/index.ts';
import { Random } from '../../test/support/random.ts';
import { program } from '../program.ts';

export interface MatchingInput {
  rules: number;
  /** Of each rule. */
  keywords: number;
  /** Of each sort: those that match, and those that do not. */
  comments: number;
  /** How often all are compared. */
  passes: number;
  longPasses: number;
}

/** Characters of a long comment. */
const LONG = 10_000;
const MEDIA = 'media_1';

/** CPU in microseconds of one comment; the long ones have 10,000 characters. */
export interface MatchingCost {
  matchedUs: number;
  unmatchedUs: number;
  /** Folding the comment and finding its words, which is part of the two above. */
  prepareUs: number;
  longUs: number;
  longThaiUs: number;
  /** Preparing the 20 keywords of one rule. */
  ruleUs: number;
  /** Sorting and indexing the prepared rules. */
  indexUs: number;
  /** What the prepared rules hold. */
  heapKb: number;
}

const SENTENCES = [
  'Oh I love this so much, please send me WORD 🙏🔥',
  'WORD',
  'me encanta!! WORD por favor ❤️',
  'Können Sie mir WORD schicken? Danke schön!',
  'Où est-ce que je peux trouver WORD ?',
  'пришлите, пожалуйста, WORD 🙏',
  'WORD 주세요 너무 예뻐요 ㅎㅎ',
  'とても美味しそう！ WORD ください🙇',
  'ขอ WORD หน่อยค่ะ สวยมาก',
  'أريد WORD من فضلك',
  'मुझे WORD चाहिए',
  '@ann @bob look at this, WORD is what we talked about yesterday',
  '🔥🔥🔥 WORD',
];
const SYLLABLES = [
  'ba ke lin gu ide pro mo co de re ci pe é ña ko sch',
  'ко да ре но ва ссы ли пре мя ще',
  '무 료 링 크 주 세 공 유 사 이',
  'リ ン ク カ タ ログ レ シ ピ',
  'كت اب را بط ني مو سا',
].map((line) => line.split(' '));

/** A word of two to four syllables of one script. */
function wordOf(random: Random): string {
  const syllables = random.pick(SYLLABLES);
  return Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
}

function keywordsOf(random: Random, count: number): string[] {
  return Array.from({ length: count }, () =>
    random.below(5) === 0 ? `${wordOf(random)} ${wordOf(random)}` : wordOf(random),
  );
}

function measure({
  rules: count,
  keywords,
  comments: each,
  passes,
  longPasses,
}: MatchingInput): MatchingCost {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const random = new Random(12);
  const lists = Array.from({ length: count }, () => keywordsOf(random, keywords));
  collect();
  const before = process.memoryUsage().heapUsed;
  const makeRules = (): Rule[] =>
    lists.map((words, at) => ({
      id: `rule_${at}`,
      createdAt: at,
      watches: at % 2 === 0 ? 'every' : { mediaId: MEDIA },
      keywords: prepareKeywords(words, at % 5 === 0 ? 'exact' : 'contains'),
    }));
  const rules = makeRules();
  const prepared = prepareRules(rules);
  collect();
  const heapKb = (process.memoryUsage().heapUsed - before) / 1000;
  const choose = (text: string) => chooseRule(prepared, { text, isReply: false, mediaIds: [MEDIA] });
  const comments = (kind: Verdict['kind']) => {
    const texts: string[] = [];
    while (texts.length < each) {
      const word = kind === 'matched' ? random.pick(random.pick(lists)) : `zu${wordOf(random)}`;
      const text = random.pick(SENTENCES).replace('WORD', word);
      if (choose(text).kind === kind) texts.push(text);
    }
    return texts;
  };
  const matching = comments('matched');
  const unmatching = comments('unmatched');
  const long = 'please send me the thing that you talk about '.repeat(LONG).slice(0, LONG);
  const longThai = 'ขอลิงก์หน่อยค่ะสวยมาก'.repeat(LONG).slice(0, LONG);
  return {
    matchedUs: cpuUs(() => matching.forEach(choose), passes) / each,
    unmatchedUs: cpuUs(() => unmatching.forEach(choose), passes) / each,
    prepareUs: cpuUs(() => unmatching.forEach((text) => prepareText(text)), passes) / each,
    longUs: cpuUs(() => choose(long), longPasses),
    longThaiUs: cpuUs(() => choose(longThai), longPasses),
    ruleUs: cpuUs(makeRules, passes) / count,
    indexUs: cpuUs(() => prepareRules(rules), passes),
    heapKb,
  };
}

/** CPU of one pass, after two to warm up. */
function cpuUs(work: () => unknown, passes: number): number {
  for (let pass = 0; pass < 2; pass += 1) work();
  const start = process.cpuUsage();
  for (let pass = 0; pass < passes; pass += 1) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / passes;
}

await program(async (input: MatchingInput) => measure(input));
