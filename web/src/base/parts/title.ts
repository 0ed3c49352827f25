import { createContext, useContext, useEffect } from 'react';
import { WorkspaceContext } from '../session.ts';

/** How many conversations have unread messages, such as `3` or `99+`: shown before the title of every tab. null if none. */
export const TitleCount = createContext<string | null>(null);

/** Names the browser's tab: the page, then the workspace. @param name of the page; null means another part of the page names it */
export function useTitle(name: string | null): void {
  const workspace = useContext(WorkspaceContext)?.name;
  const count = useContext(TitleCount);
  useEffect(() => {
    if (name === null) return;
    const title = [name, workspace, 'Troupe'].filter((part) => part !== undefined).join(' · ');
    document.title = count === null ? title : `(${count}) ${title}`;
  }, [name, workspace, count]);
}
