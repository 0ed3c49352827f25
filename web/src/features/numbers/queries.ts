/** The queries of numbers. The service reads the networks at most once an hour, and a request waits for them up to ten seconds. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '../../base/limits.ts';
import { call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { type ChosenNumbers, MIN_COMPARED } from './chosen.ts';
import { type Period, queryOf } from './period.ts';
import type { Source } from './shapes.ts';

const FRESH_MS = 5 * 60_000;
/** While networks are still being read, what has come is shown this often. */
const LOOK_AGAIN_MS = 5_000;
/** Best times are of so many days. */
export const BEST_TIMES_DAYS = 90;

type From = Pick<ChosenNumbers, 'accountId' | 'platform'>;

const fromOf = (slug: string, { accountId, platform }: From) => ({
  workspace: slug,
  accountId: accountId ?? undefined,
  platform: platform ?? undefined,
});

/** Whether a network is still being read for an account. */
export const isBeingRead = ({ state, reason }: Pick<Source, 'state' | 'reason'>): boolean =>
  state === 'ok' && reason !== null;

const lookAgain = ({ state }: { state: { data?: { sources: Source[] } | undefined } }) =>
  state.data?.sources.some(isBeingRead) === true ? LOOK_AGAIN_MS : (false as const);

/** The posts of the period with their numbers, and sums by network. */
export function usePerformance(chosen: ChosenNumbers) {
  const { slug } = useWorkspace();
  const { accountId, platform, sort } = chosen;
  const period = queryOf(chosen.period);
  return useQuery({
    queryKey: ['numbers', slug, 'performance', { ...period, accountId, platform, sort }],
    queryFn: async ({ signal }) => {
      const query = { ...fromOf(slug, chosen), ...period, sortBy: sort, limit: LIMITS.performancePosts };
      return call('getPerformance', query, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: lookAgain,
  });
}

/** Numbers of accounts by day. */
export function useTrends(chosen: From & { period: Period }) {
  const { slug } = useWorkspace();
  const { accountId, platform } = chosen;
  const request = queryOf(chosen.period);
  const period = 'days' in request ? { days: Math.min(request.days, LIMITS.trendDays) } : request;
  return useQuery({
    queryKey: ['numbers', slug, 'trends', { ...period, accountId, platform }],
    queryFn: async ({ signal }) => {
      const query = { ...fromOf(slug, chosen), ...period };
      return call('getAccountTrends', query, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: lookAgain,
  });
}

/** Accounts side by side. Nothing is read as long as fewer than two are chosen. */
export function useComparedAccounts({ compared, period }: Pick<ChosenNumbers, 'compared' | 'period'>) {
  const { slug } = useWorkspace();
  const accountIds = compared.join(',');
  const request = queryOf(period);
  return useQuery({
    enabled: compared.length >= MIN_COMPARED,
    queryKey: ['numbers', slug, 'compared', { accountIds, ...request }],
    queryFn: async ({ signal }) => {
      const query = { workspace: slug, accountIds, ...request };
      return (await call('compareAccounts', query, { signal })).accounts;
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** Followers and sums of accounts now. */
export function useStats(chosen: From) {
  const { slug } = useWorkspace();
  const { accountId, platform } = chosen;
  return useQuery({
    queryKey: ['numbers', slug, 'stats', { accountId, platform }],
    queryFn: async ({ signal }) => call('getAccountStats', fromOf(slug, chosen), { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: lookAgain,
  });
}

/** What posts counted at the same age. @param chosen.days how far back; isShown: nothing is read before it is, default true */
export function useAges(chosen: From & { days: number; isShown?: boolean }) {
  const { slug } = useWorkspace();
  const { accountId, platform, days, isShown = true } = chosen;
  return useQuery({
    enabled: isShown,
    queryKey: ['numbers', slug, 'ages', { days, accountId, platform }],
    queryFn: async ({ signal }) => {
      const query = { ...fromOf(slug, chosen), days };
      return (await call('listPostAges', query, { signal })).posts;
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** Everything about one post. */
export function usePostInsights(post: { accountId: string; networkPostId: string }) {
  const { slug } = useWorkspace();
  const { accountId, networkPostId } = post;
  return useQuery({
    queryKey: ['numbers', slug, 'post', post],
    queryFn: async ({ signal }) => {
      const query = { workspace: slug, accountId, postId: networkPostId };
      return call('getPostInsights', query, { signal });
    },
    staleTime: FRESH_MS,
  });
}

/** Has the networks read again, though their numbers are younger than an hour. */
export function useRefresh(chosen: From & { period: Period }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const query = { ...fromOf(slug, chosen), ...queryOf(chosen.period), limit: 1, refresh: true };
      await call('getPerformance', query);
      await queries.invalidateQueries({ queryKey: ['numbers', slug] });
    },
    onError: showFailure,
  });
}

export const reportLinksKey = (slug: string) => ['report-links', slug];

/** Links to reports, newest first. */
export function useReportLinks() {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: reportLinksKey(slug),
    queryFn: async ({ signal }) =>
      (await call('listReportLinks', { workspace: slug }, { signal })).reportLinks,
  });
}

export function useRevokeReportLink() {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('revokeReportLink', { id, workspace: slug }),
    onSettled: () => queries.invalidateQueries({ queryKey: reportLinksKey(slug) }),
    onError: showFailure,
  });
}
