/** Labels of conversations and posts: words that the team gives them, and finds them by. */
import { Type } from 'typebox';
import { invalid } from './problem.ts';

export const MAX_LABELS = 20;
export const MAX_LABEL_CHARACTERS = 40;

/** One label, of a filter or of a list. */
export const labelField = (description?: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_LABEL_CHARACTERS,
    ...(description !== undefined && { description }),
  });

export const LabelsField = Type.Array(labelField(), {
  maxItems: MAX_LABELS,
  description: 'Replace those that it has.',
  examples: [['wholesale', 'returns']],
});

/**
 * Labels as they are stored: without the space around them, each once, in their order.
 * @param path of the list in the request, as a JSON pointer
 * @throws Problem 400 for a label of spaces alone
 */
export function labelsOf(labels: readonly string[], path = '/labels'): string[] {
  const trimmed = labels.map((label) => label.trim());
  const blank = trimmed.indexOf('');
  if (blank >= 0)
    throw invalid(`${path}/${blank}`, `${path.slice(1)}/${blank} must not be blank: write a word`, {
      values: { reason: 'empty' },
    });
  return [...new Set(trimmed)];
}

/**
 * Labels after a change, as they are stored.
 * @throws Problem 400 when there are more than one post or conversation may have
 */
export function changedLabels(
  before: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const gone = new Set(remove);
  const labels = [...new Set([...before.filter((label) => !gone.has(label)), ...add])];
  if (labels.length > MAX_LABELS)
    throw invalid('/addLabels', `it would have ${labels.length} labels: at most ${MAX_LABELS} are stored`);
  return labels;
}
