import { Anchor, Button, Card, Group, Select, Stack, Tabs, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';
import { messageOf, type Post } from '../api.ts';
import { PlusIcon } from '../parts/icons.tsx';
import { howMany, LongList } from '../parts/long-list.tsx';
import { CALENDAR_LABELS } from '../parts/moment-field.tsx';
import { NamedMark, networkName } from '../parts/network.tsx';
import { useNow } from '../parts/now.ts';
import { sentence } from '../parts/plain-words.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { deliveryLook, PostStatusBadge } from '../parts/status.tsx';
import { DAY_PATTERN, dayAfter, dayStart, fromNow, inZone } from '../parts/times.ts';
import { useSession, useWorkspace } from '../session.ts';
import { MediaThumb } from './media-thumb.tsx';
import type { PostFilter } from './pages.ts';
import { PostActions, RetryButton } from './post-actions.tsx';
import { useAccountNames, useAccounts, usePosts } from './queries.ts';

const FILTERS: { value: PostFilter['status']; label: string; empty: string }[] = [
  { value: 'all', label: 'All', empty: 'Write the first one: it can go out now, later, or stay a draft.' },
  { value: 'draft', label: 'Drafts', empty: 'A post that is not to go out yet is kept here.' },
  { value: 'scheduled', label: 'Scheduled', empty: 'Give a post a time, or let it take the next free slot.' },
  {
    value: 'publishing',
    label: 'Publishing',
    empty: 'Posts that are on their way right now are shown here.',
  },
  { value: 'published', label: 'Published', empty: 'What is live on one network or more is shown here.' },
  {
    value: 'failed',
    label: 'Failed',
    empty: 'Posts that failed on an account would be here. There are none.',
  },
];

/** Every post there is, newest first: by status, account and time. */
export default function PostsPage() {
  const { timezone } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const shown = FILTERS.find(({ value }) => value === search.get('status')) ?? FILTERS[0]!;
  const days = (['from', 'to'] as const).map((name) => dayIn(search.get(name)));
  const [from = null, to = null] = days;
  const filter: PostFilter = {
    status: shown.value,
    accountId: search.get('account'),
    from: from && dayStart(from, timezone),
    to: to && dayStart(dayAfter(to), timezone),
  };
  const isNarrowed = filter.accountId !== null || from !== null || to !== null;
  const set = (wanted: { [name: string]: string | null }) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(wanted)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const choose = (value: string | null) => set({ status: value === 'all' ? null : value });

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
      <Tabs value={shown.value} onChange={choose} visibleFrom="sm" mb="md">
        <Tabs.List aria-label="Which posts">
          {FILTERS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} aria-controls="posts">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="sm" mb="md" align="end" role="search" aria-label="Posts">
        <Select
          hiddenFrom="sm"
          label="Status"
          data={FILTERS}
          value={shown.value}
          onChange={choose}
          allowDeselect={false}
          style={{ flex: '1 1 140px' }}
        />
        <AccountChoice value={filter.accountId} onChange={(account) => set({ account })} />
        <DatePickerInput
          type="range"
          label="Days"
          placeholder="Any time"
          valueFormat={DAY_PATTERN}
          allowSingleDateInRange
          hideOutsideDates
          ariaLabels={CALENDAR_LABELS}
          // their red is too pale to be read
          weekendDays={[]}
          clearable
          clearButtonProps={{ 'aria-label': 'Any time' }}
          defaultValue={[from, to]}
          key={`${from} ${to}`}
          onChange={([first, last]) => {
            // one end alone is not yet a choice
            if ((first === null) === (last === null)) set({ from: first, to: last });
          }}
          style={{ flex: '1 1 220px' }}
          maw={{ sm: 300 }}
        />
        {isNarrowed && (
          <Button variant="subtle" onClick={() => set({ account: null, from: null, to: null })}>
            Show all
          </Button>
        )}
      </Group>
      <section id="posts" aria-label={shown.label}>
        <Found
          filter={filter}
          empty={
            isNarrowed ? (
              <Empty title="No post is like this">
                Choose another account, other days or another status, or show all.
              </Empty>
            ) : (
              <Nothing shown={shown} />
            )
          }
        />
      </section>
    </>
  );
}

