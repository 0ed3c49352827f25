/** Labels of conversations: words that the team gives them, and finds them by. */
import { Type } from 'typebox';
import { invalid } from '../../api/problem.ts';

const MAX_LABELS = 20;
export const MAX_LABEL_CHARACTERS = 40;

export const LabelsField = Type.Array(Type.String({ minLength: 1, maxLength: MAX_LABEL_CHARACTERS }), {
  maxItems: MAX_LABELS,
  description: `Replace those that it has: up to ${MAX_LABELS}, each of 1 to ${MAX_LABEL_CHARACTERS} characters. One that is given twice counts once.`,
  examples: [['wholesale', 'returns']],
});

/**
 * Labels as they are stored: without the space around them, each once, in their order.
 * @throws Problem 400 for a label of spaces alone
 */
export function labelsOf(labels: readonly string[]): string[] {
  const trimmed = labels.map((label) => label.trim());
  const blank = trimmed.indexOf('');
  if (blank >= 0) throw invalid(`/labels/${blank}`, `labels/${blank} must not be blank: write a word`);
  return [...new Set(trimmed)];
}
