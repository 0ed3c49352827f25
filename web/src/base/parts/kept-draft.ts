/** A post or a rule that is being written is kept in the browser until it is saved or discarded: leaving the page loses nothing. */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useSession, useWorkspace } from '../session.ts';

interface KeptDraft<Draft> {
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  /** It was started earlier and was restored. */
  isBack: boolean;
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
export function useKeptDraft<Draft>(
  name: string,
  start: Draft,
  parse: (text: string) => Draft | null,
): KeptDraft<Draft> {
  const { slug } = useWorkspace();
  const { data: session } = useSession();
  // another person at this browser does not see it
  const key = `troupe.draft.${session?.user?.email ?? ''}.${slug}.${name}`;
  const [kept] = useState(() => {
    const text = localStorage.getItem(key);
    return text === null ? null : parse(text);
  });
  const [draft, setDraft] = useState(() => kept ?? start);
  const hasEnded = useRef(false);
  const text = JSON.stringify(draft);
  const isTouched = text !== JSON.stringify(start);
  useEffect(() => {
    if (hasEnded.current) return;
    write(key, isTouched ? text : null);
  }, [key, text, isTouched]);
  return {
    draft,
    setDraft,
    isBack: kept !== null,
    isTouched,
    forget: () => {
      hasEnded.current = true;
      write(key, null);
    },
  };
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.info('The browser keeps nothing more of this text.', error); // its storage is full
  }
}
