/** What can be done with a step as a whole, from its menu and by keys. */
import { type Block, stepsFor } from './blocks.ts';
import {
  branchesOf,
  type BranchKey,
  copies,
  type Direction,
  doesBranch,
  exchanged,
  insert,
  type ListAt,
  listAt,
  moved,
  movedTo,
  parseSteps,
  placeOf,
  refusedIn,
  remove,
  replace,
} from './outline.ts';
import type { Flow, Step } from './shapes.ts';
import type { Editing, Note } from './use-editing.ts';
import { branchName, stepTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

/** The steps that were copied last, for browsers that do not let pages read the clipboard. */
let copied: string | null = null;

/** Says that what followed a step has gone into its first branch, and offers the other one. */
function movedNote(step: Step, following: number): Note | null {
  const [first, second] = branchesOf(step);
  if (!doesBranch(step) || following === 0 || first === undefined) return null;
  const [here, there] = [branchName(step, first.name), second && branchName(step, second.name)];
  return {
    text: t('What followed is now in “{here}”.', { here }),
    ...(there !== undefined && {
      action: {
        label: t('Put it into “{there}”', { there }),
        change: (flow: Flow) => {
          const place = placeOf(flow.steps, step.id);
          return place ? { ...flow, steps: replace(flow.steps, step.id, exchanged(place.step)) } : flow;
        },
      },
    }),
  };
}

/** What acts have in common: the steps as they are, and where steps are put. */
function placing({ flow, changeSteps, say }: Editing) {
  const { steps } = flow;
  return {
    /** Puts steps into a list and gives the first of them the focus; `isOpened` shows its fields too. */
    put: (at: ListAt, index: number, added: readonly Step[], isOpened: boolean) => {
      const refusal = refusedIn(steps, at, added);
      const [first] = added;
      if (refusal !== null || first === undefined) return say(refusal ?? t('There is nothing to put here.'));
      const following = listAt(steps, at).length - index;
      changeSteps((list) => insert(list, at, index, added), {
        note: movedNote(added.at(-1)!, following),
        focus: first.id,
        ...(isOpened && { open: first.id }),
      });
    },
    /** After a step; where it branches, at the start of its first branch. */
    after: (id: string): { at: ListAt; index: number } | null => {
      const place = placeOf(steps, id);
      if (place === null) return null;
      const [first] = branchesOf(place.step);
      return doesBranch(place.step) && first !== undefined
        ? { at: { stepId: id, branch: first.key }, index: 0 }
        : { at: place.list, index: place.index + 1 };
    },
  };
}

/** Moving steps, and exchanging their branches. */
function movesOf({ flow: { steps }, changeSteps, say }: Editing) {
  return {
    move: (id: string, direction: Direction) => {
      const next = moved(steps, id, direction);
      if (next === null) return say(t('The step cannot be moved there.'));
      changeSteps(() => next, { focus: id, note: { text: t('The step is moved.') } });
    },
    moveTo: (id: string, at: ListAt, name: string) => {
      const place = placeOf(steps, id);
      if (place === null) return;
      const refusal = refusedIn(remove(steps, id), at, [place.step]);
      if (refusal !== null) return say(refusal);
      changeSteps((list) => movedTo(list, id, at), {
        focus: id,
        note: { text: t('The step is moved to “{name}”.', { name }) },
      });
    },
    swap: (id: string) =>
      changeSteps((list) => replace(list, id, exchanged(placeOf(list, id)!.step)), {
        focus: id,
        note: { text: t('The branches are exchanged.') },
      }),
  };
}

/** New steps, copies of steps, and steps that go. */
function changesOf(editing: Editing) {
  const { flow, changeSteps, makeId, say } = editing;
  const { steps } = flow;
  const { put } = placing(editing);
  return {
    add: (block: Block, at: ListAt, index: number) =>
      put(at, index, stepsFor(block, makeId, listAt(steps, at).slice(index)), block !== 'gate'),
    /** Why a block cannot be added; null means it can. */
    refused: (block: Block, at: ListAt, index: number) =>
      refusedIn(
        steps,
        at,
        stepsFor(block, () => '', listAt(steps, at).slice(index)),
      ),
    duplicate: (id: string) => {
      const place = placeOf(steps, id);
      if (place === null) return;
      if (doesBranch(place.step))
        return say(t('A step that branches is the last of its list: copy it into another branch.'));
      put(place.list, place.index + 1, copies([place.step], makeId), false);
    },
    remove: (id: string, keep: BranchKey | null = null) => {
      const place = placeOf(steps, id);
      if (place === null) return;
      const list = listAt(steps, place.list);
      const next = list[place.index + 1] ?? list[place.index - 1];
      const outer = place.list?.stepId ?? null;
      changeSteps((before) => remove(before, id, keep), {
        note: { text: t('{title} is removed.', { title: stepTitle(place.step) }) },
        focus: next?.id ?? outer ?? 'start',
      });
    },
  };
}

export const actsOf = (editing: Editing) => {
  const { flow, makeId, say } = editing;
  const { put, after } = placing(editing);
  const changes = changesOf(editing);
  const copy = (id: string): string | null => {
    const place = placeOf(flow.steps, id);
    copied = place === null ? null : JSON.stringify([place.step], null, 2);
    if (place !== null) say(t('{title} is copied.', { title: stepTitle(place.step) }));
    return copied;
  };
  const pasteAt = (at: ListAt, index: number, text: string | null) => {
    const source = text ?? copied;
    const added = source === null ? null : parseSteps(source, makeId);
    if (added === null) return say(t('The clipboard has no steps.'));
    put(at, index, added, false);
  };
  return {
    ...movesOf(editing),
    ...changes,
    after,
    copy,
    cut: (id: string) => {
      const text = copy(id);
      if (text !== null) changes.remove(id);
      return text;
    },
    /** @param text null means what was copied in this tab */
    paste: (id: string, text: string | null) => {
      const place = after(id);
      pasteAt(place?.at ?? null, place?.index ?? 0, text);
    },
    pasteAt,
    hasCopied: () => copied !== null,
  };
};
export type StepActs = ReturnType<typeof actsOf>;
