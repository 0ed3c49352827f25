/** What the page of numbers shows. It is kept in the address, so that a link or the way back leads to the same. */
import { useMemo } from 'react';
import type { Platform } from '../../base/api.ts';
import { VALUES } from '../../base/values.ts';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';

export const PERIODS = [7, 28, 90, 365] as const;

/** The columns by which posts are sorted, as the service names them. */
export type Sort = (typeof VALUES.performanceSorts)[number];

export interface ChosenNumbers {
  days: number;
  accountId: string | null;
  platform: Platform | null;
  sort: Sort;
  /** The metric of the chart; null means the first that there is. */
  metric: string | null;
  set: (wanted: AddressChange) => void;
}

export function useChosenNumbers(): ChosenNumbers {
  const [search, set] = useAddress();
  const days = PERIODS.find((one) => String(one) === search.get('days')) ?? 28;
  const sort = VALUES.performanceSorts.find((one) => one === search.get('sort')) ?? 'date';
  const accountId = search.get('account');
  // the service refuses one that it does not know
  const platform = accountId === null ? (search.get('network') as Platform | null) : null;
  const metric = search.get('metric');
  return useMemo(
    () => ({ days, accountId, platform, sort, metric, set }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `set` is another one each time
    [days, accountId, platform, sort, metric],
  );
}

/** Address of one post's page. */
export const postHref = ({
  accountId,
  networkPostId,
}: {
  accountId: string;
  networkPostId: string;
}): string => `/analytics/post?${new URLSearchParams({ account: accountId, post: networkPostId })}`;
