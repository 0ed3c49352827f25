/** The queries of what agents did. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import type { ConfirmSetting } from '../access/index.ts';
import { useWorkspace } from '../../base/session.ts';

export type ToolCall = Reply<'listToolCalls'>['calls'][number];

/** How often what agents did is read again, ms: the live feed does not report it. */
const AGAIN_MS = 5_000;
/** One page of the list. */
const PER_PAGE = 50;
/** A longer list is read again only when a person asks. */
const MAX_LIVE_PAGES = 2;

/** What agents did in the workspace, the newest first. @param changesOnly without what only read */
export function useToolCalls(changesOnly: boolean) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['tool-calls', slug, changesOnly],
    queryFn: ({ signal, pageParam: before }) =>
      call(
        'listToolCalls',
        { workspace: slug, limit: PER_PAGE, changes: changesOnly || undefined, before },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length <= MAX_LIVE_PAGES && AGAIN_MS,
  });
}

/** A person waits for it while an agent is being connected. */
const SOON_MS = 2_000;

/** The last call with each key of this person, in all workspaces, the newest first. */
export function useLatestCalls() {
  return useQuery({
    queryKey: ['latest-tool-calls'],
    queryFn: async ({ signal }) => (await call('listLatestToolCalls', {}, { signal })).calls,
    refetchInterval: SOON_MS,
  });
}

export type WaitingCall = Reply<'listConfirmations'>['waiting'][number];

const confirmationsKey = (slug: string) => ['confirmations', slug] as const;

/** The calls that wait for a person, and what tools need in the workspace. The live feed has them read again (home/follow-home.ts). */
export function useConfirmations() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: confirmationsKey(slug),
    queryFn: ({ signal }) => call('listConfirmations', { workspace: slug }, { signal }),
  });
}

export function useDecide() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'allowed' | 'refused' }) =>
      call('decideConfirmation', { id, decision, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: confirmationsKey(slug) }),
    onError: showFailure,
  });
}

/** Sets what tools need in the workspace. */
export function useSetConfirm() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (confirm: ConfirmSetting) => call('setWorkspaceConfirm', { confirm, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: confirmationsKey(slug) }),
    onError: showFailure,
  });
}
