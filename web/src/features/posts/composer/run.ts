/** Does what the composer's chart wants done, and reports what became of it. */
import { ApiError, call, messageOf, type Preview } from '../../../base/api.ts';
import { type Draft, readDraft } from '../draft.ts';
import type { ComposerStore } from './chart.ts';
import type { Entries } from './entries.ts';
import type { Copy, Effect, Made } from './shapes.ts';

/** Nothing is typed for this long before it is saved, and before it is checked, ms. */
const QUIET_MS = { save: 800, check: 350 };
/** After this time a save that failed is tried again, ms. */
const RETRY_MS = 5_000;

/** What the composer works with. */
export interface Around {
  workspace: string;
  /** The post that is edited; null means a new one. */
  postId: string | null;
  entries: Entries;
  /** Asks the service what would be sent; null if there is nothing to ask about. */
  check: (draft: Draft, signal: AbortSignal) => Promise<Preview> | null;
  /** Makes or changes the post. @returns it, and how many accounts were left out */
  send: (draft: Draft, key: string) => Promise<{ post: Made; skipped: number }>;
  /** Leaves the page. @param isLeft the person has left it already */
  leave: (post: Made | null, isLeft: boolean) => void;
}

type Do<Name extends Effect['do']> = Extract<Effect, { do: Name }>;

/**
 * Does what is to be done until it is stopped. What is under way then still ends, and the text is saved.
 * @param first what the opening of the chart wanted done
 * @returns a function that stops it
 */
export function runComposer(store: ComposerStore, around: Around, first: readonly Effect[]): () => void {
  const { trigger } = store;
  const timers = timersOf();
  let isStopped = false;
  const doNow = (effect: Effect): void => {
    switch (effect.do) {
      case 'keep':
        return around.entries.write(effect.entry);
      case 'wait':
        // after the page was left there are no more pauses
        return timers.set('quiet', isStopped ? 0 : QUIET_MS.save, () => trigger.quiet({}));
      case 'waitToRetry':
        return isStopped ? undefined : timers.set('again', RETRY_MS, () => trigger.again({}));
      case 'read':
        return void read(store, around);
      case 'save':
        return void save(store, around, effect);
      case 'discard':
        return void discard(store, around, effect);
      case 'check':
        return timers.set('check', QUIET_MS.check, (signal) => void check(store, around, effect, signal));
      case 'send':
        return void send(store, around, effect);
      case 'leave':
        return around.leave(effect.post, isStopped);
    }
  };
  // it stays when the page was left: a request that is under way may want one more save
  store.on('effect', ({ effect }) => doNow(effect));
  for (const effect of first) doNow(effect);
  const stopListening = listen({
    online: () => trigger.again({}),
    pagehide: () => trigger.left({}),
    visibilitychange: () => (document.visibilityState === 'hidden' ? trigger.left({}) : trigger.returned({})),
  });
  return () => {
    isStopped = true;
    trigger.left({});
    stopListening();
    timers.stop('again');
    timers.stop('check');
  };
}

type TimerName = 'quiet' | 'again' | 'check';

interface Timers {
  /** Runs it after `ms`; one of this name that waits is dropped, one that runs is aborted. */
  set: (name: TimerName, ms: number, run: (signal: AbortSignal) => void) => void;
  stop: (name: TimerName) => void;
}

function timersOf(): Timers {
  const waiting = new Map<TimerName, { timer: ReturnType<typeof setTimeout>; abort: AbortController }>();
  const stop = (name: TimerName) => {
    const before = waiting.get(name);
    if (before === undefined) return;
    clearTimeout(before.timer);
    before.abort.abort();
    waiting.delete(name);
  };
  return {
    stop,
    set: (name, ms, run) => {
      stop(name);
      const abort = new AbortController();
      waiting.set(name, { timer: setTimeout(() => run(abort.signal), ms), abort });
    },
  };
}

