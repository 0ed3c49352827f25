/**
 * What it costs to choose the rule for a comment: 100 rules with 20 keywords each, and comments of an everyday length in
 * many scripts, without Postgres: `node bench/matching.ts`. Each round has a process of its own.
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
} from '../src/matching/index.ts';
import { Random } from '../test/support/random.ts';
import { program, runProgram } from './program.ts';

const ROUNDS = 5;
const RULES = 100;
const KEYWORDS = 20;
const COMMENTS = 2_000;
const PASSES = 20;
const LONG = 10_000;
const LONG_PASSES = 50;
const MEDIA = 'media_1';

/** CPU in microseconds of one comment; the long ones have 10,000 characters. */
interface Cost {
  matchedUs: number;
  unmatchedUs: number;
  /** Folding the comment and finding its words, which is part of the two above. */
  prepareUs: number;
  longUs: number;
  longThaiUs: number;
  /** Preparing the 20 keywords of one rule. */
  ruleUs: number;
  /** Sorting and indexing the 100 prepared rules. */
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

function keywordsOf(random: Random): string[] {
  return Array.from({ length: KEYWORDS }, () =>
    random.below(5) === 0 ? `${wordOf(random)} ${wordOf(random)}` : wordOf(random),
  );
}

function measure(): Cost {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const random = new Random(12);
  const lists = Array.from({ length: RULES }, () => keywordsOf(random));
  collect();
  const before = process.memoryUsage().heapUsed;
  const makeRules = (): Rule[] =>
    lists.map((keywords, at) => ({
      id: `rule_${at}`,
      createdAt: at,
      watches: at % 2 === 0 ? 'every' : { mediaId: MEDIA },
      keywords: prepareKeywords(keywords, at % 5 === 0 ? 'exact' : 'contains'),
    }));
  const rules = makeRules();
  const prepared = prepareRules(rules);
  collect();
  const heapKb = (process.memoryUsage().heapUsed - before) / 1000;
  const choose = (text: string) => chooseRule(prepared, { text, isReply: false, mediaIds: [MEDIA] });
  const comments = (kind: Verdict['kind']) => {
    const texts: string[] = [];
    while (texts.length < COMMENTS) {
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
    matchedUs: cpuUs(() => matching.forEach(choose), PASSES) / COMMENTS,
    unmatchedUs: cpuUs(() => unmatching.forEach(choose), PASSES) / COMMENTS,
    prepareUs: cpuUs(() => unmatching.forEach((text) => prepareText(text)), PASSES) / COMMENTS,
    longUs: cpuUs(() => choose(long), LONG_PASSES),
    longThaiUs: cpuUs(() => choose(longThai), LONG_PASSES),
    ruleUs: cpuUs(makeRules, PASSES) / RULES,
    indexUs: cpuUs(() => prepareRules(rules), PASSES),
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

const LABELS: { [name in keyof Cost]: string } = {
  matchedUs: 'µs a comment that matches',
  unmatchedUs: 'µs a comment that does not, near misses included',
  prepareUs: 'µs of these to fold the comment and find its words',
  longUs: 'µs a comment of 10,000 characters in English',
  longThaiUs: 'µs the same in Thai, without spaces',
  ruleUs: 'µs to prepare the keywords of a rule',
  indexUs: 'µs to index 100 prepared rules',
  heapKb: 'kB of heap for 100 rules',
};

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

if (process.send) await program(async () => measure());
else {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await runProgram<Cost>('matching.ts', {}));
  process.stdout.write(`${RULES} rules with ${KEYWORDS} keywords each, medians of CPU:\n`);
  for (const [name, label] of Object.entries(LABELS) as [keyof Cost, string][]) {
    const figure = median(costs.map((cost) => cost[name])).toFixed(1);
    process.stdout.write(`  ${figure.padStart(9)} ${label}\n`);
  }
}
