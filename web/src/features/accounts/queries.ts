/** The queries of accounts. The live feed changes their results in the cache (`app/follow.ts`). */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';

/** The accounts of the workspace. */
export function useAccounts() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['accounts', slug],
    queryFn: async ({ signal }) => (await call('listAccounts', { workspace: slug }, { signal })).accounts,
  });
}

/** Names of accounts by id; empty until they are read. */
export function useAccountNames(): Map<string, string> {
  const { data = [] } = useAccounts();
  return new Map(data.map(({ id, displayName, username }) => [id, displayName || username]));
}

/** The query of the posts that wait until an account is connected again, and its key. */
export const waitingQuery = (slug: string, accountId: string) => ({
  queryKey: ['waiting-posts', slug, accountId] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('listWaitingPosts', { id: accountId, workspace: slug }, { signal }),
});
