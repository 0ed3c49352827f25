/** The state of the editor: the flow with its history, the step that is open, and the last message. */
import { useEffect, useState } from 'react';
import { useStoredDraft } from '../../base/parts/kept-draft.ts';
import { newStepId, parseFlow } from './blocks.ts';
import { changed, type History, historyOf, redone, undone } from './history.ts';
import { placeOf } from './outline.ts';
import type { Terms } from './compare.ts';
import type { Flow, Step } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** What the editor says after a change, and what the person may do about it. */
export interface Note {
  text: string;
  action?: { label: string } & (
    | { change: (flow: Flow) => Flow }
    /** For what is kept at the service. */
    | { run: () => void }
  );
}

interface ChangeOptions {
  /** Names the field that is typed in: typing is undone as a whole. */
  field?: string;
  note?: Note | null;
  /** The step whose head gets the focus. */
  focus?: string | null;
  /** The step that is opened; null if none. */
  open?: string | null;
}

export interface Editing {
  flow: Flow;
  /** The step whose fields are shown; null if none. `start` is the trigger. */
  open: string | null;
  note: Note | null;
  canUndo: boolean;
  canRedo: boolean;
  isBack: boolean;
  isTouched: boolean;
  change: (change: (flow: Flow) => Flow, options?: ChangeOptions) => void;
  changeSteps: (change: (steps: readonly Step[]) => Step[], options?: ChangeOptions) => void;
  setOpen: (id: string | null) => void;
  focus: (id: string) => void;
  say: (text: string, action?: Note['action']) => void;
  undo: () => void;
  redo: () => void;
  forget: () => void;
  makeId: () => string;
}

export const START = 'start';

/**
 * @param name of what the browser keeps
 * @param drafted the trigger and the steps to begin with, where the service keeps them; null means the browser does
 */
export function useEditing(name: string, start: Flow, drafted: Terms | null): Editing {
  const stored = useStoredDraft(name, start, parseFlow);
  const { setDraft } = stored;
  const [history, setHistory] = useState<History<Flow>>(() => historyOf({ ...stored.draft, ...drafted }));
  const [open, setOpen] = useState<string | null>(() => (history.now.steps.length === 0 ? START : null));
  const [note, setNote] = useState<Note | null>(null);
  const [focused, setFocused] = useState<{ id: string } | null>(null);
  const { now } = history;
  useEffect(() => setDraft(now), [now, setDraft]);
  useEffect(() => {
    if (focused === null) return undefined;
    // after the menu that was used has given the focus back
    const timer = setTimeout(() => headOf(focused.id)?.focus(), 30);
    return () => clearTimeout(timer);
  }, [focused]);

  const change: Editing['change'] = (make, { field, note: said = null, focus, open: opened } = {}) => {
    setHistory((before) => changed(before, make(before.now), { at: Date.now(), field: field ?? null }));
    setNote(said);
    if (opened !== undefined) setOpen(opened);
    if (focus !== undefined && focus !== null) setFocused({ id: focus });
  };
  const back = (move: typeof undone<Flow>, text: string) => {
    setHistory(move);
    setNote({ text });
  };
  return {
    flow: now,
    open: open === START || (open !== null && placeOf(now.steps, open)) ? open : null,
    note,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isBack: drafted === null && stored.isBack,
    isTouched: stored.isTouched,
    change,
    changeSteps: (make, options) => change((flow) => ({ ...flow, steps: make(flow.steps) }), options),
    setOpen,
    focus: (id) => setFocused({ id }),
    say: (text, action) => setNote({ text, ...(action && { action }) }),
    undo: () => back(undone, t('The last change is undone.')),
    redo: () => back(redone, t('The change is made again.')),
    forget: stored.forget,
    makeId: newStepId,
  };
}

/** The head of a card, which has the focus when a step is chosen. */
const headOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-head="${CSS.escape(id)}"]`);

/** All heads in reading order. */
export const heads = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-head]')];
