/** Counts the words of comments that were close to a keyword of a rule (docs/matching.md, Near misses). */
import type { PlacedComment } from '../../../store/comments.ts';
import type { Tx } from '../../../store/connect.ts';
import { type NearMissRow, replaceNearMisses } from '../../../store/near-misses.ts';
import type { Verdict } from '../../base/matching/index.ts';
import { MAX_KEYWORD_CHARS } from './views.ts';

/** Rules of one comment for which its near misses are kept: the first ones, in the order in which they would win. */
const MAX_RULES_OF_COMMENT = 5;

/** A comment that was compared, and the result. */
export interface Judged {
  comment: PlacedComment;
  verdict: Verdict;
}

/**
 * Stores the near misses of comments that were compared. A comment that is compared again, since it was edited, counts once:
 * its earlier text is no longer counted.
 * @param now epoch ms
 */
export async function countNearMisses(
  tx: Tx,
  of: { workspaceId: string; accountId: string },
  judged: readonly Judged[],
  now: number,
): Promise<void> {
  if (judged.length === 0) return;
  const commentIds = judged.map(({ comment }) => comment.id);
  await replaceNearMisses(tx, { ...of, commentIds, rows: judged.flatMap(missesOf) }, now);
}

function missesOf({ comment, verdict }: Judged): NearMissRow[] {
  if (verdict.kind === 'matched') return [];
  return (
    verdict.nearMisses
      // a longer text cannot be a keyword
      .filter(({ wrote }) => wrote.length <= MAX_KEYWORD_CHARS)
      .slice(0, MAX_RULES_OF_COMMENT)
      .map(({ ruleId, keyword, wrote }) => ({
        ruleId,
        commentId: comment.id,
        keyword,
        word: wrote,
        person: personOf(comment),
      }))
  );
}

/** The key of the person who wrote a comment, from what the network reports. A word counts once for each person. */
export const personOf = ({
  id,
  fromId,
  fromUsername,
}: Pick<PlacedComment, 'id' | 'fromId' | 'fromUsername'>): string =>
  fromId ?? fromUsername ?? `comment ${id}`;
