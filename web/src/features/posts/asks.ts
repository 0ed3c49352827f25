import { useCan } from '../../base/can.tsx';
import { useWorkspace } from '../../base/session.ts';

/** @returns whether what this person would publish in the workspace waits for an approval */
export function useAsks(): boolean {
  const { approval } = useWorkspace();
  const can = useCan();
  return approval && !can('decideApproval');
}
