/**
 * The chart of the composer (docs/dashboard.md, The composer). Pure: `transition` gives the next state and what is to be done;
 * `run.ts` does it. Three things go on side by side: the text is keepLocally, it is checked, it is sent.
 */
import { createStore } from '@xstate/store';
import type { Draft } from '../draft.ts';
import {
  adopted,
  cleared,
  type Enqueue,
  inConflict,
  keepLocally,
  met,
  rested,
  saving,
  stopped,
  textOf,
} from './keeping.ts';
import { refusing } from './refusing.ts';
import { sendEvents } from './sending.ts';
import type { Composer, Copy, Effect, Entry, Events } from './shapes.ts';
import { t } from '../../../base/language/text.ts';

type Handlers = {
  [Name in keyof Events]: (now: Composer, event: Events[Name], enqueue: Enqueue) => Composer;
};

/** A copy that was saved as being sent is sent again under its key within this time: the service keeps keys for a day. */
const KEY_LIVES_MS = 23 * 3_600_000;

const NOT_SENT = { state: 'no' as const, key: '', text: '', isRepeated: false, error: null };

/**
 * The state in which the composer is opened.
 * @param opened.entries what the browser has, newest first: more than one after two tabs
 * @param opened.copy what the service has; undefined means that it could not be read
 * @param opened.now epoch ms
 */
export function openedWith(
  opened: { start: Draft; entries: readonly Entry[]; copy: Copy | null | undefined; now: number },
  enqueue: Enqueue = () => undefined,
): Composer {
  const { start, entries, copy, now } = opened;
  const [entry, ...others] = entries;
  const draft = entry?.draft ?? start;
  const storedText = textOf(start);
  const aside = [...(entry?.aside ?? []), ...others.flatMap((one) => [one.draft, ...one.aside])];
  const here: Composer = {
    start,
    draft,
    text: textOf(draft),
    known: storedText,
    keeping: 'empty',
    base: entry === undefined ? null : entry.base,
    isMarked: false,
    underWay: null,
    unanswered: entry?.unanswered ?? [],
    after: null,
    theirs: null,
    aside: different(aside, [textOf(draft), storedText]),
    problem: null,
    savedAt: null,
    isBack: false,
    uploads: 0,
    check: { state: 'none', preview: null, draft: null, error: null },
    sending: NOT_SENT,
  };
  const met = withCopy(here, { copy, now }, enqueue);
  if (met.text !== storedText) enqueue({ do: 'check', text: met.text });
  return { ...met, isBack: met.text !== storedText };
}

/** A text that was saved as being sent, here or elsewhere: sent again under its key, it becomes no second post. */
function withMark(now: Composer, copy: Copy | null, at: number): Composer {
  if (copy === null || copy.sendKey === null || textOf(copy.draft) !== now.text) return now;
  if (at - copy.savedAt >= KEY_LIVES_MS || now.sending.key === copy.sendKey) return now;
  return { ...now, sending: { ...NOT_SENT, state: 'unknown', key: copy.sendKey, text: now.text } };
}

function withCopy(
  here: Composer,
  { copy, now }: { copy: Copy | null | undefined; now: number },
  enqueue: Enqueue,
): Composer {
  if (copy === undefined) return rested({ ...here, base: here.base ?? undefined }, enqueue);
  const next = met(here, copy, enqueue);
  return next.keeping === 'conflict' ? next : rested(withMark(next, copy, now), enqueue);
}

/** Without those that are the same text as another one. @param others texts that count as there already */
function different(drafts: readonly Draft[], others: readonly string[]): Draft[] {
  const texts = new Map(drafts.map((draft) => [textOf(draft), draft]));
  for (const text of others) texts.delete(text);
  return [...texts.values()];
}

/** It can be written on while a request is under way, and the request's end decides what is saved next. */
function changed(now: Composer, { change }: Events['changed'], enqueue: Enqueue): Composer {
  const draft = change(now.draft);
  const text = textOf(draft);
  if (text === now.text) return { ...now, draft };
  enqueue({ do: 'check', text });
  const check = { ...now.check, state: 'checking' as const };
  const after = now.after === 'discard' ? null : now.after;
  const next = stopped({ ...now, draft, text, check, after });
  const isBusy = ['saving', 'offline', 'conflict', 'discarding'].includes(now.keeping);
  return isBusy ? keepLocally(next, enqueue) : rested(next, enqueue);
}

function savedAs(now: Composer, { revision, at }: Events['saved'], enqueue: Enqueue): Composer {
  const { underWay, after } = now;
  if (underWay === null || underWay === 'read') return now;
  const { text, sendKey } = underWay;
  const next = { ...adopted(now, { revision, text, isMarked: sendKey !== null }), savedAt: at, after: null };
  return goOn(next, { after, sendKey }, enqueue);
}

