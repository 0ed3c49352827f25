/** Series by day of accounts, from what is stored (docs/contract.md, Numbers). */
import type { Static } from 'typebox';
import { listAccountDays } from '../../../store/account-numbers.ts';
import type { NumbersContext } from './context.ts';
import { seriesOf, summaryOf } from './period.ts';
import type { AccountTrend } from './schemas.ts';

type Trend = Static<typeof AccountTrend>;

/**
 * A series for each account and number that its network gives by day. Nothing is read at a network.
 * @param of.accounts of the workspace
 * @param of.days ISO days, oldest first: the entries of each series
 */
export async function trendsOf(
  { sql, adapters }: Pick<NumbersContext, 'sql' | 'adapters'>,
  of: {
    workspaceId: string;
    accounts: readonly { id: string; platform: string }[];
    days: readonly string[];
  },
): Promise<Trend[]> {
  const { workspaceId, accounts, days } = of;
  const accountIds = accounts.map(({ id }) => id);
  const rows = await listAccountDays(sql, { workspaceId, accountIds, from: days[0]!, to: days.at(-1)! });
  const platformOf = new Map(accounts.map(({ id, platform }) => [id, platform]));
  const groups = Map.groupBy(rows, (row) => `${row.accountId} ${row.metric}`);
  return [...groups.values()].flatMap((group) => {
    const { accountId, metric } = group[0]!;
    const series = seriesOf(days, new Map(group.map(({ day, value }) => [day, value])));
    const summary = summaryOf(series, { isLevel: metric === 'followers' });
    const trend = { accountId, platform: platformOf.get(accountId)!, metric, series, summary };
    const isBoth = metric === 'profileViews' && hasProfileViews({ adapters }, trend.platform);
    return isBoth ? [{ ...trend, metric: 'views' }, trend] : [trend];
  });
}

/** Whether `views` of accounts of this network are those of the profile, so that they are shown under both names. */
export function hasProfileViews({ adapters }: Pick<NumbersContext, 'adapters'>, platform: string): boolean {
  return adapters[platform]?.insights?.viewsAreOfProfile === true;
}
