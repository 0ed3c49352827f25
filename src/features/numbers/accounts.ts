/** Numbers of accounts, now and by day (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import { readAccountNumbers } from '../../../store/account-numbers.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, workspaceField } from '../../api/schemas.ts';
import { isoOrNull } from '../../base/time.ts';
import { operation } from './context.ts';
import { accountsOf, freshen } from './fresh.ts';
import { daysOf, periodFields, periodOf } from './period.ts';
import { hasProfileViews, trendsOf } from './trends.ts';
import { AccountStats, AccountTrend, cachedAt, sources } from './schemas.ts';
import { filterFields, refreshField, sourceExample } from './sources.ts';
import { within } from '../../api/held.ts';

const USUAL_DAYS = 28;

const example = { accountId: 'acc_01JD0000000000000000000001', platform: 'instagram' };

export const getAccountStats = operation({
  id: 'getAccountStats',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/accounts/stats' },
  tool: { name: 'get_account_stats' },
  tag: 'Numbers',
  summary: 'Followers and sums of 28 days of each account',
  description:
    'What a network does not give is null. The numbers are kept for an hour: older ones are read first, for up to ten seconds.',
  query: Type.Object({ ...workspaceField, ...filterFields, ...refreshField }, closed),
  result: Type.Object({ accounts: Type.Array(AccountStats), cachedAt, sources }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    result: {
      accounts: [
        {
          ...example,
          followers: 5400,
          views: 21_000,
          reach: 9800,
          engagement: 1300,
          profileViews: null,
          cachedAt: '2026-05-04T08:00:00.000Z',
          error: null,
        },
      ],
      cachedAt: '2026-05-04T08:00:00.000Z',
      sources: [sourceExample],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const { platform, accountId, refresh = false } = call.query;
    const accounts = await accountsOf(context, { ...within(workspace), platform, accountId });
    if (accounts === null) throw notFound('account', accountId!);
    const { revision: _, ...fresh } = await freshen(context, accounts, { force: refresh, depth: 'page' });
    const rows = await readAccountNumbers(
      context.sql,
      accounts.map(({ id }) => id),
    );
    const rowOf = new Map(rows.map((row) => [row.accountId, row]));
    const sources = fresh.sources.map((source) => {
      const row = rowOf.get(source.accountId);
      return {
        accountId: source.accountId,
        platform: source.platform,
        followers: row?.followers ?? null,
        views: row?.views ?? (hasProfileViews(context, source.platform) ? (row?.profileViews ?? null) : null),
        reach: row?.reach ?? null,
        engagement: row?.engagement ?? null,
        profileViews: row?.profileViews ?? null,
        cachedAt: isoOrNull(row?.fetchedAt ?? null),
        error: source.reason,
      };
    });
    return { body: { accounts: sources, ...fresh } };
  },
});

export const getAccountTrends = operation({
  id: 'getAccountTrends',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/accounts/trends' },
  tool: { name: 'get_account_trends' },
  tag: 'Numbers',
  summary: 'Numbers of accounts by day',
  description:
    'A series for each account and number that its network gives by day, in the network’s own dates, days without a post included; followers are counted by this service, from the day of connecting. Days that are not known, or not yet, are null.',
  query: Type.Object(
    {
      ...workspaceField,
      ...periodFields({ max: 90, usual: USUAL_DAYS }),
      ...filterFields,
      ...refreshField,
    },
    closed,
  ),
  result: Type.Object({ accounts: Type.Array(AccountTrend), cachedAt, sources }),
  csv: ({ accounts }) => [
    ['accountId', 'platform', 'metric', 'date', 'value'],
    ...accounts.flatMap(({ accountId, platform, metric, series }) =>
      series.map(({ date, value }) => [accountId, platform, metric, date, value]),
    ),
  ],
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    query: { days: 2 },
    result: {
      accounts: [
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
      cachedAt: '2026-05-04T08:00:00.000Z',
      sources: [sourceExample],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const { platform, accountId, refresh = false } = call.query;
    const { timezone: timeZone } = workspace;
    const days = daysOf(periodOf(call.query, { usual: USUAL_DAYS, timeZone }, call.now));
    const accounts = await accountsOf(context, { ...within(workspace), platform, accountId });
    if (accounts === null) throw notFound('account', accountId!);
    const { revision: _, ...fresh } = await freshen(context, accounts, { force: refresh, depth: 'month' });
    const trends = await trendsOf(context, { workspaceId: workspace.id, accounts, days });
    return { body: { accounts: trends, ...fresh } };
  },
});
