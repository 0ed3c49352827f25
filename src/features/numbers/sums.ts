/** Sums and rates of posts' numbers. Pure (docs/numbers.md; docs/contract.md, analytics). */
import type { CommonNumbers } from '../../../adapters/port/insights.ts';

interface Totals extends CommonNumbers {
  posts: number;
}

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
