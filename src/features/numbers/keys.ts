/** Keys of tracked posts, and the buckets of their samples. */
import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../base/durations.ts';

/** So long after it was published a post has a sample an hour, then one a day. */
const HOURLY_MS = 48 * HOUR_MS;

/** A new UUID of version 7, which sorts by its time. @param now epoch ms */
export function newPostKey(now: number): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0');
  const random = randomBytes(10);
  random[0] = (random[0]! & 0x0f) | 0x70;
  random[2] = (random[2]! & 0x3f) | 0x80;
  const hex = time + random.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The beginning of the hour or UTC day that a sample belongs to, epoch ms. The day on which the hours end begins where they end: its
 * sample, the last one that is written, would otherwise take the place of the one of its first hour. Pure.
 */
export function bucketOf(publishedAt: number, now: number): number {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  if (now - publishedAt < HOURLY_MS) return hour;
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  return Math.max(day, Math.floor((publishedAt + HOURLY_MS) / HOUR_MS) * HOUR_MS);
}
