import { Anchor, Button, Card, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { messageOf, type Post } from '../api.ts';
import { PlusIcon } from '../parts/icons.tsx';
import { NamedMark, networkName } from '../parts/network.tsx';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { DELIVERIES, PostStatusBadge } from '../parts/status.tsx';
import { fromNow, inZone } from '../parts/times.ts';
import { MediaThumb } from './media-thumb.tsx';
import { PostActions } from './post-actions.tsx';
import { type StatusFilter, useAccountNames, usePosts } from './queries.ts';

const FILTERS: { value: StatusFilter; label: string; empty: string }[] = [
  { value: 'all', label: 'All', empty: 'Write the first one: it can go out now, later, or stay a draft.' },
  { value: 'draft', label: 'Drafts', empty: 'A post that is not to go out yet is kept here.' },
  { value: 'scheduled', label: 'Scheduled', empty: 'Give a post a time, or let it take the next free slot.' },
  {
    value: 'publishing',
    label: 'Publishing',
    empty: 'Posts that are on their way right now are shown here.',
  },
  { value: 'published', label: 'Published', empty: 'What is live on one network or more is shown here.' },
  { value: 'failed', label: 'Failed', empty: 'What no network took would be here. There is none.' },
];
const STEP = 25;
/** What the API lists at most. */
const MOST = 100;

export default function PostsPage() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('status');
  const filter = FILTERS.find(({ value }) => value === wanted) ?? FILTERS[0]!;
  const [limit, setLimit] = useState(STEP);
  const posts = usePosts(filter.value, limit);
  const choose = (value: string | null) => {
    setLimit(STEP);
    setSearch(value === null || value === 'all' ? {} : { status: value });
  };

  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} href="/posts/new" leftSection={<PlusIcon />}>
            New post
          </Button>
        }
      >
        Posts
      </PageTitle>
      <Select
        hiddenFrom="sm"
        mb="md"
        aria-label="Which posts"
        data={FILTERS}
        value={filter.value}
        onChange={choose}
        allowDeselect={false}
      />
      <Tabs value={filter.value} onChange={choose} visibleFrom="sm" mb="md">
        <Tabs.List aria-label="Which posts">
          {FILTERS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls="posts">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <section id="posts" aria-label={filter.label}>
        {posts.isPending ? (
          <Waiting />
        ) : posts.isError ? (
          <Fault message={messageOf(posts.error)} onRetry={() => void posts.refetch()} />
        ) : posts.data.length === 0 ? (
          <Empty
            title={filter.value === 'all' ? 'No posts yet' : `Nothing in ${filter.label.toLowerCase()}`}
            action={
              <Button component={Link} href="/posts/new" mt="sm">
                Write a post
              </Button>
            }
          >
            {filter.empty}
          </Empty>
        ) : (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {posts.data.map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          </Stack>
        )}
        {posts.data !== undefined && posts.data.length >= limit && (
          <Group justify="center" mt="md">
            {limit < MOST ? (
              <Button variant="default" loading={posts.isFetching} onClick={() => setLimit(MOST)}>
                Show more
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                These are the newest {MOST}. The calendar shows older ones by their day.
              </Text>
            )}
          </Group>
        )}
      </section>
    </>
  );
}

function PostCard({ post }: { post: Post }) {
  const names = useAccountNames();
  const [, go] = useLocation();
  const [medium] = post.media;
  return (
    <Card component="li" withBorder padding="md" style={{ overflow: 'visible' }}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        {medium !== undefined && <MediaThumb url={medium} size={64} alt="" />}
        <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
          <Anchor
            component={Link}
            href={`/posts/${post.id}`}
            c="inherit"
            className="post-text clamped"
            underline="hover"
          >
            {post.content.trim() || 'Without text'}
          </Anchor>
          <Group gap="xs">
            <PostStatusBadge status={post.status} />
            <When post={post} />
          </Group>
          {post.error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {firstError(post, names)}
            </Text>
          )}
          <Group gap={6} mt={4}>
            {post.deliveries.map(({ accountId, platform, status }) => (
              <Group key={accountId} gap={4} wrap="nowrap">
                <NamedMark
                  platform={platform}
                  label={`${names.get(accountId) ?? 'disconnected'}, ${networkName(platform)}: ${DELIVERIES[status].label.toLowerCase()}`}
                />
                {status !== 'pending' && <Dot color={DELIVERIES[status].color} />}
              </Group>
            ))}
          </Group>
        </Stack>
        <PostActions post={post} onRemoved={() => go('/posts')} />
      </Group>
    </Card>
  );
}

/** How one delivery fares, as a colour; its mark says it in words. */
function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ width: 8, height: 8, borderRadius: '50%', background: `var(--mantine-color-${color}-6)` }}
    />
  );
}

function When({ post }: { post: Post }) {
  const now = useNow(30_000);
  const at = post.status === 'published' ? (post.publishedAt ?? post.scheduledAt) : post.scheduledAt;
  if (at === null) return null;
  return (
    <Text size="sm" c="dimmed">
      <time dateTime={at}>{inZone(at, post.timezone)}</time>
      {' · '}
      {fromNow(at, now)}
    </Text>
  );
}

/** The first line of the errors, with the account's name in place of its id. */
function firstError({ error, deliveries }: Post, names: Map<string, string>): string {
  const failed = deliveries.filter(({ status }) => status === 'failed');
  const first = failed[0];
  if (first === undefined) return error ?? '';
  const name = names.get(first.accountId) ?? networkName(first.platform);
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return `${name}: ${first.error ?? 'failed'}${more}`;
}
