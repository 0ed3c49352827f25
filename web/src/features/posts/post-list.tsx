import { Group, Text, Title } from '@mantine/core';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { messageOf, type Post, type Reply } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { howMany, LongList } from '../../base/parts/long-list.tsx';
import { toggled } from '../../base/parts/selection.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useKeys, useKeysPreference } from '../../base/parts/use-keys.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import { type Row, rowsOf } from './overview.ts';
import type { PostFilter } from './pages.ts';
import { PostRow } from './post-row.tsx';
import { usePosts } from './queries.ts';
import { t } from '../../base/language/text.ts';
import { postsText } from '../../base/language/counts.ts';

const BulkBar = lazy(() => import('./bulk-bar.tsx'));

interface PostListProps {
  filter: PostFilter;
  /** What stands above the list of all posts; undefined: the list has no sections, or they are not read yet. */
  overview: Reply<'readPostOverview'> | undefined;
  /** Shown when no post fits the filter. */
  empty: React.ReactNode;
}

/** The posts that fit a filter, loaded as a person scrolls. */
export function PostList({ filter, overview, empty }: PostListProps) {
  const { timezone } = useWorkspace();
  const { data: accounts = [] } = useAccounts();
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
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" role="status" aria-label={t('How many')}>
          {howMany(all.length, total, postsText, posts.hasNextPage)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('Times in {timezone}', { timezone })}
        </Text>
      </Group>
      <Rows
        key={JSON.stringify(filter)}
        filter={filter}
        rows={rowsOf({ overview, accounts, posts: all })}
        more={{
          what: postsText,
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

interface RowsProps {
  filter: PostFilter;
  rows: readonly Row[];
  more: NonNullable<React.ComponentProps<typeof LongList>['more']>;
}

/** The rows, of which several can be selected: with their boxes, or with j, k and x. */
function Rows({ filter, rows, more }: RowsProps) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const can = useCan()('batchPosts');
  const { shown, bindRow } = useSteps(rows, (id) => can && select((before) => toggled(before, id)));
  const posts = rows.flatMap((row) => (row.kind === 'post' && !row.post.limited ? [row.post] : []));
  // what is no longer listed is no longer selected
  const ticked = new Set(posts.map(({ id }) => id).filter((id) => selected.has(id)));
  const render = (row: Row) =>
    row.kind === 'heading' ? (
      <Title order={2} size="xs" className="post-section">
        {row.label} <span>{row.count}</span>
      </Title>
    ) : (
      <div ref={bindRow(row.post.id)}>
        <PostRow
          post={row.post}
          {...(can &&
            !row.post.limited && {
              isSelected: ticked.has(row.post.id),
              onSelect: () => select((before) => toggled(before, row.post.id)),
            })}
        />
      </div>
    );
  return (
    <>
      {ticked.size > 0 && (
        <Suspense>
          <BulkBar
            {...{ posts, filter, select }}
            selected={ticked}
            total={more.total}
            hasMore={more.hasMore}
          />
        </Suspense>
      )}
      <LongList
        label={t('Posts')}
        items={rows}
        keyOf={(row) => (row.kind === 'post' ? row.post.id : row.label)}
        estimate={45}
        gap={0}
        render={render}
        more={more}
        {...(shown >= 0 && { visibleCount: shown })}
      />
    </>
  );
}

/** The keys j and k lead from one post to the next, x selects it; Enter opens it, because its link has the focus. */
function useSteps(rows: readonly Row[], select: (id: string) => void) {
  const [isOn] = useKeysPreference();
  const [current, setCurrent] = useState<string | null>(null);
  const focusNext = useRef<string | null>(null);
  const ids = rows.flatMap((row) => (row.kind === 'post' ? [row.post.id] : []));
  const focused = () =>
    document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? current ?? undefined;
  const step = (by: 1 | -1) => {
    const from = ids.indexOf(focused() ?? '');
    const to = ids[from === -1 ? 0 : from + by];
    if (to === undefined) return;
    const link = document.querySelector<HTMLElement>(`[data-key="${to}"] .post-row-link`);
    focusNext.current = link === null ? to : null;
    link?.focus();
    setCurrent(to);
  };
  const choose = () => {
    const id = focused();
    if (id !== undefined && ids.includes(id)) select(id);
  };
  useKeys({ j: () => step(1), k: () => step(-1), x: choose }, isOn);
  const visibleCount =
    current === null ? -1 : rows.findIndex((row) => row.kind === 'post' && row.post.id === current);
  /** One that was out of sight gets the focus when it is drawn. */
  const bindRow = (id: Post['id']) => (element: HTMLElement | null) => {
    if (element === null || focusNext.current !== id) return;
    focusNext.current = null;
    element.querySelector<HTMLElement>('.post-row-link')?.focus();
  };
  return { shown: visibleCount, bindRow };
}
