/**
 * Answers that are being written: one for each conversation, kept in the browser until it is sent. The list of
 * conversations marks those that have one.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useSession, useWorkspace } from '../session.ts';

/** What was written in this tab; it counts even where the browser keeps nothing. */
const written = new Map<string, string>();
const changes = new EventTarget();

function subscribe(changed: () => void): () => void {
  const inAnotherTab = ({ key }: StorageEvent) => {
    if (key !== null) written.delete(key);
    changed();
  };
  changes.addEventListener('change', changed);
  window.addEventListener('storage', inAnotherTab);
  return () => {
    changes.removeEventListener('change', changed);
    window.removeEventListener('storage', inAnotherTab);
  };
}

const read = (key: string): string => written.get(key) ?? localStorage.getItem(key) ?? '';

function write(key: string, text: string): void {
  written.set(key, text);
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    console.info('The browser keeps nothing more of this text.', error); // its storage is full
  }
  changes.dispatchEvent(new Event('change'));
}

/** Where the answers of this person in this workspace are kept: another person at this browser does not see them. */
function usePrefix(): string {
  const { slug } = useWorkspace();
  const { data: session } = useSession();
  return `troupe.answer.${session?.user?.email ?? ''}.${slug}.`;
}

/** The answer to a conversation, and how to change it. An empty one is not kept. */
export function useCachedResponse(conversationId: string): [string, (text: string) => void] {
  const key = `${usePrefix()}${conversationId}`;
  const text = useSyncExternalStore(subscribe, () => read(key));
  const setText = useCallback((next: string) => write(key, next), [key]);
  return [text, setText];
}

/** Ids of the conversations whose answer is written and not sent. */
export function useCachedResponses(): ReadonlySet<string> {
  const prefix = usePrefix();
  const ids = useSyncExternalStore(subscribe, () => {
    const keys = new Set([...Object.keys(localStorage), ...written.keys()]);
    const drafts = [...keys].filter((key) => key.startsWith(prefix) && read(key).trim() !== '');
    return drafts.map((key) => key.slice(prefix.length)).join(' ');
  });
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}
