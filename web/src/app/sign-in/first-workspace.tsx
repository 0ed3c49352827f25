import { useLocation } from 'wouter';
import { NewWorkspaceForm } from '../shell/new-workspace-form.tsx';
import { Card } from '../../base/parts/card.tsx';

/** A person without a workspace: every page belongs to one. */
export function FirstWorkspace() {
  const [, go] = useLocation();
  return (
    <Card
      title="Your first workspace"
      text="Accounts are connected to a workspace, and posts go out from it."
    >
      <NewWorkspaceForm onMade={({ slug }) => go(`/app/w/${slug}/posts`)} />
    </Card>
  );
}
