/** A series as a caller sees it, who may be held to some accounts. */
import type { Override, PostExtras } from '../../../store/post-extras.ts';
import type { SeriesRow } from '../../../store/series.ts';
import { reaches } from '../../api/held.ts';
import type { Membership } from '../../api/principal.ts';
import { type PublicSeries, publicSeries } from '../../kinds/views/series.ts';

/** @param now epoch ms */
export function seriesFor(row: SeriesRow, { heldTo }: Membership, now: number): PublicSeries {
  const accountIds = row.accountIds.filter((id) => reaches(heldTo, id));
  if (accountIds.length === row.accountIds.length) return publicSeries(row, now);
  const { overrides = [], ...extras } = row.content.extras as PostExtras;
  const own = overrides.flatMap((entry): Override[] => {
    const ids = entry.accountIds?.filter((id) => accountIds.includes(id)) ?? [];
    return ids.length === 0 ? [] : [{ ...entry, accountIds: ids }];
  });
  // options and overrides of networks may be about accounts that the caller does not reach
  const content = { ...row.content, options: {}, extras: { ...extras, overrides: own } };
  return { ...publicSeries({ ...row, accountIds, content, error: null }, now), limited: true };
}
