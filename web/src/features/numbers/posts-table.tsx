/** The posts of the period with their numbers. A column's head sorts by it, most first. */
import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { DownIcon } from '../../base/parts/icons.tsx';
import { NamedMark, networkName } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useAccountNames } from '../accounts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { postHref, type Sort } from './chosen.ts';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { COUNTS, type PostNumbers } from './shapes.ts';
import { COUNT_NAMES, countText } from './words.ts';
import { t } from '../../base/language/text.ts';

interface PostsTableProps {
  posts: readonly PostNumbers[];
  /** How many there are in the period. */
  total: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Rows that are added at a time. */
const PER_PAGE = 25;

const HEADS: { sort: Sort; name: string }[] = [
  { sort: 'date', name: t('Published') },
  ...COUNTS.map((count) => ({ sort: count, name: COUNT_NAMES[count] })),
  { sort: 'engagement', name: t('Engagement') },
];

export function PostsTable({ posts, total, sort, onSort }: PostsTableProps) {
  const names = useAccountNames();
  const [visibleCount, setVisibleCount] = useState(PER_PAGE);
  return (
    <section className="numbers-section" aria-labelledby="numbers-posts">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="numbers-posts">
          {t('Posts')}
        </Title>
        <Button size="xs" variant="default" onClick={() => download(postsAsCsv(posts, names), 'posts.csv')}>
          {t('Export posts (CSV)')}
        </Button>
      </Group>
      {total > posts.length && (
        <Text size="sm" c="dimmed">
          {t('The first {count} of {total, number} posts, as they are sorted. The sums above are of all.', {
            count: posts.length,
            total,
          })}
        </Text>
      )}
      <div className="numbers-scroll" tabIndex={0} role="region" aria-label={t('Posts with their numbers')}>
        <Table highlightOnHover aria-labelledby="numbers-posts">
          <Heads sort={sort} onSort={onSort} />
          <Table.Tbody>
            {posts.slice(0, visibleCount).map((post) => (
              <PostRow key={`${post.accountId} ${post.networkPostId}`} post={post} names={names} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {posts.length > visibleCount && (
        <Button
          variant="default"
          size="xs"
          onClick={() => setVisibleCount(visibleCount + PER_PAGE)}
          style={{ alignSelf: 'start' }}
        >
          {t('Show {count} more', { count: Math.min(PER_PAGE, posts.length - visibleCount) })}
        </Button>
      )}
    </section>
  );
}

function Heads({ sort, onSort }: Pick<PostsTableProps, 'sort' | 'onSort'>) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{t('Post')}</Table.Th>
        {HEADS.map(({ sort: own, name }) => (
          <Table.Th
            key={own}
            scope="col"
            ta={own === 'date' ? 'left' : 'right'}
            aria-sort={own === sort ? 'descending' : 'none'}
          >
            <button type="button" className="numbers-sort" onClick={() => onSort(own)}>
              {name}
              {own === sort && <DownIcon size={14} />}
            </button>
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function PostRow({ post, names }: { post: PostNumbers; names: ReadonlyMap<string, string> }) {
  const { timezone } = useWorkspace();
  const network = networkName(post.platform);
  return (
    <Table.Tr>
      <Table.Th scope="row" className="numbers-post-cell" fw={400}>
        <Group gap={8} wrap="nowrap">
          <NamedMark
            platform={post.platform}
            label={`${network}, ${names.get(post.accountId) ?? t('disconnected account')}`}
          />
          <Anchor component={Link} href={postHref(post)} size="sm" lineClamp={2}>
            {post.text.trim() || t('Without text')}
          </Anchor>
        </Group>
      </Table.Th>
      <Table.Td className="numbers-when">{inZone(post.publishedAt, timezone)}</Table.Td>
      {COUNTS.map((count) => (
        <Table.Td key={count} ta="end">
          <Value
            value={post[count]}
            why={t('{network} does not say the {count} of this post', {
              network,
              count: COUNT_NAMES[count].toLowerCase(),
            })}
          />
        </Table.Td>
      ))}
      <Table.Td ta="end">
        {post.engagementRate === null ? (
          <Value value={null} why={t('There is no rate without views')} />
        ) : (
          `${countText(post.engagementRate)} %`
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** A number, or a dash that says why there is none. */
export function Value({ value, why }: { value: number | null; why: string }) {
  if (value !== null) return countText(value);
  return (
    <span role="img" aria-label={why} title={why}>
      –
    </span>
  );
}

/** The rows as they are listed; times are ISO 8601 in UTC. */
function postsAsCsv(posts: readonly PostNumbers[], names: ReadonlyMap<string, string>): string {
  return csvOf(
    ['network', 'account', 'published_at', 'text', 'url', ...COUNTS, 'engagement_percent'],
    posts.map((post) => [
      post.platform,
      names.get(post.accountId) ?? post.accountId,
      post.publishedAt,
      post.text,
      post.url,
      ...COUNTS.map((count) => post[count]),
      post.engagementRate,
    ]),
  );
}
