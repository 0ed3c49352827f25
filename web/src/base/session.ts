/** Who is signed in, and which workspace a page is about. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call, type Workspace } from './api.ts';
import { keepNetworks } from './parts/network.tsx';

export const sessionKey = ['session'] as const;
/** Key of the mutation that signs a person out. While it runs, no page is drawn. */
export const signOutKey = ['sign-out'] as const;

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const session = await call('readSession', {}, { signal });
      keepNetworks(session.networks);
      return session;
    },
    staleTime: Infinity,
  });
}

/** Reads again who is signed in, and drops everything that was cached for the person before. */
export function useSessionChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.refetchQueries({ queryKey: sessionKey });
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  };
}

export const WorkspaceContext = createContext<Workspace | null>(null);

/** Where people see what the workspace's simulated networks received; null if it has none. Only below the shell. */
export function useSandboxUrl(): string | null {
  const url = useSession().data?.sandboxUrl ?? null;
  return useWorkspace().sandbox ? url : null;
}

/** The workspace of this page; only below the shell. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('outside of a workspace');
  return workspace;
}
