/**
 * What a refused duplicate proves. LinkedIn shows ordinary apps no posts, so nothing can be looked up after a lost
 * response. But LinkedIn refuses the same words with the same file for as long as it remembers them (reports say a
 * day or more; it is not documented), and the refusal names the existing post. So a delivery that sends its post
 * again finds its own first post.
 *
 * The named post is not always ours: it may be older than our first try. And after a post was deleted, a refusal can
 * name an id that was assigned to the refused try itself and leads nowhere.
 */
import type { NetworkResponse } from '../lib/http.ts';

/** An earlier try is older by minutes: the next attempt comes after five. */
const OLDER_THAN_MS = 30_000;
/** HTTP dates are whole seconds, and ids are assigned before the response is written. */
const TOLERANCE_MS = 5000;

/** Whether the named post was made by an earlier try of a delivery that was first tried at `triedAt` (epoch ms). */
export function isOurs(
  urn: string,
  answer: NetworkResponse,
  { triedAt, now }: { triedAt: number; now: number },
): boolean {
  const madeAt = momentOf(urn);
  if (madeAt === null) return false;
  const ahead = clockAhead(answer, now);
  return madeAt >= triedAt + ahead - TOLERANCE_MS && madeAt <= now + ahead - OLDER_THAN_MS;
}

/** Ids start with their creation time, in ms above 22 bits. Not documented, but true for ids of 2019, 2023 and 2026. */
function momentOf(urn: string): number | null {
  const id = /\d{15,20}$/.exec(urn)?.[0];
  return id === undefined ? null : Number(BigInt(id) >> 22n);
}

/** How far LinkedIn's clock is ahead of ours, in ms, from the Date header: our clock may be wrong by minutes. */
function clockAhead(answer: NetworkResponse, now: number): number {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - now;
}
