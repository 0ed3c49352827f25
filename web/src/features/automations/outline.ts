/**
 * The steps of an automation as an outline: lists of steps, in which a step that branches has lists of its own and is the
 * last of its list. Every function returns new steps and leaves the given ones as they are. Pure.
 */
import { VALUES } from '../../base/values.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ConditionStep, MessageStep, Step, StepType } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** A list of steps: the first list, or a branch of a step (`yes`, `no`, or the index of a choice). */
export type ListAt = null | { stepId: string; branch: BranchKey };
export type BranchKey = 'yes' | 'no' | number;

interface Branch {
  key: BranchKey;
  /** What people call it: `yes`, `no`, or the label of the choice. */
  name: string;
  steps: Step[];
}

/** The position of a step. */
interface Place {
  step: Step;
  list: ListAt;
  index: number;
  /** How many branches are around it. */
  level: number;
  /** JSON pointer of the step, such as `/steps/0/yes/1`. */
  path: string;
}

export const doesBranch = (step: Step): boolean =>
  step.type === 'condition' || (step.type === 'message' && step.choices !== undefined);

/** The branches of a step; none for a step that is followed by the next one. */
export function branchesOf(step: Step): Branch[] {
  if (step.type === 'condition')
    return (['yes', 'no'] as const).map((key) => ({ key, name: key, steps: step[key] }));
  if (step.type !== 'message') return [];
  return (step.choices ?? []).map(({ label, steps }, key) => ({ key, name: label, steps }));
}

/** Every step with its place, in reading order. */
export function everyPlace(steps: readonly Step[]): Place[] {
  const walk = (list: readonly Step[], at: ListAt, level: number, path: string): Place[] =>
    list.flatMap((step, index) => {
      const own = `${path}/${index}`;
      return [
        { step, list: at, index, level, path: own },
        ...branchesOf(step).flatMap(({ key, steps: inner }) =>
          walk(
            inner,
            { stepId: step.id, branch: key },
            level + 1,
            `${own}/${typeof key === 'number' ? `choices/${key}/steps` : key}`,
          ),
        ),
      ];
    });
  return walk(steps, null, 0, '/steps');
}

export const placeOf = (steps: readonly Step[], id: string): Place | null =>
  everyPlace(steps).find(({ step }) => step.id === id) ?? null;

export const countSteps = (steps: readonly Step[]): number => everyPlace(steps).length;

/** The steps of a list; empty when there is no such list. */
export function listAt(steps: readonly Step[], at: ListAt): readonly Step[] {
  if (at === null) return steps;
  const step = placeOf(steps, at.stepId)?.step;
  return (step && branchesOf(step).find(({ key }) => key === at.branch)?.steps) ?? [];
}

/** How many levels of branches a list and its steps have. */
const levelsOf = (steps: readonly Step[]): number =>
  Math.max(0, ...steps.flatMap(branchesOf).map(({ steps: inner }) => 1 + levelsOf(inner)));

/** The step with another list in one of its branches. */
function withBranch(step: Step, key: BranchKey, steps: Step[]): Step {
  if (step.type === 'condition' && typeof key === 'string') return { ...step, [key]: steps };
  if (step.type !== 'message' || step.choices === undefined) return step;
  return {
    ...step,
    choices: step.choices.map((choice, index) => (index === key ? { ...choice, steps } : choice)),
  };
}

/** Changes one list, wherever it is. */
function changeList(steps: readonly Step[], at: ListAt, change: (list: readonly Step[]) => Step[]): Step[] {
  if (at === null) return change(steps);
  return steps.map((step) => {
    let next = step;
    for (const { key, steps: inner } of branchesOf(step)) {
      const isHere = step.id === at.stepId && key === at.branch;
      next = withBranch(next, key, isHere ? change(inner) : changeList(inner, at, change));
    }
    return next;
  });
}

/** Steps that follow a step that branches are moved to the end of its first branch: a branching step is the last. */
function settled(list: readonly Step[]): Step[] {
  const at = list.findIndex(doesBranch);
  if (at === -1 || at === list.length - 1) return [...list];
  const branching = list[at]!;
  const [first] = branchesOf(branching);
  if (first === undefined) return [...list];
  return [
    ...list.slice(0, at),
    withBranch(branching, first.key, settled([...first.steps, ...list.slice(at + 1)])),
  ];
}

