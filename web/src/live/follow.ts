/** Keeps what pages have read true: each event of the feed changes what is in the cache, and what it cannot tell is read anew. */
import type { QueryClient } from '@tanstack/react-query';
import type { Delivery, Post, PostStatus } from '../api.ts';
import { type FeedEvent, listen } from './live.ts';

/** Events come in bursts: what they make doubtful is read anew once they have calmed down, ms. */
const CALM_MS = 400;

/** @returns how to stop */
export function follow(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAnewSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: ['posts'] });
      void queries.invalidateQueries({ queryKey: ['accounts'] });
    }, CALM_MS);
  };
  const happened = (event: FeedEvent) => {
    queries.setQueriesData<Post[]>({ queryKey: ['posts', event.workspace, 'list'] }, (posts) =>
      posts?.map((post) => (post.id === event.postId ? afterwards(post, event) : post)),
    );
    queries.setQueriesData<Post>({ queryKey: ['posts', event.workspace, 'one', event.postId] }, (post) =>
      post === undefined ? post : afterwards(post, event),
    );
    // a list was perhaps on its way while this happened, and a new post is in none
    readAnewSoon();
  };
  const stop = listen({ happened, gap: readAnewSoon });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The post after an event. Exported for tests. */
export function afterwards(post: Post, { event, data }: FeedEvent): Post {
  if (event === 'delivery.updated') {
    const told = data as unknown as Delivery;
    return {
      ...post,
      deliveries: post.deliveries.map((one) =>
        one.accountId === told.accountId ? { ...one, ...told } : one,
      ),
    };
  }
  if (event === 'post.updated') {
    const told = data as {
      status: PostStatus;
      scheduledAt: string | null;
      publishedAt: string | null;
      error: string | null;
    };
    return {
      ...post,
      status: told.status,
      scheduledAt: told.scheduledAt,
      publishedAt: told.publishedAt,
      error: told.error,
    };
  }
  return post;
}
