/** What the plan of a post predicted of a refusal: networks often do not say why they refuse a post. */
import type { Plan } from '../../../../adapters/port/publish.ts';
import type { Outcome } from '../../../../machines/outcome.ts';

const PREDICTS = /\b(?:will|may) refuse\b/;

/**
 * Adds to a refusal what the plan's own warnings say about it.
 * @returns the same outcome if it is no refusal, or nothing was predicted
 */
export function withPrediction(outcome: Outcome, { warnings }: Pick<Plan, 'warnings'>): Outcome {
  if (outcome.kind !== 'rejected') return outcome;
  const predicted = warnings.filter((warning) => PREDICTS.test(warning)).map(asReason);
  const added = predicted.filter((sentence) => !outcome.reason.includes(sentence));
  if (added.length === 0) return outcome;
  return { ...outcome, reason: [outcome.reason, ...added].map(asSentence).join(' ') };
}

/** The warning without what has become certain, and without the name of its field. */
function asReason(warning: string): string {
  const reason = warning
    .replace(/^content: /, '')
    .replace(/(?:, so|:) it (?:will|may) refuse the post/, '')
    .replace(/: shorten it if it does\b/, ': shorten it');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

const asSentence = (text: string) => (/[.!?)]$/.test(text) ? text : `${text}.`);
