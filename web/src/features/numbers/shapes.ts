/** What the operations of numbers respond with, as the pages use it. */
import type { Reply } from '../../base/operations.ts';

export type Performance = Reply<'getPerformance'>;
export type PostNumbers = Performance['posts'][number];
export type Totals = Performance['totals'][string];
export type Source = Performance['sources'][number];
type Trends = Reply<'getAccountTrends'>;
export type Trend = Trends['accounts'][number];
export type Stats = Reply<'getAccountStats'>;
export type ComparedAccount = Reply<'compareAccounts'>['accounts'][number];
export type PostInsights = Reply<'getPostInsights'>;

/** The four numbers that every network may have. */
export const COUNTS = ['views', 'likes', 'comments', 'shares'] as const;
export type Count = (typeof COUNTS)[number];
export type Counts = { [count in Count]: number | null };

/** One value at a time. `at` is epoch ms; null if unknown. */
export interface Point {
  at: number;
  value: number | null;
}
