/** What the operations of comment-to-DM rules need. */
import type { CommentsContext } from '../comments/index.ts';
import { operationsWith } from '../api/operation.ts';

/** Rules read the account's posts as comments do. */
export type RulesContext = CommentsContext;

export const operation = operationsWith<RulesContext>();