/** Nothing of a status; at the very beginning an account has to be there first. */
function Nothing({ shown }: { shown: (typeof FILTERS)[number] }) {
  const { data: accounts } = useAccounts();
  const sandboxUrl = useSession().data?.sandboxUrl ?? null;
  const isFirst = accounts?.length === 0;
  return (
    <Empty
      title={shown.value === 'all' ? 'No posts yet' : `Nothing in ${shown.label.toLowerCase()}`}
      action={
        <Button component={Link} href={isFirst ? '/accounts' : '/posts/new'} mt="sm">
          {isFirst ? 'To the accounts' : 'Write a post'}
        </Button>
      }
    >
      {isFirst ? 'Connect an account first: posts go out on accounts of the networks.' : shown.empty}
      {!isFirst && shown.value === 'all' && sandboxUrl !== null && (
        <>
          {' '}
          What simulated accounts publish is shown in the{' '}
          <Anchor href={sandboxUrl} target="_blank" rel="noreferrer" inherit underline="always">
            sandbox
          </Anchor>
          .
        </>
      )}
    </Empty>
  );
}

const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;

function AccountChoice({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const { data: accounts = [] } = useAccounts();
  const data = accounts.map(({ id, platform, displayName, username }) => ({
    value: id,
    label: `${displayName || username}, ${networkName(platform)}`,
  }));
  // one that is disconnected is still in the address
  if (value !== null && !accounts.some(({ id }) => id === value))
    data.push({ value, label: 'A disconnected account' });
  return (
    <Select
      label="Account"
      placeholder="Every account"
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Every account' }}
      nothingFoundMessage="No account is called that"
      style={{ flex: '1 1 180px' }}
      maw={{ sm: 300 }}
    />
  );
}

function Found({ filter, empty }: { filter: PostFilter; empty: React.ReactNode }) {
  const { timezone } = useWorkspace();
  const posts = usePosts(filter);
  const { fetchNextPage } = posts;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (posts.isPending) return <Waiting />;
  if (posts.data === undefined)
    return <Fault message={messageOf(posts.error)} onRetry={() => void posts.refetch()} />;
  const all = posts.data.pages.flatMap((page) => page.posts);
  const total = posts.data.pages[0]!.total;
  if (all.length === 0 && !posts.hasNextPage) return empty;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status" aria-label="How many">
        {howMany(all.length, total, 'posts', posts.hasNextPage)}
        {` · times in ${timezone}`}
      </Text>
      <LongList
        label="Posts"
        items={all}
        keyOf={({ id }) => id}
        estimate={118}
        gap={12}
        render={(post) => <PostCard post={post} />}
        more={{
          what: 'posts',
          total,
          hasMore: posts.hasNextPage,
          isLoading: posts.isFetchingNextPage,
          error: posts.isFetching ? null : posts.error,
          load,
        }}
      />
    </>
  );
}

function PostCard({ post }: { post: Post }) {
  const names = useAccountNames();
  const { data: accounts = [] } = useAccounts();
  const [medium] = post.media;
  return (
    <Card withBorder padding="md">
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
            <PostStatusBadge post={post} />
            <When post={post} />
          </Group>
          {post.error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {firstError(post, names)}
            </Text>
          )}
          <Group gap={6} mt={4}>
            {post.deliveries.map((delivery) => {
              const { accountId, platform } = delivery;
              const { label, color } = deliveryLook(
                delivery,
                accounts.find(({ id }) => id === accountId),
              );
              return (
                <Group key={accountId} gap={4} wrap="nowrap">
                  <NamedMark
                    platform={platform}
                    label={`${names.get(accountId) ?? 'disconnected'}, ${networkName(platform)}: ${label.toLowerCase()}`}
                  />
                  {color !== 'gray' && <Dot color={color} />}
                </Group>
              );
            })}
          </Group>
          <RetryButton post={post} size="xs" />
        </Stack>
        <PostActions post={post} />
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
  return `${name}: ${sentence(first.error ?? 'failed')}${more}`;
}
