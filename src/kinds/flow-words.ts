/** How automations compare what people write: keywords as everywhere, labels by their words alone. */
import { LRUCache } from 'lru-cache';
import { flowCompiler } from '../../machines/flow/compile.ts';
import type { Words } from '../../machines/flow/setup.ts';
import {
  firstMatch,
  fold,
  indexKeywords,
  type KeywordIndex,
  prepareKeywords,
  prepareText,
} from '../base/matching/index.ts';

/** Lists of keywords are prepared once: that costs more than many comparisons. */
const prepared = new LRUCache<string, KeywordIndex>({ max: 1_000 });

function indexOf(keywords: readonly string[]): KeywordIndex {
  const key = keywords.join('\n');
  let index = prepared.get(key);
  if (!index) prepared.set(key, (index = indexKeywords([prepareKeywords(keywords, 'contains')])));
  return index;
}

/** Folding costs more than the step that asks for it, and a text is compared with each choice of a message. */
const labels = new LRUCache<string, string>({ max: 2_000 });

/** A label as it is compared: without case, accents and the punctuation and spaces around it. */
export function labelOf(text: string): string {
  const existing = labels.get(text);
  if (existing !== undefined) return existing;
  const folded = fold(text);
  // a label of symbols alone, such as an emoji, is compared as it is
  const label = folded.replace(/^[\p{P}\p{Z}]+|[\p{P}\p{Z}]+$/gu, '') || folded;
  if (text.length <= MAX_KEPT_CHARS) labels.set(text, label);
  return label;
}

/** Longer texts are no labels, and are not kept. */
const MAX_KEPT_CHARS = 100;

export const words: Words = {
  hasKeyword: (text, keywords) => firstMatch(indexOf(keywords), prepareText(text)) !== null,
  isLabel: (text, label) => labelOf(text) === labelOf(label),
};

/** Compiles checked steps to their machine. */
export const compileFlow = flowCompiler(words);
