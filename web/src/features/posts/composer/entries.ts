/**
 * Texts that the service may not have, in the browser's storage: for each person, workspace and post one of each tab, so that two tabs do
 * not replace each other's.
 */
import { readDraft } from '../draft.ts';
import type { Entry } from './shapes.ts';

/** What follows the tab's id in a key. Before there were tabs, a key ended there. */
const TAB = '#';

export interface Entries {
  /** All that there are, newest first. */
  read: () => Entry[];
  /** Keeps the text of this tab. Texts of other tabs that were read are removed: this tab has them now. */
  write: (entry: Entry | null) => void;
}

/** @param place such as `troupe.draft.<person>.<workspace>.new`; tab: an id of this tab alone */
export function entriesOf(place: string, tab: string): Entries {
  const adopted = new Set<string>();
  const own = `${place}${TAB}${tab}`;
  return {
    read: () => {
      const found = Object.keys(localStorage)
        .filter((key) => key === place || key.startsWith(place + TAB))
        .flatMap((key) => readEntry(key) ?? []);
      for (const { key } of found) adopted.add(key);
      return found.toSorted((a, b) => b.at - a.at).map(({ entry }) => entry);
    },
    write: (entry) => {
      try {
        if (entry === null) localStorage.removeItem(own);
        else localStorage.setItem(own, JSON.stringify({ ...entry, at: Date.now() }));
        for (const key of adopted) if (key !== own) localStorage.removeItem(key);
        adopted.clear();
      } catch (error) {
        console.info('The browser keeps nothing more of this text.', error); // its storage is full
      }
    },
  };
}

function readEntry(key: string): { key: string; at: number; entry: Entry } | null {
  let saved: unknown;
  try {
    saved = JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // not ours
  }
  if (typeof saved !== 'object' || saved === null) return null;
  // before there were tabs the draft itself was kept
  if (!('draft' in saved))
    return { key, at: 0, entry: { draft: readDraft(saved), unanswered: [], aside: [] } };
  const { draft, base, unanswered, aside, at } = saved as { [field: string]: unknown };
  const entry: Entry = {
    draft: readDraft(draft),
    ...((typeof base === 'string' || base === null) && { base }),
    unanswered: Array.isArray(unanswered) ? (unanswered as string[]) : [],
    aside: Array.isArray(aside) ? aside.map(readDraft) : [],
  };
  return { key, at: Number(at) || 0, entry };
}
