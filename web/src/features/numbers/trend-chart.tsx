/** Numbers of accounts by day, with the posts of the period marked on them; and the growth of followers. */
import { Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { LIMITS } from '../../base/limits.ts';
import { networkName } from '../../base/parts/network.tsx';
import { dayText, wallTime } from '../../base/parts/times.ts';
import { useAccountNames } from '../accounts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { type ChosenNumbers, postHref } from './chosen.ts';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { lateDays, summaryOf } from './scale.ts';
import type { Point, PostNumbers, Trend } from './shapes.ts';
import { type Mark, type Series, TimeSeries } from './time-series.tsx';
import { changeText, countText, metricName } from './words.ts';
import { t } from '../../base/language/text.ts';

export const LEVEL = 'followers';
const dayAt = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const longDay = (at: number) =>
  dayText(dayOf(at), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
export const shortDay = (at: number) => dayText(dayOf(at), { day: 'numeric', month: 'short' });

export function useSeries(trends: readonly Trend[], metric: string | null): Series[] {
  const names = useAccountNames();
  return useMemo(
    () =>
      trends
        .filter((one) => one.metric === metric)
        .map(({ accountId, platform, series }) => ({
          id: accountId,
          name: `${names.get(accountId) ?? t('disconnected account')}, ${networkName(platform)}`,
          points: series.map(({ date, value }) => ({ at: dayAt(date), value })),
        })),
    [trends, metric, names],
  );
}

interface TrendChartProps {
  trends: readonly Trend[];
  posts: readonly PostNumbers[];
  chosen: ChosenNumbers;
}

/** Posts since the first day of the chart, each on its day. */
function useMarks(posts: readonly PostNumbers[], since: number): Mark[] {
  const { timezone } = useWorkspace();
  const [, go] = useLocation();
  return useMemo(
    () =>
      posts
        .map((post): Mark => ({
          id: `${post.accountId} ${post.networkPostId}`,
          at: dayAt(wallTime(post.publishedAt, timezone).slice(0, 10)),
          text: post.text.trim().slice(0, 60) || t('Without text'),
          onOpen: () => go(postHref(post)),
        }))
        .filter(({ at }) => at >= since),
    [posts, timezone, go, since],
  );
}

export function TrendChart({ trends, posts, chosen }: TrendChartProps) {
  const metrics = [...new Set(trends.map(({ metric }) => metric))]
    .filter((metric) => metric !== LEVEL)
    .sort(byUse);
  const metric = metrics.find((one) => one === chosen.metric) ?? metrics[0] ?? null;
  const series = useSeries(trends, metric);
  const marks = useMarks(posts, series[0]?.points[0]?.at ?? Infinity);
  const notes = [
    chosen.period.preset === '365' &&
      t('Networks give days of accounts back to {limit} days.', { limit: LIMITS.trendDays }),
    lateDays(series) > 0 && t('Days that are hatched are not reported yet.'),
    metric !== null && marks.length > 0 && t('Dots are posts: open one to see its numbers.'),
    metric !== null && t('Days are those of the networks.'),
  ];
  return (
    <section className="numbers-section" aria-labelledby="numbers-days">
      <TrendHead trends={trends} metrics={metrics} metric={metric} chosen={chosen} />
      {metric === null ? (
        <Text size="sm" c="dimmed">
          {t('These networks give no numbers by day. The table of posts below has what each post counts.')}
        </Text>
      ) : (
        <TimeSeries
          label={t('{metric} by day', { metric: metricName(metric) })}
          summary={daySummary(series)}
          series={series}
          marks={marks}
          timeText={longDay}
          tickText={shortDay}
          timeName={t('Day')}
        />
      )}
      <Text size="xs" c="dimmed">
        {notes.filter(Boolean).join(' ')}
      </Text>
    </section>
  );
}

interface TrendHeadProps {
  trends: readonly Trend[];
  metrics: string[];
  metric: string | null;
  chosen: ChosenNumbers;
}

function TrendHead({ trends, metrics, metric, chosen }: TrendHeadProps) {
  const names = useAccountNames();
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h4" id="numbers-days">
        {t('Day by day')}
      </Title>
      <Group gap="xs">
        {metrics.length > 1 && (
          <Select
            size="xs"
            aria-label={t('Metric')}
            data={metrics.map((value) => ({ value, label: metricName(value) }))}
            value={metric}
            onChange={(value) => chosen.set({ metric: value })}
            allowDeselect={false}
          />
        )}
        {trends.length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => download(trendsAsCsv(trends, names), 'accounts-by-day.csv')}
          >
            {t('Export days (CSV)')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

type FollowersAs = 'growth' | 'count';
const FOLLOWERS_AS = [
  { value: 'growth', label: t('Growth') },
  { value: 'count', label: t('Count') },
] satisfies { value: FollowersAs; label: string }[];

/** Each value less the first known one: how much it grew since. */
const grownSince = (points: readonly Point[]): Point[] => {
  const first = points.find(({ value }) => value !== null)?.value ?? 0;
  return points.map(({ at, value }) => ({ at, value: value === null ? null : value - first }));
};

/**
 * How followers grew: counted by the service since each account was connected. Accounts of different sizes are flat lines beside each
 * other, so what each of them gained comes first.
 */
export function FollowerGrowth({ trends }: { trends: readonly Trend[] }) {
  const series = useSeries(trends, LEVEL);
  const [chosen, setChosen] = useState<FollowersAs>('growth');
  const summaries = series.map(({ points }) => summaryOf(points)).filter((one) => one !== null);
  const total = summaries.reduce((sum, { last }) => sum + last, 0);
  const change = summaries.reduce((sum, one) => sum + one.change, 0);
  const days = Math.max(0, ...summaries.map((one) => one.known));
  const unit = days < 2 ? 'count' : chosen;
  const drawn = useMemo(
    () => (unit === 'count' ? series : series.map((one) => ({ ...one, points: grownSince(one.points) }))),
    [series, unit],
  );
  return (
    <section className="numbers-section" aria-labelledby="numbers-followers">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="numbers-followers">
          {t('Followers')}
        </Title>
        {days >= 2 && (
          <SegmentedControl
            size="xs"
            data={FOLLOWERS_AS}
            value={unit}
            onChange={setChosen}
            aria-labelledby="numbers-followers"
          />
        )}
      </Group>
      {summaries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(
            'Followers are counted once a day from the day on which an account is connected. There is no count yet.',
          )}
        </Text>
      ) : (
        <TimeSeries
          label={unit === 'count' ? t('Followers by day') : t('Growth of followers by day')}
          summary={
            days < 2
              ? t('{number} in all. Counting began today: growth shows from tomorrow.', {
                  number: countText(total),
                })
              : t('{number} in all, {change} in the days that are shown.', {
                  number: countText(total),
                  change: changeText(change),
                })
          }
          series={drawn}
          timeText={longDay}
          tickText={shortDay}
          timeName={t('Day')}
          isLevel
        />
      )}
    </section>
  );
}

/** Views first, then the rest by name. */
export const byUse = (one: string, other: string) => rank(one) - rank(other) || one.localeCompare(other);
const rank = (metric: string) => {
  const index = ['views', 'reach', 'engagement'].indexOf(metric);
  return index < 0 ? 9 : index;
};

/** The sum of the days, and the best of them over all accounts. */
function daySummary(series: readonly Series[]): string {
  const points = (series[0]?.points ?? []).map(({ at }, index) => {
    const values = series.flatMap(({ points: own }) => own[index]?.value ?? []);
    return { at, value: values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) };
  });
  const sum = summaryOf(points);
  if (sum === null) return t('No day is known yet.');
  return t('{number} in all; the best day was {day} with {number2}.', {
    number: countText(sum.total),
    day: longDay(sum.best.at),
    number2: countText(sum.best.value),
  });
}

/** A row for each account, metric and day. */
const trendsAsCsv = (trends: readonly Trend[], names: ReadonlyMap<string, string>): string =>
  csvOf(
    ['network', 'account', 'metric', 'date', 'value'],
    trends.flatMap(({ accountId, platform, metric, series }) =>
      series.map(({ date, value }) => [platform, names.get(accountId) ?? accountId, metric, date, value]),
    ),
  );
