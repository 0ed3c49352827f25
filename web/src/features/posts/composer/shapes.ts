/** What the composer's chart knows, what happens to it, and what it wants done. */
import type { components } from '../../../base/api-types.ts';
import type { Reply } from '../../../base/operations.ts';
import type { Draft } from '../draft.ts';

type Post = components['schemas']['Post'];
/** What a text became: a post, or a series of them. */
export type Made = Post | Reply<'createSeries'>['series'];
type Preview = Reply<'validatePost'>;

/** What is written, as the service has it. */
export interface Copy {
  revision: string;
  draft: Draft;
  /** It was being sent under this Idempotency-Key when it was saved; null means it was not. */
  sendKey: string | null;
  /** Epoch ms. */
  savedAt: number;
  /** Who saved it; null means their name is not known. */
  by: string | null;
}

/** What the browser keeps of a text that the service may not have. */
export interface Entry {
  draft: Draft;
  /** `base` of the chart; absent means not known. */
  base?: string | null;
  /** Texts whose save had no response yet. */
  unanswered: string[];
  aside: Draft[];
}

/**
 * What became of the text.
 * - empty: nothing is written. dirty: the service does not have all of it. saving, saved: it will have, or has.
 * - offline: it could not be saved; the browser has it, and it is tried again.
 * - conflict: the service has another text. Nothing is saved until the person has chosen.
 * - discarding: it is being deleted at the service.
 */
type Keeping = 'empty' | 'dirty' | 'saving' | 'saved' | 'offline' | 'conflict' | 'discarding';

/** A save (or a discard) under way; `read` is a save that has to read first what is there. */
type UnderWay = { text: string; sendKey: string | null } | 'read';

/**
 * - waiting, checking: soon, and now. none: there is nothing to check yet. fine, refused: what the service said. failed: it
 *   said nothing.
 */
export interface Check {
  state: 'none' | 'checking' | 'fine' | 'refused' | 'failed';
  /** The latest that there is, also while it is checked again. */
  preview: Preview | null;
  /** What was checked. */
  draft: Draft | null;
  error: Error | null;
}

/**
 * - saving: the text is saved before it is sent. sending: a post is made of it. sent, partly: it was made, for all or for some of the
 *   accounts. refused: it was not made. unknown: there was no response; sent again under the same key, it is made once.
 */
interface Sending {
  state: 'no' | 'saving' | 'sending' | 'sent' | 'partly' | 'refused' | 'unknown';
  key: string;
  /** What is or was sent, as text. */
  text: string;
  /** It was sent before without a response. */
  isRepeated: boolean;
  error: Error | null;
}

export interface Composer {
  /** What is there before anything is written. */
  start: Draft;
  draft: Draft;
  /** The draft as text. */
  text: string;
  /** The text that the service has; that of the start if it has none. */
  known: string;
  keeping: Keeping;
  /** Revision at the service that the text continues; null means it had none; undefined means not known. */
  base: string | null | undefined;
  /** What the service has was saved as being sent. */
  isMarked: boolean;
  underWay: UnderWay | null;
  /** Texts whose save got no response. The service may have one of them. */
  unanswered: string[];
  /** What waits for the end of the save. */
  after: 'send' | 'discard' | null;
  /** In a conflict: what the service has; null means that it was sent or discarded elsewhere. */
  theirs: Copy | null;
  /** Texts that were set aside by a choice: none is lost by it. */
  aside: Draft[];
  /** Why it could not be saved; null means it could. */
  problem: string | null;
  /** Instant of the last save, epoch ms; null means it was not saved since the page was opened. */
  savedAt: number | null;
  /** A text of an earlier visit is shown. */
  isBack: boolean;
  /** Files that are being uploaded. */
  uploads: number;
  check: Check;
  sending: Sending;
}

/** What the chart wants done. */
export type Effect =
  /** Keeps it in the browser, at once; null means there is nothing to keep. */
  | { do: 'keep'; entry: Entry | null }
  /** Sends `quiet` after a pause in writing. */
  | { do: 'wait' }
  /** Sends `again` later. */
  | { do: 'waitToRetry' }
  | { do: 'read' }
  /** @property isLeaving the request outlives the page */
  | { do: 'save'; replaces: string | null; draft: Draft; sendKey: string | null; isLeaving: boolean }
  /** Deletes the copy; `isSilent`: nobody waits for it. */
  | { do: 'discard'; revision: string; isSilent: boolean }
  /** Asks the service what would be sent, after a pause in writing. */
  | { do: 'check'; text: string }
  | { do: 'send'; key: string; draft: Draft }
  /** The composer is left: for the post, or for nothing. */
  | { do: 'leave'; post: Made | null };

/** What happens to the chart, by name. */
export interface Events {
  changed: { change: (draft: Draft) => Draft };
  /** Nothing was typed for a while. */
  quiet: object;
  /** It is time to try again, or the connection is back. */
  again: object;
  /** The page is left or hidden. */
  left: object;
  /** The page is looked at again. */
  returned: object;
  /** @property at when, epoch ms */
  read: { copy: Copy | null; at: number };
  readFailed: { message: string };
  saved: { revision: string; at: number };
  saveRefused: { current: Copy | null; at: number };
  saveFailed: { message: string };
  keepMine: object;
  takeTheirs: object;
  /** Goes back to a text that was set aside; the one that is here takes its place. */
  swapAside: { index: number };
  dropAside: object;
  discard: object;
  discarded: object;
  discardRefused: { current: Copy };
  discardFailed: { message: string };
  uploading: { files: number };
  /** Something else than the text changed what would be sent. */
  recheck: object;
  checked: { text: string; preview: Preview | null };
  checkFailed: { text: string; error: Error };
  /** @property key for a text that was not sent before */
  send: { key: string };
  sent: { post: Made; skipped: number };
  sendRefused: { error: Error };
  sendUnknown: { error: Error };
}