/** After a save: what waited for it, or rest. */
function goOn(
  now: Composer,
  { after, sendKey }: { after: Composer['after']; sendKey: string | null },
  enqueue: Enqueue,
): Composer {
  if (after === 'discard') return discard({ ...now, keeping: 'saved' }, {}, enqueue);
  const { sending } = now;
  if (sending.state !== 'saving') return rested(now, enqueue);
  if (sendKey !== sending.key) return saving(now, enqueue);
  enqueue({ do: 'send', key: sending.key, draft: now.draft });
  return keepLocally(
    { ...now, keeping: 'saved', sending: { ...sending, state: 'sending', text: now.text } },
    enqueue,
  );
}

/** What was refused may be what is here: a save whose response was lost. */
function saveRefused(now: Composer, { current, at }: Events['saveRefused'], enqueue: Enqueue): Composer {
  if (now.keeping !== 'saving') return now;
  const { after } = now;
  const next = current === null ? inConflict(now, null, enqueue) : met(now, current, enqueue);
  if (next.keeping === 'conflict') return next;
  const marked = withMark(next, current, at);
  if (marked !== next) return keepLocally({ ...marked, keeping: 'saved', after: null }, enqueue);
  return goOn({ ...next, after: null }, { after, sendKey: current?.sendKey ?? null }, enqueue);
}

function saveFailed(now: Composer, { message }: { message: string }, enqueue: Enqueue): Composer {
  const { underWay } = now;
  if (now.keeping !== 'saving') return now;
  enqueue({ do: 'waitToRetry' });
  const unanswered =
    underWay === null || underWay === 'read' ? now.unanswered : [...now.unanswered, underWay.text];
  const failed: Composer = { ...now, keeping: 'offline', underWay: null, unanswered, problem: message };
  return keepLocally({ ...stopped(failed, new Error(message)), after: null }, enqueue);
}

function read(now: Composer, { copy, at }: Events['read'], enqueue: Enqueue): Composer {
  const wasWaiting = now.keeping === 'saving' && now.underWay === 'read';
  if (!wasWaiting && now.keeping !== 'saved' && now.keeping !== 'empty') return now;
  // what is being sent elsewhere ends there
  if (now.sending.state !== 'no' && !wasWaiting) return now;
  const { after } = now;
  const before = now.text;
  const next = withMark(met(now, copy, enqueue), copy, at);
  if (next.keeping === 'conflict') return next;
  if (next.text !== before) enqueue({ do: 'check', text: next.text });
  if (!wasWaiting)
    return next.isMarked ? keepLocally({ ...next, keeping: 'saved' }, enqueue) : rested(next, enqueue);
  if (next.sending.state === 'unknown')
    return keepLocally({ ...next, keeping: 'saved', after: null }, enqueue);
  if (after !== null || next.sending.state === 'saving')
    return goOn({ ...next, after: null }, { after, sendKey: null }, enqueue);
  return next.text === next.known ? rested(next, enqueue) : saving(next, enqueue);
}

/** The text that is here goes on; the other one is set aside. */
function keepMine(now: Composer, enqueue: Enqueue): Composer {
  const { theirs, start, aside, text } = now;
  if (now.keeping !== 'conflict') return now;
  const storedText = theirs === null ? textOf(start) : textOf(theirs.draft);
  const next: Composer = {
    ...now,
    base: theirs?.revision ?? null,
    known: storedText,
    isMarked: theirs?.sendKey != null,
    unanswered: [],
    theirs: null,
    aside: different([...(theirs === null ? [] : [theirs.draft]), ...aside], [text, textOf(start)]),
  };
  return saving(next, enqueue);
}

/** The other text goes on, or the empty page; the one that is here is set aside. */
function takeTheirs(now: Composer, enqueue: Enqueue): Composer {
  const { theirs, start, aside, draft } = now;
  if (now.keeping !== 'conflict') return now;
  const chosen = theirs?.draft ?? start;
  const next: Composer = {
    ...now,
    draft: chosen,
    text: textOf(chosen),
    known: textOf(chosen),
    base: theirs?.revision ?? null,
    isMarked: theirs?.sendKey != null,
    unanswered: [],
    theirs: null,
    aside: different([draft, ...aside], [textOf(chosen), textOf(start)]),
    savedAt: theirs?.savedAt ?? null,
  };
  enqueue({ do: 'check', text: next.text });
  return rested(next, enqueue);
}

function swapAside(now: Composer, { index }: Events['swapAside'], enqueue: Enqueue): Composer {
  const chosen = now.aside[index];
  if (chosen === undefined) return now;
  const rest = now.aside.filter((_, at) => at !== index);
  const aside = different([now.draft, ...rest], [textOf(chosen), textOf(now.start)]);
  return changed({ ...now, aside }, { change: () => chosen }, enqueue);
}

