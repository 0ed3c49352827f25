/** The queries of what agents did. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

export type ToolCall = Reply<'listToolCalls'>['calls'][number];

/** How often what agents did is read again, ms: the live feed does not report it. */
export const AGAIN_MS = 5_000;
/** A longer list is read again only when a person asks. */
const MAX_LIVE_PAGES = 2;

/** What agents did in the workspace, the newest first. @param changesOnly without what only read */
export function useToolCalls(changesOnly: boolean) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['tool-calls', slug, changesOnly],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ workspace: slug, limit: '50' });
      if (changesOnly) query.set('changes', 'true');
      if (pageParam !== null) query.set('before', pageParam);
      return call<Reply<'listToolCalls'>>('GET', `/app/api/tool-calls?${query}`, { signal });
    },
    initialPageParam: null as string | null,
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
    queryFn: async ({ signal }) =>
      (await call<Reply<'listLatestToolCalls'>>('GET', '/app/api/tool-calls/latest', { signal })).calls,
    refetchInterval: SOON_MS,
  });
}

export type WaitingCall = Reply<'listConfirmations'>['waiting'][number];

const confirmationsKey = (slug: string) => ['confirmations', slug] as const;
const CONFIRMATIONS = '/app/api/confirmations';

/** Every page counts the calls that wait. */
const COUNTED_MS = 30_000;

/** The calls that wait for a person, and what tools need in the workspace. */
export function useConfirmations(everyMs = COUNTED_MS) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: confirmationsKey(slug),
    queryFn: ({ signal }) =>
      call<Reply<'listConfirmations'>>('GET', `${CONFIRMATIONS}?workspace=${slug}`, { signal }),
    refetchInterval: everyMs,
  });
}

export function useDecide() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'allowed' | 'refused' }) =>
      call('PUT', `${CONFIRMATIONS}/${id}`, { body: { decision, workspace: slug } }),
    onSettled: () => queries.invalidateQueries({ queryKey: confirmationsKey(slug) }),
    onError: showFailure,
  });
}

/** Sets what tools need in the workspace. */
export function useSetConfirm() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => call('PUT', CONFIRMATIONS, { body: { confirm, workspace: slug } }),
    onSettled: () => queries.invalidateQueries({ queryKey: confirmationsKey(slug) }),
    onError: showFailure,
  });
}
