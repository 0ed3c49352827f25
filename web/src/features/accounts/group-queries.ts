/** Groups of accounts: read once for all pages, and again after each change. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Input, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { useWorkspace } from '../../base/session.ts';

export type AccountGroup = Reply<'listAccountGroups'>['accountGroups'][number];

const groupsKey = (slug: string) => ['account-groups', slug] as const;

/** The groups of the workspace, by name; empty until they are read. */
export function useAccountGroups(): readonly AccountGroup[] {
  const { slug } = useWorkspace();
  const { data } = useQuery({
    queryKey: groupsKey(slug),
    queryFn: async ({ signal }) =>
      (await call('listAccountGroups', { workspace: slug }, { signal })).accountGroups,
  });
  return data ?? NONE;
}

const NONE: readonly AccountGroup[] = [];

/** Reads groups again after a change, and lists of posts, which may be those of a group. */
const readAgain = (queries: QueryClient, slug: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: groupsKey(slug) }),
    queries.invalidateQueries({ queryKey: ['posts', slug, 'list'] }),
  ]);

/** The groups as they were read last; undefined if they were not. */
export const cachedGroups = (queries: QueryClient, slug: string) =>
  queries.getQueryData<readonly AccountGroup[]>(groupsKey(slug));

/** @returns a function that makes a group, or gives one another name */
export function useSaveGroup() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return async ({ id, name }: { id: string | null; name: string }) => {
    const body = { name, workspace: slug };
    const { accountGroup } =
      id === null
        ? await call('createAccountGroup', body, { idempotencyKey: newIdempotencyKey() })
        : await call('updateAccountGroup', { ...body, id });
    await queries.invalidateQueries({ queryKey: groupsKey(slug) });
    return accountGroup;
  };
}

/** Puts accounts into a group and takes others out. */
export function useChangeGroup() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<Input<'updateAccountGroup'>, 'workspace'>) =>
      call('updateAccountGroup', { ...change, workspace: slug }),
    onError: showFailure,
    onSettled: () => readAgain(queries, slug),
  });
}

export function useDeleteGroup() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('deleteAccountGroup', { id, workspace: slug }),
    onError: showFailure,
    onSettled: () => readAgain(queries, slug),
  });
}
