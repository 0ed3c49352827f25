/** Sums, rates and order of posts' numbers. Pure (docs/numbers.md; docs/contract.md, analytics). */
import type { CommonNumbers } from '../../adapters/port/insights.ts';

export interface NumberedPost extends CommonNumbers {
  platform: string;
  accountId: string;
  networkPostId: string;
  /** Epoch ms. */
  publishedAt: number;
}

export interface Totals extends CommonNumbers {
  posts: number;
}

export type SortBy = 'date' | 'views' | 'likes' | 'comments' | 'shares' | 'engagement';

const NAMES = ['views', 'likes', 'comments', 'shares'] as const;

/** (likes + comments + shares) / views in percent with two decimals; null without views. What is not known counts as 0. */
export function engagementRate({ views, likes, comments, shares }: CommonNumbers): number | null {
  if (views === null || views <= 0) return null;
  return Math.round((((likes ?? 0) + (comments ?? 0) + (shares ?? 0)) / views) * 10_000) / 100;
}

/** Sums over all posts; null where no post has the number. */
export function totalsOf(posts: readonly CommonNumbers[]): Totals {
  const totals: Totals = { posts: posts.length, views: null, likes: null, comments: null, shares: null };
  for (const post of posts) {
    for (const name of NAMES) {
      const value = post[name];
      if (value !== null) totals[name] = (totals[name] ?? 0) + value;
    }
  }
  return totals;
}

/** Sums for each value of a key: `platform`, `accountId`. */
export function totalsBy(
  posts: readonly NumberedPost[],
  key: 'platform' | 'accountId',
): { [value: string]: Totals } {
  const groups = Map.groupBy(posts, (post) => post[key]);
  return Object.fromEntries([...groups].map(([value, group]) => [value, totalsOf(group)]));
}

/** Most first, nulls last; equal ones by date, the newest first, then by id, so that the order is always the same. */
export function sorted<Post extends NumberedPost>(posts: readonly Post[], by: SortBy = 'date'): Post[] {
  const valueOf = (post: Post): number | null =>
    by === 'date' ? post.publishedAt : by === 'engagement' ? engagementRate(post) : post[by];
  return posts.toSorted(
    (one, other) =>
      downwards(valueOf(one), valueOf(other)) ||
      other.publishedAt - one.publishedAt ||
      (one.networkPostId < other.networkPostId ? -1 : one.networkPostId > other.networkPostId ? 1 : 0),
  );
}

/** Infinities cannot be subtracted from each other, so nulls are told apart first. */
function downwards(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other - one;
}
