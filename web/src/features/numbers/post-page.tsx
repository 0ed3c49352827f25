/** One post: everything its network says, how it grew, and how it compares with others of its account at the same age. */
import './numbers.css';
import { Anchor, Button, Card, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError, messageOf } from '../../base/api.ts';
import { useAddress } from '../../base/parts/address.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { withZone } from '../../base/parts/times.ts';
import { useAccountNames } from '../accounts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { AGES, type Age, type AgedPost, type Compared, comparePost, ratioText } from './compare.ts';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { Freshness, Reading, usePlatforms } from './freshness.tsx';
import { Value } from './posts-table.tsx';
import { BEST_TIMES_DAYS, useAges, usePostInsights } from './queries.ts';
import { countedAt, summaryOf } from './scale.ts';
import { COUNTS, type Count, type PostInsights } from './shapes.ts';
import { TimeSeries } from './time-series.tsx';
import { COUNT_NAMES, countText, metricName } from './words.ts';
import { t } from '../../base/language/text.ts';
import { postsText } from '../../base/language/counts.ts';

const DAY_MS = 86_400_000;

export default function PostNumbersPage() {
  const [search] = useAddress();
  const accountId = search.get('account') ?? '';
  const networkPostId = search.get('post') ?? '';
  const read = usePostInsights({ accountId, networkPostId });
  const platforms = usePlatforms({ accountId, platform: null });
  if (read.isPending)
    return (
      <>
        <Reading platforms={platforms} />
        <Waiting />
      </>
    );
  if (read.isError && read.error instanceof ApiError && [400, 404].includes(read.error.status))
    return (
      <Empty
        isPage
        title={t('There are no numbers of this post')}
        action={
          <Button component={Link} href="/analytics">
            {t('To the numbers')}
          </Button>
        }
      >
        {t('The account was disconnected, or the network does not list the post.')}
      </Empty>
    );
  if (read.isError) return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  return (
    <PostNumbers
      key={`${accountId} ${networkPostId}`}
      read={read.data}
      isReading={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  );
}

interface PostNumbersProps {
  read: PostInsights;
  isReading: boolean;
  onRetry: () => void;
}

function PostNumbers({ read, isReading, onRetry }: PostNumbersProps) {
  const { post, metrics, source, error } = read;
  const [from] = useState(() => Date.now());
  // the average is of the account's posts of 90 days; the post may be older than that
  const days = Math.min(
    730,
    Math.max(BEST_TIMES_DAYS, Math.ceil((from - Date.parse(post.publishedAt)) / DAY_MS) + 30),
  );
  const ages = useAges({ accountId: post.accountId, platform: null, days });
  return (
    <>
      <Head read={read} />
      <PublishedPost post={post} />
      <Freshness sources={[source]} cachedAt={source.fetchedAt} isRefreshing={isReading} />
      {error !== null && (
        <div style={{ marginBottom: 16 }}>
          <Fault message={t('A part could not be read: {error}', { error })} onRetry={onRetry} />
        </div>
      )}
      <Growth read={read} />
      <Comparison read={read} ages={ages.data ?? []} />
      <Series metrics={metrics} />
      <Everything metrics={metrics} comparison={read.comparison} platform={post.platform} />
      {read.comments.length > 0 && (
        <Text size="sm">
          {t('{count, plural, one {# comment was read.} other {# comments were read.}}', {
            count: read.comments.length,
          })}{' '}
          {post.postId !== null && (
            <Anchor component={Link} href={`/comments?post=${post.postId}`} inherit underline="always">
              {t('To its comments')}
            </Anchor>
          )}
        </Text>
      )}
    </>
  );
}

function Head({ read }: { read: PostInsights }) {
  const { text, postId } = read.post;
  return (
    <PageTitle
      tab={t('Numbers: {text}', { text: text.trim().slice(0, 50) || t('without text') })}
      actions={
        <>
          {postId !== null && (
            <Button component={Link} href={`/posts/${postId}`} variant="default">
              {t('Post')}
            </Button>
          )}
          <Button variant="default" onClick={() => download(metricsAsCsv(read), 'post.csv')}>
            {t('Export (CSV)')}
          </Button>
          <Button component={Link} href="/analytics" variant="default">
            {t('All numbers')}
          </Button>
        </>
      }
    >
      {t('Numbers of a post')}
    </PageTitle>
  );
}

function PublishedPost({ post }: Pick<PostInsights, 'post'>) {
  const { timezone } = useWorkspace();
  const names = useAccountNames();
  return (
    <Card withBorder mb="md">
      <Stack gap="xs">
        <AccountLabel platform={post.platform} account={names.get(post.accountId)} />
        <Text className="post-text clamped">{post.text.trim() || t('Without text')}</Text>
        <Text size="sm" c="dimmed">
          {t('Published {time}', { time: withZone(post.publishedAt, timezone) })}
          {post.url !== null && (
            <>
              {' · '}
              <Anchor href={post.url} target="_blank" rel="noreferrer" inherit underline="always">
                {t('See it on {network}', { network: networkName(post.platform) })}
              </Anchor>
            </>
          )}
        </Text>
      </Stack>
    </Card>
  );
}

/** The curve since publication: times are counted from it. */
function Growth({ read: { post, history, source } }: { read: PostInsights }) {
  const able = COUNTS.filter((count) => history.some((entry) => entry[count] !== null));
  const [chosen, setCount] = useState<Count | null>(null);
  const count = able.find((one) => one === chosen) ?? able[0] ?? null;
  const start = Date.parse(post.publishedAt);
  const readAt = source.fetchedAt === null ? null : Date.parse(source.fetchedAt) - start;
  const points = history.map((entry) => ({
    at: Math.max(Math.min(countedAt(Date.parse(entry.at), start) - start, readAt ?? Infinity), 0),
    value: count === null ? null : entry[count],
  }));
  const sum = summaryOf(points);
  // counts that have not changed are not stored again: the line goes on until they were last read
  const last = points.at(-1);
  const line = last && readAt !== null && readAt > last.at ? [...points, { ...last, at: readAt }] : points;
  return (
    <section className="numbers-section" aria-labelledby="post-growth">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="post-growth">
          {t('Since publication')}
        </Title>
        {able.length > 1 && (
          <SegmentedControl
            size="xs"
            data={able.map((value) => ({ value, label: COUNT_NAMES[value] }))}
            value={count!}
            onChange={setCount}
            aria-label={t('Count')}
          />
        )}
      </Group>
      {count === null || sum === null || points.length < 2 ? (
        <Text size="sm" c="dimmed">
          {history.length === 0
            ? t('It was not counted yet.')
            : t('It was counted once, {age} after it was published: the curve shows from the next change.', {
                age: ageText(points[0]!.at),
              })}
        </Text>
      ) : (
        <TimeSeries
          label={t('{count} since publication', { count: COUNT_NAMES[count] })}
          summary={t('{number} now; {counted}.', {
            number: countText(sum.last),
            counted: countedText(sum.known, points[0]!.at),
          })}
          series={[{ id: count, name: COUNT_NAMES[count], points: line }]}
          timeText={(at) => t('after {age}', { age: ageText(at) })}
          tickText={ageText}
          timeName={t('Age')}
        />
      )}
    </section>
  );
}

/** @param first ms between the publication and the first count */
function countedText(times: number, first: number): string {
  return first < 3_600_000
    ? t('counted {times} times since it was published', { times })
    : t('counted {times} times since {age} after it was published', { times, age: ageText(first) });
}

/** Such as `5 h` or `3 days`. @param ms since publication */
function ageText(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  if (hours < 48) return t('{hours} h', { hours });
  return t('{count} days', { count: Math.round(hours / 24) });
}

const AGE_NAMES: { [age in Age]: string } = { '24h': t('After 24 hours'), '7d': t('After 7 days') };

function Comparison({ read: { post }, ages }: { read: PostInsights; ages: readonly AgedPost[] }) {
  const rows = AGES.flatMap((age) =>
    COUNTS.flatMap((count) => {
      const all = comparePost(post, ages, { age, count, among: 'all' });
      const before = comparePost(post, ages, { age, count, among: 'before' });
      return all === null && before === null ? [] : [{ age, count, all, before }];
    }),
  );
  return (
    <section className="numbers-section" aria-labelledby="post-compared">
      <Title order={2} size="h4" id="post-compared">
        {t('At the same age')}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(
            'There is nothing to compare at 24 hours or 7 days yet: this post, or every other one of the account, is younger or was not counted then.',
          )}
        </Text>
      ) : (
        <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('Comparison, table')}>
          <Table aria-labelledby="post-compared">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Count')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('This post')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('Average of the account')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('Average of the 28 days before it')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ age, count, all, before }) => (
                <Table.Tr key={`${age} ${count}`}>
                  <Table.Th scope="row" fw={400}>
                    {COUNT_NAMES[count]}, {AGE_NAMES[age].toLowerCase()}
                  </Table.Th>
                  <Table.Td ta="end">{countText((all ?? before)!.value)}</Table.Td>
                  <Table.Td ta="end">
                    <Average one={all} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Average one={before} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

function Average({ one }: { one: Compared | null }) {
  if (one === null) return <Value value={null} why={t('No other post was counted then')} />;
  const ratio = ratioText(one.ratio);
  return (
    <>
      {countText(Math.round(one.average * 10) / 10)}
      <Text size="xs" c="dimmed">
        {ratio === null ? '' : `${ratio} · `}
        {postsText(one.posts)}
      </Text>
    </>
  );
}

/** Series that the network gives of a post: days, or how many still watch at each part of a video. */
function Series({ metrics }: { metrics: PostInsights['metrics'] }) {
  const series = Object.entries(metrics).flatMap(([name, value]) =>
    typeof value === 'number' || value.length < 2 ? [] : [{ name, value }],
  );
  return series.map(({ name, value }) => {
    const isPart = typeof value[0]!.at === 'number';
    // a part of a video (0 to 1) as a number that an axis of time can carry
    const points = value.map(({ at, value: one }) => ({
      at: typeof at === 'number' ? Math.round(at * 1e6) : Date.parse(at),
      value: one,
    }));
    const text = (at: number) =>
      isPart ? `${Math.round(at / 1e4)} %` : new Date(at).toISOString().slice(0, 10);
    return (
      <section className="numbers-section" key={name} aria-label={metricName(name)}>
        <TimeSeries
          label={metricName(name)}
          summary={isPart ? t('At each part of the video.') : t('By day.')}
          series={[{ id: name, name: metricName(name), points }]}
          timeText={text}
          tickText={text}
          timeName={isPart ? t('Part') : t('Day')}
        />
      </section>
    );
  });
}

interface EverythingProps {
  metrics: PostInsights['metrics'];
  comparison: PostInsights['comparison'];
  platform: string;
}

/** Every number of the network by its own name, beside the average of the account's posts as they count now. */
function Everything({ metrics, comparison, platform }: EverythingProps) {
  const rows = Object.entries(metrics).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return (
    <section className="numbers-section" aria-labelledby="post-metrics">
      <Title order={2} size="h4" id="post-metrics">
        {t('Everything {network} says', { network: networkName(platform) })}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(
            '{network} has given no numbers of this post. Many networks do so some minutes after it was published, or when a few people have seen it.',
            { network: networkName(platform) },
          )}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {t(
              "The average is of the account's other posts of 90 days, as they count now: older posts have had more time.",
            )}
          </Text>
          <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('All numbers, table')}>
            <Table aria-labelledby="post-metrics">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('Number')}</Table.Th>
                  <Table.Th scope="col" ta="end">
                    {t('Now')}
                  </Table.Th>
                  <Table.Th scope="col" ta="end">
                    {t('Average')}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(([name, value]) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={400}>
                      {metricName(name)}
                    </Table.Th>
                    <Table.Td ta="end">{countText(value)}</Table.Td>
                    <Table.Td ta="end">
                      <Value value={comparison[name]?.average ?? null} why={t('No other post has it')} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </section>
  );
}

/** The numbers now, then how the common ones grew. */
const metricsAsCsv = ({ metrics, history, post }: PostInsights): string =>
  csvOf(
    ['metric', 'at', 'value'],
    [
      ...Object.entries(metrics).flatMap(([name, value]) =>
        typeof value === 'number'
          ? [[name, 'now', value]]
          : value.map((one) => [name, String(one.at), one.value]),
      ),
      ...history.flatMap((entry) =>
        COUNTS.map((count) => [
          t('{count} since {publishedAt}', { count, publishedAt: post.publishedAt }),
          entry.at,
          entry[count],
        ]),
      ),
    ],
  );
