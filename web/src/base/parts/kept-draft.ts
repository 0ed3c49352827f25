/** A post or a rule that is being written is kept in the browser until it is saved or discarded: leaving the page loses nothing. */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useSession, useWorkspace } from '../session.ts';

interface StoredDraft<Draft> extends Keeping {
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  /** It was started earlier and was restored. */
  isBack: boolean;
}

interface Keeping {
  /** Something was written that is not sent. */
  isTouched: boolean;
  /** It is sent or discarded: nothing is kept any more. */
  forget: () => void;
}

/**
 * @param name what is written: an id, or `new`
 * @param start what is there before anything is written
 * @param parse reads what `JSON.stringify` made of a draft; null if it is none
 */
export function useStoredDraft<Draft>(
  name: string,
  start: Draft,
  parse: (text: string) => Draft | null,
): StoredDraft<Draft> {
  const restored = useRestoredDraft(name, parse);
  const [draft, setDraft] = useState(() => restored ?? start);
  return { draft, setDraft, isBack: restored !== null, ...useKeepDraft(name, draft, start) };
}

/** What was kept, as it was when the page was opened; null if nothing was kept. The parameters are those of `useStoredDraft`. */
export function useRestoredDraft<Draft>(name: string, parse: (text: string) => Draft | null): Draft | null {
  const key = useKey(name);
  const [restored] = useState(() => {
    const text = localStorage.getItem(key);
    return text === null ? null : parse(text);
  });
  return restored;
}

/** Keeps what is written while it differs from the start. The parameters are those of `useStoredDraft`. */
export function useKeepDraft<Draft>(name: string, draft: Draft, start: Draft): Keeping {
  const key = useKey(name);
  const hasEnded = useRef(false);
  const text = JSON.stringify(draft);
  const isTouched = text !== JSON.stringify(start);
  useEffect(() => {
    if (hasEnded.current) return;
    write(key, isTouched ? text : null);
  }, [key, text, isTouched]);
  return {
    isTouched,
    forget: () => {
      hasEnded.current = true;
      write(key, null);
    },
  };
}

/** Where the browser keeps it: another person at this browser does not see it. */
function useKey(name: string): string {
  const { slug } = useWorkspace();
  const { data: session } = useSession();
  return `troupe.draft.${session?.user?.email ?? ''}.${slug}.${name}`;
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.info('The browser keeps nothing more of this text.', error); // its storage is full
  }
}
