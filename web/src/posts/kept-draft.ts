/** A post that is being written is kept in the browser until it is sent or discarded: leaving the page loses nothing. */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useSession, useWorkspace } from '../session.ts';
import { type Draft, parseDraft } from './draft.ts';

export interface KeptDraft {
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
 * @param name which post: an id, or `new`
 * @param start what is there before anything is written
 * @param restore changes a draft that was restored
 */
export function useKeptDraft(name: string, start: Draft, restore = (draft: Draft) => draft): KeptDraft {
  const { slug } = useWorkspace();
  const { data: session } = useSession();
  // another person at this browser does not see it
  const key = `troupe.draft.${session?.user?.email ?? ''}.${slug}.${name}`;
  const [kept] = useState(() => read(key));
  const [draft, setDraft] = useState(() => (kept === null ? start : restore(kept)));
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

function read(key: string): Draft | null {
  const text = localStorage.getItem(key);
  return text === null ? null : parseDraft(text);
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.info('The browser keeps nothing more of this text.', error); // its storage is full
  }
}
