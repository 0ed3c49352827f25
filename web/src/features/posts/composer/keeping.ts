/** How a text is kept: in the browser at once, at the service after each pause. Pure: each function returns the next state. */
import type { Draft } from '../draft.ts';
import type { Composer, Copy, Effect, Entry } from './shapes.ts';

/** Takes what the chart wants done. */
export type Enqueue = (effect: Effect) => void;

export const textOf = (draft: Draft): string => JSON.stringify(draft);

/** Whether a post may be made, or may have been made, of the text that is here: the copy at the service says so. */
function mayBeSent({ text, sending }: Composer): boolean {
  const { state } = sending;
  return sending.text === text && (state === 'unknown' || state === 'sending' || state === 'saving');
}

/** Whether the service lacks something of what is here. */
function isUnsaved(now: Composer): boolean {
  const { text, known, isMarked, unanswered } = now;
  return text !== known || isMarked !== mayBeSent(now) || unanswered.length > 0;
}

/** What the browser has to keep; null means that the service has it all. */
function entryOf(now: Composer): Entry | null {
  const { text, known, draft, base, unanswered, underWay, aside } = now;
  const sent = underWay === null || underWay === 'read' ? [] : [underWay.text];
  if (text === known && aside.length === 0) return null;
  return { draft, ...(base !== undefined && { base }), unanswered: [...unanswered, ...sent], aside };
}

/** Keeps it in the browser. Each change of what is written, or of what the service has, ends with this. */
export function keepLocally(now: Composer, enqueue: Enqueue): Composer {
  enqueue({ do: 'keep', entry: entryOf(now) });
  return now;
}

/** At rest: all is saved, or it is after the next pause. */
export function rested(now: Composer, enqueue: Enqueue): Composer {
  if (isUnsaved(now)) {
    enqueue({ do: 'wait' });
    return keepLocally({ ...now, keeping: 'dirty' }, enqueue);
  }
  return keepLocally({ ...now, keeping: typeof now.base === 'string' ? 'saved' : 'empty' }, enqueue);
}

/** Starts a save. @param isLeaving the request has to outlive the page */
export function saving(now: Composer, enqueue: Enqueue, isLeaving = false): Composer {
  const { base, draft, text } = now;
  const sendKey = mayBeSent(now) ? now.sending.key : null;
  if (base === undefined) {
    enqueue({ do: 'read' });
    return { ...now, keeping: 'saving', underWay: 'read' };
  }
  enqueue({ do: 'save', replaces: base, draft, sendKey, isLeaving });
  return keepLocally({ ...now, keeping: 'saving', underWay: { text, sendKey } }, enqueue);
}

/** The service has the text that was under way, or one that had no response. */
export function adopted(
  now: Composer,
  { revision, text, isMarked }: { revision: string; text: string; isMarked: boolean },
): Composer {
  return {
    ...now,
    base: revision,
    known: text,
    isMarked,
    underWay: null,
    unanswered: [],
    theirs: null,
    problem: null,
  };
}

/** The service has another text than this one continues: nothing is saved before the person has chosen. */
export function inConflict(now: Composer, theirs: Copy | null, enqueue: Enqueue): Composer {
  const next = stopped(now);
  return keepLocally(
    { ...next, keeping: 'conflict', theirs, underWay: null, after: null, problem: null },
    enqueue,
  );
}

/** What was to be sent is not sent: it was not saved, or was written on. */
export function stopped(now: Composer, error: Error | null = null): Composer {
  const { sending, after } = now;
  if (sending.state !== 'saving') return now;
  const state = sending.isRepeated ? 'unknown' : error === null ? 'no' : 'refused';
  return { ...now, after: after === 'send' ? null : after, sending: { ...sending, state, error } };
}

/** Compares what is here with what the service has. It is called when that was read, or when a save was refused. */
export function met(now: Composer, copy: Copy | null, enqueue: Enqueue): Composer {
  const here = { ...now, underWay: null };
  if (copy === null) {
    if (typeof here.base === 'string') return inConflict(here, null, enqueue);
    return { ...here, base: null, known: textOf(here.start), isMarked: false };
  }
  const theirs = textOf(copy.draft);
  const adopt = { revision: copy.revision, text: theirs, isMarked: copy.sendKey !== null };
  const isOwn = theirs === here.text || isUnanswered(now, theirs);
  // a save without a response may still arrive
  const { unanswered } = here;
  if (copy.revision === here.base) return { ...adopted(here, adopt), unanswered };
  if (isOwn) return adopted(here, adopt);
  if (isUnsaved(here) || here.sending.state === 'saving') return inConflict(here, copy, enqueue);
  // it was continued elsewhere, and nothing was written here since
  return { ...adopted(here, adopt), draft: copy.draft, text: theirs };
}

const isUnanswered = ({ unanswered, underWay }: Composer, text: string): boolean =>
  unanswered.includes(text) || (underWay !== null && underWay !== 'read' && underWay.text === text);

/** It is sent, or the person does not want it. Texts that were set aside stay. */
export function cleared(now: Composer, enqueue: Enqueue): Composer {
  const { start } = now;
  const text = textOf(start);
  return keepLocally(
    {
      ...now,
      draft: start,
      text,
      known: text,
      keeping: 'empty',
      base: null,
      isMarked: false,
      underWay: null,
      unanswered: [],
      after: null,
      theirs: null,
      problem: null,
      isBack: false,
    },
    enqueue,
  );
}
