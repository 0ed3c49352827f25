/** What the operations of numbers need. */
import { operationsWith } from '../api/operation.ts';
import type { CommentsContext } from '../comments/index.ts';
import type { PostBatches } from '../posts/index.ts';

/** A post's numbers are shown with its comments. */
export interface NumbersContext extends CommentsContext {
  posts: PostBatches;
}

export const operation = operationsWith<NumbersContext>();