/** Why steps cannot be put into a list; null means they can. */
export function refusedIn(steps: readonly Step[], at: ListAt, added: readonly Step[]): string | null {
  const count = countSteps(steps) + countSteps(added);
  if (count > LIMITS.automationSteps)
    return t('An automation has up to {limit} steps; this makes {count}.', {
      limit: LIMITS.automationSteps,
      count,
    });
  const level = at === null ? 0 : (placeOf(steps, at.stepId)?.level ?? 0) + 1;
  if (level + levelsOf(added) > LIMITS.automationLevels)
    return t('Branches go up to {limit} levels deep.', { limit: LIMITS.automationLevels });
  return null;
}

/** Puts steps into a list. What follows a step that branches is moved into its first branch. */
export function insert(steps: readonly Step[], at: ListAt, index: number, added: readonly Step[]): Step[] {
  return changeList(steps, at, (list) => settled([...list.slice(0, index), ...added, ...list.slice(index)]));
}

/** Removes a step with its branches. @param keep the branch whose steps take its place; null means none */
export function remove(steps: readonly Step[], id: string, keep: BranchKey | null = null): Step[] {
  const place = placeOf(steps, id);
  if (place === null) return [...steps];
  const remaining = branchesOf(place.step).find(({ key }) => key === keep)?.steps ?? [];
  return changeList(steps, place.list, (list) =>
    settled([...list.slice(0, place.index), ...remaining, ...list.slice(place.index + 1)]),
  );
}

/** Replaces a step by another one. Steps that follow it are moved when it starts to branch. */
export function replace(steps: readonly Step[], id: string, step: Step): Step[] {
  const place = placeOf(steps, id);
  if (place === null) return [...steps];
  return changeList(steps, place.list, (list) => settled(list.map((one) => (one.id === id ? step : one))));
}

/** Where a step is moved by a key. */
export type Direction = 'up' | 'down' | 'in' | 'out';

/**
 * Moves a step: up and down in its list, into the first branch of the step above it, or out to before the step whose
 * branch it is in.
 * @returns null when it cannot go there
 */
export function moved(steps: readonly Step[], id: string, direction: Direction): Step[] | null {
  const place = placeOf(steps, id);
  if (place === null) return null;
  const { list: at, index, step } = place;
  const list = listAt(steps, at);
  if (direction === 'up' || direction === 'down') {
    const other = direction === 'up' ? index - 1 : index + 1;
    const neighbour = list[other];
    if (neighbour === undefined) return null;
    // a step that branches stays the last: what is moved past it goes into its first branch
    if (doesBranch(neighbour)) return into(steps, step, neighbour);
    if (doesBranch(step)) return into(steps, neighbour, step);
    const without = remove(steps, id);
    return insert(without, at, other, [step]);
  }
  if (direction === 'out') {
    if (at === null) return null;
    const outer = placeOf(steps, at.stepId)!;
    if (doesBranch(step)) return null;
    return insert(remove(steps, id), outer.list, outer.index, [step]);
  }
  const next = list[index + 1];
  return next !== undefined && doesBranch(next) ? into(steps, step, next) : null;
}

/** Moves a step to the start of the first branch of another one. */
function into(steps: readonly Step[], step: Step, branching: Step): Step[] | null {
  const [first] = branchesOf(branching);
  if (first === undefined) return null;
  const at = { stepId: branching.id, branch: first.key };
  const without = remove(steps, step.id);
  return refusedIn(without, at, [step]) === null ? insert(without, at, 0, [step]) : null;
}

/** The other branches of the step whose branch a step is in; none for a step of the first list. */
export function branchesBeside(steps: readonly Step[], id: string): { at: ListAt; name: string; of: Step }[] {
  const at = placeOf(steps, id)?.list ?? null;
  const outer = at === null ? null : placeOf(steps, at.stepId)!.step;
  if (at === null || outer === null) return [];
  return branchesOf(outer)
    .filter(({ key }) => key !== at.branch)
    .map(({ key, name }) => ({ at: { stepId: outer.id, branch: key }, name, of: outer }));
}

