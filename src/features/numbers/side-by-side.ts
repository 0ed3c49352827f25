/** Accounts side by side over one period, from what is stored: for the comparison on the analytics page, and for reports. */
import { type Static, Type } from 'typebox';
import { readAccountNumbers } from '../../../store/account-numbers.ts';
import { sumPostsByAccount } from '../../../store/tracked-posts.ts';
import { within } from '../../api/held.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { closed, model, nullable, resourceId, workspaceField } from '../../api/schemas.ts';
import { type NumbersContext, operation } from './context.ts';
import { daysOf, type Period, periodFields, periodOf } from './period.ts';
import { account, AccountTrend, Totals } from './schemas.ts';
import { trendsOf } from './trends.ts';

const MIN_ACCOUNTS = 2;
export const MAX_ACCOUNTS = 5;
const USUAL_DAYS = 28;

const ComparedAccount = model(
  'ComparedAccount',
  Type.Object({
    ...account,
    totals: Totals,
    followers: nullable(Type.Number({ description: 'Now. Null if the network does not say.' })),
    trends: Type.Array(AccountTrend, {
      description: 'A series for each number that the network gives by day.',
    }),
  }),
);
export type AccountBeside = Static<typeof ComparedAccount>;

/**
 * What each of these accounts did in a period. Nothing is read at a network.
 * @param of.accounts of the workspace; the result has their order
 */
export async function readSideBySide(
  context: Pick<NumbersContext, 'sql' | 'adapters'>,
  of: {
    workspaceId: string;
    accounts: readonly { id: string; platform: string }[];
    period: Period;
  },
): Promise<AccountBeside[]> {
  const { workspaceId, accounts, period } = of;
  const ids = accounts.map(({ id }) => id);
  const posts = {
    workspaceId,
    heldTo: ids,
    platform: null,
    accountId: null,
    from: period.from,
    to: period.to,
  };
  const [sums, now, trends] = await Promise.all([
    sumPostsByAccount(context.sql, posts),
    readAccountNumbers(context.sql, ids),
    trendsOf(context, { workspaceId, accounts, days: daysOf(period) }),
  ]);
  return accounts.map(({ id: accountId, platform }) => {
    const { accountId: _, ...totals } = sums.find((one) => one.accountId === accountId) ?? NO_POSTS;
    return {
      accountId,
      platform,
      totals,
      followers: now.find((one) => one.accountId === accountId)?.followers ?? null,
      trends: trends.filter((one) => one.accountId === accountId),
    };
  });
}

const NO_POSTS = { accountId: '', posts: 0, views: null, likes: null, comments: null, shares: null };

const example = { accountId: 'acc_01JD0000000000000000000001', platform: 'instagram' };

export const compareAccounts = operation({
  id: 'compareAccounts',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/numbers/accounts' },
  tag: 'Numbers',
  summary: 'Accounts side by side',
  description:
    'Two to five accounts over the same period, from what is stored: nothing is read at a network.',
  query: Type.Object(
    {
      ...workspaceField,
      accountIds: resourceId('account', {
        maxLength: 64 * MAX_ACCOUNTS,
        description: `Ids of ${MIN_ACCOUNTS} to ${MAX_ACCOUNTS} accounts, with commas between them.`,
      }),
      ...periodFields({ max: 365, usual: USUAL_DAYS }),
    },
    closed,
  ),
  result: Type.Object({ accounts: Type.Array(ComparedAccount) }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    query: { accountIds: `${example.accountId},acc_01JD0000000000000000000002`, days: 2 },
    result: {
      accounts: [
        {
          ...example,
          totals: { posts: 1, views: 1200, likes: 80, comments: 12, shares: 4 },
          followers: 5400,
          trends: [
            {
              ...example,
              metric: 'reach',
              series: [
                { date: '2026-05-03', value: 380 },
                { date: '2026-05-04', value: null },
              ],
              summary: { total: 380, average: 380, change: 0 },
            },
          ],
        },
      ],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const ids = [...new Set(call.query.accountIds.split(','))];
    const period = periodOf(call.query, { usual: USUAL_DAYS, timeZone: workspace.timezone }, call.now);
    const all = await context.numbers.accountsOf(within(workspace));
    const accounts = ids.map((id) => {
      const found = all.find((one) => one.id === id);
      if (!found) throw notFound('account', id);
      return found;
    });
    if (ids.length < MIN_ACCOUNTS || ids.length > MAX_ACCOUNTS)
      throw invalid(
        '/accountIds',
        `accountIds takes ${MIN_ACCOUNTS} to ${MAX_ACCOUNTS} accounts: it has ${ids.length}`,
        { values: { reason: 'too_many', limit: MAX_ACCOUNTS } },
      );
    return {
      body: { accounts: await readSideBySide(context, { workspaceId: workspace.id, accounts, period }) },
    };
  },
});
