/** What the person may do in this workspace: the service says it with the session, so there is no list of it here. */
import type { ComponentType, ReactNode } from 'react';
import type { OperationId } from './operations.ts';
import { useSession, useWorkspace } from './session.ts';

/** @returns a function that says whether the person's role in this workspace, and the accounts that they are held to, allow an operation */
export function useCan(): (id: OperationId) => boolean {
  const { role, heldTo } = useWorkspace();
  const session = useSession().data;
  const refused = session?.refused[role] ?? [];
  const refusedToHeld = heldTo === null ? [] : (session?.refusedToHeld ?? []);
  return (id) => !refused.includes(id) && !refusedToHeld.includes(id);
}

/** Renders its children only for people who may call an operation, so that no button leads to a refusal. */
export function IfCan({
  call,
  children,
  fallback = null,
}: {
  call: OperationId;
  children: ReactNode;
  /** What others see. */
  fallback?: ReactNode;
}) {
  return useCan()(call) ? children : fallback;
}

/** @returns the component, for people who may call an operation; nothing for others */
export const ifCan = <Props extends object>(
  id: OperationId,
  Component: ComponentType<Props>,
): ((props: Props) => ReactNode) =>
  function IfAllowed(props) {
    return useCan()(id) ? <Component {...props} /> : null;
  };
