/** What the page of numbers shows. It is kept in the address, so that a link or the way back leads to the same. */
import { useMemo } from 'react';
import type { Platform } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { VALUES } from '../../base/values.ts';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';
import { useNow } from '../../base/parts/now.ts';
import { wallTime } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Period, periodIn } from './period.ts';

/** The columns by which posts are sorted, as the service names them. */
export type Sort = (typeof VALUES.performanceSorts)[number];

export interface ChosenNumbers {
  period: Period;
  /** ISO day in the workspace's zone. */
  today: string;
  accountId: string | null;
  platform: Platform | null;
  sort: Sort;
  /** The metric of the chart; null means the first that there is. */
  metric: string | null;
  /** Ids of the accounts that are compared. */
  compared: readonly string[];
  /** The metric by which they are compared; null means the first that there is. */
  comparedBy: string | null;
  set: (change: AddressChange) => void;
}

export function useChosenNumbers(): ChosenNumbers {
  const [search, set] = useAddress();
  const { timezone } = useWorkspace();
  const today = wallTime(new Date(useNow(60_000)).toISOString(), timezone).slice(0, 10);
  const [days, from, to] = [search.get('days'), search.get('from'), search.get('to')];
  const sort = VALUES.performanceSorts.find((one) => one === search.get('sort')) ?? 'date';
  const accountId = search.get('account');
  // the service refuses one that it does not know
  const platform = accountId === null ? (search.get('network') as Platform | null) : null;
  const metric = search.get('metric');
  const compare = search.get('compare') ?? '';
  const comparedBy = search.get('by');
  return useMemo(
    () => ({
      period: periodIn({ days, from, to }, today),
      today,
      accountId,
      platform,
      sort,
      metric,
      compared: compare === '' ? [] : [...new Set(compare.split(','))].slice(0, LIMITS.comparedAccounts),
      comparedBy,
      set,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `set` is another one each time
    [days, from, to, today, accountId, platform, sort, metric, compare, comparedBy],
  );
}

/** Fewer accounts are no comparison. */
export const MIN_COMPARED = 2;

/** Address of one post's page. */
export const postHref = ({
  accountId,
  networkPostId,
}: {
  accountId: string;
  networkPostId: string;
}): string => `/analytics/post?${new URLSearchParams({ account: accountId, post: networkPostId })}`;
