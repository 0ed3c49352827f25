/** What the pages of automations say: steps, triggers, ends. Pure. */
import type { Look } from '../../base/parts/look.ts';
import { sentence } from '../../base/finding.ts';
import { placeOf } from './outline.ts';
import type { EndReason, Run, Step, Trigger } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** A name of an automation, or what it would be called. */
export const titleOf = ({ name }: { name: string }): string =>
  name.trim() === '' ? t('New automation') : name;

/** Minutes as people say them, such as `2 h 5 min`. */
export function spanText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && t('{hours} h', { hours }), (rest > 0 || hours === 0) && t('{rest} min', { rest })]
    .filter(Boolean)
    .join(' ');
}

/** What starts an automation, in a few words. */
export function triggerText({ type, keywords = [], match, ref }: Trigger): string {
  const words = keywords.length === 0 ? '…' : keywords.map((word) => `“${word}”`).join(', ');
  switch (type) {
    case 'keyword':
      return match === 'exact'
        ? t('Somebody writes {words} alone', { words })
        : t('Somebody writes {words}', { words });
    case 'any_message':
      return t('Somebody writes anything');
    case 'story_mention':
      return t('Somebody mentions you in a story');
    case 'story_reply':
      return keywords.length === 0
        ? t('Somebody replies to a story')
        : t('Somebody replies {words} to a story', { words });
    case 'ref':
      return ref === undefined
        ? t('Somebody opens your link')
        : t('Somebody opens your link ({ref})', { ref });
    default:
      return type satisfies never;
  }
}

/** What kind of step it is, in a word or a question. */
export function stepTitle(step: Step): string {
  switch (step.type) {
    case 'message':
      return step.choices ? t('Question') : t('Message');
    case 'wait':
      return t('Wait');
    case 'handoff':
      return t('Hand over');
    case 'condition':
      return {
        replied: t('Did they answer?'),
        keyword: t('Keyword in the answer?'),
        clicked: t('Did they open the link?'),
        follows: t('Do they follow you?'),
      }[step.check];
    default:
      step satisfies never;
      return t('Unknown step');
  }
}

/** What a step says, in one line. */
export function stepText(step: Step): string {
  switch (step.type) {
    case 'message':
      return step.text.trim() === '' ? t('No text yet') : step.text.trim().replaceAll(/\s+/g, ' ');
    case 'wait':
      return spanText(step.minutes);
    case 'handoff':
      return step.note ?? t('To a person of the team');
    case 'condition':
      if (step.check === 'keyword')
        return step.keywords?.length ? step.keywords.join(', ') : t('No keyword yet');
      if (step.check === 'follows') return t('Asked at once');
      return step.withinMinutes === undefined
        ? t('While messages can be sent')
        : t('Within {span}', { span: spanText(step.withinMinutes) });
    default:
      step satisfies never;
      return textOfUnknown(step);
  }
}

/** A step of a type that this page does not know: all that it has but its id. */
function textOfUnknown(step: object): string {
  const { id: _, ...rest } = step as { id?: unknown };
  return JSON.stringify(rest);
}

/** What the service says of a test, with the words of a step in place of its id. */
export const verdictText = (message: string, steps: readonly Step[]): string =>
  sentence(
    message.replace(/\bstep (\w+)/, (reference, id: string) => {
      const step = placeOf(steps, id)?.step;
      return step === undefined ? reference : `“${stepTitle(step)}: ${stepText(step)}”`;
    }),
  );

export const branchName = (step: Step, name: string): string =>
  step.type === 'condition' ? (name === 'yes' ? t('Yes') : t('No')) : name === '' ? t('Choice') : name;

const ENDS: { [reason in EndReason]: Look } = {
  completed: { label: t('Completed'), tone: 'live' },
  handoff: { label: t('Handed over'), tone: 'needs-you' },
  window_closed: { label: t('Too late to write'), tone: 'failed' },
  failed: { label: t('Failed'), tone: 'failed' },
  human_reply: { label: t('Answered by the team'), tone: 'neutral' },
  stopped: { label: t('Stopped'), tone: 'neutral' },
};

/** How a run ended, as a badge says it. A reason that this page does not know yet is shown as it is. */
export const endLook = (reason: string): Look =>
  (ENDS as { [reason: string]: Look })[reason] ?? { label: reason.replaceAll('_', ' '), tone: 'neutral' };

export const runLook = ({ reason }: Pick<Run, 'reason'>): Look =>
  reason === null ? { label: t('In it now'), tone: 'working' } : endLook(reason);

/** The person of a run. */
export const personOf = ({ contact: { name, username, id } }: Pick<Run, 'contact'>): string =>
  name ?? (username === null ? id : `@${username}`);

/** People who have entered and are neither through nor ended. */
export const insideNow = (ended: { [reason: string]: number }, started: number): number =>
  Math.max(0, started - Object.values(ended).reduce((sum, count) => sum + count, 0));

/** How many people are in a version now. */
export const peopleIn = (people: number): string =>
  t('{people, plural, one {# person is in it} other {# people are in it}}', { people });
