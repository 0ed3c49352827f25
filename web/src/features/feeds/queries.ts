/** The queries of feeds. A read that finds nothing sends no event, so they are read again now and then. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';

export type Feed = Reply<'listFeeds'>['feeds'][number];
export type FeedItem = Reply<'listFeedItems'>['items'][number];
export type Preview = Reply<'previewFeed'>;

/** How often feeds are read again, ms. */
const AGAIN_MS = 15_000;

const feedsKey = (slug: string) => ['feeds', slug] as const;

/** The feeds of the workspace, newest first. */
export function useFeeds() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: [...feedsKey(slug), 'list'],
    queryFn: async ({ signal }) => (await call('listFeeds', { workspace: slug }, { signal })).feeds,
    refetchInterval: AGAIN_MS,
  });
}

/** The items of a feed, newest first, page by page. */
export function useFeedItems(id: string) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...feedsKey(slug), id, 'items'],
    queryFn: ({ signal, pageParam: before }) =>
      call('listFeedItems', { id, workspace: slug, limit: 10, before }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: AGAIN_MS,
  });
}

/** Reads all feeds again. */
export function useFeedsAgain(): () => Promise<void> {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: feedsKey(slug) });
}

/** Pauses, resumes or deletes a feed. */
export function useSteering(steer: (which: { id: string; workspace: string }) => Promise<unknown>) {
  const { slug } = useWorkspace();
  const again = useFeedsAgain();
  return useMutation({
    mutationFn: (id: string) => steer({ id, workspace: slug }),
    onSuccess: again,
    onError: showFailure,
  });
}
