/** What the operations of feeds need. */
import { operationsWith } from '../../api/operation.ts';
import type { PostsContext } from '../posts/index.ts';
import type { FeedPreviews } from './previews.ts';

export interface FeedsContext extends PostsContext {
  feedPreviews: FeedPreviews;
}

export const operation = operationsWith<FeedsContext>();
