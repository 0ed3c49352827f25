/** Feeds: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { FeedsContext } from './context.ts';
import {
  createFeed,
  deleteFeed,
  getFeed,
  listFeedItems,
  listFeeds,
  pauseFeed,
  previewFeed,
  resumeFeed,
  updateFeed,
} from './operations.ts';

export type { FeedsContext } from './context.ts';
export { type FeedPreviews, feedPreviews } from './previews.ts';
export { feedReaders } from './read.ts';
export { feedHandlers } from './work.ts';

export const feedOperations: readonly Operation<FeedsContext>[] = [
  listFeeds,
  createFeed,
  previewFeed,
  getFeed,
  updateFeed,
  pauseFeed,
  resumeFeed,
  deleteFeed,
  listFeedItems,
];

/** The groups its operations are listed in. */
export const feedTags = { Feeds: 'Make posts of the items of RSS, Atom and JSON feeds.' };
