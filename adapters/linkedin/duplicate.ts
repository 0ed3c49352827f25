/**
 * What a refused duplicate proves. LinkedIn shows ordinary apps no posts, so after a lost answer nothing can be looked
 * up; but the same words with the same file are refused as long as it remembers them (a day and more is told, no
 * document says), and the refusal names the post that is there. Sent again, a delivery so finds its own post.
 *
 * Not every post that is named is ours: it may be older than our first try. And after a post was deleted, a refusal was
 * seen to name an id that was given out for the refused try itself, at which there is nothing.
 */
import type { Answer } from '../lib/http.ts';

/** Any earlier try is minutes older: the next one comes after five. */
const OLDER_THAN_MS = 30_000;
/** HTTP dates are whole seconds, and ids are given out before the answer is written. */
const TOLERANCE_MS = 5000;

/** Whether the named post was made by an earlier try of a delivery that was first tried at `triedAt` (epoch ms). */
export function isOurs(
  urn: string,
  answer: Answer,
  { triedAt, now }: { triedAt: number; now: number },
): boolean {
  const madeAt = momentOf(urn);
  if (madeAt === null) return false;
  const ahead = clockAhead(answer, now);
  return madeAt >= triedAt + ahead - TOLERANCE_MS && madeAt <= now + ahead - OLDER_THAN_MS;
}

/** Ids begin with the time they were made, in ms above 22 bits: in no document, but so in ids of 2019, 2023 and 2026. */
function momentOf(urn: string): number | null {
  const id = /\d{15,20}$/.exec(urn)?.[0];
  return id === undefined ? null : Number(BigInt(id) >> 22n);
}

/** How far LinkedIn's clock is ahead of ours, in ms, by the Date of its answer: ours may be wrong by minutes. */
function clockAhead(answer: Answer, now: number): number {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - now;
}
