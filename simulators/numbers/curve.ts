/**
 * Numbers that grow: by a curve that the id seeds, so that the same post has the same numbers at the same instant, nothing is
 * kept, and a later look never shows less.
 */
import { createHash } from 'node:crypto';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Lifetime counts of a post. Each network takes those that it has. */
interface Counts {
  views: number;
  reach: number;
  likes: number;
  shares: number;
  reposts: number;
  quotes: number;
  saved: number;
  clicks: number;
  /** Where the network itself has no comments to count. */
  comments: number;
}

/** @param of.followers how large the audience is. Default: 1,000 */
export function countsOf(id: string, of: { publishedAt: number; now: number; followers?: number }): Counts {
  const ageMs = Math.max(0, of.now - of.publishedAt);
  // most comes in the first two days, a tenth within months
  const fast = 1 - Math.exp(-ageMs / ((8 + 30 * part(id, 'pace')) * HOUR));
  const slow = 1 - Math.exp(-ageMs / (40 * DAY));
  const reached = 0.9 * fast + 0.1 * slow;
  // few posts go far: the share of the audience is spread over two powers of ten
  const final = (of.followers ?? 1_000) * 10 ** (2 * part(id, 'luck') ** 2 - 0.7);
  const share = (name: string, least: number, most: number) =>
    Math.floor(final * reached * (least + (most - least) * part(id, name)));
  return {
    views: Math.floor(final * reached),
    reach: share('reach', 0.6, 0.9),
    likes: share('likes', 0.02, 0.09),
    shares: share('shares', 0.001, 0.012),
    reposts: share('reposts', 0.001, 0.01),
    quotes: share('quotes', 0, 0.003),
    saved: share('saved', 0.001, 0.01),
    clicks: share('clicks', 0.004, 0.03),
    comments: share('comments', 0.002, 0.015),
  };
}

/** Followers of an account at an instant. On a bad day there are fewer than on the day before. */
export function followersAt(account: string, at: number): number {
  const days = (at - Date.UTC(2026, 0, 1)) / DAY;
  const perDay = 1 + 5 * part(account, 'growth');
  const wave = 6 * Math.sin(days / 3 + 6 * part(account, 'wave'));
  return Math.max(0, Math.floor(400 + 3_000 * part(account, 'size') + perDay * days + wave));
}

/** What an account had on one day: less on weekends, and never quite the same. */
export function onDay(account: string, metric: string, day: string, usual: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const week = weekday === 0 || weekday === 6 ? 0.7 : 1;
  return Math.round(usual * week * (0.6 + 0.8 * part(account, `${metric} ${day}`)));
}

/** The last `count` days until a day, oldest first. */
export function daysUntil(day: string, count: number): string[] {
  const last = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => dayAt(last - (count - 1 - index) * DAY));
}

export function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** True for about one of `every` ids. */
export function isOneOf(id: string, trait: string, every: number): boolean {
  return part(id, trait) < 1 / every;
}

/** A number from 0 to 1 that belongs to the id. */
export function part(id: string, name: string): number {
  return createHash('sha256').update(`${name} ${id}`).digest().readUInt32BE(0) / 2 ** 32;
}
