/** What the operations of comment-to-DM rules need. */
import type { CommentsContext } from '../comments/index.ts';
import { operationsWith } from '../../api/operation.ts';

/** Rules read the account's posts as comments do. */
export interface RulesContext extends CommentsContext {
  /** The address in front of `/l/`, without a trailing slash. */
  linkBase: string;
}

export const operation = operationsWith<RulesContext>();
