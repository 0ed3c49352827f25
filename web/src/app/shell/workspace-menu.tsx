import { lazy, Suspense, useState } from 'react';
import type { Workspace } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import { WorkspaceButton } from './workspace-button.tsx';

const WorkspaceChoices = lazy(() => import('./workspace-choices.tsx'));

/** Which workspace this is, the others, and a new one. The menu is loaded when it is first opened. */
export function WorkspaceMenu({ workspaces }: { workspaces: Workspace[] }) {
  const { name } = useWorkspace();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <WorkspaceButton name={name} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceChoices workspaces={workspaces} />
    </Suspense>
  );
}
