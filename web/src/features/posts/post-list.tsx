import { Group, Text } from '@mantine/core';
import { useCallback } from 'react';
import { messageOf } from '../../base/api.ts';
import { howMany, LongList } from '../../base/parts/long-list.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { PostFilter } from './pages.ts';
import { PostRow } from './post-row.tsx';
import { usePosts } from './queries.ts';

interface PostListProps {
  filter: PostFilter;
  /** Shown when no post fits the filter. */
  empty: React.ReactNode;
}

/** The posts that fit a filter, loaded as a person scrolls. */
export function PostList({ filter, empty }: PostListProps) {
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
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" role="status" aria-label="How many">
          {howMany(all.length, total, 'posts', posts.hasNextPage)}
        </Text>
        <Text size="sm" c="dimmed">
          Times in {timezone}
        </Text>
      </Group>
      <LongList
        label="Posts"
        items={all}
        keyOf={({ id }) => id}
        estimate={45}
        gap={0}
        render={(post) => <PostRow post={post} />}
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
