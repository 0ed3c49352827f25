import { useContext, useEffect } from 'react';
import { WorkspaceContext } from '../session.ts';

/** Names the browser's tab: the page, then the workspace. @param name of the page; null: another part of the page names it */
export function useTitle(name: string | null): void {
  const workspace = useContext(WorkspaceContext)?.name;
  useEffect(() => {
    if (name === null) return;
    document.title = [name, workspace, 'Troupe'].filter((part) => part !== undefined).join(' · ');
  }, [name, workspace]);
}
