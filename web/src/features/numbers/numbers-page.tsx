/** What posts and accounts did: sums, days, posts, best times, followers. */
import './numbers.css';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { FromChoice, useAccounts } from '../accounts/index.ts';
import { useNow } from '../../base/parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { IfCan } from '../../base/can.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { BestTimesView } from './best-times-view.tsx';
import { type ChosenNumbers, useChosenNumbers } from './chosen.ts';
import { CompareAccounts } from './compare-accounts.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { Freshness, Reading, usePlatforms } from './freshness.tsx';
import { PostsTable } from './posts-table.tsx';
import { BEST_TIMES_DAYS, useAges, usePerformance, useRefresh, useStats, useTrends } from './queries.ts';
import type { Performance } from './shapes.ts';
import { ShareReport } from './share-report.tsx';
import { sumOf, Tiles } from './tiles.tsx';
import { LIMITS } from '../../base/limits.ts';
import { FollowerGrowth, TrendChart } from './trend-chart.tsx';
import { t } from '../../base/language/text.ts';

export default function NumbersPage() {
  const chosen = useChosenNumbers();
  const accounts = useAccounts();
  return (
    <div className="numbers">
      <PageTitle actions={accounts.data?.length ? <ShareReport chosen={chosen} /> : null}>
        {t('Analytics')}
      </PageTitle>
      {accounts.data?.length === 0 ? (
        <Empty
          title={t('No account is connected')}
          action={
            <Button component={Link} href="/accounts" mt="sm">
              {t('To the accounts')}
            </Button>
          }
        >
          {t(
            'Connect one: what its posts count at the network is shown here, those of before included where the network lists them.',
          )}
        </Empty>
      ) : (
        <>
          <Filter chosen={chosen} />
          <Numbers chosen={chosen} />
        </>
      )}
    </div>
  );
}

function Filter({ chosen }: { chosen: ChosenNumbers }) {
  return (
    <div role="search" aria-label={t('Numbers')} className="numbers-filter">
      <PeriodChoice period={chosen.period} today={chosen.today} set={chosen.set} />
      <FromChoice from={chosen} isMeant={() => true} set={chosen.set} />
    </div>
  );
}

function Numbers({ chosen }: { chosen: ChosenNumbers }) {
  const read = usePerformance(chosen);
  const refresh = useRefresh(chosen);
  const platforms = usePlatforms(chosen);
  const isReading = read.isPending || refresh.isPending || read.isPlaceholderData;
  return (
    <>
      {isReading && <Reading platforms={platforms} />}
      {read.isPending && <Waiting />}
      {read.isError && <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />}
      {read.data !== undefined && (
        <>
          <Freshness
            sources={read.data.sources}
            cachedAt={read.data.cachedAt}
            isRefreshing={isReading}
            onRefresh={() => refresh.mutate()}
          />
          <NumbersView chosen={chosen} read={read.data} />
        </>
      )}
    </>
  );
}

function NumbersView({ chosen, read }: { chosen: ChosenNumbers; read: Performance }) {
  const now = useNow(60_000);
  const { posts, totals, period } = read;
  // the store is read when the first request has brought it up to date
  const trends = useTrends(chosen);
  const stats = useStats(chosen);
  const ages = useAges({ ...chosen, days: agesDays(chosen.period) });
  const total = sumOf(Object.values(totals)).posts;
  const series = trends.data?.accounts ?? [];
  const since = now - BEST_TIMES_DAYS * 86_400_000;
  return (
    <>
      {total === 0 ? (
        <NoPosts chosen={chosen} />
      ) : (
        <Tiles totals={totals} period={period} chosen={chosen.period} ages={ages.data} />
      )}
      {trends.isError && <Fault message={messageOf(trends.error)} onRetry={() => void trends.refetch()} />}
      {trends.isPending && <Waiting rows={3} />}
      {trends.data !== undefined && <TrendChart trends={series} posts={posts} chosen={chosen} />}
      <CompareAccounts chosen={chosen} />
      {total > 0 && (
        <PostsTable
          posts={posts}
          total={total}
          sort={chosen.sort}
          onSort={(sort) => chosen.set({ sort: sort === 'date' ? null : sort })}
        />
      )}
      {ages.data !== undefined && total > 0 && (
        <BestTimesView
          posts={ages.data.filter(({ publishedAt }) => Date.parse(publishedAt) >= since)}
          now={now}
        />
      )}
      {trends.data !== undefined && <FollowerGrowth trends={series} />}
      {stats.isError && <Fault message={messageOf(stats.error)} onRetry={() => void stats.refetch()} />}
      {stats.data !== undefined && (
        <AccountsTable
          accounts={stats.data.accounts}
          followers={series.filter(({ metric }) => metric === 'followers')}
        />
      )}
    </>
  );
}

/** Ages are of the period and of the one before it, which is as long, and of the days of best times. */
const agesDays = ({ reach, days }: ChosenNumbers['period']): number =>
  Math.min(Math.max(reach + days, BEST_TIMES_DAYS), LIMITS.ageDays);

function NoPosts({ chosen }: { chosen: ChosenNumbers }) {
  const isNarrowed = chosen.accountId !== null || chosen.platform !== null;
  return (
    <Empty
      title={t('No post {when}', { when: chosen.period.when })}
      action={
        isNarrowed || chosen.period.preset !== '365' ? (
          <Button
            variant="default"
            mt="sm"
            onClick={() => chosen.set({ account: null, network: null, from: null, to: null, days: '365' })}
          >
            {t('Show every account and a year')}
          </Button>
        ) : (
          <IfCan call="createPost">
            <Button component={Link} href="/posts/new" mt="sm">
              {t('Write a post')}
            </Button>
          </IfCan>
        )
      }
    >
      {t('What was published in this time is shown here with its numbers, a few minutes after it went out.')}
    </Empty>
  );
}
