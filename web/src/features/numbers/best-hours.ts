/** The hours of the week in which posts did best, for the calendar. */
import { useMemo } from 'react';
import type { Platform } from '../../base/api.ts';
import { useNow } from '../../base/parts/now.ts';
import { useWorkspace } from '../../base/session.ts';
import { bestTimes, CELL_HOURS } from './best-times.ts';
import { BEST_TIMES_DAYS, useAges } from './queries.ts';

/** So many of the best cells are drawn. */
const MAX_DRAWN = 5;

/** By `mon 09`, with the hour at which a cell begins: what posts reached then, in proportion to the usual (1). */
export type BestHours = ReadonlyMap<string, number>;

/** Of a weekday, 0 for Monday, as schedules name it: 5 January 1970 was one. */
const nameOf = (weekday: number): string =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
    .format((4 + weekday) * DAY_MS)
    .toLowerCase();
const DAY_MS = 86_400_000;

/**
 * @param of.isShown nothing is read before it is
 * @returns empty where too few posts can be compared
 */
export function useBestHours(of: { accountId: string | null; platform: string | null; isShown: boolean }): {
  hours: BestHours;
  cellHours: number;
} {
  const { timezone } = useWorkspace();
  const now = useNow(60_000);
  const { accountId, isShown } = of;
  // the service refuses one that it does not know
  const platform = accountId === null ? (of.platform as Platform | null) : null;
  const { data } = useAges({ accountId, platform, days: BEST_TIMES_DAYS, isShown });
  const hours = useMemo(() => {
    const { best } = bestTimes(data ?? [], timezone, now);
    return new Map(
      best
        .slice(0, MAX_DRAWN)
        .map(({ weekday, hour, score }) => [`${nameOf(weekday)} ${String(hour).padStart(2, '0')}`, score!]),
    );
    // a minute changes nothing of 90 days
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, timezone]);
  return { hours, cellHours: CELL_HOURS };
}
