/**
 * Keeps posts and accounts current: each event changes the posts in the cache, and what the event does not contain is read
 * again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Delivery, Post, PostStatus } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import type { FeedEvent } from '../../base/live/feed-event.ts';
import { type Follower, follower } from '../../base/live/follower.ts';
import { changedPages, withChanged } from '../../base/parts/pages.ts';
import { type PostPages, refresh } from './pages.ts';
import { isNoList } from './queries.ts';

/** Events come in bursts: what they may have changed is read again this long after the first, ms. */
const QUIET_MS = 400;
/** When the service did not respond, the next try comes after this time, ms. */
const RETRY_MS = 5_000;

/** A change is the id of a post with an event; null means another thing changed. It takes every event that is left to it. */
export const followPosts = (queries: QueryClient): Follower =>
  follower<string | null>(queries, {
    roots: ['posts', 'accounts'],
    firstMs: QUIET_MS,
    betweenMs: 1_000,
    happened(event, add) {
      apply(queries, event);
      add(event.postId);
      return true;
    },
    async serve(slug, changes, again) {
      void queries.invalidateQueries({ queryKey: ['accounts'] });
      const ids = [...new Set(changes)].filter((id) => id !== null);
      const isFew = ids.length <= LIMITS.postsById;
      void queries.invalidateQueries({ queryKey: ['posts', slug], ...(isFew && { predicate: isNoList }) });
      if (ids.length === 0 || !isFew) return;
      const came = await refresh(queries, slug, ids).catch(() => 'failed' as const);
      if (came !== 'done') again(ids, came === 'reading' ? QUIET_MS : RETRY_MS);
    },
  });

/** Changes the posts in the cache that an event is about. */
function apply(queries: QueryClient, event: FeedEvent): void {
  const { workspace, postId } = event;
  const change = (post: Post) => (post.id === postId ? afterwards(post, event) : post);
  queries.setQueriesData<PostPages>(
    { queryKey: ['posts', workspace, 'list'] },
    (data) => data && changedPages(data, 'posts', (posts) => withChanged(posts, change)),
  );
  queries.setQueriesData<Post>(
    { queryKey: ['posts', workspace, 'one', postId] },
    (post) => post && change(post),
  );
}

/** The post after an event. */
function afterwards(post: Post, { event, data }: FeedEvent): Post {
  if (event === 'delivery.updated') {
    // the event of a post without a thread names no parts
    const changed = { thread: [], ...(data as unknown as Omit<Delivery, 'thread' | 'firstComment'>) };
    return {
      ...post,
      deliveries: post.deliveries.map((one) =>
        // a field that the event leaves out, such as `maybeLive`, is no longer set; the first comment is not the delivery's
        one.accountId === changed.accountId ? { ...changed, firstComment: one.firstComment } : one,
      ),
    };
  }
  if (event === 'post.updated') {
    const changed = data as {
      status: PostStatus;
      scheduledAt: string | null;
      publishedAt: string | null;
      error: string | null;
    };
    return {
      ...post,
      status: changed.status,
      scheduledAt: changed.scheduledAt,
      publishedAt: changed.publishedAt,
      error: changed.error,
    };
  }
  return post;
}
