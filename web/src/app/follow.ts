/**
 * Keeps the cached data of pages current: each event of the feed changes the cache, and what the event does not contain
 * is read again.
 */
import type { QueryClient } from '@tanstack/react-query';
import { LIMITS } from '../base/limits.ts';
import type { Delivery, Post, PostStatus } from '../base/api.ts';
import { followAutomations } from '../features/automations/follow-automations.ts';
import { followComments } from '../features/comments/follow-comments.ts';
import { followInbox } from '../features/inbox/follow-inbox.ts';
import { type PostPages, refresh } from '../features/posts/pages.ts';
import { isNoList } from '../features/posts/queries.ts';
import { followRules } from '../features/rules/follow-rules.ts';
import { type FeedEvent, listen, live } from '../base/live/live.ts';

/** Events come in bursts: what they may have changed is read again this long after the last one, ms. */
const QUIET_MS = 400;
/** When the service did not respond, the next try comes after this time, ms. */
const RETRY_MS = 5_000;

/** Starts to keep the cache current. @returns a function that stops it */
export function follow(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Posts with events, by workspace; null: an unknown number of them. */
  let touched: Map<string, Set<string>> | null = new Map();
  const readAgainSoon = (inMs = QUIET_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => void readAgain(), inMs);
  };
  const readAgain = async () => {
    const now = touched;
    touched = new Map();
    void queries.invalidateQueries({ queryKey: ['accounts'] });
    const isFew = now !== null && [...now.values()].every(({ size }) => size <= LIMITS.postsById);
    if (!isFew) {
      void queries.invalidateQueries({ queryKey: ['posts'] });
      return;
    }
    void queries.invalidateQueries({ queryKey: ['posts'], predicate: isNoList });
    for (const [workspace, ids] of now) {
      const came = await refresh(queries, workspace, [...ids]).catch(() => 'failed' as const);
      if (came === 'done') continue;
      for (const id of ids) touch(workspace, id);
      readAgainSoon(came === 'reading' ? QUIET_MS : RETRY_MS);
    }
  };
  const touch = (workspace: string, id: string) => {
    if (touched === null) return;
    const ids = touched.get(workspace) ?? new Set();
    touched.set(workspace, ids.add(id));
  };
  const inbox = followInbox(queries);
  const comments = followComments(queries);
  const rules = followRules(queries);
  const automations = followAutomations(queries);
  const happened = (event: FeedEvent) => {
    if (
      automations.happened(event) ||
      rules.happened(event) ||
      inbox.happened(event) ||
      comments.happened(event)
    )
      return;
    apply(queries, event);
    if (event.postId !== null) touch(event.workspace, event.postId);
    // a new post is in no list yet
    readAgainSoon();
  };
  const gap = () => {
    touched = null;
    readAgainSoon();
    inbox.gap();
    comments.gap();
    rules.gap();
    automations.gap();
  };
  const stop = listen({ happened, gap });
  // queries that failed while the service was down are read again when it is back
  let was = live.getSnapshot().context.connection;
  const watching = live.subscribe(({ context: { connection } }) => {
    if (connection === 'live' && was !== 'live')
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    was = connection;
  });
  return () => {
    clearTimeout(timer);
    inbox.stop();
    comments.stop();
    rules.stop();
    automations.stop();
    watching.unsubscribe();
    stop();
  };
}

/** Changes the posts in the cache that an event is about. */
function apply(queries: QueryClient, event: FeedEvent): void {
  queries.setQueriesData<PostPages>({ queryKey: ['posts', event.workspace, 'list'] }, (data) =>
    data && data.pages.some(({ posts }) => posts.some(({ id }) => id === event.postId))
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            posts: page.posts.map((post) => (post.id === event.postId ? afterwards(post, event) : post)),
          })),
        }
      : data,
  );
  queries.setQueriesData<Post>({ queryKey: ['posts', event.workspace, 'one', event.postId] }, (post) =>
    post === undefined ? post : afterwards(post, event),
  );
}

/** The post after an event. Exported for tests. */
export function afterwards(post: Post, { event, data }: FeedEvent): Post {
  if (event === 'delivery.updated') {
    const changed = data as unknown as Delivery;
    return {
      ...post,
      deliveries: post.deliveries.map((one) =>
        // a field that the event leaves out, such as `maybeLive`, is no longer set
        one.accountId === changed.accountId ? changed : one,
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