/** Moves a step, with its branches, to the start of another list that is not below it. */
export function movedTo(steps: readonly Step[], id: string, at: ListAt): Step[] {
  const place = placeOf(steps, id);
  return place === null ? [...steps] : insert(remove(steps, id), at, 0, [place.step]);
}

/** Exchanges the steps of the first two branches, such as those of yes and no. */
export function exchanged(step: Step): Step {
  const [first, second] = branchesOf(step);
  if (first === undefined || second === undefined) return step;
  return withBranch(withBranch(step, first.key, second.steps), second.key, first.steps);
}

/** Copies of steps with new ids. */
export function copies(steps: readonly Step[], makeId: () => string): Step[] {
  return steps.map((step) => {
    let copy: Step = { ...step, id: makeId() };
    for (const { key, steps: inner } of branchesOf(step)) copy = withBranch(copy, key, copies(inner, makeId));
    return copy;
  });
}

/** Gives a message a choice more. The first one takes the steps that follow the message. */
export function withChoice(step: MessageStep, label: string): MessageStep {
  const { button: _, ...rest } = step;
  return { ...rest, choices: [...(step.choices ?? []), { label, steps: [] }] };
}

/** Removes a choice and its steps. A message without choices is followed by the next step. */
export function withoutChoice(step: MessageStep, index: number): MessageStep {
  const choices = (step.choices ?? []).filter((_, at) => at !== index);
  const { choices: _, ...rest } = step;
  return choices.length === 0 ? rest : { ...rest, choices };
}

/**
 * Steps that were copied as JSON; null means the text has none.
 * @param makeId gives each its id, from the one in the text
 */
export function parseSteps(text: string, makeId: (input: unknown) => string): Step[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const list = Array.isArray(json) ? json : (json as { steps?: unknown } | null)?.steps;
  const one = Array.isArray(list) ? list : [json];
  const steps = one.map((item) => stepIn(item, makeId));
  return steps.length === 0 || steps.includes(null) ? null : (steps as Step[]);
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);
const strings = (input: unknown): input is string[] =>
  Array.isArray(input) && input.every((one) => typeof one === 'string');

/** A step in the shape that the editor draws; null means it is none. The service checks the rest. */
function stepIn(input: unknown, makeId: (input: unknown) => string): Step | null {
  if (!isObject(input)) return null;
  const id = makeId(input['id']);
  const inner = (list: unknown): Step[] | null => {
    if (!Array.isArray(list)) return null;
    const steps = list.map((item) => stepIn(item, makeId));
    return steps.includes(null) ? null : (steps as Step[]);
  };
  const type = input['type'] as StepType;
  switch (type) {
    case 'message': {
      const { text, button, choices } = input;
      if (typeof text !== 'string') return null;
      if (isObject(button) && typeof button['title'] === 'string' && typeof button['url'] === 'string')
        return { id, type: 'message', text, button: { title: button['title'], url: button['url'] } };
      if (!Array.isArray(choices)) return { id, type: 'message', text };
      const read = choices.map((choice: unknown) => {
        const steps = isObject(choice) ? inner(choice['steps']) : null;
        const label = isObject(choice) ? choice['label'] : null;
        return steps === null || typeof label !== 'string' ? null : { label, steps };
      });
      return read.includes(null)
        ? null
        : { id, type: 'message', text, choices: read as { label: string; steps: Step[] }[] };
    }
    case 'wait':
      return typeof input['minutes'] === 'number' ? { id, type: 'wait', minutes: input['minutes'] } : null;
    case 'handoff':
      return { id, type: 'handoff', ...(typeof input['note'] === 'string' && { note: input['note'] }) };
    case 'condition': {
      const { check, keywords, withinMinutes } = input;
      const [yes, no] = [inner(input['yes']), inner(input['no'])];
      const isKnown = VALUES.conditionChecks.some((one) => one === check);
      if (!isKnown || yes === null || no === null) return null;
      return {
        id,
        type: 'condition',
        check: check as ConditionStep['check'],
        ...(strings(keywords) && { keywords }),
        ...(typeof withinMinutes === 'number' && { withinMinutes }),
        yes,
        no,
      };
    }
    default:
      (type) satisfies never;
      // from a later version of the service, or from another program: shown as unknown, and not changed
      return typeof input['type'] === 'string' ? ({ ...input, id } as Step) : null;
  }
}
