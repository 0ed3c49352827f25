/**
 * How many requests a key may make: a bucket of tokens for each key, in this process's memory. A bucket fills evenly,
 * so a caller may burst to its size and then goes on at the rate of the refill. Several nodes each keep their own
 * buckets: behind a balancer a key gets the rate once per node.
 */
import { LRUCache } from 'lru-cache';

type Header = readonly [name: string, value: string];

export interface RateLimit {
  /** Size of a bucket: requests in a burst, and in each window after it. */
  requests: number;
  /** How long an empty bucket takes to fill, in seconds. */
  windowSeconds: number;
  /** Buckets kept at most; the longest unused goes first, which forgives it what it had used. Default 10,000. */
  maxKeys?: number;
}

export interface RateResult {
  allowed: boolean;
  /** When refused: seconds until a token is there. */
  retryAfterSeconds: number;
  /** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
  headers: readonly Header[];
}

/** @returns a function that takes a token from a key's bucket. @param now epoch ms */
export function createRateLimiter(limit: RateLimit): (key: string, now: number) => RateResult {
  const { requests, windowSeconds, maxKeys = 10_000 } = limit;
  const perMs = requests / (windowSeconds * 1000);
  const policy: Header = ['ratelimit-policy', `"default";q=${requests};w=${windowSeconds}`];
  // made with the first request: it takes up its whole size at once
  let buckets: LRUCache<string, { tokens: number; at: number }> | null = null;

  return (key, now) => {
    buckets ??= new LRUCache({ max: maxKeys });
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: requests, at: now };
      buckets.set(key, bucket);
    } else {
      bucket.tokens = Math.min(requests, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
      bucket.at = now;
    }
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const left = Math.floor(bucket.tokens);
    const fullInSeconds = Math.ceil((requests - bucket.tokens) / perMs / 1000);
    return {
      allowed,
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)),
      headers: [policy, ['ratelimit', `"default";r=${left};t=${fullInSeconds}`]],
    };
  };
}
