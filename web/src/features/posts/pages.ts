/** The cached list of posts: pages with cursors, and how an event changes them. Pure, except for the cache. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { call, type Input, type Post, type Reply } from '../../base/api.ts';
import { changedPages } from '../../base/parts/pages.ts';
import { cachedGroups } from '../accounts/index.ts';
import { isPartial } from './outcome.ts';

export interface PostFilter {
  status: 'all' | 'awaiting_approval' | Post['status'];
  accountId: string | null;
  /** A group of accounts; null means every account. */
  groupId: string | null;
  /** A network; null means every one. */
  platform: string | null;
  /** null means with any label or none. */
  label: string | null;
  /** Words of the posts; null means any. The service alone knows which posts have them. */
  q: string | null;
  /** Instants: published, else scheduled, else written from the one on, and before the other. null means open. */
  from: string | null;
  to: string | null;
}

type PostPage = Reply<'browsePosts'>;
export type PostPages = InfiniteData<PostPage, string | null>;

export const listKey = (slug: string, filter: PostFilter) => ['posts', slug, 'list', filter] as const;

const PAGE = 50;

export function readPage(
  slug: string,
  filter: PostFilter,
  page: { before: string | null; limit?: number; signal?: AbortSignal },
): Promise<PostPage> {
  const { before, limit = PAGE, signal } = page;
  const { status, accountId, groupId, platform, label, q, from, to } = filter;
  const query = {
    accountId: accountId ?? undefined,
    groupId: groupId ?? undefined,
    platform: (platform ?? undefined) as Input<'browsePosts'>['platform'],
    label: label ?? undefined,
    q: q ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    before: before ?? undefined,
  };
  return call('browsePosts', { workspace: slug, status, limit, ...query }, { signal });
}

/**
 * Updates the lists of a workspace after posts have changed: the posts are inserted, removed or changed in place.
 * Nothing else is read again, however long a list is.
 * @returns `reading` when a list was being read: its result may be older than this update, so the caller must update
 * again
 * @throws ApiError, Unreachable
 */
export async function refresh(
  queries: QueryClient,
  slug: string,
  ids: readonly string[],
): Promise<'done' | 'reading'> {
  const query = { workspace: slug, ids: ids.join(',') };
  const lists = () => queries.getQueryCache().findAll({ queryKey: ['posts', slug, 'list'] });
  if (lists().some(({ state }) => state.fetchStatus === 'fetching')) return 'reading';
  const { posts } = await call('readPostsById', query);
  if (lists().some(({ state }) => state.fetchStatus === 'fetching')) return 'reading';
  place(queries, slug, ids, posts);
  for (const list of lists()) {
    const filter = list.queryKey[3] as PostFilter;
    const counted = (list.state.data as PostPages | undefined)?.pages[0]?.total ?? null;
    if (counted === null) continue;
    if (!list.isActive()) void queries.invalidateQueries({ queryKey: list.queryKey, exact: true });
    else {
      const { total } = await readPage(slug, filter, { before: null, limit: 1 });
      setPages(queries, listKey(slug, filter), ({ pages, pageParams }) => ({
        pageParams,
        pages: pages.map((page, index) => (index === 0 ? { ...page, total } : page)),
      }));
    }
  }
  return 'done';
}

/** Inserts posts at their positions in every cached list. @param posts those of `ids` that exist */
export function place(
  queries: QueryClient,
  slug: string,
  ids: readonly string[],
  posts: readonly Post[],
): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['posts', slug, 'list'] })) {
    const filter = queryKey[3] as PostFilter;
    const group = groupIn(queries, slug, filter.groupId);
    // a post that comes to a search is found when the list is read again; one that is in it stays, and is as it is now
    const listed = filter.q === null ? null : idsIn(queries.getQueryData<PostPages>(queryKey));
    const fitting = posts.filter(
      (post) => fits(post, filter) && isOf(group, post) && (listed === null || listed.has(post.id)),
    );
    setPages(queries, queryKey, (data) => placed(data, new Set(ids), fitting));
  }
}

const idsIn = (data: PostPages | undefined): ReadonlySet<string> =>
  new Set(data?.pages.flatMap((page) => page.posts.map(({ id }) => id)));

function setPages(
  queries: QueryClient,
  queryKey: readonly unknown[],
  change: (data: PostPages) => PostPages,
): void {
  queries.setQueryData<PostPages>(queryKey, (data) => data && change(data));
}

/**
 * The pages after posts were inserted, removed or changed, of which these fit the list. Each page keeps its bounds, so that the next page still
 * starts after it.
 */
function placed(data: PostPages, ids: ReadonlySet<string>, posts: readonly Post[]): PostPages {
  let above: string | null = null;
  return changedPages(data, 'posts', (before, { next }) => {
    const stay = before.filter(({ id }) => !ids.has(id));
    const come = posts.filter(({ id }) => (above === null || id < above) && (next === null || id >= next));
    above = next;
    if (come.length === 0 && stay.length === before.length) return before;
    return [...stay, ...come].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  });
}

/** What was read of a group last; undefined where a list is not of one. */
const groupIn = (queries: QueryClient, slug: string, groupId: string | null) =>
  groupId === null
    ? undefined
    : (cachedGroups(queries, slug)?.find(({ id }) => id === groupId) ?? { accountIds: [] });

const isOf = (group: { accountIds: readonly string[] } | undefined, { accountIds }: Post) =>
  group === undefined || accountIds.some((id) => group.accountIds.includes(id));

function fits(post: Post, { status, accountId, platform, label, from, to }: PostFilter): boolean {
  const at = Date.parse(post.publishedAt ?? post.scheduledAt ?? post.createdAt);
  return (
    (status === 'all' ||
      post.status === status ||
      (status === 'awaiting_approval' && post.approval === 'requested') ||
      (status === 'failed' && isPartial(post))) &&
    (accountId === null || post.accountIds.includes(accountId)) &&
    (platform === null || post.deliveries.some((one) => one.platform === platform)) &&
    (label === null || post.labels.includes(label)) &&
    (from === null || at >= Date.parse(from)) &&
    (to === null || at < Date.parse(to))
  );
}
