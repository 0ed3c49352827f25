/** Comments as a network lists them, and how they are stored. */
import type { Comment, CommentedPost } from '../../../adapters/port/comments.ts';
import type { AccessProblem, Missing, Page } from '../../../adapters/port/read.ts';
import type { CommentedPostRow } from '../../../store/commented-posts.ts';
import type { CommentFact } from './merge.ts';
import { type Step, wordsOf } from './as-account.ts';

/** Pages of a post's comments that are followed: about 500 comments, with their replies. */
export const MAX_PAGES = 10;

/** The comments of one post. */
export interface PostRead {
  comments: Comment[];
  /** All of them came, so what is absent is gone. */
  isComplete: boolean;
  /** Why not; null if nothing went wrong. */
  error: string | null;
  /** The network has no such post, or lists no comments below it. */
  isMissing?: true;
  /** Epoch ms. */
  begunAt: number;
}

/** Follows the pages of a post's comments. What was read is kept when a later page fails. */
export async function readPost(step: Step, networkPostId: string): Promise<PostRead | AccessProblem> {
  const { port, ...call } = step;
  const comments: Comment[] = [];
  const begunAt = step.now;
  let cursor: string | null = null;
  let without: string[] = [];
  let isComplete = true;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Page<Comment> | Missing | AccessProblem = await port.list({
      ...call,
      networkPostId,
      cursor,
      without,
    });
    if (page.kind !== 'page') {
      if (pages === 0 && page.kind !== 'missing') return page;
      const isMissing = pages === 0 && { isMissing: true as const };
      return { comments, isComplete: false, error: wordsOf(page), begunAt, ...isMissing };
    }
    comments.push(...page.items);
    ({ cursor, without = without } = page);
    isComplete &&= page.incomplete !== true;
    if (cursor === null) return { comments, isComplete, error: null, begunAt };
  }
  return { comments, isComplete: false, error: null, begunAt };
}

/** @param at when the read began, epoch ms */
export function factOf(
  { id, networkPostId, ...comment }: Comment,
  at: number,
  madeBy: string | null = null,
): CommentFact {
  // adapters leave it empty where the network did not name it
  const whole = { ...comment, networkPostId: networkPostId === '' ? null : networkPostId, madeBy };
  return { kind: 'seen', id, isRead: true, at, comment: whole };
}

/**
 * What a post shows, and that its items, which comments may name in its place, are part of it.
 * @param isPlaced rules that wait for new posts have seen it
 */
export function postRows(
  { networkPostId, childIds = [], text, url, thumbnailUrl }: CommentedPost,
  isPlaced = false,
): CommentedPostRow[] {
  const view = { isAd: false, isPlaced, text, url, thumbnailUrl };
  return [
    { ...view, networkPostId, originalPostId: null },
    ...childIds.map((id) => ({ ...view, networkPostId: id, originalPostId: networkPostId })),
  ];
}