function listen(handlers: { online: () => void; pagehide: () => void; visibilitychange: () => void }) {
  window.addEventListener('online', handlers.online);
  window.addEventListener('pagehide', handlers.pagehide);
  document.addEventListener('visibilitychange', handlers.visibilitychange);
  return () => {
    window.removeEventListener('online', handlers.online);
    window.removeEventListener('pagehide', handlers.pagehide);
    document.removeEventListener('visibilitychange', handlers.visibilitychange);
  };
}

type Where = Pick<Around, 'workspace' | 'postId'>;
const where = ({ workspace, postId }: Where) => ({ workspace, ...(postId !== null && { postId }) });

interface SavedContent {
  draft?: unknown;
  sendKey?: unknown;
}

/** A copy as the service shows it. */
function copyOf(value: unknown): Copy | null {
  if (value === null || typeof value !== 'object') return null;
  const { revision, content, savedAt, by } = value as {
    revision: string;
    content: SavedContent;
    savedAt: string;
    by: { name: string | null };
  };
  const { draft, sendKey } = content;
  return {
    revision,
    draft: readDraft(draft),
    sendKey: typeof sendKey === 'string' ? sendKey : null,
    savedAt: Date.parse(savedAt),
    by: by.name,
  };
}

/** @throws ApiError, Unreachable */
export const readCopy = async (from: Where, signal?: AbortSignal): Promise<Copy | null> =>
  copyOf((await call('readWorkingCopy', where(from), { signal })).copy);

async function read({ trigger }: ComposerStore, around: Around): Promise<void> {
  try {
    trigger.read({ copy: await readCopy(around), at: Date.now() });
  } catch (error) {
    trigger.readFailed({ message: messageOf(error) });
  }
}

async function save({ trigger }: ComposerStore, around: Around, effect: Do<'save'>): Promise<void> {
  const { replaces, draft, sendKey, isLeaving } = effect;
  const content = { draft, ...(sendKey !== null && { sendKey }) };
  try {
    const input = { ...where(around), replaces, content: content as object as { [field: string]: unknown } };
    const { revision, savedAt } = await call('saveWorkingCopy', input, { keepalive: isLeaving });
    trigger.saved({ revision, at: Date.parse(savedAt) });
  } catch (error) {
    if (isConflict(error)) trigger.saveRefused({ current: copyOf(error.current), at: Date.now() });
    else trigger.saveFailed({ message: messageOf(error) });
  }
}

async function discard({ trigger }: ComposerStore, around: Around, effect: Do<'discard'>): Promise<void> {
  const { revision, isSilent } = effect;
  try {
    await call('discardWorkingCopy', { ...where(around), revision }, { keepalive: true });
    if (!isSilent) trigger.discarded({});
  } catch (error) {
    // the post is there: a copy that stays is shown as a text that was being sent
    if (isSilent) return;
    const current = isConflict(error) ? copyOf(error.current) : null;
    if (current !== null) trigger.discardRefused({ current });
    else trigger.discardFailed({ message: messageOf(error) });
  }
}

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.current !== undefined;

async function check(
  store: ComposerStore,
  around: Around,
  { text }: Do<'check'>,
  signal: AbortSignal,
): Promise<void> {
  const { trigger } = store;
  try {
    const preview = await around.check(store.getSnapshot().context.draft, signal);
    trigger.checked({ text, preview });
  } catch (error) {
    if (!signal.aborted) trigger.checkFailed({ text, error: error as Error });
  }
}

/** Errors after which a post may have been made all the same: sent again under the same key, it is made once. */
const isUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === 'idempotency_in_progress';

async function send({ trigger }: ComposerStore, around: Around, { key, draft }: Do<'send'>): Promise<void> {
  try {
    trigger.sent(await around.send(draft, key));
  } catch (error) {
    if (isUnknown(error)) trigger.sendUnknown({ error: error as Error });
    else trigger.sendRefused({ error: error as Error });
  }
}