function discard(now: Composer, _: object, enqueue: Enqueue): Composer {
  // a copy that a save without a response may have made is found when the composer is opened again
  if (now.keeping === 'saving') return { ...now, after: 'discard' };
  if (now.keeping === 'conflict' || typeof now.base !== 'string') return emptied(now, enqueue);
  enqueue({ do: 'discard', revision: now.base, isSilent: false });
  const underWay = { text: now.text, sendKey: null };
  return { ...now, keeping: 'discarding', underWay, problem: null };
}

function emptied(now: Composer, enqueue: Enqueue): Composer {
  const next = cleared(now, enqueue);
  enqueue({ do: 'leave', post: null });
  return next;
}

/** Whether something was written since it was discarded. */
const wasWrittenOn = ({ underWay, text }: Composer): boolean =>
  underWay !== null && underWay !== 'read' && underWay.text !== text;

/** What was written since goes on as a new text. */
function discarded(now: Composer, _: object, enqueue: Enqueue): Composer {
  if (now.keeping !== 'discarding') return now;
  if (!wasWrittenOn(now)) return emptied(now, enqueue);
  return rested({ ...now, base: null, known: textOf(now.start), isMarked: false, underWay: null }, enqueue);
}

/** What is there instead may be what is here: a save whose response was lost. */
function discardRefused(now: Composer, { current }: Events['discardRefused'], enqueue: Enqueue): Composer {
  if (now.keeping !== 'discarding') return now;
  const next = met(now, current, enqueue);
  if (next.keeping === 'conflict') return next;
  if (next.text !== now.text)
    return rested({ ...next, problem: t('It was continued elsewhere, and is not discarded.') }, enqueue);
  return wasWrittenOn(now) ? rested(next, enqueue) : discard({ ...next, keeping: 'saved' }, {}, enqueue);
}

const handlers: Handlers = {
  changed,
  quiet: (now, _, enqueue) => (now.keeping === 'dirty' ? saving(now, enqueue) : now),
  again: (now, _, enqueue) => (now.keeping === 'offline' ? saving(now, enqueue) : now),
  left: (now, _, enqueue) =>
    now.keeping === 'dirty' || now.keeping === 'offline' ? saving(now, enqueue, true) : now,
  returned: (now, _, enqueue) => {
    if (now.keeping === 'saved' || now.keeping === 'empty') enqueue({ do: 'read' });
    return now.keeping === 'offline' ? saving(now, enqueue) : now;
  },
  read,
  readFailed: (now, event, enqueue) => (now.underWay === 'read' ? saveFailed(now, event, enqueue) : now),
  saved: savedAs,
  saveRefused,
  saveFailed,
  keepMine: (now, _, enqueue) => keepMine(now, enqueue),
  takeTheirs: (now, _, enqueue) => takeTheirs(now, enqueue),
  swapAside,
  dropAside: (now, _, enqueue) => keepLocally({ ...now, aside: [] }, enqueue),
  discard,
  discarded,
  discardRefused,
  discardFailed: (now, { message }, enqueue) =>
    now.keeping === 'discarding' ? rested({ ...now, underWay: null, problem: message }, enqueue) : now,
  uploading: (now, { files }) => (files === now.uploads ? now : { ...now, uploads: files }),
  recheck: (now, _, enqueue) => {
    enqueue({ do: 'check', text: now.text });
    return { ...now, check: { ...now.check, state: 'checking' } };
  },
  checked: (now, { text, preview }) => {
    if (text !== now.text) return now;
    const isRefused = refusing(preview?.accounts ?? []).length > 0;
    const state = preview === null ? 'none' : isRefused ? 'refused' : 'fine';
    return { ...now, check: { state, preview, draft: now.draft, error: null } };
  },
  checkFailed: (now, { text, error }) =>
    text === now.text ? { ...now, check: { ...now.check, state: 'failed', error } } : now,
  ...sendEvents,
};

type Payloads = { [Name in keyof Events]: Events[Name] };
type Emit = { emit: { effect: (payload: { effect: Effect }) => void } };
type Handle = (now: Composer, event: object, enqueue: Enqueue) => Composer;

/** @param first the state it is opened in. The store emits `effect` for what is to be done */
export function composerStore(first: Composer) {
  const stored = ([name, handle]: [string, unknown]) => [
    name,
    (now: Composer, event: object, { emit }: Emit) =>
      (handle as Handle)(now, event, (effect) => emit.effect({ effect })),
  ];
  return createStore<Composer, Payloads, { effect: { effect: Effect } }>({
    context: first,
    on: Object.fromEntries(Object.entries(handlers).map(stored)) as never,
  });
}

export type ComposerStore = ReturnType<typeof composerStore>;

/** One step of the chart, without a store. @returns the next state, and what is to be done in this order */
export function step<Name extends keyof Events>(
  now: Composer,
  name: Name,
  event: Events[Name],
): [next: Composer, effects: Effect[]] {
  const effects: Effect[] = [];
  const next = handlers[name](now, event, (effect) => effects.push(effect));
  return [next, effects];
}
