/** Two versions of an automation side by side, as lines of text. Pure. */
import { branchesOf, everyPlace } from './outline.ts';
import type { Flow, Step, Trigger } from './shapes.ts';
import { branchName, spanText, stepText, stepTitle, triggerText } from './words.ts';
import { t } from '../../base/language/text.ts';

/** What versions differ in. */
export type Terms = Pick<Flow, 'trigger' | 'steps'>;

/** One line of both. `+`: only the second has it; `-`: only the first. */
interface ComparedLine {
  sign: ' ' | '+' | '-';
  /** How far it is indented: two for each level of branches. */
  depth: number;
  text: string;
}

type Line = Omit<ComparedLine, 'sign'>;

/** The lines of the first and of the second, in one order. */
export function compared(first: Terms, second: Terms): ComparedLine[] {
  const [before, after] = [linesOfTerms(first), linesOfTerms(second)];
  const common = longestCommon(before, after);
  const lines: ComparedLine[] = [];
  let [at, to] = [0, 0];
  for (const [left, right] of [...common, [before.length, after.length] as const]) {
    while (at < left) lines.push({ sign: '-', ...before[at++]! });
    while (to < right) lines.push({ sign: '+', ...after[to++]! });
    if (left < before.length) lines.push({ sign: ' ', ...before[left]! });
    [at, to] = [left + 1, right + 1];
  }
  return lines;
}

export const areEqual = (first: Terms, second: Terms): boolean =>
  compared(first, second).every(({ sign }) => sign === ' ');

/** Everything that people get of it, line by line. */
export function linesOfTerms({ trigger, steps }: Terms): Line[] {
  return [
    { depth: 0, text: t('Start: {trigger}', { trigger: triggerText(trigger) }) },
    ...termsOfTrigger(trigger).map((text) => ({ depth: 1, text })),
    ...linesOfSteps(steps, 0),
  ];
}

function termsOfTrigger({ mediaId, ignoreReactions, ignoreRuleAnswersMinutes }: Trigger): string[] {
  return [
    ...(mediaId === undefined ? [] : [t('Only the story {mediaId}', { mediaId })]),
    ...(ignoreReactions ? [t('Not for bare reactions')] : []),
    ...(ignoreRuleAnswersMinutes
      ? [
          t('Not within {span} after the message of a rule', {
            span: spanText(ignoreRuleAnswersMinutes),
          }),
        ]
      : []),
  ];
}

function linesOfSteps(steps: readonly Step[], depth: number): Line[] {
  return steps.flatMap((step) => [
    { depth, text: `${stepTitle(step)}: ${wordsOf(step)}` },
    ...(step.type === 'message' && step.button
      ? [
          {
            depth: depth + 1,
            text: t('Link “{title}”: {url}', { title: step.button.title, url: step.button.url }),
          },
        ]
      : []),
    ...branchesOf(step).flatMap(({ name, steps: inner }) => [
      { depth: depth + 1, text: `${branchName(step, name)}:` },
      ...(inner.length === 0 ? [{ depth: depth + 2, text: t('the end') }] : linesOfSteps(inner, depth + 2)),
    ]),
  ]);
}

/** What a step says, with all that `stepText` leaves out. */
function wordsOf(step: Step): string {
  if (step.type !== 'condition' || step.check !== 'keyword') return stepText(step);
  return step.withinMinutes === undefined
    ? stepText(step)
    : t('{keywords}, within {span}', { keywords: stepText(step), span: spanText(step.withinMinutes) });
}

/** The places of the lines that both have, in both orders. An automation has a few hundred lines at most. */
function longestCommon(before: readonly Line[], after: readonly Line[]): [number, number][] {
  const isSame = (one: Line, other: Line) => one.depth === other.depth && one.text === other.text;
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left -= 1)
    for (let right = after.length - 1; right >= 0; right -= 1)
      lengths[left]![right] = isSame(before[left]!, after[right]!)
        ? lengths[left + 1]![right + 1]! + 1
        : Math.max(lengths[left + 1]![right]!, lengths[left]![right + 1]!);
  const common: [number, number][] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    if (isSame(before[left]!, after[right]!)) common.push([left++, right++]);
    else if (lengths[left + 1]![right]! >= lengths[left]![right + 1]!) left += 1;
    else right += 1;
  }
  return common;
}

/** How many steps are new, gone, moved to another branch, or not what they were. */
export function changedSteps(first: readonly Step[], second: readonly Step[]): number {
  const [before, after] = [ownOf(first), ownOf(second)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
    .length;
}

/** Each step without what is in its branches, and the list that it is in, as text. */
function ownOf(steps: readonly Step[]): Map<string, string> {
  return new Map(
    everyPlace(steps).map(({ step, list }) => {
      const own = Object.entries(step).filter(([field]) => !['yes', 'no', 'choices'].includes(field));
      const names = branchesOf(step).map(({ name }) => name);
      return [step.id, JSON.stringify([own, names, list])];
    }),
  );
}
